"""Bodies that hold a position or a record, key by key, and the answers to work on them.

What a key may hold is written here; whether it makes sense is for the game that reads it.
"""

from typing import Annotated, Any, Final

from pydantic import ConfigDict, Discriminator, Field, Tag

from tourelle.games import TITLES
from tourelle.server.protocol import Message, Text, Value

Row = list[Annotated[str, Field(max_length=40)]]
"""Names of cards, or pieces."""
Diagram = Annotated[str, Field(max_length=4000)]
OptionSet = dict[Annotated[str, Field(max_length=40)], Value]
RECORD: Final = "record"


class PositionBody(Message):
    """What the documents of all games share; Torres where no game is named."""

    game: Text = TITLES[0]
    options: OptionSet = Field(default_factory=dict)
    to_move: int | None = None
    seed: int = 0


class TorresBody(PositionBody):
    """A position of Torres."""

    board: Diagram = ""
    stage: Text = ""
    year: int = 0
    round: int = 0
    first_seat: int = 0
    ap: int = 0
    scores: list[int] = Field(default_factory=list)
    stacks: list[list[int]] = Field(default_factory=list)
    open_stack: int | None = None
    kept: list[int] = Field(default_factory=list)
    hands: list[Row] = Field(default_factory=list)
    bought: Row = Field(default_factory=list)
    card_played: bool = False
    drawn: Row = Field(default_factory=list)
    decks: list[Row] = Field(default_factory=list)
    left: int = 0
    master: Text | None = None
    supply: int | None = None


class BloxBody(PositionBody):
    """A position of BLOX."""

    board: Diagram = ""
    phase: int = 0
    points: list[int] = Field(default_factory=list)
    blocks: Row = Field(default_factory=list)
    hands: Row = Field(default_factory=list)
    jokers: list[bool] = Field(default_factory=list)
    round: int = 0
    discard: Text = ""
    draw: Text = ""
    winners: list[int] | None = None


class CourtyardBody(Message):
    """A courtyard of Castellan: `double` is null while that is asked."""

    cell: Text
    seat: int
    double: bool | None


class CastellanBody(PositionBody):
    """A position of Castellan."""

    stage: Text = ""
    opening: bool = False
    pieces: Row = Field(default_factory=list)
    courtyards: list[CourtyardBody] = Field(default_factory=list)
    pieces_in_hand: dict[str, int] = Field(default_factory=dict)
    hands: list[dict[str, Row]] = Field(default_factory=list)
    decks: list[dict[str, Row]] = Field(default_factory=list)
    double_used: list[bool] = Field(default_factory=list)
    extra: int = 0
    ending: int | None = None
    winners: list[int] | None = None


class PlayerBody(Message):
    """Who sat at a seat of a record."""

    name: str = ""
    kind: str = "person"


class OutcomeBody(Message):
    """How a record says that its game ended."""

    points: list[int]
    winners: list[int]
    clause: Text


class RecordBody(Message):
    """A record to be read."""

    model_config = ConfigDict(extra="forbid", strict=True, title="RecordToRead")

    tourelle: int
    game: Text
    rules: int
    options: OptionSet
    seats: list[PlayerBody] | None = None
    seed: int | Text | None
    actions: list[Text]
    times: list[int] | None = None
    outcome: OutcomeBody | None = None
    imported: int | None = None

    def given(self) -> dict[str, Any]:
        """Return the record as it was sent."""
        return self.model_dump(exclude_unset=True)


def _kind(body: object) -> str:
    """Return what a body is to be read as: only a record has the key `tourelle`."""
    if isinstance(body, RecordBody) or (isinstance(body, dict) and "tourelle" in body):
        return RECORD
    title = body.get("game") if isinstance(body, dict) else getattr(body, "game", None)
    return title if isinstance(title, str) and title in TITLES else TITLES[0]


DocumentBody = Annotated[
    Annotated[TorresBody, Tag("torres")]
    | Annotated[BloxBody, Tag("blox")]
    | Annotated[CastellanBody, Tag("castellan")]
    | Annotated[RecordBody, Tag(RECORD)],
    Discriminator(_kind),
]


class DocumentTask(Message):
    """A position document, or a record, and actions to be played on it."""

    document: DocumentBody
    actions: Annotated[list[Text], Field(max_length=1000)] = Field(default_factory=list)


class LegalTexts(Message):
    """Every legal action of a position in notation."""

    legal: list[str]


class DocumentAfter(Message):
    """The document after the actions."""

    document: dict[str, Any]


class ScoreTerm(Message):
    """One line of a score."""

    what: str
    at: str | None
    clause: str
    points: int


class SeatScore(Message):
    """What one seat would score now."""

    seat: int
    total: int
    terms: list[ScoreTerm]


class Scores(Message):
    """What every seat would score now."""

    seats: list[SeatScore]
