"""A sequential test of two bots: play on until one of two claims about their Elo is refuted.

The unit is a pair: the same deal in both seatings, so the advantage of a seat or of a start weighs
on neither claim. A pair brings the first bot 0, 1/4, 1/2, 3/4 or 1, the mean of its two games. The
log-likelihood ratio compares the likeliest distribution of pairs whose mean is that of the upper
claim with the likeliest whose mean is that of the lower one; no assumption about draws is needed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, log
from typing import Final

from tourelle.arena.results import Result
from tourelle.arena.statistics import expected_score
from tourelle.core.words import DocumentError, Refusal

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
SEEN_A_LITTLE: Final = 1e-3  # every score counts as seen so often, so that none is impossible
STEPS: Final = 60


@dataclass(frozen=True)
class Sprt:
    """Two claims about how far the first bot is ahead, in Elo, and the risks of a wrong answer."""

    low: float
    high: float
    alpha: float = 0.05
    """The risk of accepting the upper claim when the lower one holds."""
    beta: float = 0.05
    """The risk of accepting the lower claim when the upper one holds."""

    def bounds(self) -> tuple[float, float]:
        """Return the log-likelihood ratios at which the lower and the upper claim are accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)


def read_sprt(text: str, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
    """Read two claims written `0,20`, or refuse them."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low = high = 0.0
    sound = isfinite(low) and isfinite(high) and low < high
    if not (sound and 0 < alpha < 0.5 and 0 < beta < 0.5):
        params = {"sprt": text, "alpha": str(alpha), "beta": str(beta)}
        raise DocumentError(Refusal("arena-sprt", params=params))
    return Sprt(low, high, alpha, beta)


def log_likelihood_ratio(counts: Sequence[float], sprt: Sprt) -> float:
    """Return how much likelier the upper claim is; `counts` says how often pairs brought SCORES."""
    if not sum(counts):
        return 0.0
    seen = [count + SEEN_A_LITTLE for count in counts]
    low, high = expected_score(sprt.low), expected_score(sprt.high)
    tilt_low, tilt_high = _tilt(seen, low), _tilt(seen, high)
    return sum(
        count * (log(1 + tilt_low * (score - low)) - log(1 + tilt_high * (score - high)))
        for score, count in zip(SCORES, seen, strict=True)
    )


def _tilt(counts: Sequence[float], mean: float) -> float:
    """Return the tilt that gives the likeliest distribution of a wanted mean.

    That distribution is count / (1 + tilt * (score - mean)), divided by the sum of the counts.
    """
    low, high = -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0])
    for _ in range(STEPS):
        middle = (low + high) / 2
        pull = sum(
            count * (score - mean) / (1 + middle * (score - mean))
            for score, count in zip(SCORES, counts, strict=True)
        )
        low, high = (middle, high) if pull > 0 else (low, middle)
    return (low + high) / 2


class SprtRun:
    """A test under way. It looks at pairs in the order of the schedule, whichever ends first."""

    def __init__(self, sprt: Sprt, first: str) -> None:
        """Take the claims and the name of the bot that they speak of."""
        self.sprt: Final = sprt
        self.first: Final = first
        self.counts: Final = [0] * len(SCORES)
        self.pairs = 0
        """The pairs looked at; none after the one that decided."""
        self.ratio = 0.0
        self.verdict = ""
        """The claim that is accepted: `low`, `high`, or none yet."""

    def decided(self, done: Mapping[int, Result]) -> bool:
        """Look at the pairs that are new; tell whether a claim is accepted."""
        while not self.verdict and 2 * self.pairs in done and 2 * self.pairs + 1 in done:
            games = done[2 * self.pairs], done[2 * self.pairs + 1]
            won = sum(game.share(game.bots.index(self.first)) for game in games)
            self.counts[round(2 * won)] += 1
            self.pairs += 1
            self.ratio = log_likelihood_ratio(self.counts, self.sprt)
            lower, upper = self.sprt.bounds()
            self.verdict = "low" if self.ratio <= lower else "high" if self.ratio >= upper else ""
        return bool(self.verdict)
