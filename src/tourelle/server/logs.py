"""Events as lines of JSON; never a secret, a seed or a hand among them."""

import json
import logging
import sys
import time
from typing import Final

PLAIN: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message"}


class JsonFormatter(logging.Formatter):
    """Writes an event with its extra fields as one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        event: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        event |= {key: value for key, value in vars(record).items() if key not in PLAIN}
        if record.exc_info:
            event["trace"] = self.formatException(record.exc_info)
        return json.dumps(event, ensure_ascii=False, default=str)


def set_up(wish: str) -> None:
    """Write every event (`json`), or only what goes wrong (`off`), to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO if wish == "json" else logging.ERROR)
