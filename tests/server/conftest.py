"""One server for all tests that need nothing special."""

from collections.abc import Iterator

import pytest

from tests.server.running import Served, served


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data")) as running:
        yield running
