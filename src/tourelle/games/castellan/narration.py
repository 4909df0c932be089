"""The actions of Castellan in words: which sentence tells one, and what stands in its gaps."""

from typing import Final

WALL_LENGTHS: Final = {"short": 1, "long": 2}


def narrated(text: str, hidden: bool) -> tuple[str, dict[str, str]]:  # noqa: ARG001 (all is open)
    """Return the sentence that tells an action, and its gaps."""
    word, *rest = text.split()
    if word == "play":
        return word, {"cards": ", ".join(f"@cards.{card[0]} {card[1:]}" for card in rest)}
    if word == "draw":
        decks = [deck for deck in "WT" if deck in rest]
        return word, {"cards": ", ".join(_drawn(deck, rest.count(deck)) for deck in decks)}
    if word in WALL_LENGTHS:
        return f"{word}.{rest[1]}", {"point": rest[0]}
    if word == "tower":
        return word, {"point": rest[0]}
    return word, {"cell": rest[0]} if rest else {}


def _drawn(deck: str, cards: int) -> str:
    """Return how many cards of a kind are drawn."""
    return f"{cards} @cards.{deck}.{'one' if cards == 1 else 'many'}"


def squares(text: str) -> list[str]:
    """Return the point of a tower, the cell of a courtyard, or both ends of a wall."""
    word, *rest = text.split()
    if word in WALL_LENGTHS and len(rest) == 2:
        x, y = map(int, rest[0].split(","))
        length = WALL_LENGTHS[word]
        return [rest[0], f"{x + length},{y}" if rest[1] == "E" else f"{x},{y + length}"]
    return [place for place in rest if "," in place]
