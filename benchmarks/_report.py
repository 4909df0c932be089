"""Shared by the benchmarks: conditions, medians, tables, JSON."""

import json
import os
import platform
import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np


def conditions() -> dict[str, Any]:
    """Return what the figures depend on."""
    import numba

    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "machine": processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def processor() -> str:
    """Return the name of the processor where the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that `work` takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def median_of(work: Callable[[], object], repeats: int = 5) -> float:
    """Return the median of several timings."""
    return statistics.median(timed(work) for _ in range(repeats))


def show(title: str, rows: Sequence[dict[str, Any]]) -> None:
    """Print rows as a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title)
    for name in rows[0]:
        table.add_column(name, justify="left" if isinstance(rows[0][name], str) else "right")
    for row in rows:
        table.add_row(*(written(value) for value in row.values()))
    Console(width=None if sys.stdout.isatty() else 140).print(table)


def written(value: Any) -> str:
    """Return a figure as a person reads it."""
    if isinstance(value, float):
        return f"{value:,.2f}" if value < 1000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def write_json(path: str | None, report: dict[str, Any]) -> None:
    """Write the whole report where it was asked for."""
    if path:
        text = json.dumps({"conditions": conditions(), **report}, indent=2)
        Path(path).write_text(text + "\n", encoding="utf-8")
