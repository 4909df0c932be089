"""The protocol: what a player is told of themselves, and may change."""

from typing import Annotated, Any, Literal

from pydantic import Field

from tourelle.server.protocol import Colour, Crest, Message, SeatKey, Text
from tourelle.server.protocol.lists import KeptTable

Code = Annotated[str, Field(min_length=10, max_length=20)]


class Profile(Message):
    """By what a player wishes to be known; `changed`: when they said so, in ms since 1970."""

    name: Text = ""
    colour: Colour | None = None
    crest: Crest = ""
    changed: int = 0


class Opposition(Message):
    """Games against one kind of opponents: bots alone, or people too."""

    games: int
    won: int
    average: float | None  # points


class TitleStanding(Message):
    """What a player has reached in one title."""

    game: str
    label: str
    rating: int | None  # None: no game has counted yet
    spread: int  # how far off it may be
    rated: int  # games that counted
    course: list[int]  # the rating after each of the last of them, the latest last
    best: int | None  # most points in a game
    bots: Opposition
    people: Opposition


class You(Message):
    """What the server keeps of a player, besides their games."""

    profile: Profile | None
    standings: list[TitleStanding]
    games: int


class OwnSitter(Message):
    """Somebody at a table of one's own."""

    name: str
    bot: str | None
    points: int | None
    won: bool


class OwnGame(Message):
    """A game of one's own in the list."""

    table: str
    game: str
    label: str
    seat: int
    opened: int  # milliseconds since 1970
    ended: int | None
    status: Literal["waiting", "running", "over", "gone"]
    place: int | None
    seats: list[OwnSitter]
    rating: int | None  # after it, where it counted
    change: int | None
    unrated: str | None  # why it did not count, in a sentence
    key: SeatKey | None  # opens one's seat on this device, while the game runs


class OwnGames(Message):
    """Some of one's games, the latest first; `more`: there are earlier ones."""

    games: list[OwnGame]
    found: int
    more: bool


class Adoption(Message):
    """Tables whose keys this device holds, to be listed among one's games."""

    tables: Annotated[list[KeptTable], Field(max_length=60)]


class Adopted(Message):
    """How many games were new to the list."""

    games: int


class Forgotten(Message):
    """How many games are no longer kept under one's key."""

    games: int


class Luggage(Message):
    """What goes to another device: the player's key, and whatever else the page keeps."""

    things: dict[str, Any]


class CarryCode(Message):
    """A code that brings one's things to another device, once, for some minutes."""

    code: str
    seconds: int


class TakeLuggage(Message):
    """The code, as somebody typed it."""

    code: Code
