"""One server for all tests that need nothing special."""

from collections.abc import Iterator

import pytest

from tests.server.receivers import Sink, sink
from tests.server.running import Served, served
from tourelle.bots.precompile import STAGES, steps
from tourelle.core.compile import CPU, MACHINE
from tourelle.games import TITLES


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """What is compiled at the first use takes minutes, so nobody is made to wait for it below."""
    if MACHINE == CPU:
        for title in TITLES:
            for stage in STAGES:
                for step in steps(title, stage):
                    step()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def hook() -> Iterator[Sink]:
    with sink() as made:
        yield made
