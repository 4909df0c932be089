"""The actions of Torres in words: which sentence tells one, and what stands in its gaps."""

from typing import Final

HIDDEN: Final = "?"
LETTERS: Final = "ABCD"

GAPS: Final = {
    "castle": ("square",),
    "place": ("square",),
    "king": ("square",),
    "start": ("seat",),
    "knight": ("square",),
    "move": ("start", "end"),
    "block": ("square", "size"),
    "keep": ("card",),
    "end": ("size",),
    "play.climb": ("start", "end"),
    "play.raise": ("square", "source"),
    "play.supply": ("square",),
    "play.lift": ("start", "end"),
    "play.diagonal": ("start", "end"),
    "play.shift": ("start", "end"),
    "play.summon": ("start", "end"),
    "play.leap": ("start", "end"),
}


def kind(text: str) -> str:
    """Return the first word of an action, with the card's name where a card is played."""
    words = text.split()
    return " ".join(words[:2]) if words[0] == "play" else words[0]


def narrated(text: str, hidden: bool) -> tuple[str, dict[str, str]]:
    """Return the sentence that tells an action, and its gaps."""
    word, *rest = text.split()
    if word == "keep" and (hidden or rest == [HIDDEN]):
        return "keep.hidden", {}
    if word == "return":
        return word, {"places": ", ".join(f"@action.return.{place}" for place in rest)}
    if word == "store":
        return word, {"sizes": ", ".join(rest)}
    if word == "play":
        word = f"play.{rest.pop(0)}"
    gaps = dict(zip(GAPS.get(word, ()), rest, strict=False))
    if "seat" in gaps:
        gaps["seat"] = LETTERS[int(gaps["seat"]) % len(LETTERS)]
    if "card" in gaps:
        gaps["card"] = f"@card.{gaps['card']}"
    if "size" in gaps:
        return f"{word}.stack", gaps
    if gaps.get("source") == "open":
        return f"{word}.open", gaps
    return word, gaps
