"""The language a person is spoken to in, and every sentence the command says."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tourelle import terminal
from tourelle.languages import LANGUAGES


class UserError(Exception):
    """Something a person asked for can't be done; `reason` names its sentence."""

    def __init__(self, reason: str, **params: object) -> None:
        """Keep what the sentence needs."""
        super().__init__(f"{reason} {params}")
        self.reason: Final = reason
        self.params: Final = params


class Voice(terminal.Voice):
    """Speaks one language, also of what a command can't do."""

    def error(self, error: UserError) -> str:
        """Return the sentence of an error of the command itself."""
        params = dict(error.params)
        if params.get("file") == "-":
            params["file"] = self("standard-input")
        return self(f"error.{error.reason}", **params)

    def error_json(self, error: UserError) -> dict[str, str]:
        """Return an error of the command itself for a script."""
        return {"reason": error.reason, "clause": "", "sentence": self.error(error)}


def chosen_language(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """Return the language that the command line asks for, else the environment, else English."""
    wishes: list[Any] = []
    for i, word in enumerate(arguments):
        if word == "--":
            break
        if word == "--lang":
            wishes += arguments[i + 1 : i + 2]
        elif word.startswith("--lang="):
            wishes.append(word.partition("=")[2])
    wishes.reverse()  # of several, the last one counts
    wishes += [environment.get(name, "") for name in ("TOURELLE_LANG", "LC_ALL", "LANG")]
    for wish in wishes:
        if wish[:2].lower() in LANGUAGES and not wish[2:3].isalpha():
            return str(wish[:2].lower())
    return LANGUAGES[0]
