"""Every reason has a sentence, every sentence is used, each can be said with what it is given."""

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tourelle
from tests.conformance.cases import CASES
from tourelle.cli.parser import COMMANDS
from tourelle.cli.talk import Talk
from tourelle.cli.voice import Voice
from tourelle.core.words import Action, DocumentError, RefusedError
from tourelle.games import TITLES, game_class
from tourelle.games.torres.material import CARDS, MASTER_CARDS, OPTIONS, PRESETS, STACK_LIMIT
from tourelle.games.torres.narration import GAPS
from tourelle.games.torres.position import STAGES
from tourelle.languages import LANGUAGES, catalogue
from tourelle.store import troubles
from tourelle.testing import Case

PACKAGE = Path(tourelle.__file__).parent
SHARED = {"notation", "over", "nowhere"}
"""Reasons that every game gives in the same words."""


def calls(folder: Path, names: tuple[str, ...]) -> Iterator[ast.Call]:
    """The calls of some functions in the sources of a folder."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else None
                called = node.func.id if isinstance(node.func, ast.Name) else called
                if called in names:
                    yield node


def texts(node: ast.expr) -> set[str]:
    """The texts that an argument may be: one, or one of two."""
    if isinstance(node, ast.IfExp):
        return texts(node.body) | texts(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def reasons(folder: Path) -> set[str]:
    """Every reason for refusing in the sources of a folder; `_knight_card` takes one on."""
    found: set[str] = set()
    for call in calls(folder, ("Refusal", "_knight_card")):
        found |= texts(call.args[0])
    return found


def is_written(reason: str, title: str) -> bool:
    """Tell whether a reason stands in a game's sources, whole or with gaps filled in."""
    for path in (PACKAGE / "games" / title).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value == reason:
                return True
            if isinstance(node, ast.JoinedStr) and re.fullmatch(pattern(node), reason):
                return True
    return False


def pattern(node: ast.JoinedStr) -> str:
    """Return what a text with gaps may come to; one that is all gaps comes to nothing."""
    parts = [str(v.value) if isinstance(v, ast.Constant) else "" for v in node.values]
    return "".join(re.escape(part) if part else "[a-z-]+" for part in parts) if any(parts) else ""


def refusals(language: str, domain: str) -> set[str]:
    """The reasons that have a sentence."""
    keys = catalogue(language, domain)
    return {key.removeprefix("refusal.") for key in keys if key.startswith("refusal.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_core_has_a_sentence_for_every_shared_reason(language: str) -> None:
    names = ("core", "neural", "bots", "arena", "training", "server")
    rooms = {reason for name in names for reason in reasons(PACKAGE / name)}
    shared = rooms | reasons_of_the_shelf() | SHARED
    assert refusals(language, "core") == shared


def reasons_of_the_shelf() -> set[str]:
    """Reasons given by the room of games itself."""
    tree = ast.parse((PACKAGE / "games" / "__init__.py").read_text(encoding="utf-8"))
    named = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and n.args]
    return {
        text
        for node in named
        if isinstance(node.func, ast.Name) and node.func.id == "Refusal"
        for text in texts(node.args[0])
    }


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_a_game_has_a_sentence(language: str, title: str) -> None:
    given = reasons(PACKAGE / "games" / title)
    assert given - refusals(language, title) - refusals(language, "core") == set()
    unused = refusals(language, title) - given
    assert {reason for reason in unused if not is_written(reason, title)} == set()


THEMES = "king doors card knight defence building"


@pytest.mark.parametrize("language", LANGUAGES)
def test_torres_says_exactly_what_it_needs(language: str) -> None:
    status = "scored year setup over ap supply score now stacks hand bought drawn master"
    needed = {f"refusal.{reason}" for reason in reasons(PACKAGE / "games" / "torres") - SHARED}
    needed |= {f"option.{option.name}" for option in OPTIONS}
    needed |= {f"option.{option.name}.{value}" for option in OPTIONS for value in option.values}
    needed |= {f"preset.{preset}" for preset in PRESETS}
    needed |= {f"card.{card}{end}" for card in CARDS for end in ("", ".effect")}
    needed |= {f"master.{card}{end}" for card in MASTER_CARDS for end in ("", ".effect")}
    needed |= {f"stage.{stage}" for stage in STAGES}
    needed |= {f"asked.{stage}" for stage in STAGES[:-1]}
    needed |= {f"action.{kind}" for kind in (*GAPS, "return", "store")}
    needed |= {f"action.{kind}" for kind in ("stay", "buy", "point", "play.six", "play.seven")}
    needed |= {"action.block.stack", "action.end.stack", "action.keep.hidden"}
    needed |= {"action.return.top", "action.return.bottom", "action.play.raise.open"}
    needed |= {f"status.{word}" for word in status.split()}
    needed |= {"term.castle", "term.king", "title", "about", "edition"}
    needed |= {f"action.move.{how}" for how in ("level", "up", "down", "through")}
    needed |= {"action.knight.level", "action.block.level", "action.point.from"}
    needed |= {"action.king.moved", "action.start.named", "action.start.self", "scored.title"}
    needed |= {"told.level", "told.ground", "told.price", "source.castle", "source.king"}
    needed |= {"source.way"}
    needed |= {"news.year-ends", "news.year-begins", "ending.T4.3"}
    feature_names = game_class("torres").feature_names
    briefly = "castle place king knight move move.through block buy"
    needed |= {f"brief.{word}" for word in briefly.split()}
    needed |= {f"weighs.{name}" for name in feature_names}
    needed |= {f"theme.{theme}" for theme in THEMES.split()}
    tools = "block unblock king knight clear year round ap card-played scores stacks hand"
    needed |= {f"edit.{word}" for word in tools.split()}
    needed |= {f"stack.{size}" for size in range(1, STACK_LIMIT + 1)}
    assert catalogue(language, "torres").keys() == needed


def test_the_terminal_says_exactly_what_it_needs() -> None:
    cli = PACKAGE / "cli"
    said: set[str] = set()
    for path in (*cli.rglob("*.py"), PACKAGE / "terminal.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                said.add(node.value)
    errors = {
        f"error.{text}" for call in calls(cli, ("UserError",)) for text in texts(call.args[0])
    }
    helped = {f"help.{name}{end}" for name in COMMANDS for end in ("", ".examples")}
    table: Any = None
    commands = {f"command.{word}" for word in Talk(table, table, Voice("en")).words()}
    kinds = (value for name, value in vars(troubles).items() if name.isupper())
    damages = {f"store.{kind}" for kind in kinds if isinstance(kind, str)}
    known = catalogue("en", "terminal").keys()
    assert known - said - errors - helped - commands - damages == set()
    assert errors | helped | commands | damages <= known


# ---------------------------------------------------------------- said with what is given


def checked(error: RefusedError, title: str) -> str:
    """Say a refusal in every language; return its reason."""
    for language in LANGUAGES:
        assert Voice(language).refusal(title, error)
    return error.refusal.reason


@pytest.mark.parametrize("case", CASES, ids=str)
def test_refusals_of_random_actions_can_be_said(case: Case) -> None:
    game, dice = case.game(), random.Random(7)
    position = game.setup(7)
    heard = set()
    for _ in range(60):
        legal = game.legal_actions(position)
        if not legal:
            break
        for action in dice.sample(range(game.action_space), 40):
            if action not in legal:
                refusal = game.refusal(position, Action(action))
                heard.add(checked(RefusedError(refusal), case.title))
        game.apply(position, dice.choice(legal))
    assert heard


HURT: tuple[Any, ...] = (
    None,
    True,
    -1,
    99,
    "x",
    [],
    {},
    [1],
    ["x"],
    {"x": 1},
    1.5,
    "?",
    ["?"],
    [["?"]],
    [[9]],
)


@pytest.mark.parametrize("title", TITLES)
def test_refusals_of_hurt_documents_can_be_said(title: str) -> None:
    rules = game_class(title)
    game = rules({"seats": 2})
    position, dice = game.setup(3), random.Random(3)
    for _ in range(30):
        game.apply(position, dice.choice(game.legal_actions(position)))
    whole = game.document(position)
    heard = set()
    for key in whole:
        for value in HURT:
            try:
                rules.read({**whole, key: value})
            except DocumentError as error:
                heard.add(checked(error, title))
    assert len(heard) >= 4
