"""A review as one page that needs nothing else: the graph, the turns, the boards as SVG."""

from collections.abc import Sequence
from html import escape
from typing import Final

from tourelle.core.records import Record, replay
from tourelle.games import game_of
from tourelle.languages import say
from tourelle.languages.narration import sentence
from tourelle.review.judged import Review, Turn, Variation
from tourelle.review.telling import DOMAIN, number, reason_sentence

COLOURS: Final = ("#c43a22", "#1f4fa3", "#b8860b", "#1f8a70")
DASHES: Final = ("", "7 4", "2 3", "9 3 2 3")
SIGNS: Final = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "only": "!"}
WIDE, HIGH = 960, 180
STYLE: Final = """
body{font:16px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:62rem;padding:0 1rem;
color:#1b2130;background:#faf8f3}
h1{font-family:Georgia,serif} table{border-collapse:collapse;margin:1rem 0}
td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #d9d3c5}
td:first-child,th:first-child{text-align:left}
article{display:grid;grid-template-columns:minmax(0,18rem) 1fr;gap:1rem;
border-top:1px solid #d9d3c5;padding:1rem 0}
article svg{max-width:100%;height:auto} .mark{font-weight:700;border:1px solid;
border-radius:.3rem;padding:0 .35rem} .blunder{color:#a11} .mistake,.inaccuracy{color:#8a4b00}
.only,.better{color:#1c6a44} .quiet{color:#5b6170}
@media(max-width:40rem){article{grid-template-columns:1fr}}
@media(prefers-color-scheme:dark){body{background:#14171f;color:#e8e6df}
article,td,th{border-color:#333947}.quiet{color:#a5abba}.only,.better{color:#7fd0a4}
.mistake,.inaccuracy{color:#e8b568}.blunder{color:#ff8d85}
article svg{background:#f4efe4;border-radius:.4rem}}
"""


def html(record: Record, review: Review, names: Sequence[str], language: str) -> str:
    """Return the page; marked turns have the board as it stood before them."""
    game = game_of(record.game, record.options, record.rules)
    wanted = {turn.first for turn in review.turns if turn.mark}
    boards = {
        at: game.picture(position)
        for at, position in enumerate(replay(game, record))
        if at in wanted
    }
    title = _say(language, "title", game=say(language, review.title, "title"))
    about = _say(language, "about", worlds=review.engine.worlds, work=review.engine.work)
    if not review.engine.calibrated:
        about += " " + _say(language, "uncalibrated")
    turns = "".join(_turn(turn, review, names, language, boards) for turn in review.turns)
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style><main><h1>{escape(title)}</h1>"
        f"{_seats(review, names, language)}{_graph(review, names, language)}"
        f'<p class="quiet">{escape(about)}</p>{turns}</main></html>'
    )


def _say(language: str, key: str, **gaps: object) -> str:
    """Return a sentence of the page."""
    return say(language, DOMAIN, f"page.{key}", **gaps)


def _seats(review: Review, names: Sequence[str], language: str) -> str:
    """Return the table of the seats."""
    heads = ["seat", "accuracy", "", "", "", "decided", "drawn"]
    signs = iter(("?!", "?", "??"))
    head = "".join(
        f'<th scope="col">{escape(_say(language, key) if key else next(signs))}</th>'
        for key in heads
    )
    rows = ""
    for seat, each in enumerate(review.seats):
        exact = "–" if each.accuracy is None else number(language, f"{each.accuracy:.1f} %")
        cells = [exact, *(str(each.marks[mark]) for mark in ("inaccuracy", "mistake", "blunder"))]
        cells += [number(language, f"{s.points:+.1f}") for s in (each.decided, each.drawn)]
        rows += f'<tr><th scope="row">{escape(names[seat])}</th>'
        rows += "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    return f"<table><tr>{head}</tr>{rows}</table>"


def _graph(review: Review, names: Sequence[str], language: str) -> str:
    """Return the winning chances after each turn as a picture."""
    rows = [review.start.chances, *(turn.played.leads_to.chances for turn in review.turns)]
    step = WIDE / max(1, len(rows) - 1)
    lines = ""
    for seat in range(len(review.seats)):
        points = " ".join(
            f"{step * at:.1f},{HIGH * (1 - row[seat]):.1f}" for at, row in enumerate(rows)
        )
        lines += (
            f'<polyline points="{points}" fill="none" stroke="{COLOURS[seat]}" stroke-width="2.5" '
            f'stroke-dasharray="{DASHES[seat]}"><title>{escape(names[seat])}</title></polyline>'
        )
    for turn in review.turns:
        if turn.mark and turn.mark != "only":
            x, y = step * turn.number, HIGH * (1 - turn.played.leads_to.chances[turn.seat])
            lines += (
                f'<a href="#t{turn.number}"><circle cx="{x:.1f}" cy="{y:.1f}" r="5" '
                f'fill="{COLOURS[turn.seat]}"/></a>'
            )
    label = escape(_say(language, "chance"))
    return (
        f'<figure><figcaption>{label}</figcaption><svg viewBox="-6 -6 {WIDE + 12} {HIGH + 12}" '
        f'role="img" aria-label="{label}"><rect width="{WIDE}" height="{HIGH}" fill="none" '
        f'stroke="#8884"/>{lines}</svg></figure>'
    )


def _turn(
    turn: Turn, review: Review, names: Sequence[str], language: str, boards: dict[int, str]
) -> str:
    """Return a turn: with a mark with its board, what was better and why; else in one line."""
    name = escape(names[turn.seat])
    head = f"{_say(language, 'turn', number=turn.number)} · {name}"
    played = _line(turn.played, turn, review.title, language, "played")
    if not turn.mark:
        return f'<p id="t{turn.number}"><b>{head}</b> · {played}</p>'
    mark = say(language, DOMAIN, f"mark.{turn.mark}")
    parts = [
        f'<h2>{head} <span class="mark {turn.mark}" title="{escape(mark)}">'
        f"{SIGNS[turn.mark]}</span></h2><p>{played}</p>"
    ]
    if turn.mark != "only":
        better = _line(turn.best, turn, review.title, language, "better")
        cost = _say(
            language,
            "cost",
            chance=f"{100 * turn.cost.chance:.0f}",
            points=number(language, f"{turn.cost.points:.1f}"),
        )
        parts.append(f'<p class="better">{better}</p><p class="{turn.mark}">{escape(cost)}</p>')
    why = (reason_sentence(language, review.title, reason, names) for reason in turn.why)
    parts += [f"<p>{escape(reason)}</p>" for reason in why]
    board = boards.get(turn.first, "")
    return f'<article id="t{turn.number}"><div>{board}</div><div>{"".join(parts)}</div></article>'


def _line(line: Variation, turn: Turn, title: str, language: str, key: str) -> str:
    """Return what was or would have been played, in words, with what it leads to."""
    words = "; ".join(sentence(language, title, text) for text in line.actions)
    chance = f"{100 * line.leads_to.chances[turn.seat]:.0f} %"
    points = number(language, f"{line.leads_to.points[turn.seat]:.1f}")
    return f"<b>{escape(_say(language, key))}</b> ({chance} · {points}): {escape(words)}"
