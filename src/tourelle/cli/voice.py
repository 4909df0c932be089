"""The language a person is spoken to in, and every sentence the command says."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tourelle.core.records import ReplayError
from tourelle.core.words import RefusedError
from tourelle.languages import LANGUAGES, catalogue, say

ROOM: Final = "terminal"


class UserError(Exception):
    """Something a person asked for can't be done; `reason` names its sentence."""

    def __init__(self, reason: str, **params: object) -> None:
        """Keep what the sentence needs."""
        super().__init__(f"{reason} {params}")
        self.reason: Final = reason
        self.params: Final = params


class Voice:
    """Speaks one language."""

    def __init__(self, language: str) -> None:
        """Take one of the known languages."""
        self.language: Final = language

    def __call__(self, key: str, /, **params: object) -> str:
        """Return a sentence of the terminal."""
        return say(self.language, ROOM, key, **params)

    def of(self, domain: str, key: str, /, **params: object) -> str:
        """Return a sentence of another domain: a game, the bots."""
        return say(self.language, domain, key, **params)

    def knows(self, domain: str, key: str) -> bool:
        """Tell whether a domain has this sentence; a title without a catalogue has none."""
        try:
            return key in catalogue(self.language, domain)
        except FileNotFoundError:
            return False

    def label(self, domain: str, key: str, otherwise: str) -> str:
        """Return a sentence without gaps, or `otherwise` where there is none."""
        return self.of(domain, key) if self.knows(domain, key) else otherwise

    def refusal(self, title: str, error: RefusedError) -> str:
        """Return the sentence of a refusal; in a record it says which action is refused."""
        key = f"refusal.{error.refusal.reason}"
        domain = title if self.knows(title, key) else "core"
        sentence = say(self.language, domain, key, **error.refusal.params)
        if isinstance(error, ReplayError):
            return self("replay.refused", number=error.number, text=error.text, sentence=sentence)
        return sentence

    def refusal_with_clause(self, title: str, error: RefusedError) -> str:
        """Return the sentence of a refusal with the clause it rests on."""
        sentence, clause = self.refusal(title, error), error.refusal.clause
        return f"{sentence} ({clause})" if clause else sentence

    def refusal_json(self, title: str, error: RefusedError) -> dict[str, str]:
        """Return a refusal for a script."""
        sentence, refusal = self.refusal(title, error), error.refusal
        return {"reason": refusal.reason, "clause": refusal.clause, "sentence": sentence}

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
