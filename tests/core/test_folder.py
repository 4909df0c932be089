"""A game takes what the files of its folder declare; what its class says comes first."""

import inspect
from types import FunctionType

import pytest

from tourelle.core.folder import DECLARED, answering, declared, file, misfit
from tourelle.core.game import AnyGame, Game
from tourelle.games import OWN, game_class
from tourelle.games.castellan.game import Castellan

FOLDERS = [f"tourelle.games.{title}" for title in OWN]


@pytest.mark.parametrize("title", OWN)
def test_every_fact_of_the_folder_is_the_games_own(title: str) -> None:
    rules, found = game_class(title), declared(f"tourelle.games.{title}")
    assert {"outcome", "parse_action", "written", "option_list"} <= set(found)
    for name, own in found.items():
        if (
            name not in vars(rules)
            or vars(rules)[name] is own
            or isinstance(vars(rules)[name], staticmethod)
        ):
            assert getattr(rules, name) is own


def test_what_the_class_says_comes_first() -> None:
    assert isinstance(vars(Castellan)["action_text"], FunctionType)  # it needs the deck
    assert declared("tourelle.games.castellan")["action_text"] is not Castellan.action_text


@pytest.mark.parametrize("folder", FOLDERS)
def test_functions_return_what_a_game_promises(folder: str) -> None:
    rules = game_class(folder.rpartition(".")[2])
    for name, own in declared(folder).items():
        if isinstance(own, FunctionType) and isinstance(vars(rules).get(name), staticmethod):
            promised = inspect.signature(getattr(Game, name)).return_annotation
            assert inspect.signature(own).return_annotation == promised, name


def test_every_fact_that_is_looked_for_is_one_of_a_game() -> None:
    known = set(dir(Game)) | set(Game.__annotations__)
    assert set(DECLARED) <= known


def test_a_folder_without_a_file_answers_nothing_there() -> None:
    assert file("tourelle.languages", "scoring") is None
    assert answering("tourelle.languages") == []
    assert declared("tourelle.languages") == {}


def test_a_function_that_takes_something_else_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from tourelle.games.blox import scoring

    def outcome(deck: object, position: object) -> None:
        """Return nothing."""

    assert misfit(Game.outcome, scoring.outcome) is None
    assert misfit(Game.outcome, outcome) == "(deck: object, position: object) -> None"
    monkeypatch.setattr(scoring, "outcome", outcome)
    with pytest.raises(TypeError, match=r"blox\.scoring\.outcome\(deck.* the outcome of a game"):

        class Wrong(AnyGame, folder="tourelle.games.blox"):
            """A game whose outcome asks for a deck."""


def test_what_a_game_owes_is_asked_for_before_it_is_made() -> None:
    class Empty(Game[object]):
        """A game without anything."""

    with pytest.raises(TypeError, match=r"abstract.*outcome"):
        Empty()
