"""The laws that every game obeys, whatever its seats and options, over the three of ours."""

from tests.blox import recount as blox_recount
from tests.castellan import recount as castellan_recount
from tests.torres import recount as torres_recount
from tourelle.games.blox.game import Blox
from tourelle.games.castellan.game import Castellan
from tourelle.games.torres.game import Torres
from tourelle.testing import Laws


class TestTorres(Laws):
    game = Torres
    recount = torres_recount


class TestBlox(Laws):
    game = Blox
    recount = blox_recount


class TestCastellan(Laws):
    game = Castellan
    recount = castellan_recount
