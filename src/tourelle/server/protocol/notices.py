"""The protocol: by which ways somebody is told that they are awaited."""

from typing import Annotated, Literal

from pydantic import Field

from tourelle.server.protocol import Message

Key = Annotated[str, Field(min_length=16, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
Seat = Annotated[int, Field(ge=0, le=3)]
Url = Annotated[str, Field(min_length=8, max_length=2000)]


class WebhookWay(Message):
    """A post to an address: Slack's, Discord's, or of anything that reads JSON."""

    kind: Literal["webhook"]
    url: Url


class PushWay(Message):
    """A browser that can be told something though no page is open; as it says of itself."""

    kind: Literal["push"]
    url: Url
    p256dh: Key
    auth: Key


class MailWay(Message):
    """A mail; nothing is sent before its reader has agreed."""

    kind: Literal["mail"]
    address: Annotated[str, Field(min_length=3, max_length=254)]


class NoticeWish(Message):
    """A wish to be told by some way when it is the turn of one's own seat."""

    seat: Seat
    way: Annotated[WebhookWay | PushWay | MailWay, Field(discriminator="kind")]


class NoticeWay(Message):
    """A way by which somebody is told; only so much of it is said as is needed to know it again."""

    id: str
    kind: Literal["webhook", "push", "mail"]
    where: str
    agreed: bool  # False: a mail was sent that asks whether its reader agrees


class NoticeWays(Message):
    """The ways of a seat."""

    ways: list[NoticeWay]


class NoticeOffer(Message):
    """Which ways this server has: the key for push messages, and whether it sends mail."""

    push_key: str
    mail: bool


class MailAnswer(Message):
    """What the reader of a mail says, by a link that only that mail holds."""

    who: Annotated[str, Field(min_length=16, max_length=64, pattern=r"^[0-9a-f]+$")]
    proof: Key
    on: bool


class MailState(Message):
    """Whether mail goes to an address now."""

    on: bool
