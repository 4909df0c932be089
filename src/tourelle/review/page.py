"""A review as one page that needs nothing else: story, graph, turns, boards as SVG."""

from collections.abc import Sequence
from html import escape
from typing import Final

from tourelle.core.records import Record, replay
from tourelle.games import game_of
from tourelle.languages import say
from tourelle.languages.narration import sentence
from tourelle.review.judged import Review, Turn, Variation
from tourelle.review.story import story
from tourelle.review.telling import DOMAIN, number, page_words, reason_sentence
from tourelle.review.told_page import story_part

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
.ending{display:grid;grid-template-columns:minmax(0,22rem) minmax(0,1fr);gap:1.5rem}
.ending svg{max-width:100%;height:auto} .told{font-size:1.15rem;margin-top:0}
.wide{overflow-x:auto} figure{margin:1rem 0} figure>svg{width:100%;height:auto}
.whose{white-space:nowrap;margin-left:1rem}.whose svg{width:1.9rem;margin-right:.4rem}
a{color:inherit} h2{font-size:1.3rem;margin-top:0}
@media(max-width:40rem){article,.ending{grid-template-columns:minmax(0,1fr)}}
@media(prefers-color-scheme:dark){body{background:#14171f;color:#e8e6df}
article,td,th{border-color:#333947}.quiet{color:#a5abba}.only,.better{color:#7fd0a4}
.mistake,.inaccuracy{color:#e8b568}.blunder{color:#ff8d85}
article svg,.ending svg{background:#f4efe4;border-radius:.4rem}}
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
    title = page_words(language, "title", game=say(language, review.title, "title"))
    about = page_words(language, "about", worlds=review.engine.worlds, work=review.engine.work)
    if not review.engine.calibrated:
        about += " " + page_words(language, "uncalibrated")
    told = story_part(story(record, review), names, language)
    turns = "".join(_turn(turn, review, names, language, boards) for turn in review.turns)
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style><main><h1>{escape(title)}</h1>"
        f"{told}{_seats(review, names, language)}{_graph(review, names, language)}"
        f'<p class="quiet">{escape(about)}</p>{turns}</main></html>'
    )


def _seats(review: Review, names: Sequence[str], language: str) -> str:
    """Return the table of the seats."""
    heads = ["seat", "accuracy", "", "", "", "decided", "drawn"]
    signs = iter(("?!", "?", "??"))
    head = "".join(
        f'<th scope="col">{escape(page_words(language, key) if key else next(signs))}</th>'
        for key in heads
    )
    rows = ""
    for seat, each in enumerate(review.seats):
        exact = "–" if each.accuracy is None else number(language, f"{each.accuracy:.1f} %")
        cells = [exact, *(str(each.marks[mark]) for mark in ("inaccuracy", "mistake", "blunder"))]
        cells += [number(language, f"{s.points:+.1f}") for s in (each.decided, each.drawn)]
        rows += f'<tr><th scope="row">{escape(names[seat])}</th>'
        rows += "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    return f'<div class="wide"><table><tr>{head}</tr>{rows}</table></div>'


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
    label = escape(page_words(language, "chance"))
    half = f'<path d="M0 {HIGH / 2}h{WIDE}" stroke="#8886" stroke-dasharray="3 4"/>'
    return (
        f"<figure><figcaption>{label} {_legend(review, names)}</figcaption>"
        f'<svg viewBox="-6 -6 {WIDE + 12} {HIGH + 12}" '
        f'role="img" aria-label="{label}"><rect width="{WIDE}" height="{HIGH}" fill="none" '
        f'stroke="#8884"/>{half}{lines}</svg></figure>'
    )


def _legend(review: Review, names: Sequence[str]) -> str:
    """Return which line is whose."""
    return "".join(
        f'<span class="whose"><svg viewBox="0 0 30 6" aria-hidden="true"><path d="M0 3h30" '
        f'stroke="{COLOURS[seat]}" stroke-width="3" stroke-dasharray="{DASHES[seat]}"/></svg>'
        f"{escape(names[seat])}</span>"
        for seat in range(len(review.seats))
    )


def _turn(
    turn: Turn, review: Review, names: Sequence[str], language: str, boards: dict[int, str]
) -> str:
    """Return a turn: with a mark with its board, what was better and why; else in one line."""
    name = escape(names[turn.seat])
    head = f"{page_words(language, 'turn', number=turn.number)} · {name}"
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
        cost = page_words(
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
    return f"<b>{escape(page_words(language, key))}</b> ({chance} · {points}): {escape(words)}"
