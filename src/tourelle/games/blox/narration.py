"""The actions of BLOX in words: which sentence tells one, and what stands in its gaps."""

from typing import Final

JOKER: Final = "*"


def narrated(text: str, hidden: bool) -> tuple[str, dict[str, str]]:  # noqa: ARG001 (all is open)
    """Return the sentence that tells an action, and its gaps."""
    word, *rest = text.split()
    joker = rest.pop()[1:] if rest[-1].startswith(JOKER) else None
    key = word if joker is None else f"{word}.joker"
    if word == "change":
        return key, {"cards": _colours(rest[0])}
    if word == "build":
        gaps = {"square": rest[0], "blocks": _colours(rest[1])}
    elif word == "enter":
        gaps = {"side": f"@side.{rest[0][0]}", "square": rest[1]}
    else:
        gaps = {"start": rest[0], "end": rest[1]}
        if word == "hit":
            gaps["cards"] = rest[2]
    if joker:
        gaps["colour"] = f"@colour.{joker}"
    return key, gaps


def _colours(letters: str) -> str:
    """Return colours by name."""
    return ", ".join(f"@colour.{letter}" for letter in letters)
