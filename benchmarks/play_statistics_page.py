"""The page docs/statistics.md, written from the rows that `play_statistics` keeps."""

from typing import Any

from tourelle.arena.statistics import wilson

Row = dict[str, Any]

TITLES = {"torres": "Torres", "blox": "BLOX", "castellan": "Castellan"}

HEAD = """# What the games are like

Bots play themselves; what they meet is true of the game, as far as they play it well. Players of
several strengths stand below each other, so that it can be seen what better play changes: level 2
misjudges every position by some points; level 5 plans its own turn and judges as well as it can
(in Castellan a little less); levels 7 and 8 look at the answers of the others, with few states in
Castellan, and ask a net where there is one (Castellan's for two seats was the one before today's
when this was counted). This page is made by

```sh
python -m benchmarks.play_statistics play TITLE --seats N --bot B --games N   # a row below
python -m benchmarks.play_statistics luck TITLE --seats N --bot B --deals N   # one of the last
python -m benchmarks.play_statistics page
```

from [`benchmarks/play_statistics.json`](../benchmarks/play_statistics.json). Chance deals, and sets
up the board of Torres; every action after that is the players' own. The middle nine tenths are
given in brackets. Games of random players are counted in [BLOX](statistics/blox.md) and
[Castellan](statistics/castellan.md).
"""

CHANGES = """
## What better play changes

- **BLOX** gets shorter: with two seats towers have fallen after 47 turns each at level 2, after 37
  at level 5, after 41 at level 7. Leads are smaller, and of the points fewer come from hits and
  more from towers that fall.
- **Castellan** gets longer, by about a turn a seat from level 5 to level 8, with smaller leads.
  Points rise from level 2 to level 5 and fall a little again: who looks at the answers leaves less.
- **Torres** lasts as long as the stacks say. Level 5 makes more points than level 2; where two of
  level 7 meet, who look at the answers and ask a net, both make fewer again.
"""

FIRST = """
## What sitting first is worth

The share of the games that each place in the first round wins, with its 95 % interval; an even
share would be 50, 33 or 25 %.

Whoever moves last before a year of Torres is scored has the last word. In the classic edition,
whose rulebook does not say who begins the later years, the same seat begins all of them here
([T4.4](rules/torres.md#t44-who-starts-the-following-years)), so that the last word always falls to
the same seat: nothing else is worth as much, whoever plays. Where the lowest seat names who begins
(`year_start=last-names`, as in the modern edition), it goes around. In BLOX the first place is
worth a little less than the others. In Castellan the places are nearly even for weaker players; for
stronger ones, who take what an opening gives away, the first is worth the less the more sit there.
"""

SOURCES = """
## Where the points come from

Shares of all points made. In Torres `castle`, `king` and the names of master cards are lines of a
year's scoring, `point` is the action that buys one; elsewhere a source is the action that brought
the points: in Castellan the piece that closed a courtyard, or the double that was put there.
"""

LUCK = """
## How much is luck

Every deal is played again and again by equals who differ in their dice alone. What lies *in the
deal* is the share of the variance between deals: of who wins, and of the first seat's lead. A
share of 0 % means that the deal decides nothing, 100 % that it decides everything; the rest is
what the players' own choices make of it, and who draws what on the way. In brackets what other
deals might have shown (95 %, the deals drawn anew a thousand times). *Of the seat* is the part of
the leads' mean square that sitting first makes in all deals alike.
"""


def page(kept: list[Row]) -> str:
    """Return the page."""
    games = [row for row in kept if row["what"] == "play"]
    parts = [HEAD]
    for title, name in TITLES.items():
        rows = [row for row in games if row["title"] == title]
        if rows:
            parts.append(f"\n## {name}\n\n" + lengths(rows))
    parts.append(CHANGES)
    parts.append(FIRST + "\n" + table(FIRST_COLUMNS, [first(row) for row in games]))
    parts.append(SOURCES + "\n" + table(SOURCE_COLUMNS, [source(row) for row in games]))
    dealt = [luck(row) for row in kept if row["what"] == "luck"]
    if dealt:
        parts.append(LUCK + "\n" + table(LUCK_COLUMNS, dealt))
    return "".join(parts)


def table(columns: tuple[str, ...], rows: list[list[str]]) -> str:
    """Return a table in Markdown."""
    lines = ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def lengths(rows: list[Row]) -> str:
    """Return how long games are and what they end with."""
    columns = ("players", "seats", "games", "turns a seat", "actions")
    more = ("points a seat", "points of the winner", "lead of the winner", "shared")
    return table(
        (*columns, *more),
        [
            [
                players(row),
                str(row["seats"]),
                str(row["games"]),
                told(row["turns_a_seat"]),
                told(row["actions"]),
                told(row["points"]),
                told(row["winner"]),
                f"{row['margin']['mean']:.1f}",
                f"{100 * row['shared'] / row['games']:.1f} %",
            ]
            for row in rows
        ],
    )


def players(row: Row) -> str:
    """Return who played, under which options."""
    under = ", ".join(row["option"])
    return f"`{row['bot']}`" + (f" ({under})" if under else "")


def told(spread: dict[str, float]) -> str:
    """Return a mean with the middle nine tenths."""
    return f"{spread['mean']:.1f} [{spread['low']:.0f}-{spread['high']:.0f}]"


FIRST_COLUMNS = ("title", "players", "seats", "games", "first", "second", "third", "fourth")


def first(row: Row) -> list[str]:
    """Return what each place in the first round wins."""
    shares = []
    for won in row["wins_by_place"]:
        low, high = wilson(won, row["games"])
        shares.append(f"{100 * won / row['games']:.1f} % [{100 * low:.1f}-{100 * high:.1f}]")
    shares += [""] * (4 - len(shares))
    name = TITLES[row["title"]]
    return [name, players(row), str(row["seats"]), str(row["games"]), *shares]


SOURCE_COLUMNS = ("title", "players", "seats", "sources", "lines of a seat's score in the end")


def source(row: Row) -> list[str]:
    """Return where points come from."""
    shares = ", ".join(f"{name} {100 * share:.1f} %" for name, share in row["sources"].items())
    kept = {name: count for name, count in row["lines_a_seat"].items() if name != "points"}
    lines = ", ".join(f"{name} {count:.1f}" for name, count in kept.items())
    return [TITLES[row["title"]], players(row), str(row["seats"]), shares, lines]


LUCK_COLUMNS = (
    *("title", "players", "seats", "deals", "games each"),
    *("of winning", "of the lead", "of the seat"),
)


def luck(row: Row) -> list[str]:
    """Return what lies in the deal."""
    shares = []
    for name in ("of_winning", "of_the_lead"):
        low, high = row[f"{name}_interval"]
        shares.append(f"{100 * row[name]:.0f} % [{100 * low:.0f}-{100 * high:.0f}]")
    shares.append(f"{100 * row['of_the_seat']:.1f} %")
    numbers = [str(row[name]) for name in ("seats", "deals", "again")]
    return [TITLES[row["title"]], players(row), *numbers, *shares]
