"""What a match has shown, as plain numbers: the JSON of `tourelle arena`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from tourelle.arena.elo import elo_ladder, victories
from tourelle.arena.match import Match
from tourelle.arena.results import Result
from tourelle.arena.skill import skills
from tourelle.arena.sprt import Sprt, SprtRun
from tourelle.arena.statistics import elo_of, wilson

Row = dict[str, Any]


def report(
    match: Match,
    results: Sequence[Result],
    anchors: Mapping[str, float] | None = None,
    sprt: Sprt | None = None,
) -> Row:
    """Return all that a match has shown; every interval holds with 95 % confidence."""
    described = match.described()
    names, seats = described["bots"], int(described["options"]["seats"])
    found: Row = {
        **described,
        "seats": seats,
        "deals": len({result.deal for result in results}),
        "games": len(results),
        "table": [_row(name, seats, results) for name in names],
    }
    if seats == 2:
        _add_elo(found, names, results, anchors or {})
        found["pairings"] = [_pairing(one, two, results) for one, two in combinations(names, 2)]
    elif results:
        _add_skill(found, names, results)
        if len(names) == 2:
            found["alone"] = [_alone(name, seats, results) for name in names]
    if troubles := Counter(trouble for result in results for trouble in result.troubles):
        found["troubles"] = [{"what": what, "times": times} for what, times in troubles.items()]
    if sprt:
        found["sprt"] = _sprt(sprt, names[0], results)
    return found


def _row(name: str, seats: int, results: Sequence[Result]) -> Row:
    """Return what one bot did; a bot at several seats of a game counts once for each."""
    held = [(r, seat) for r in results for seat, n in enumerate(r.bots) if n == name]
    sat = len(held)
    won = sum(result.share(seat) for result, seat in held)
    turns = sum(result.turns[seat] for result, seat in held)
    low, high = wilson(won, sat)
    return {
        "bot": name,
        "sat": sat,
        "wins": sum(result.winners == (seat,) for result, seat in held),
        "draws": sum(seat in result.winners != (seat,) for result, seat in held),
        "share": won / sat if sat else None,
        "low": low,
        "high": high,
        "even": 1 / seats,
        "points": sum(result.points[seat] for result, seat in held) / sat if sat else None,
        "seconds": sum(r.seconds[seat] for r, seat in held) / turns if turns else None,
        "longest": max((result.longest[seat] for result, seat in held), default=None),
    }


def _add_elo(
    found: Row, names: Sequence[str], results: Sequence[Result], anchors: Mapping[str, float]
) -> None:
    """Add Elo ratings to the rows."""
    won = victories(names, results)
    ladder = elo_ladder(names, won, anchors)
    for row in found["table"]:
        rating = ladder.ratings[row["bot"]]
        low, high = rating.interval()
        row |= {"elo": rating.elo, "elo_error": rating.error, "elo_low": low, "elo_high": high}
    found["anchors"] = dict(anchors) or {names[0]: 0.0}
    found["elo_tempered"] = ladder.tempered


def _add_skill(found: Row, names: Sequence[str], results: Sequence[Result]) -> None:
    """Add openskill's ratings to the rows."""
    try:
        known = skills(names, results)
    except ImportError:  # the games count all the same
        found["skill_missing"] = True
        return
    for row in found["table"]:
        skill = known[row["bot"]]
        row |= {"mu": skill.mu, "sigma": skill.sigma, "ordinal": skill.ordinal}


def _pairing(one: str, two: str, results: Sequence[Result]) -> Row:
    """Return what the first of two bots did against the second."""
    met = [result for result in results if set(result.bots) == {one, two}]
    shares = [result.share(result.bots.index(one)) for result in met]
    won = sum(shares)
    low, high = wilson(won, len(met))
    share = won / len(met) if met else None
    return {
        "bots": [one, two],
        "games": len(met),
        "wins": shares.count(1.0),
        "draws": shares.count(0.5),
        "losses": shares.count(0.0),
        "share": share,
        "low": low,
        "high": high,
        "elo": None if share in (None, 0.0, 1.0) else elo_of(share),
    }


def _alone(name: str, seats: int, results: Sequence[Result]) -> Row:
    """Return what one bot did alone among others that are all alike."""
    met = [result for result in results if result.bots.count(name) == 1]
    won = sum(result.share(result.bots.index(name)) for result in met)
    low, high = wilson(won, len(met))
    return {
        "bot": name,
        "games": len(met),
        "share": won / len(met) if met else None,
        "low": low,
        "high": high,
        "even": 1 / seats,
    }


def _sprt(sprt: Sprt, first: str, results: Sequence[Result]) -> Row:
    """Return how a sequential test stands."""
    run = SprtRun(sprt, first)
    run.decided({result.game: result for result in results})
    lower, upper = sprt.bounds()
    return {
        "elo": [sprt.low, sprt.high],
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "pairs": run.pairs,
        "counts": run.counts,
        "ratio": run.ratio,
        "lower": lower,
        "upper": upper,
        "accepted": {"": None, "low": sprt.low, "high": sprt.high}[run.verdict],
    }
