"""Marks that tests of several rooms share."""

import pytest

from tourelle.core.compile import CPU, MACHINE

searches = pytest.mark.skipif(MACHINE != CPU, reason="search runs compiled only")
"""For tests that search: plain Python (`TOURELLE_PLAIN=1`, to debug) has no search."""
