"""What a browser may say over the socket: the other half of the protocol."""

from typing import Annotated, Literal

from pydantic import Field

from tourelle.server.protocol import Language, Message, Secret, Text


class Hello(Message):
    """The first message: who I am, what I have seen, which language I read.

    `name`: by which a watcher wishes to be named to the others; nothing: only counted.
    """

    type: Literal["hello"]
    secrets: Annotated[list[Secret], Field(max_length=4, default_factory=list)]
    since: int = 0
    language: Language = "en"
    name: Text = ""


class Submit(Message):
    """Play an action at the position after journal entry `number`."""

    type: Literal["submit"]
    number: int
    seat: int
    action: Text


class Undo(Message):
    """Take one's last action back, or ask the others whether one may."""

    type: Literal["undo"]
    number: int
    seat: int


class Redo(Message):
    """Play again what one's last undo took back, the answers of bots included."""

    type: Literal["redo"]
    number: int
    seat: int


class Agree(Message):
    """Let another have the undo that entry `wish` asks for."""

    type: Literal["agree"]
    wish: int
    seat: int


class Refuse(Message):
    """Don't let another have the undo that entry `wish` asks for."""

    type: Literal["refuse"]
    wish: int
    seat: int


class Why(Message):
    """Ask why an action is not legal here; changes nothing."""

    type: Literal["why"]
    action: Text


class Chat(Message):
    """Say something to the table."""

    type: Literal["chat"]
    seat: int
    text: Annotated[str, Field(min_length=1, max_length=500)]


class Sit(Message):
    """Rename oneself, lend one's seat to a bot (`bot` names it), or take it back."""

    type: Literal["sit"]
    seat: int
    name: Text | None = None
    bot: Text | None = None
    take_back: bool = False


class StandIn(Message):
    """Ask that a bot of the usual level plays for somebody who is away, until they come."""

    type: Literal["stand_in"]
    seat: int


class Pause(Message):
    """Wish that the clock stands; it does once everybody wishes it."""

    type: Literal["pause"]
    seat: int


class Resume(Message):
    """Let the clock go on, or refuse the pause that somebody wishes."""

    type: Literal["resume"]
    seat: int


class Rematch(Message):
    """Open the same table again, seats turned by one."""

    type: Literal["rematch"]


class Language_(Message):  # noqa: N801  (the message, not the type)
    """Read on in another language; answered with a whole state."""

    type: Literal["language"]
    language: Language


class Ping(Message):
    """Answered with a pong, so that a dead connection is noticed."""

    type: Literal["ping"]


Posted = Annotated[
    Submit | Undo | Redo | Agree | Refuse | Chat | Sit | StandIn | Pause | Resume | Rematch,
    Field(discriminator="type"),
]
"""What may be wished by a request too."""

FromBrowser = Annotated[
    Hello
    | Submit
    | Undo
    | Redo
    | Agree
    | Refuse
    | Why
    | Chat
    | Sit
    | StandIn
    | Pause
    | Resume
    | Rematch
    | Language_
    | Ping,
    Field(discriminator="type"),
]
