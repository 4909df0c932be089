"""Deeds in words: the log, the choices and the ledger in the language of whoever listens."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tourelle.core import telling
from tourelle.core.telling import Deed, News, Telling
from tourelle.core.words import Term
from tourelle.games import game_class
from tourelle.languages import say
from tourelle.languages.narration import brief, sentence, translated
from tourelle.server.protocol import Choice, LedgerTerm, LogEntry, Near, Scored
from tourelle.server.said import messages


def tell(
    entry: LogEntry,
    language: str,
    title: str,
    names: Sequence[str],
    deed: Deed,
    text: str,
    *,
    hidden: bool,
) -> None:
    """Write what an action did into its line of the log."""
    told = deed.telling
    entry.text = text
    entry.sentence = (
        sentence(language, title, text, hidden=True)
        if hidden
        else told_sentence(language, title, text, told, names)
    )
    entry.brief = (
        "" if hidden else brief(language, title, text, told.variant, _named(told.seats, names))
    )
    entry.squares = game_class(title).squares(text)
    entry.way = list(told.way)
    entry.floors = list(told.floors)
    entry.price = say(language, title, "told.price", price=told.price) if told.price else ""
    entry.gained = list(deed.gained) if any(deed.gained) else []
    entry.news = [news(language, title, piece, names) for piece in told.news]
    entry.scored = _scored(language, title, deed)
    entry.facts = {} if hidden else dict(told.facts)


def news(language: str, title: str, piece: News, names: Sequence[str]) -> str:
    """Return what began, ended or decided as a sentence."""
    gaps = _translated(language, title, piece.gaps)
    return say(language, title, piece.key, **gaps, **_named(piece.seats, names))


def near(language: str, title: str, found: telling.Near) -> Near:
    """Return an action that one rule alone forbids, with the reason."""
    rules = game_class(title)
    return Near(
        text=found.text,
        kind=rules.kind(found.text),
        squares=rules.squares(found.text),
        sentence=say(language, title, found.key, **_translated(language, title, found.gaps)),
        clause=found.clause,
    )


def _translated(language: str, title: str, gaps: Mapping[str, str]) -> dict[str, str]:
    """Return gaps with what stands in the catalogue for them."""
    return {name: translated(language, title, value) for name, value in gaps.items()}


def _named(seats: Mapping[str, int], names: Sequence[str]) -> dict[str, str]:
    """Return seats by their names."""
    return {gap: names[seat] for gap, seat in seats.items()}


def told_sentence(language: str, title: str, text: str, told: Telling, names: Sequence[str]) -> str:
    """Return an action of which everything may be known as a sentence."""
    gaps, named = tuple(told.gaps.items()), tuple(_named(told.seats, names).items())
    return _sentence(language, title, text, told.variant, gaps, named)


@lru_cache(maxsize=30_000)
def _sentence(
    language: str,
    title: str,
    text: str,
    variant: str,
    gaps: tuple[tuple[str, str], ...],
    names: tuple[tuple[str, str], ...],
) -> str:
    """Return a sentence; the same words are put together once."""
    return sentence(language, title, text, variant=variant, gaps=dict(gaps), names=dict(names))


def _scored(language: str, title: str, deed: Deed) -> Scored | None:
    """Return the scoring that a deed brought."""
    if not deed.scored:
        return None
    ended = deed.telling.news[0].gaps if deed.telling.news else {}
    lines = [
        term
        for seat, found in enumerate(deed.scored)
        for term in terms(language, title, seat, found)
    ]
    return Scored(title=say(language, title, "scored.title", **ended), terms=lines)


def terms(
    language: str, title: str, seat: int, lines: Iterable[Term], span: str = ""
) -> list[LedgerTerm]:
    """Return lines of a score with their labels, all from one stretch of the game."""
    return [
        LedgerTerm.model_construct(
            seat=seat,
            what=line.what,
            label=messages.label(language, title, f"term.{line.what}", "")
            or messages.label(language, title, f"master.{line.what}", line.what),
            at=line.at,
            clause=line.clause,
            points=line.points,
            span=span,
        )
        for line in lines
    ]


def counted(language: str, title: str, seat: int, deeds: Iterable[Deed]) -> list[LedgerTerm]:
    """Return what some deeds gave a seat, by stretch of the game and source."""
    spans: dict[str, list[Deed]] = {}
    for deed in deeds:
        spans.setdefault(deed.telling.span, []).append(deed)
    return [
        term
        for span, within in spans.items()
        for term in terms(
            language,
            title,
            seat,
            sources(title, within, seat),
            say(language, title, "scored.title", phase=span),
        )
    ]


def sources(title: str, deeds: Iterable[Deed], seat: int) -> list[Term]:
    """Return what some deeds gave a seat, by what it was for."""
    clauses = game_class(title).source_clauses
    found = dict.fromkeys(clauses, 0)
    for deed in deeds:
        if deed.telling.source in found:
            found[deed.telling.source] += deed.gained[seat]
    return [
        Term(source, None, clauses[source], points) for source, points in found.items() if points
    ]


@lru_cache(maxsize=30_000)
def plain_choice(language: str, title: str, text: str) -> Choice:
    """Return an action with what a board needs to show it."""
    rules = game_class(title)
    return Choice.model_construct(
        text=text,
        kind=rules.kind(text),
        squares=rules.squares(text),
        sentence=sentence(language, title, text),
    )


class Offer(NamedTuple):
    """A choice, and the same as JSON."""

    choice: Choice
    text: str


@lru_cache(maxsize=30_000)
def offer(
    language: str,
    title: str,
    text: str,
    told: Telling,
    gains: int,
    names: tuple[str, ...],
    ends: bool,
) -> Offer:
    """Return a legal action with what a board needs to offer it, and what it would bring.

    It is the same one again for the same words, so nobody may change it.
    """
    plain = plain_choice(language, title, text)
    said = told_sentence(language, title, text, told, names) if told.variant else None
    choice = Choice.model_construct(
        text=text,
        kind=plain.kind,
        squares=plain.squares,
        sentence=said or plain.sentence,
        way=list(told.way),
        floors=list(told.floors),
        price=told.price,
        gains=gains,
        ends=ends,
        facts=dict(told.facts),
    )
    return Offer(choice, choice.model_dump_json())
