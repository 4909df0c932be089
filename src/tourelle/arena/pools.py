"""A function over many things in several processes, each answer as it comes."""

import multiprocessing
import os
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from typing import Any, Final, TypeVar

from tourelle.arena.processes import leave_with_parent, starting_processes

ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
AHEAD: Final = 2  # things handed out to each process: one to work at, one to go on with

Given = TypeVar("Given")
Answer = TypeVar("Answer")


def in_processes(
    work: Callable[[Given], Answer],
    todo: Iterator[Given],
    jobs: int,
    until: float | None = None,
    enter: Callable[..., None] = leave_with_parent,
    told: tuple[Any, ...] = (),
) -> Generator[Answer]:
    """Yield what `work` answers to each, in any order, until a time on the monotonic clock.

    Every process enters with `enter(*told)`, which lets it leave with this one.
    """
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    spawn = multiprocessing.get_context("spawn")
    with starting_processes():
        pool = ProcessPoolExecutor(jobs, spawn, enter, told)
    waiting: set[Future[Answer]] = set()
    try:
        while True:
            for each in islice(todo, AHEAD * jobs - len(waiting)):
                with starting_processes():
                    waiting.add(pool.submit(work, each))
            left = None if until is None else until - time.monotonic()
            if not waiting or (left is not None and left <= 0):
                return
            ended, waiting = wait(waiting, left, return_when=FIRST_COMPLETED)
            for future in ended:
                yield future.result()
    finally:
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:  # what is under way is of no use any more
            process.terminate()


def here(
    work: Callable[[Given], Answer], todo: Iterator[Given], until: float | None = None
) -> Generator[Answer]:
    """Yield what `work` answers to each, one after another, until a time is over."""
    for each in todo:
        if until is not None and time.monotonic() > until:
            return
        yield work(each)
