"""Games reviewed turn by turn, puzzles found in them: the engine's judgement as data.

Every decision is judged from what its seat could see: worlds are sampled that fit its view, and the
cards that were hidden from it never count against it.
"""
