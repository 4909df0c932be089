"""Counting the sequences of actions: the fingerprint of a rules engine."""

import json
from argparse import Namespace

from tourelle.cli.reading import game_named, options_from
from tourelle.cli.voice import UserError, Voice
from tourelle.core.records import LARGE_SEEDS
from tourelle.core.words import about


def run(given: Namespace, voice: Voice) -> int:
    """Print how many sequences of actions there are, in all or by first action."""
    if given.depth < 0 or not 0 <= given.seed < LARGE_SEEDS:
        raise UserError("negative")
    rules = game_named(given.game, voice)
    with about(given.game):
        game = rules(options_from(rules, given.option, given.seats))
    position = game.deal(given.seed)
    counts: dict[str, int] = {}
    if given.divide and given.depth > 0:
        actions = game.legal_actions(position)
        children = zip(actions, game.children(position, actions), strict=True)
        counts = {game.action_text(a): game.perft(child, given.depth - 1) for a, child in children}
    total = sum(counts.values()) if counts else game.perft(position, given.depth)
    if given.json:
        print(json.dumps({"depth": given.depth, "count": total, "divide": counts}))
        return 0
    for text, count in counts.items():
        print(f"{text}: {count}")
    print(total)
    return 0
