"""Many games at once, as arrays: for learning, statistics and search in numbers.

from tourelle.batch import Batch

batch = Batch("torres", 1024, seats=2)
batch.reset(range(1024))
rewards, over, outcomes = batch.step(actions)
"""

from tourelle.batch.batch import Batch, Stepped, shares

__all__ = ["Batch", "Stepped", "shares"]
