"""Counts and times, in the text format that Prometheus reads."""

from collections import defaultdict
from typing import Final

BOUNDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Histogram:
    """How long something took, counted by upper bounds in seconds."""

    def __init__(self) -> None:
        """Start empty."""
        self.counts: Final = [0] * len(BOUNDS)
        self.count = 0
        self.sum = 0.0

    def note(self, seconds: float) -> None:
        """Count one time."""
        self.count += 1
        self.sum += seconds
        for i, bound in enumerate(BOUNDS):
            self.counts[i] += seconds <= bound


class Metrics:
    """All that is counted."""

    def __init__(self) -> None:
        """Start at nothing."""
        self.counters: Final[dict[tuple[str, str], int]] = defaultdict(int)
        self.histograms: Final[dict[str, Histogram]] = defaultdict(Histogram)

    def count(self, name: str, label: str = "") -> None:
        """Count one event; `label` is `kind="value"` or nothing."""
        self.counters[name, label] += 1

    def note(self, name: str, seconds: float) -> None:
        """Count a time."""
        self.histograms[name].note(seconds)

    def asked(self) -> int:
        """Return how often somebody said something, or something happened at a table."""
        kinds = ("messages", "entries")
        return sum(count for (name, _), count in self.counters.items() if name in kinds)

    def text(self, gauges: dict[str, float]) -> str:
        """Return everything as Prometheus reads it."""
        lines: list[str] = []
        for name, value in gauges.items():
            lines += [f"# TYPE tourelle_{name} gauge", f"tourelle_{name} {value:g}"]
        seen: set[str] = set()
        for (name, label), count in sorted(self.counters.items()):
            if name not in seen:
                seen.add(name)
                lines.append(f"# TYPE tourelle_{name}_total counter")
            braces = f"{{{label}}}" if label else ""
            lines.append(f"tourelle_{name}_total{braces} {count}")
        for name, histogram in sorted(self.histograms.items()):
            lines += self._histogram(f"tourelle_{name}_seconds", histogram)
        return "\n".join(lines) + "\n"

    @staticmethod
    def _histogram(name: str, histogram: Histogram) -> list[str]:
        """Return the lines of one histogram."""
        lines = [f"# TYPE {name} histogram"]
        for bound, count in zip(BOUNDS, histogram.counts, strict=True):
            lines.append(f'{name}_bucket{{le="{bound:g}"}} {count}')
        lines.append(f'{name}_bucket{{le="+Inf"}} {histogram.count}')
        return [*lines, f"{name}_sum {histogram.sum:.6f}", f"{name}_count {histogram.count}"]
