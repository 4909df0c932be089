"""Reasons in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from tourelle.languages import catalogue, say
from tourelle.languages.narration import translated
from tourelle.review.judged import Reason

DOMAIN = "review"


@dataclass(frozen=True)
class Cited:
    """A sentence, and the clause of the rules that it goes back to; empty where none says so."""

    sentence: str
    clause: str = ""


def page_words(language: str, key: str, **gaps: object) -> str:
    """Return a sentence of the page of a review."""
    return say(language, DOMAIN, f"page.{key}", **gaps)


def reason_sentence(language: str, title: str, reason: Reason, names: Sequence[str]) -> str:
    """Return why a turn is better, as a sentence."""
    gaps = {name: _gap(language, title, value) for name, value in reason.gaps.items()}
    seats = {gap: names[seat] for gap, seat in reason.seats.items()}
    return say(language, DOMAIN, reason.key, **gaps, **seats)


def _gap(language: str, title: str, value: str) -> str:
    """Return what stands in a gap; a feature that has no name in words goes by its own."""
    if value.startswith("@"):
        known = value[1:] in catalogue(language, title)
        return translated(language, title, value) if known else value.partition(".")[2]
    return number(language, value)


def number(language: str, value: str) -> str:
    """Return a number as a language writes it."""
    return value if language == "en" else value.replace(".", ",")
