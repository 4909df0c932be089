"""Changes of seats, in words."""

from collections.abc import Mapping

from tourelle.server.said import messages
from tourelle.tables.naming import isolated, plain_name


def told(data: Mapping[str, object], language: str) -> tuple[str, str]:
    """Return notation and sentence of a change of seats."""
    if data.get("taken"):
        return "sit", messages.told(language, "log.sit")
    if data.get("taken") is False:
        return "removed", messages.told(language, "log.removed")
    if data.get("bot"):
        bot = messages.bot_label(language, str(data["bot"]))
        key = "log.stand-in" if data.get("stand_in") else "log.bot"
        return f"bot {data['bot']}", messages.told(language, key, bot=bot)
    if "bot" in data:
        return "back", messages.told(language, "log.back")
    if "token" in data:
        kind = "program" if data["token"] else "by-hand"
        return kind, messages.told(language, f"log.{kind}")
    if "name" in data:
        name = isolated(plain_name(data["name"]))
        return "name", messages.told(language, "log.name", name=name)
    return "apart", messages.told(language, "log.apart")
