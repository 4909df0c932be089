"""Bodies that hold a position or a record, key by key, and the answers to work on them.

What a key may hold is what its game declares; whether it makes sense is for the game that reads it.
"""

from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import ConfigDict, Discriminator, Field, Tag, create_model

from tourelle.core.game import Rules
from tourelle.games import TITLES, game_class, playable
from tourelle.server.protocol import Message, Text, Value

M = TypeVar("M", bound=Message)
LONGEST: Final = 4000
"""No text of a document is longer: a diagram is the longest."""
OptionSet = dict[Annotated[str, Field(max_length=40)], Value]
RECORD: Final = "record"


class PositionBody(Message):
    """What the documents of all games share; the first title is meant where none is named."""

    model_config = ConfigDict(extra="forbid", strict=True, str_max_length=LONGEST)

    game: Text = TITLES[0]
    rules: int | None = None
    options: OptionSet = Field(default_factory=dict)
    to_move: int | None = None
    seed: int = 0


class AnyBody(PositionBody):
    """A position of a game that does not say what its documents hold."""

    model_config = ConfigDict(extra="allow", strict=True, str_max_length=LONGEST)


def body_of(rules: Rules) -> type[PositionBody]:
    """Return the body that takes a title's documents, made from what it says of them."""
    if not is_typeddict(rules.document_type):
        return AnyBody
    name = f"{rules.title.title()}Body"
    return _model(name, rules.document_type, PositionBody)


def _model(name: str, keys: type, base: type[M]) -> type[M]:
    """Return a model with the keys of a TypedDict beside those of its base."""
    fields: dict[str, Any] = {
        key: (_taken(kind), ... if key in keys.__required_keys__ else _empty(kind))  # type: ignore[attr-defined]
        for key, kind in get_type_hints(keys).items()
        if key not in base.model_fields
    }
    return create_model(name, __base__=base, **fields)


def _taken(kind: Any) -> Any:
    """Return a type as it is taken: a TypedDict in it becomes a model."""
    if is_typeddict(kind):
        return _model(f"{kind.__name__}Body", kind, Message)
    if get_origin(kind) is list:
        return list[_taken(get_args(kind)[0])]  # type: ignore[misc]
    return kind


def _empty(kind: Any) -> Any:
    """Return what stands for a key that is left out."""
    made = get_origin(kind) or kind
    return Field(default_factory=made) if made in (list, dict, str, int, bool) else None


class PlayerBody(Message):
    """Who sat at a seat of a record."""

    name: str = ""
    kind: str = "person"


class OutcomeBody(Message):
    """How a record says that its game ended."""

    points: list[int]
    winners: list[int]
    clause: Text
    forfeit: int | None = None


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
    return title if isinstance(title, str) and title in BODIES else TITLES[0]


BODIES: Final = {title: body_of(game_class(title)) for title in playable()}

if TYPE_CHECKING:
    DocumentBody = PositionBody | RecordBody
else:
    DocumentBody = Annotated[
        Union[  # noqa: UP007 (made of what is installed)
            tuple(
                Annotated[body, Tag(name)] for name, body in {**BODIES, RECORD: RecordBody}.items()
            )
        ],
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
