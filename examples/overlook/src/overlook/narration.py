"""The actions of Overlook in words: which sentence tells one, what its gaps hold."""

from typing import Final

GAPS: Final = {"build": ("square", "card"), "roof": ("square",), "drop": ("card",)}


def narrated(text: str, hidden: bool) -> tuple[str, dict[str, str]]:  # noqa: ARG001 (all is open)
    """Return the sentence that tells an action, and its gaps."""
    word, *rest = text.split()
    if word == "draw":
        return word, {"deck": f"@deck.{rest[0]}"}
    return word, dict(zip(GAPS[word], rest, strict=True))
