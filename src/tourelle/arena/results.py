"""What a match has brought so far: one line a game, in a folder that outlives the program.

`match.json` says what is played, `results.jsonl` holds one finished game a line, `records` one
record a game if they are asked for. A line that was torn by the end of the program is dropped.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from tourelle.core.records import Record
from tourelle.core.words import DocumentError, Param, Refusal

MATCH_FILE: Final = "match.json"
RESULTS_FILE: Final = "results.jsonl"
RECORDS_FOLDER: Final = "records"
SUFFIX: Final = ".tourelle.json"


@dataclass(frozen=True)
class Result:
    """A finished game of a match; all rows go by seats."""

    game: int
    """The number of the game in the schedule."""
    deal: int
    """The seed it was dealt from."""
    bots: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that won: several if they share the victory."""
    seconds: tuple[float, ...]
    """How long each seat thought."""
    turns: tuple[int, ...]
    longest: tuple[float, ...]
    """How long each seat thought about one turn at most."""
    troubles: tuple[str, ...] = ()
    """What went wrong with bots that are programs of their own, in words."""

    def share(self, seat: int) -> float:
        """Return what a seat won: 1, nothing, or its part of a shared victory."""
        return 1.0 / len(self.winners) if seat in self.winners else 0.0


class MatchFolder:
    """The results of one match in a folder."""

    def __init__(self, folder: Path, match: Mapping[str, object]) -> None:
        """Open a folder, new or begun; one that holds another match is refused."""
        self.folder: Final = folder
        self.results: Final[dict[int, Result]] = {}
        folder.mkdir(parents=True, exist_ok=True)
        described = folder / MATCH_FILE
        if described.exists():
            _compare(folder, match)
        elif (folder / RESULTS_FILE).exists():
            raise DocumentError(Refusal("arena-no-match", params={"folder": str(folder)}))
        else:
            _write_whole(described, json.dumps(match, ensure_ascii=False, indent=2) + "\n")
        self._read()

    def add(self, result: Result, record: Record) -> None:
        """Keep a game; the end of the program can't take it back."""
        if (self.folder / RECORDS_FOLDER).is_dir():
            text = json.dumps(record.to_json(), ensure_ascii=False) + "\n"
            _write_whole(self.record_path(record.game, result.game), text)
        with (self.folder / RESULTS_FILE).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(result), ensure_ascii=False) + "\n")
        self.results[result.game] = result

    def keep_records(self) -> None:
        """Keep the record of every game from now on."""
        (self.folder / RECORDS_FOLDER).mkdir(exist_ok=True)

    def record_path(self, title: str, game: int) -> Path:
        """Return where the record of a game lies."""
        return self.folder / RECORDS_FOLDER / f"{title}-{game:06d}{SUFFIX}"

    def _read(self) -> None:
        """Read the games played so far; cut off a last line that was torn."""
        path = self.folder / RESULTS_FILE
        if not path.exists():
            return
        whole = path.read_bytes()
        sound = whole.rfind(b"\n") + 1
        if sound < len(whole):
            os.truncate(path, sound)
        for number, line in enumerate(whole[:sound].decode("utf-8").splitlines(), 1):
            try:
                result = read_result(json.loads(line))
            except (ValueError, TypeError) as error:
                params: dict[str, Param] = {"file": str(path), "line": number}
                raise DocumentError(Refusal("arena-bad-line", params=params)) from error
            self.results[result.game] = result


def read_result(data: Any) -> Result:
    """Return a result from its line."""
    rows: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in dict(data).items()
    }
    return Result(**rows)


def _compare(folder: Path, match: Mapping[str, object]) -> None:
    """Refuse a folder in which something else is played."""
    try:
        kept = json.loads((folder / MATCH_FILE).read_text(encoding="utf-8"))
    except ValueError:
        kept = None
    if not isinstance(kept, dict):
        raise DocumentError(Refusal("arena-no-match", params={"folder": str(folder)}))
    for key in (*match, *(kept.keys() - match.keys())):
        if kept.get(key) != match.get(key):
            params = {
                "folder": str(folder),
                "what": key,
                "kept": json.dumps(kept.get(key), ensure_ascii=False),
                "given": json.dumps(match.get(key), ensure_ascii=False),
            }
            raise DocumentError(Refusal("arena-other-match", params=params))


def _write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader finds all of it or nothing."""
    half = path.with_name(path.name + ".part")
    half.write_text(text, encoding="utf-8")
    half.replace(path)
