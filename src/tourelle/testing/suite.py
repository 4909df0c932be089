"""The laws as pytest runs them: a class to inherit, and to tell which game is meant."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from tourelle.core.game import AnyGame, Rules
from tourelle.teaching import checking
from tourelle.testing import golden, laws, machines
from tourelle.testing.cases import Case, cases, seat_numbers
from tourelle.testing.laws import Recount

if TYPE_CHECKING:
    import pytest

Row = dict[str, Any]


class Laws:
    """Every law over one game: inherit it, say which `game` it is and who counts again."""

    game: ClassVar[Rules]
    recount: Recount

    def pytest_generate_tests(self, metafunc: "pytest.Metafunc") -> None:
        """Run each test over every case, or every other machine."""
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", cases(self.game), ids=str)
        if "machine" in metafunc.fixturenames:
            metafunc.parametrize("machine", machines.MACHINES)

    def largest(self) -> AnyGame:
        """Return the game with as many seats as it takes."""
        return self.game({"seats": max(seat_numbers(self.game))})

    def test_law_1_legal_actions_are_some_sorted_single_and_in_range(self, case: Case) -> None:
        """Until the end there are legal actions: ascending, without doubles, in range."""
        laws.legal_actions_are_sorted(case.game())

    def test_law_2_play_accepts_exactly_the_legal_actions(self, case: Case) -> None:
        """`play` accepts exactly the legal actions; a refusal leaves every byte as it was."""
        laws.play_accepts_what_is_legal(case.game())

    def test_law_3_refusals_have_sentences_and_existing_clauses(self, case: Case) -> None:
        """Every refusal cites a clause of the rules page and has a sentence in each language."""
        laws.refusals_are_explained(case.game())

    def test_law_4_actions_documents_and_records_survive_their_texts(self, case: Case) -> None:
        """Actions, documents and records are the same after being written and read."""
        laws.texts_survive(case.game())

    def test_law_5_a_replay_gives_the_same_bytes_at_every_prefix(self, case: Case) -> None:
        """A replay gives the same bytes after every action."""
        laws.replays_are_exact(case.game())

    def test_law_5_machines_agree_byte_for_byte(self, machine: str) -> None:
        """Plain Python, compiled code and code with bounds checks play the same games."""
        machines.machines_agree(machine, self.game)

    def test_law_6_a_view_hides_exactly_what_its_seat_cannot_know(self, case: Case) -> None:
        """A view hides what its seat can't know, and every world imagined for it fits it."""
        laws.views_hide_what_is_secret(case.game(), self.recount)

    def test_law_7_everything_adds_up_to_the_box(self, case: Case) -> None:
        """At every moment all that is in the box is somewhere, once."""
        laws.everything_adds_up(case.game(), self.recount)

    def test_law_8_games_end_and_scores_match_an_independent_recount(self, case: Case) -> None:
        """Games end; every step, score and winner is what an independent count says."""
        laws.scores_match_a_recount(case.game(), self.recount)

    def test_law_9_evaluations_end_in_points(self, case: Case) -> None:
        """Every feature of an evaluation has a weight; at the end the first is the points."""
        laws.evaluations_end_in_points(case.game())

    def test_law_10_inputs_tell_what_is_known(self, case: Case) -> None:
        """What a net is told has names, and tells its seat nothing that is hidden from it."""
        laws.inputs_tell_what_is_known(case.game())

    def test_law_11_observations_show_what_is_known(self, case: Case) -> None:
        """What looks the same to a seat is observed alike, and parts keep their bounds."""
        laws.observations_show_what_is_known(case.game())

    def test_lessons_hold_what_they_promise(self) -> None:
        """Every lesson can be played through, in every language; a game may have none."""
        assert checking.troubles(self.game.title) == []

    def test_a_large_seed_deals_a_sound_position(self, case: Case) -> None:
        """A seed of 128 bits deals one sound position."""
        laws.large_seeds_deal_soundly(case.game())

    def test_no_deal_comes_near_the_end_of_its_tape(self, case: Case) -> None:
        """No deal draws more than half of the chance that a seed of 128 bits gives it."""
        laws.deals_leave_tape_over(case.game())

    def test_every_bit_of_a_seed_counts(self) -> None:
        """Seeds that differ in one bit deal differently."""
        laws.every_bit_of_a_seed_counts(self.largest())

    def test_small_seeds_are_dealt_as_ever(self) -> None:
        """A seed that fits a word is dealt as `setup` deals it."""
        laws.small_seeds_are_dealt_by_setup(self.largest())

    def test_a_record_carries_a_large_seed_as_text(self) -> None:
        """A record writes a seed of 128 bits as text, and replays from it."""
        laws.records_carry_large_seeds(self.largest())


class Golden:
    """Golden records and perft counts of one game: inherit it, say which `game` and `folder`."""

    game: ClassVar[Rules]
    folder: ClassVar[Path]
    """Holds `golden.jsonl` and `perft.jsonl`, as `golden.regenerate` writes them."""
    FILES: ClassVar[dict[str, str]] = {
        "record": "golden.jsonl",
        "older": "golden-rules-*.jsonl",
        "perft": "perft.jsonl",
    }

    def pytest_generate_tests(self, metafunc: "pytest.Metafunc") -> None:
        """Run each test over every row of its files."""
        for name, pattern in self.FILES.items():
            if name in metafunc.fixturenames:
                rows = golden.rows_of(self.folder, pattern)
                metafunc.parametrize(name, rows, ids=golden.label)

    def test_golden_records_replay_to_their_outcome(self, record: Row) -> None:
        """A golden record leads to its outcome, and the same game is drawn again from its seed."""
        golden.record_replays(self.game, record)

    def test_perft(self, perft: Row) -> None:
        """A position leads to as many sequences of actions as ever."""
        golden.perft_holds(self.game, perft)


class OlderRecords(Golden):
    """Records of older rules as well, in `golden-rules-1.jsonl` and so on."""

    def test_records_of_older_rules_replay_under_the_rules_of_their_time(self, older: Row) -> None:
        """A record of older rules leads to its outcome under the rules of its time."""
        golden.older_record_replays(self.game, older)
