"""What teaches a title page by page, from `teaching/` in its folder: boards, moves, a player aid.

`pages.json` holds positions as one line, moves and clauses; `LANGUAGE.json` the words for them, in
the same order. A title without them is taught by its clauses alone.
"""

import json
from functools import lru_cache
from typing import Any

from tourelle.core import line as one_line
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.plugins import text_of
from tourelle.games import game_class
from tourelle.languages import ENGLISH, say
from tourelle.server.protocol.teaching import (
    AidRow,
    AidSection,
    TaughtBoard,
    TaughtCaption,
    TaughtCase,
    TaughtPage,
    Teaching,
)
from tourelle.server.said import telling
from tourelle.server.said.deeds import foretold


@lru_cache(maxsize=64)
def teaching(title: str, language: str) -> Teaching:
    """Return the pages and the player aid of a title; in English where there is no translation."""
    pages = _read(title, "pages") or []
    words = _read(title, language)
    spoken = language if words else ENGLISH
    words = words or _read(title, ENGLISH) or {"pages": {}, "aid": []}
    return Teaching(
        language=spoken,
        pages=[_page(page, words["pages"][page["id"]], title, spoken) for page in pages],
        aid=[_section(section, title, spoken) for section in words["aid"]],
    )


def _read(title: str, name: str) -> Any:
    """Return one file of the folder; None where the title has none."""
    text = text_of(title, "teaching", f"{name}.json")
    return None if text is None else json.loads(text)


def _page(page: dict[str, Any], words: dict[str, Any], title: str, language: str) -> TaughtPage:
    """Return a page: its boards from the first position to the last, captions, cases."""
    game, position = _position(title, page["line"])
    boards = []
    for move in page["moves"]:
        boards.append(_offered(game, position, move, language))
        game.play_text(position, move)
    boards.append(_still(game, position))
    return TaughtPage(
        id=page["id"],
        title=words["title"],
        lead=words["lead"],
        boards=boards,
        captions=[
            TaughtCaption(text=text, clause=clause)
            for text, clause in zip(words["captions"], page["clauses"], strict=True)
        ],
        heading=words["heading"],
        cases=[
            _case(case, text, title, language)
            for case, text in zip(page["cases"], words["cases"], strict=True)
        ],
        shows=page.get("shows", []),
    )


def _case(case: dict[str, Any], text: str, title: str, language: str) -> TaughtCase:
    """Return a right case with its move, or a wrong one with the place that is refused."""
    game, position = _position(title, case["line"])
    move = case["move"]
    if move is None:
        board = _still(game, position)
    elif case["right"]:
        board = _offered(game, position, move, language)
    else:
        board = _still(game, position)
        board.squares = game.squares(move)
    return TaughtCase(right=case["right"], text=text, clause=case.get("clause", ""), board=board)


def _position(title: str, line: str) -> tuple[AnyGame, AnyPosition]:
    """Return game and position of a line."""
    return game_class(title).read(one_line.read(line))


def _still(game: AnyGame, position: AnyPosition) -> TaughtBoard:
    """Return a position as it stands."""
    diagram = None if game.page_board else game.diagram(position)
    return TaughtBoard(
        view=dict(game.document(position)),
        diagram=diagram,
        facts=game.facts(position),
        choice=None,
        squares=[],
    )


def _offered(game: AnyGame, position: AnyPosition, move: str, language: str) -> TaughtBoard:
    """Return a position and what is about to be played there."""
    board = _still(game, position)
    action, seat = game.parse_action(move), game.to_move(position)
    assert seat is not None
    [(_, told, gains)] = foretold(game, position, [action], seat)
    named, ends = told.names_of(tuple("ABCD"[: game.seats])), game.ends_turn(action)
    offer = telling.offer(language, game.title, move, told, gains, named, ends)
    board.choice = offer.choice
    return board


def _section(section: dict[str, Any], title: str, language: str) -> AidSection:
    """Return a part of the player aid; cards are named as everywhere else."""
    cards = [
        AidRow(
            text=say(language, title, f"card.{card}"),
            about=say(language, title, f"card.{card}.effect"),
        )
        for card in section.get("cards", [])
    ]
    rows = [AidRow(text=text, value=value) for text, value in section.get("rows", [])]
    return AidSection(title=section["title"], rows=rows + cards)
