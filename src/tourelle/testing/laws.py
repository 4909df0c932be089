"""Each law of every game as one function: it plays seeded random games, and fails where one breaks.

A law is named by what it says. Numbers are those by which tests and documents call it.
"""

import json
import random
from typing import Final, Protocol

from tourelle.batch import Batch
from tourelle.core import chance
from tourelle.core.game import AnyGame, Document
from tourelle.core.layout import AnyPosition
from tourelle.core.records import (
    LARGE_SEEDS,
    SEEDS,
    Record,
    outcome_json,
    read_record,
    replay,
    verify,
)
from tourelle.core.words import WATCHER, Action, RefusedError, Seat, best
from tourelle.languages import LANGUAGES, refusal_sentence
from tourelle.languages.rulebook import CLAUSE, page, sections
from tourelle.testing.cases import random_steps

LARGE: Final = 285763812065183390470157735120639226303
"""Any seed of 128 bits."""


class Recount(Protocol):
    """A game counted again from its documents alone, without a line of its rules: a module will do.

    Each function fails, by an assertion, where a document is wrong.
    """

    def check_box(self, document: Document, /) -> None:
        """Check that everything adds up to what is in the box."""

    def totals(self, document: Document, /) -> list[int]:
        """Return what the score terms of every seat add up to."""

    def check_step(self, before: Document, text: str, after: Document, /) -> None:
        """Check that an action changed what it should, and nothing else."""

    def winners(self, document: Document, /) -> list[int]:
        """Return who has won a game that is over."""


# ---------------------------------------------------------------- 1 to 3: what is legal


def legal_actions_are_sorted(game: AnyGame) -> None:
    """Law 1. Until the end there are legal actions: ascending, without doubles, in range."""
    most = 0
    for step in random_steps(game, seed=1):
        assert bool(step.legal) is not game.is_over(step.position)
        assert step.legal == sorted(set(step.legal))
        assert all(0 <= action < game.action_space for action in step.legal)
        most = max(most, len(step.legal))
    assert most < game.max_actions


def play_accepts_what_is_legal(game: AnyGame) -> None:
    """Law 2. `play` accepts exactly the legal actions; a refusal leaves every byte as it was."""
    dice = random.Random(2)
    for step in random_steps(game, seed=2, every=9):
        before = game.identity(step.position)
        tried = [dice.randrange(game.action_space) for _ in range(40)]
        near = [action ^ 1 << dice.randrange(14) for action in step.legal[:20]]
        for number in (*tried, *near, -1, game.action_space):
            action = Action(number)
            if action in step.legal:
                game.play(game.copy(step.position), action)
            else:
                assert _refuses(game, step.position, action), f"{number} is not legal, yet played"
                assert game.identity(step.position) == before


def _refuses(game: AnyGame, position: AnyPosition, action: Action) -> bool:
    """Tell whether an action is refused."""
    try:
        game.play(position, action)
    except RefusedError:
        return True
    return False


def refusals_are_explained(game: AnyGame) -> None:
    """Law 3. Every refusal cites a clause of the rules page and has a sentence in each language."""
    known = clauses(game.title)
    dice = random.Random(3)
    pool: set[Action] = set()
    for step in random_steps(game, seed=3, every=3):
        pool.update(step.legal)
        for action in dice.sample(sorted(pool), min(25, len(pool))):
            if action not in step.legal:
                _check_refusal(game, step.position, action, known)


def _check_refusal(game: AnyGame, position: AnyPosition, action: Action, known: set[str]) -> None:
    """Check the refusal of one action."""
    refusal = game.refusal(position, action)
    text = game.action_text(action)
    assert refusal.reason != "notation", f"{text} is notation, yet refused as none"
    assert refusal.clause in known, f"{text}: {refusal}"
    for language in LANGUAGES:
        sentence = refusal_sentence(language, game.title, refusal.reason, dict(refusal.params))
        assert sentence != refusal.reason, f"{refusal.reason} has no sentence in {language!r}"
        assert "{" not in sentence


def clauses(title: str) -> set[str]:
    """Return the ids of all clauses on the rules page of a game."""
    text = page(title, "en")
    assert text is not None, f"{title} has no rules page in English"
    names = {section.name for section in sections(text.splitlines()) if section.depth > 1}
    return {name for name in names if CLAUSE.fullmatch(name)}


# ---------------------------------------------------------------- 4 and 5: texts and replays


def texts_survive(game: AnyGame) -> None:
    """Law 4. Actions, documents and records are the same after being written and read."""
    texts = []
    for number, step in enumerate(random_steps(game, seed=4)):
        for action in step.legal:
            assert game.parse_action(game.action_text(action)) == action
        if step.action is not None:
            texts.append(game.action_text(step.action))
        if number % 5 == 0 or step.action is None:
            document_survives(game, step.position)
    outcome = outcome_json(game.outcome(step.position))
    record = Record(game.title, game.rules, game.options, 4, tuple(texts), outcome=outcome)
    again = read_record(json.loads(json.dumps(record.to_json())))
    assert again == record
    assert game.identity(verify(game, again)) == game.identity(step.position)


def document_survives(game: AnyGame, position: AnyPosition) -> None:
    """Write a document, read it back: the same document, the same choices."""
    document = game.document(position)
    other_game, other = type(game).read(json.loads(json.dumps(document)))
    assert other_game.options == game.options
    assert other_game.document(other) == document
    assert other_game.legal_actions(other) == game.legal_actions(position)
    assert other_game.outcome(other) == game.outcome(position)
    json.dumps(game.document(game.view(position, Seat(0))))


def replays_are_exact(game: AnyGame) -> None:
    """Law 5. A replay gives the same bytes after every action."""
    steps = [(game.identity(step.position), step.action) for step in random_steps(game, seed=5)]
    actions = tuple(game.action_text(action) for _, action in steps if action is not None)
    record = Record(game.title, game.rules, game.options, 5, actions)
    for position, (before, _) in zip(replay(game, record), steps, strict=True):
        assert game.identity(position) == before


# ---------------------------------------------------------------- 6 to 9: secrets and sums


def views_hide_what_is_secret(game: AnyGame, recount: Recount) -> None:
    """Law 6. A view hides what its seat can't know, and every world imagined for it fits it."""
    for number, step in enumerate(random_steps(game, seed=6, every=4)):
        for seat in map(Seat, range(WATCHER, game.seats)):
            view = game.view(step.position, seat)
            seen = game.identity(view)
            world = game.imagine(view, seat, seed=number)
            assert game.identity(game.view(world, seat)) == seen
            assert game.identity(game.view(view, seat)) == seen
            if seat == game.to_move(step.position):
                assert game.legal_actions(view) == step.legal
                assert game.legal_actions(world) == step.legal
            recount.check_box(game.document(world))


def everything_adds_up(game: AnyGame, recount: Recount) -> None:
    """Law 7. At every moment all that is in the box is somewhere, once."""
    for step in random_steps(game, seed=7):
        recount.check_box(game.document(step.position))


def scores_match_a_recount(game: AnyGame, recount: Recount) -> None:
    """Law 8. Games end; every step, score and winner is what an independent count says."""
    before: Document = {}
    text = ""
    for step in random_steps(game, seed=8):
        document = game.document(step.position)
        totals = [
            sum(term.points for term in game.score_terms(step.position, Seat(seat)))
            for seat in range(game.seats)
        ]
        assert totals == recount.totals(document)
        if before:
            recount.check_step(before, text, document)
        if step.action is not None:
            text = game.action_text(step.action)
        before = document
    outcome = game.outcome(step.position)
    assert outcome is not None
    assert list(outcome.winners) == recount.winners(document)


def evaluations_end_in_points(game: AnyGame) -> None:
    """Law 9. Every feature of an evaluation has a weight; at the end the first is the points."""
    assert game.weights.features == game.feature_names
    for step in random_steps(game, seed=9, every=20):
        seats = [Seat(seat) for seat in range(game.seats)]
        features = [game.features(step.position, seat) for seat in seats]
        assert all(len(row) == len(game.feature_names) for row in features)
    outcome = game.outcome(step.position)
    assert outcome is not None
    assert list(outcome.points) == [game.points(step.position, seat) for seat in seats]
    assert list(outcome.points) == [row[0] for row in features]
    ranks = [int(game.answer("rank")(step.position, seat)) for seat in seats]
    assert outcome.winners == best(ranks), "register `rank` where points alone don't decide"


def inputs_tell_what_is_known(game: AnyGame) -> None:
    """Law 10. What a net is told has names, and tells its seat nothing that is hidden from it."""
    names = game.input_names(game.seats)
    assert len(set(names)) == len(names)
    for step in random_steps(game, seed=10, every=7):
        seat = game.to_move(step.position)
        if seat is None:
            continue
        told = dict(zip(names, game.inputs(step.position), strict=True))
        view = game.view(step.position, seat)
        for world in (view, game.imagine(view, seat, 1), game.imagine(view, seat, 2)):
            assert dict(zip(names, game.inputs(world), strict=True)) == told


def observations_show_what_is_known(game: AnyGame) -> None:
    """Law 11. What looks the same to a seat is observed alike, and parts keep their bounds."""
    batch = Batch(game, 2)
    batch.reset([0, 0])
    for number, step in enumerate(random_steps(game, seed=6, every=6)):
        for seat in map(Seat, range(WATCHER, game.seats)):
            view = game.view(step.position, seat)
            batch.put(0, step.position)
            batch.put(1, game.imagine(view, seat, number))
            real, imagined = batch.observe(seat)
            assert real.tobytes() == imagined.tobytes()
            for part in batch.parts:
                block = batch.part(real[None], part.name)
                assert block.shape == (1, *part.shape)
                assert part.low <= block.min() <= block.max() <= part.high, part.name


# ---------------------------------------------------------------- deals


def large_seeds_deal_soundly(game: AnyGame) -> None:
    """A seed of 128 bits deals one sound position, and what everybody sees hangs on one word."""
    for seed in (SEEDS, LARGE, LARGE_SEEDS - 1):
        position = game.deal(seed)
        assert game.identity(game.deal(seed)) == game.identity(position)
        word, _ = chance.tape(seed)
        seen = game.identity(game.view(position, WATCHER))
        assert seen == game.identity(game.view(game.setup(word), WATCHER)), "what everybody sees"
        _, again = game.read(game.document(position))
        assert game.identity(again) == game.identity(position), "every card is somewhere, once"


def deals_leave_tape_over(game: AnyGame) -> None:
    """No deal draws more than half of the chance that a seed of 128 bits gives it."""
    word, dice = chance.tape(LARGE)
    game.answer("imagine")(game.view(game.setup(word), WATCHER), WATCHER, dice)
    assert dice[0] < chance.TAPE // 2


def every_bit_of_a_seed_counts(game: AnyGame) -> None:
    """Seeds that differ in one bit deal differently."""
    deals = {game.identity(game.deal(LARGE ^ 1 << bit)) for bit in range(127)}
    deals.add(game.identity(game.deal(LARGE)))
    assert len(deals) == 128


def small_seeds_are_dealt_by_setup(game: AnyGame) -> None:
    """A seed that fits a word is dealt as `setup` deals it."""
    for seed in (0, 7, SEEDS - 1):
        assert game.identity(game.deal(seed)) == game.identity(game.setup(seed))


def records_carry_large_seeds(game: AnyGame) -> None:
    """A record writes a seed of 128 bits as text, and replays from it."""
    dice = random.Random(5)
    position, actions = game.deal(LARGE), []
    while not game.is_over(position):
        actions.append(dice.choice(game.legal_texts(position)))
        game.play_text(position, actions[-1])
    outcome = outcome_json(game.outcome(position))
    record = Record(game.title, game.rules, game.options, LARGE, tuple(actions), outcome=outcome)
    text = json.dumps(record.to_json())
    assert f'"seed": "{LARGE}"' in text
    read = read_record(json.loads(text))
    assert read.seed == LARGE
    assert game.identity(verify(game, read)) == game.identity(position)
