"""Random games, compiled as a whole: the fingerprint and the speedometer of every engine."""

from tourelle.core.chance import below
from tourelle.core.compile import compiled
from tourelle.core.kernel import apply, deal, is_over, legal_actions
from tourelle.core.layout import AnyPosition


@compiled
def play_out(pos: AnyPosition, actions: list[int], dice: list[int], tally: list[int]) -> None:
    """Play `pos` to its end at random; add to `tally` the actions played and the choices met."""
    while not is_over(pos):
        choices = legal_actions(pos, actions)
        apply(pos, actions[below(dice, choices)])
        tally[0] += 1
        tally[1] += choices


@compiled
def play_games(
    pos: AnyPosition, actions: list[int], dice: list[int], tally: list[int], games: int, seed: int
) -> None:
    """Deal and play `games` random games one after another, from `seed` on."""
    for game in range(games):
        deal(pos, seed + game)
        play_out(pos, actions, dice, tally)
