"""Tables that open in the middle of a game, whose seats are all at this screen or apart."""

import random
from functools import cache
from typing import Any

from tests.browser.driving import asked, seated, state_of
from tourelle.core.records import Player, Record
from tourelle.games import game_class

NAMES = ("Ana", "Mina", "Rook", "Tomás")


@cache
def played(title: str, seats: int, seed: int, options: tuple[tuple[str, Any], ...]) -> list[str]:
    """The actions of a whole game at random."""
    game = game_class(title)({"seats": seats, **dict(options)})
    position = game.setup(seed)
    dice = random.Random(seed)
    texts = []
    while not game.is_over(position):
        action = dice.choice(game.legal_actions(position))
        texts.append(game.action_text(action))
        game.apply(position, action)
    return texts


def opened_at(
    url: str, title: str, actions: list[str], seats: int, seed: int, **options: Any
) -> dict[str, Any]:
    """Open a table after these actions; every seat is a person's."""
    players = tuple(Player(name, "person") for name in NAMES[:seats])
    return opened_by(url, title, actions, players, seed, **options)


def opened_by(
    url: str, title: str, actions: list[str], players: tuple[Player, ...], seed: int, **options: Any
) -> dict[str, Any]:
    """Open a table of these players after these actions."""
    rules = game_class(title)
    game = rules({"seats": len(players), **options})
    record = Record(
        game=title,
        rules=game.rules,
        options=game.options,
        seed=seed,
        actions=tuple(actions),
        seats=players,
        times=(),
        outcome=None,
    )
    return seated(url, asked(url, "/api/records", dict(record.to_json())))


def over_at(url: str, title: str, seats: int, seed: int = 7, **options: Any) -> dict[str, Any]:
    """Open a table whose random game is over."""
    texts = played(title, seats, seed, tuple(options.items()))
    return opened_at(url, title, texts, seats, seed, **options)


def link_to_move(url: str, opened: dict[str, Any]) -> str:
    """The link of the seat whose turn it is."""
    to_move = state_of(url, opened["table"])["to_move"]
    return next(str(key["link"]) for key in opened["keys"] if key["seat"] == to_move)


def midgame(
    url: str, title: str, share: float, seats: int | None = None, seed: int = 7, **options: Any
) -> str:
    """Open a table after a share of a random game; return the link of the seat to move."""
    seats = seats or (2 if title == "castellan" else 4)
    texts = played(title, seats, seed, tuple(options.items()))
    texts = texts[: int(share * len(texts))]
    return link_to_move(url, opened_at(url, title, texts, seats, seed, **options))
