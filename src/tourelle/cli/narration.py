"""Actions in plain words, each title by its own table."""

from tourelle.cli.boards import board_of
from tourelle.cli.voice import Voice


def sentence_of(title: str, text: str, voice: Voice, *, hidden: bool = False) -> str:
    """Return an action as a sentence; `hidden` where the listener may not know all of it."""
    told = board_of(title).narration(text, voice, hidden=hidden)
    return text if told is None else told
