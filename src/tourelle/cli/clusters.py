"""The cluster that a command asks for, where it asks for one."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from tourelle.arena.cluster import Cluster, joined


@contextmanager
def cluster_of(given: Namespace) -> Iterator[Cluster | None]:
    """Be connected to the cluster of `--cluster`; None without it."""
    if not given.cluster:
        yield None
        return
    with joined(given.cluster) as cluster:
        yield cluster
