"""The rules of BLOX a second time: slow, plain, and written from the clauses alone.

Nothing here knows the engine. Whole position documents go in, action texts, clauses and new
documents come out; test_reference.py plays both sides against each other. Every key of a document
is expected.
"""

from tests.blox.reference.phases import over_by, score, winners
from tests.blox.reference.refusals import legal, refusal_clause
from tests.blox.reference.turns import apply

__all__ = ["apply", "legal", "over_by", "refusal_clause", "score", "winners"]
