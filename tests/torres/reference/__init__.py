"""The rules of Torres a second time: slow, plain, and written from the clauses alone.

Nothing here knows the engine. Whole position documents go in, action texts and new documents come
out; test_reference.py plays both sides against each other. Every key of a document is expected.
"""

from tests.torres.reference.actions import apply, legal
from tests.torres.reference.scoring import score

__all__ = ["apply", "legal", "score"]
