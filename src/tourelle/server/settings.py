"""What a host may decide: where to listen, where to keep, how much to bear."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from tourelle.core.folders import user_folder

PREFIX: Final = "TOURELLE_"
FLAGS: Final = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}
HIGHEST: Final = {"port": 65535}
MOST: Final = 10**12
WORDS: Final = {"log": ("off", "json")}


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return where the journal is kept where no flag says otherwise."""
    chosen = environment.get(PREFIX + "DATA")
    return Path(chosen) if chosen else user_folder("data", environment)


@dataclass(frozen=True)
class Settings:
    """Every setting; docs/hosting.md tells what each is for."""

    host: str = "127.0.0.1"
    port: int = 8765
    hosts: str = "localhost"  # more names that it goes by, parted by commas; `*`: any
    data: Path = Path()
    store: str = ""  # a database instead of the journal's file: postgresql://...
    proxies: str = "127.0.0.1,::1"  # reverse proxies that are believed whom they speak for
    log: str = "off"  # `json`: one line of JSON an event on standard error
    precompile: bool = True  # compile every title at the start
    tables: int = 5000  # unfinished tables that count, see `lapse`
    address_tables: int = 100  # of them opened from one address
    lapse: float = 7200.0  # seconds for which a table counts where nobody has played yet
    entries: int = 20_000  # actions in one table's journal
    words: int = 2000  # entries of each other kind: words said, names, changes of seats, undos
    live: int = 1000  # tables in memory
    connections: int = 4000
    address_connections: int = 200
    table_connections: int = 64  # of those who only watch
    message: int = 8192  # bytes of a message over the socket
    compress: bool = True  # messages over the socket
    body: int = 1_000_000  # bytes of a request's body
    request: float = 20.0  # seconds in which a request must have come whole
    rate: float = 20.0  # messages a second and connection
    burst: int = 60
    posts: float = 5.0  # tables opened or imported a second and address
    posts_burst: int = 60
    reads: float = 50.0  # tables, moments and lists looked at a second and address
    reads_burst: int = 200
    documents: float = 5.0  # documents worked on a second and address
    documents_burst: int = 40
    studies: float = 20.0  # positions of no table looked at a second and address
    studies_burst: int = 120
    workers: int = 2  # threads that read records and documents and rebuild tables
    waiting: int = 200  # of such pieces of work
    address_waiting: int = 20
    hello: float = 10.0  # seconds to say hello in
    patience: float = 30.0  # seconds that a browser may take to read what it is sent
    hints: float = 0.5  # hints asked for a second and address
    hints_burst: int = 10
    codes: float = 0.2  # codes for another device made or tried a second and address
    codes_burst: int = 10
    reviews: float = 0.2  # reviews begun a second and address
    reviews_burst: int = 10
    address_reviews: int = 2  # of one address under way at once
    review: int = 1_000_000  # states weighed for a decision of a review
    hint: float = 1.0  # seconds that a hint is thought about
    pace: float = 0.4  # seconds that a bot takes at least, so that a person can follow
    thinkers: int = 2  # threads for bots
    bots: str = ""  # programs of the host: `Name=cmd:./mybot`, several parted by semicolons
    notice: float = 15.0  # seconds after which who is awaited, and not there, is told
    notice_again: float = 15.0  # seconds until one that was not taken is tried again; then longer
    notice_private: bool = False  # whether notices may go to addresses of one's own network
    mail: str = ""  # the host's mail server: smtp://user:password@host:587 or smtps://...
    mail_from: str = ""  # the sender's address
    mails: float = 0.005  # mails a second and address that ask whether somebody wants mails
    mails_burst: int = 5
    chat: bool = True  # whether people may write to each other at a table
    forbidden: str = (
        ""  # words that nobody may say or be called, parted by commas; `*`: any letters
    )
    abandoned: float = 60.0  # seconds after which others may hand an empty seat to a bot

    @classmethod
    def of(cls, environment: Mapping[str, str] = os.environ, **given: object) -> "Settings":
        """Return the settings of the environment, those given (and not None) coming first."""
        values: dict[str, object] = {"data": data_folder(environment)}
        for field in fields(cls):
            text = environment.get(PREFIX + field.name.upper())
            if text:
                values[field.name] = _read(field.name, field.default, text)
        values |= {name: value for name, value in given.items() if value is not None}
        for name, value in values.items():
            _check(name, value)
        return cls(**values)  # type: ignore[arg-type]  # each is of its field's type, see _read


def _read(name: str, default: object, text: str) -> object:
    """Return a setting's text as its default's type, or say which one is wrong."""
    try:
        match default:
            case bool():
                return FLAGS[text.lower()]
            case int():
                return int(text)
            case float():
                return float(text)
            case Path():
                return Path(text)
        return text
    except KeyError:
        raise SettingError(name, text, "flag") from None
    except ValueError:
        raise SettingError(name, text, "number", low=0, high=HIGHEST.get(name, MOST)) from None


def _check(name: str, value: object) -> None:
    """Refuse a number out of its bounds, or a word that is none of those known."""
    high = HIGHEST.get(name, MOST)
    if isinstance(value, int | float) and not 0 <= value <= high:
        raise SettingError(name, value, "number", low=0, high=high)
    if name in WORDS and value not in WORDS[name]:
        raise SettingError(name, value, "words", words=", ".join(WORDS[name]))


class SettingError(ValueError):
    """A setting won't do; `expected` names what it must be."""

    def __init__(self, name: str, value: object, expected: str, **params: object) -> None:
        """Keep what the sentence needs."""
        self.name: Final = PREFIX + name.upper()
        self.value: Final = value
        self.expected: Final = expected
        self.params: Final = params
        super().__init__(f"{self.name}: {value!r}")
