"""The actions of Castellan in words: which sentence tells one, and what stands in its gaps."""

from typing import Final

WALL_LENGTHS: Final = {"short": 1, "long": 2}


def narrated(text: str, hidden: bool) -> tuple[str, dict[str, str]]:  # noqa: ARG001 (all is open)
    """Return the sentence that tells an action, and its gaps."""
    word, *rest = text.split()
    if word == "play":
        return word, {"cards": ", ".join(f"@cards.{card[0]} {card[1:]}" for card in rest)}
    if word == "draw":
        return word, {"cards": counted_cards(text)}
    if word in WALL_LENGTHS:
        return f"{word}.{rest[1]}", {"point": rest[0]}
    if word == "tower":
        return word, {"point": rest[0]}
    return word, {"cell": rest[0]} if rest else {}


def counted_cards(text: str) -> str:
    """Return how many cards of each kind an action plays or draws."""
    kinds = [card[0] for card in text.split()[1:]]
    return ", ".join(
        f"{kinds.count(kind)} @cards.{kind}.{'one' if kinds.count(kind) == 1 else 'many'}"
        for kind in "WT"
        if kind in kinds
    )


def squares(text: str) -> list[str]:
    """Return the point of a tower, the cell of a courtyard, or both ends of a wall."""
    word, *rest = text.split()
    if word in WALL_LENGTHS and len(rest) == 2:
        x, y = map(int, rest[0].split(","))
        length = WALL_LENGTHS[word]
        return [rest[0], f"{x + length},{y}" if rest[1] == "E" else f"{x},{y + length}"]
    return [place for place in rest if "," in place]
