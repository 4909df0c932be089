"""The rules of Castellan a second time: slow, plain, and written from the clauses alone.

Nothing here knows the engine. Whole position documents go in, action texts, clauses and new
documents come out; test_reference.py plays both sides against each other. Every key of a document
is expected. Decks are ordered, so that nothing is left to chance.
"""

from tests.castellan.reference.refusals import legal, refusal_clause
from tests.castellan.reference.scoring import score, winners
from tests.castellan.reference.turns import apply

__all__ = ["apply", "legal", "refusal_clause", "score", "winners"]
