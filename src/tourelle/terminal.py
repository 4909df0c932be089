"""What a title needs to draw itself in a terminal: a scene, a voice, colours that all share.

A title that has a module `terminal` in its folder is drawn by it (`Board`); any other plainly.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from rich.console import RenderableType
from rich.style import Style

from tourelle.core.game import AnyGame, Document
from tourelle.core.layout import View
from tourelle.core.records import ReplayError
from tourelle.core.words import RefusedError, Term
from tourelle.languages import catalogue, refusal_sentence, say

DOMAIN: Final = "terminal"

# Colours that differ for every kind of eye; each comes with the seat's digit on it.
SEATS: Final = (
    Style(color="#ffffff", bgcolor="#0063b1", bold=True),
    Style(color="#000000", bgcolor="#f0a000", bold=True),
    Style(color="#000000", bgcolor="#35b58a", bold=True),
    Style(color="#ffffff", bgcolor="#b0307a", bold=True),
)
FRESH: Final = Style(underline=True)  # squares touched since one's own last action
COORDINATES: Final = Style(dim=True)


class Voice:
    """Speaks one language."""

    def __init__(self, language: str) -> None:
        """Take one of the known languages."""
        self.language: Final = language

    def __call__(self, key: str, /, **params: object) -> str:
        """Return a sentence of the terminal."""
        return say(self.language, DOMAIN, key, **params)

    def of(self, domain: str, key: str, /, **params: object) -> str:
        """Return a sentence of another domain: a game, the bots."""
        return say(self.language, domain, key, **params)

    def knows(self, domain: str, key: str) -> bool:
        """Tell whether a domain has this sentence; a title without a catalogue has none."""
        try:
            return key in catalogue(self.language, domain)
        except FileNotFoundError:
            return False

    def label(self, domain: str, key: str, otherwise: str) -> str:
        """Return a sentence without gaps, or `otherwise` where there is none."""
        return self.of(domain, key) if self.knows(domain, key) else otherwise

    def refusal(self, title: str, error: RefusedError) -> str:
        """Return the sentence of a refusal; in a record it says which action is refused."""
        known = title if self.knows(title, f"refusal.{error.refusal.reason}") else ""
        params: dict[str, object] = dict(error.refusal.params)
        sentence = refusal_sentence(self.language, known, error.refusal.reason, params)
        if isinstance(error, ReplayError):
            return self("replay.refused", number=error.number, text=error.text, sentence=sentence)
        return sentence

    def refusal_with_clause(self, title: str, error: RefusedError) -> str:
        """Return the sentence of a refusal with the clause it rests on."""
        sentence, clause = self.refusal(title, error), error.refusal.clause
        return f"{sentence} ({clause})" if clause else sentence

    def refusal_json(self, title: str, error: RefusedError) -> dict[str, str]:
        """Return a refusal for a script."""
        sentence, refusal = self.refusal(title, error), error.refusal
        return {"reason": refusal.reason, "clause": refusal.clause, "sentence": sentence}


@dataclass(frozen=True)
class Scene:
    """What is to be drawn: a position as one seat may see it, and who sits where."""

    game: AnyGame
    view: View
    document: Document
    names: Sequence[str]
    terms: Sequence[Sequence[Term]]
    voice: Voice
    viewer: int | None = None
    """The seat that looks on (-1: a watcher); None where everything may be seen."""
    fresh: frozenset[str] = frozenset()
    """The squares that the others have just touched."""
    tall: bool = False
    signs: bool = True
    """Whether the terminal can write signs beyond ASCII."""

    def called(self, seat: int) -> str:
        """Return a seat's digit and name; a name that holds the digit says it once."""
        name = self.names[seat]
        return name if str(seat) in name.split() else f"{seat} {name}"


class Board(Protocol):
    """What the module `terminal` of a title offers."""

    def board(self, scene: Scene) -> RenderableType:
        """Draw the board."""

    def status(self, scene: Scene) -> RenderableType:
        """Tell what stands beside the board: time, scores, stacks, hands."""

    def asked(self, scene: Scene) -> str:
        """Return what is asked of the seat to move."""

    def term(self, term: Term, voice: Voice) -> str:
        """Return what a line of a score is for."""

    def scored(self, before: Document, after: Document) -> bool:
        """Tell whether points were counted between two documents."""

    def scored_title(self, before: Document, voice: Voice) -> str:
        """Return what was counted."""
