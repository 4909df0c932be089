"""The laws that every game obeys, over Overlook."""

from pathlib import Path

import recount as overlook_recount
from overlook.game import Overlook
from tourelle.testing import Golden, Laws


class TestOverlook(Laws):
    game = Overlook
    recount = overlook_recount


class TestGolden(Golden):
    game = Overlook
    folder = Path(__file__).parent / "data"
