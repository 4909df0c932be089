"""What holds for all tests: nothing fails because the machine is busy, nor for what ran before."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.loops import loop_put_aside

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def loop_of_the_browser() -> Iterator[None]:
    """A browser that earlier tests opened keeps its loop out of the way of this one."""
    with loop_put_aside():
        yield
