"""Every sentence that the server says, in the language of whoever listens."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from starlette.datastructures import Headers, QueryParams
from starlette.types import Scope

from tourelle.core.records import ReplayError
from tourelle.core.words import Param, RefusedError
from tourelle.languages import LANGUAGES, catalogue, refusal_sentence, say
from tourelle.server.protocol import Problem, Trouble

ROOM: Final = "server"
LETTERS: Final = "ABCD"
LONGEST_PLACE: Final = 80


def label(language: str, domain: str, key: str, otherwise: str) -> str:
    """Return a sentence without gaps, or `otherwise` where there is none."""
    return catalogue(language, domain).get(key, otherwise)


def told(language: str, key: str, **params: object) -> str:
    """Return one of the server's own sentences."""
    return say(language, ROOM, key, **params)


def trouble(language: str, number: int, reason: str, **params: object) -> Trouble:
    """Return why a message could not be taken."""
    sentence = told(language, f"trouble.{reason}", **params)
    return Trouble(reason=reason, sentence=sentence, number=number)


def problem(language: str, reason: str, **params: object) -> Problem:
    """Return why a request could not be granted."""
    return Problem(reason=reason, clause="", sentence=told(language, f"trouble.{reason}", **params))


FAULTS: Final = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "string_too_long": "long",
    "too_long": "long",
    "string_too_short": "short",
    "too_short": "short",
    "json_invalid": "json",
}
"""What pydantic finds wrong, and the sentence for it; any other fault is one of the value."""
DOORS: Final = ("body", "query", "path", "header")


def fault(language: str, faults: Sequence[Any]) -> str:
    """Return what is wrong with a message, and where."""
    kind, place = faults[0]["type"], [str(step) for step in faults[0]["loc"]]
    if place[:1] and place[0] in DOORS:
        place = place[1:]
    where = ".".join(place)[:LONGEST_PLACE].encode("utf-8", "replace").decode()
    if not where and kind != "json_invalid":
        return told(language, "trouble.malformed")
    return told(language, f"malformed.{FAULTS.get(kind, 'value')}", place=where)


def malformed(language: str, faults: Sequence[Any]) -> Problem:
    """Return why a request can't be understood."""
    return Problem(reason="malformed", clause="", sentence=fault(language, faults))


def refused(language: str, title: str, error: RefusedError) -> Problem:
    """Return why the rules refuse something; in a record it says which action is refused."""
    refusal = error.refusal
    sentence = refusal_sentence(language, title, refusal.reason, _lettered(refusal.params))
    if isinstance(error, ReplayError):
        sentence = told(
            language, "record.refused", number=error.number, text=error.text, sentence=sentence
        )
    return Problem(reason=refusal.reason, clause=refusal.clause, sentence=sentence)


def _lettered(params: Mapping[str, Param]) -> dict[str, object]:
    """Return the gaps of a sentence with the seat's letter for its number."""
    seat = params.get("seat")
    if isinstance(seat, int) and seat in range(len(LETTERS)):
        return {**params, "seat": LETTERS[seat]}
    return dict(params)


def bot_label(language: str, bot: str) -> str:
    """Return what a bot is called; one that is no more keeps its bare name."""
    return label(language, "bots", f"bot.{bot}.name", bot)


def wanted(query: Mapping[str, str], headers: Mapping[str, str]) -> str:
    """Return the language that a request asks for, or else the one that its browser reads."""
    if query.get("language") in LANGUAGES:
        return query["language"]
    wishes = headers.get("accept-language", "")[:100].split(",")
    known = (wish.strip()[:2].lower() for wish in wishes)
    return next((wish for wish in known if wish in LANGUAGES), LANGUAGES[0])


def language_of(scope: Scope) -> str:
    """Return the language that a request asks for which never reaches the app."""
    return wanted(QueryParams(scope["query_string"]), Headers(scope=scope))
