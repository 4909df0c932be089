"""Whoever reads no notation: logs and refusals name seats by letter or name, cards by number."""

import random
import re
from typing import Any

import pytest

from tests.castellan.tables import CUT, WIDE, building, yard
from tests.server.test_story import room_of, told
from tests.tables.toys import play, table
from tourelle.core.words import Action, Refusal, RefusedError
from tourelle.games import TITLES, game_class
from tourelle.games.castellan.game import Castellan
from tourelle.languages import LANGUAGES, catalogue
from tourelle.play import Play
from tourelle.server.said import messages, states, telling
from tourelle.server.said.deeds import deed_of
from tourelle.server.said.eyes import Eyes

NUMBERED_SEAT = re.compile(r"\b(seat|player|place|joueur|Platz|Spieler) \W?\d", re.IGNORECASE)
POINT = re.compile(r"-?\d+,-?\d+")
CODE = re.compile(r"\b(?![a-i][1-9]\b)[A-Za-z]{1,2}\d+\b|\b[NESW][a-i]\b|[*?_=]")
SURELY_REFUSED = {
    "torres": {"wrong-stage", "too-few-points", "no-free-castle-square", "card-not-in-hand"},
    "blox": {"no-own-figure", "missing-cards", "joker-face-down"},
    "castellan": {"wrong-stage", "card-not-in-hand", "opening", "whole-hand"},
}
WISHED = {
    "torres": [f"king {column}{rank}" for column in "abcdefgh" for rank in range(1, 9)],
    "blox": [f"change {colours}" for colours in ("b", "g", "w", "p", "bb", "gg", "ww", "pp")],
    "castellan": [f"play {kind}{number}" for kind in "WT" for number in range(1, 5)],
}
"""What is rarely met among random actions, though a click means it."""
OPTIONS: dict[str, dict[str, Any]] = {
    "torres": {"year_start": "last-names"},
    "blox": {"round_limit": 30},
    "castellan": {},
}


def notation_in(said: str) -> str:
    """What of a sentence only a reader of notation understands; nothing, if all is well."""
    found = NUMBERED_SEAT.search(said) or POINT.search(said) or CODE.search(said)
    return found[0] if found else ""


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("chairs", [2, 4])
def test_a_told_game_holds_no_notation(title: str, chairs: int) -> None:
    at_table = table(title, " ".join(["link"] * chairs), **OPTIONS[title])
    dice = random.Random(chairs)
    while not at_table.is_over:
        texts = at_table.game.legal_texts(at_table.position)
        kinds = sorted({text.split()[0] for text in texts})
        kind = dice.choice(kinds)  # so that rare actions are told too
        play(at_table, dice.choice([text for text in texts if text.split()[0] == kind]))
    for language in LANGUAGES:
        lines = told(at_table, language)
        assert len(lines) > 20
        for line in lines:
            for said in (line.sentence, line.brief, *line.news):
                assert not notation_in(said), (line.text, said)
    ending = states.state(room_of(at_table), Eyes(), 0).ending
    assert ending
    assert not notation_in(ending)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("lets seat 0 begin", "seat 0"),
        ("plays W1, T6", "W1"),
        ("Enters at Ng", "Ng"),
        ("0,0 stays doubled", "0,0"),
        ("builds on c8: 1 high", ""),
    ],
)
def test_notation_is_found_where_there_is_some(said: str, found: str) -> None:
    assert notation_in(said) == found


TYPED = {
    *("notation", "stack-needlessly-named", "stack-not-named", "no-such-stack", "store-sizes"),
    *("return-count", "no-such-seat", "draw-count", "first-tower", "not-asked"),
    "castellan card-not-in-hand",
}
"""Reasons that only somebody meets who writes actions."""
QUOTED = re.compile(r"[“„«]\s*([a-z-]+)\s*[”“»]")
"Words of the notation in quotes; names of cards begin with a capital."


@pytest.mark.parametrize("title", TITLES)
def test_what_a_click_is_refused_is_told_without_notation(title: str) -> None:
    options = {"preset": "modern"} if title == "torres" else {}
    game = game_class(title)({"seats": 3, **OPTIONS[title], **options})
    heard: dict[tuple[str, object], Refusal] = {}
    for seed in range(3):
        position, dice = game.setup(seed), random.Random(seed)
        while legal := game.legal_actions(position):
            wished = [game.parse_action(text) for text in dice.sample(WISHED[title], 8)]
            for action in (*wished, *dice.sample(range(game.action_space), 60)):
                if action not in legal:
                    found = game.refusal(position, Action(action))
                    heard[found.reason, found.params.get("stage")] = found
            game.apply(position, dice.choice(legal))
    assert {reason for reason, _ in heard} >= SURELY_REFUSED[title]
    for (reason, stage), found in heard.items():
        for language in LANGUAGES:
            sentence = messages.refused(language, title, RefusedError(found)).sentence
            if not {reason, f"{title} {reason}"} & TYPED:
                assert not notation_in(sentence), sentence
                assert not QUOTED.search(sentence), sentence
            if stage is not None:
                assert catalogue(language, title)[f"asked.{stage}"] in sentence


@pytest.mark.parametrize(
    ("language", "two", "mixed", "one"),
    [
        ("en", "plays 2 wall cards", "plays 2 wall cards, 1 tower card", "plays 1 wall card"),
        ("fr", "joue 2 cartes mur", "joue 2 cartes mur, 1 carte tour", "joue 1 carte mur"),
        ("de", "spielt 2 Mauerkarten", "spielt 2 Mauerkarten, 1 Turmkarte", "spielt 1 Mauerkarte"),
    ],
)
def test_C4_1_the_log_counts_the_cards_played(
    language: str, two: str, mixed: str, one: str
) -> None:
    wanted = {("W", "W"): two, ("W", "W", "T"): mixed, ("W",): one}
    seen: dict[tuple[str, ...], str] = {}
    for seed in range(20):
        at_table, dice = table("castellan", "link link", seed=seed), random.Random(seed)
        for _ in range(60):
            texts = at_table.game.legal_texts(at_table.position)
            good = [text for text in texts if _kinds(text) in wanted]
            play(at_table, dice.choice(good or texts))
        for line in told(at_table, language):
            if line.kind == "action" and line.text.startswith("play"):
                seen[_kinds(line.text)] = line.sentence
        if set(wanted) <= set(seen):
            break
    assert {kinds: seen[kinds] for kinds in wanted} == wanted


def _kinds(text: str) -> tuple[str, ...]:
    """The kinds of the cards that an action plays."""
    word, *cards = text.split()
    return tuple(card[0] for card in cards) if word == "play" else ()


def test_a_choice_of_cards_still_says_which() -> None:
    at_table = table("castellan", "here here")
    seat = int(at_table.to_move or 0)
    choices = states.state(room_of(at_table), Eyes((seat,)), 0).choices
    sentences = [choice.sentence for choice in choices]
    assert len(set(sentences)) == len(sentences) > 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_C4_2_whose_courtyard_it_is_is_said_by_letter(language: str) -> None:
    document = building(WIDE, "L", to_move=1, courtyards=[yard("0,0", 0)])
    game, position = Castellan.read(document)
    with pytest.raises(RefusedError) as caught:
        game.play_text(position, CUT)
    problem = messages.refused(language, game.title, caught.value)
    assert problem.reason == "foreign-courtyard"
    assert re.search(r"\bA\b", problem.sentence)
    assert not NUMBERED_SEAT.search(problem.sentence)


BEGINS = {"en": "begins the year", "fr": "commence l’année", "de": "beginnt das Jahr"}


@pytest.mark.parametrize("other", [False, True])
def test_T4_3_whoever_begins_the_year_themselves_is_not_named_twice(other: bool) -> None:
    at_table = table("torres", "link link", year_start="last-names")
    dice = random.Random(1)
    while not (texts := at_table.game.legal_texts(at_table.position))[0].startswith("start"):
        play(at_table, dice.choice(texts))
    seat = int(at_table.position.to_move) ^ other
    play(at_table, f"start {seat}")
    for language in LANGUAGES:
        assert (told(at_table, language)[-1].sentence == BEGINS[language]) is not other


def test_T4_3_a_seat_that_is_typed_is_named_as_it_was_typed() -> None:
    params = {"number": 2, "seats": 2}
    error = RefusedError(Refusal("no-such-seat", "T4.3", params))
    assert "seat 2" in messages.refused("en", "torres", error).sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_C5_4_the_part_that_stays_doubled_is_told_by_its_worth(language: str) -> None:
    document = building(WIDE, "LS", courtyards=[yard("0,0", 0, True)])
    game, position = Castellan.read(document)
    at_choice = Play(game, position)
    at_choice.push(CUT)
    for text in game.legal_texts(at_choice.position):
        [line] = game.foretold([text], at_choice.position, [None])
        offered = telling.told_sentence(language, game.title, text, line, ["Ana", "Bo"])
        after = Play(game, at_choice.position)
        after.push(text)
        done = deed_of(game, after.step(0)).telling
        said = telling.told_sentence(language, game.title, text, done, ["Ana", "Bo"])
        assert text.startswith("stays")
        assert said == offered
        assert not notation_in(said)
        assert re.findall(r"\d+", said) == ["4", "8"]
