"""What a turn of Castellan is about."""

import pytest

from tests.castellan.tables import CUT, NEARLY, WIDE, building, yard
from tourelle.games.castellan.game import Castellan


@pytest.mark.parametrize(
    ("pieces", "hand", "courtyards", "turn", "themes"),
    [
        (WIDE, "L", [yard("0,0", 0)], CUT, ("split",)),  # either part keeps a name of before
        (NEARLY, "LS", [], "long 2,0 N", ("close",)),
        (WIDE, "LS", [yard("0,0", 0)], "short -1,0 E", ()),
    ],
)
def test_what_a_piece_does(
    pieces: list[str], hand: str, courtyards: list[object], turn: str, themes: tuple[str, ...]
) -> None:
    document = building(pieces, hand, courtyards=courtyards, double_used=[True, True])
    game, position = Castellan.read(document)
    after = game.copy(position)
    game.apply(after, game.parse_action(turn))
    assert game.themes([turn], [position, after]) == themes
