"""One environment with the example for all tests."""

import pytest

from tests.examples.installing import Fresh, fresh


@pytest.fixture(scope="session")
def overlook(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    return fresh(tmp_path_factory)
