"""What a match has shown, as tables for a person."""

import sys
from collections.abc import Sequence
from typing import Any, Final

from tourelle.cli.voice import Voice

Row = dict[str, Any]
TROUBLES_SHOWN: Final = 10


def print_report(found: Row, voice: Voice) -> None:
    """Print the tables of a match and what is to be said of them."""
    title = voice.label(found["game"], "title", found["game"])
    told = {key: found[key] for key in ("seats", "games", "deals", "opening")}
    print(voice("arena.head", title=title, **told))
    print()
    print_table(*_ladder(found, voice))
    if len(found.get("pairings", ())) > 1:
        print()
        print_table(*_pairings(found["pairings"], voice))
    if "alone" in found:
        print()
        print_table(*_alone(found["alone"], voice))
    for line in _notes(found, voice):
        print(f"\n{line}")


def _ladder(found: Row, voice: Voice) -> tuple[list[str], list[list[str]]]:
    """Return the table of all bots, the best first."""
    heads = [voice("arena.bot"), voice("arena.games"), voice("arena.won"), voice("arena.drawn")]
    heads += [voice("arena.share")]
    rows = sorted(found["table"], key=_merit, reverse=True)
    elo, skill = "elo" in rows[0], "mu" in rows[0]
    heads += [voice("arena.elo")] if elo else []
    heads += [voice("arena.skill"), voice("arena.ordinal")] if skill else []
    heads += [voice("arena.points"), voice("arena.seconds"), voice("arena.longest")]
    lines = []
    for row in rows:
        line = [row["bot"], str(row["sat"]), str(row["wins"]), str(row["draws"]), _share(row)]
        line += [_elo(row)] if elo else []
        line += [f"{row['mu']:.1f} ± {row['sigma']:.1f}", f"{row['ordinal']:.1f}"] if skill else []
        line += [_number(row["points"], 1), _number(row["seconds"], 3), _number(row["longest"], 3)]
        lines.append(line)
    return heads, lines


def _merit(row: Row) -> float:
    """Return by what the bots are put in order."""
    best = next((row[key] for key in ("elo", "ordinal", "share") if row.get(key) is not None), 0.0)
    return float(best)


def _pairings(rows: Sequence[Row], voice: Voice) -> tuple[list[str], list[list[str]]]:
    """Return the table of all pairings."""
    heads = [voice("arena.pairing"), voice("arena.games"), voice("arena.won")]
    heads += [voice("arena.drawn"), voice("arena.lost"), voice("arena.share")]
    counts = ("games", "wins", "draws", "losses")
    return heads, [
        [" : ".join(row["bots"]), *(str(row[key]) for key in counts), _share(row)] for row in rows
    ]


def _alone(rows: Sequence[Row], voice: Voice) -> tuple[list[str], list[list[str]]]:
    """Return the table of bots alone among others that are all alike."""
    heads = [voice("arena.alone"), voice("arena.games"), voice("arena.share")]
    return heads, [[row["bot"], str(row["games"]), _share(row)] for row in rows]


def _notes(found: Row, voice: Voice) -> list[str]:
    """Return what is to be said below the tables."""
    notes = []
    if found["seats"] > 2:
        notes.append(voice("arena.even", even=_percent(1 / found["seats"])))
    if found.get("elo_tempered"):
        notes.append(voice("arena.tempered"))
    if found.get("skill_missing"):
        notes.append(voice("arena.skill-missing"))
    if troubles := found.get("troubles"):
        often = sorted(troubles, key=lambda trouble: -trouble["times"])[:TROUBLES_SHOWN]
        lines = [f"  {trouble['times']} × {trouble['what']}" for trouble in often]
        notes.append("\n".join([voice("arena.troubles"), *lines]))
    if test := found.get("sprt"):
        low, high = test["elo"]
        told = {"low": f"{low:g}", "high": f"{high:g}", "pairs": test["pairs"]}
        told |= {key: f"{test[key]:.2f}" for key in ("ratio", "lower", "upper")}
        notes.append(voice("arena.sprt", bot=found["bots"][0], **told))
        if test["accepted"] is None:
            notes.append(voice("arena.sprt.open"))
        else:
            notes.append(voice("arena.sprt.accepted", elo=f"{test['accepted']:g}"))
    return notes


def _share(row: Row) -> str:
    """Return a share of victories with its interval."""
    if row["share"] is None:
        return "-"
    return f"{_percent(row['share'])} [{100 * row['low']:.1f}-{100 * row['high']:.1f}]"


def _elo(row: Row) -> str:
    """Return a rating with how far it may be off, with 95 % confidence."""
    off = f" ± {row['elo_high'] - row['elo']:.0f}" if row["elo_error"] else ""
    return f"{row['elo']:.0f}{off}"


def _percent(share: float) -> str:
    """Return a share in per cent."""
    return f"{100 * share:.1f} %"


def _number(value: float | None, digits: int) -> str:
    """Return a number, or a dash where there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: ruled on a terminal, columns of plain text elsewhere."""
    if sys.stdout.isatty():
        try:
            from rich.console import Console
            from rich.table import Table
        except ImportError:
            pass
        else:
            table = Table(*heads)
            for column in table.columns[1:]:
                column.justify = "right"
            for row in rows:
                table.add_row(*row)
            Console().print(table)
            return
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for line in (heads, *rows):
        first, *rest = zip(line, widths, strict=True)
        cells = [f"{text:>{width}}" for text, width in rest]
        print("  ".join([f"{first[0]:<{first[1]}}", *cells]))
