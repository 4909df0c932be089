"""A store of either kind for every test that asks for one."""

from pathlib import Path

import pytest

from tests.store.stores import STORES, Store


@pytest.fixture(params=list(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return STORES[request.param](tmp_path)
