"""What is sent is what the state says, whoever listens and whatever others were sent before."""

import json
import random

import pytest

from tests.server.test_secrets import CASES, Case
from tests.server.test_story import room_of
from tests.tables.toys import play, table
from tourelle.server.said import states
from tourelle.server.said.encoding import state_text
from tourelle.server.said.eyes import Eyes

LISTENERS = [
    Eyes(seats, language) for seats in ((), (0,), (1,), (0, 1)) for language in ("en", "fr")
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_text_of_a_state_is_the_state(case: Case) -> None:
    at_table = table(case.title, "link link", **case.options)
    dice, compared = random.Random(7), 0
    while not at_table.is_over and len(at_table.played) < 150:
        play(at_table, dice.choice(at_table.game.legal_texts(at_table.position)))
        if dice.random() < 0.1 or at_table.is_over:
            room = room_of(at_table)  # one for all who listen, as at a live table
            for eyes in LISTENERS:
                for since in (0, at_table.number - 1):
                    said = json.loads(state_text(room, eyes, since))
                    assert said == json.loads(states.state(room, eyes, since).model_dump_json())
                    compared += 1
    assert compared
