"""Boards as pictures: every figure and every height is there, in the page's own colours."""

import random
import re
import xml.etree.ElementTree as Tree
from pathlib import Path

import pytest

import tourelle
from tourelle.core import picture
from tourelle.core.picture import COLOURS
from tourelle.games import TITLES
from tourelle.games.blox import picture as blox
from tourelle.games.torres.game import Torres
from tourelle.play import Play

TOKENS = Path(__file__).resolve().parents[2] / "web" / "src" / "tokens.css"


def played(title: str, seed: int, most: int) -> Play[Torres]:
    """A game of random actions."""
    play, dice = tourelle.start(title, seats=2, seed=seed), random.Random(seed)
    while len(play) < most and not play.is_over:
        play.push(dice.choice(play.legal_actions()))
    return play


def texts(svg: str) -> list[str]:
    """Every text of a picture."""
    return [node.text or "" for node in Tree.fromstring(svg).iter() if node.tag.endswith("}text")]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("most", [0, 10, 60, 150])
def test_a_picture_is_well_formed_and_needs_nothing_else(title: str, most: int) -> None:
    svg = played(title, 3, most).svg()
    root = Tree.fromstring(svg)
    assert root.attrib["role"] == "img"
    assert root[0].text
    assert "href" not in svg
    drawn = set(re.findall(r"url\(#([\w-]+)\)", svg))
    assert drawn <= {node.attrib.get("id") for node in root.iter()}


@pytest.mark.parametrize("seed", range(5))
def test_torres_shows_every_figure_and_every_height(seed: int) -> None:
    play = played("torres", seed, 120)
    cells = play.diagram().split()
    found = sorted(texts(play.svg()))
    heights = [cell[0] for cell in cells if cell[0] != "."]
    figures = ["AB"[int(cell[1])] for cell in cells if cell[1].isdigit()]
    assert found == sorted([*heights, *figures, *"abcdefgh", *"12345678"])


@pytest.mark.parametrize("seed", range(5))
def test_blox_shows_every_figure_and_every_tower(seed: int) -> None:
    play = played("blox", seed, 60)
    cells = [cell[1:] for cell in play.diagram().split()]
    heights = [str(len(thing)) for thing in cells if thing.isupper()]
    figures = ["AB"[int(thing)] for thing in cells if thing.isdigit()]
    assert sorted(texts(play.svg())) == sorted([*heights, *figures, *"abcdefghi", *"123456789"])


@pytest.mark.parametrize("seed", range(8))
def test_castellan_shows_what_every_courtyard_is_worth(seed: int) -> None:
    play = played("castellan", seed, 100)
    terms = [(seat, term.points) for seat in (0, 1) for term in play.terms()[seat]]
    signs = texts(play.svg())
    shown = [
        ("AB".index(letter), int(worth.removesuffix("×2")) * (2 if "×" in worth else 1))
        for letter, worth in zip(signs[::2], signs[1::2], strict=True)
    ]
    assert sorted(shown) == sorted(terms)


def test_colours_are_the_pages() -> None:
    light = TOKENS.read_text(encoding="utf-8").partition("[data-theme")[0]
    page = dict(re.findall(r"--([\w-]+): (#\w+);", light))
    ours = {**COLOURS, **{f"paint-{kind}": colour for kind, colour in blox.COLOURS.items()}}
    assert {token: page.get(token) for token in ours} == ours


def test_a_game_without_a_picture_shows_its_diagram() -> None:
    svg = picture.of_text("a <b>\n  &c", "toy")
    rows = [node.text for node in Tree.fromstring(svg).iter() if node.tag.endswith("}tspan")]
    assert rows == ["a <b>", "  &c"]


def test_a_notebook_shows_the_board() -> None:
    play = tourelle.start("torres", seed=1)
    assert play._repr_svg_() == play.svg()
