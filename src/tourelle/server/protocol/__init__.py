"""The protocol: messages between browser and server, as pydantic models; see `wishes` too.

The TypeScript types in web/src/protocol.ts are made from these; `dev.py check` compares them.
Whatever a person reads in a message is already in the language the browser asked for. Nothing here
may carry a seed, a deck or a foreign hand of a running game: views are made by the game's filter.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Language = Literal["en", "fr", "de"]
Text = Annotated[str, Field(max_length=200)]
Value = bool | int | str
"""What an option may be set to."""
Crest = Literal["", "tower", "crown", "key", "star", "moon", "sun", "tree", "swan"]
"""The emblem by which a player wishes to be known."""
Colour = Annotated[int, Field(ge=0, le=3)]
"""The seat whose colour a player likes best."""
Secret = Annotated[str, Field(min_length=22, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class Message(BaseModel):
    """Strict: unknown keys are refused, nothing is coerced."""

    model_config = ConfigDict(extra="forbid", strict=True)


# ---------------------------------------------------------------- what there is to play


class OptionInfo(Message):
    """One option of a game, with its sentence and the labels of its values."""

    name: str
    clause: str
    sentence: str
    default: Value
    values: list[Value]
    labels: list[str]


class PresetInfo(Message):
    """An edition: a name for a set of option values."""

    name: str
    label: str
    sentence: str
    values: dict[str, Value]


class BotInfo(Message):
    """An opponent."""

    name: str
    label: str
    character: str
    level: int | None  # 1 to 9 for people; None: a character, or a yardstick for research
    style: bool = False  # whether it is a character of this title


class GameInfo(Message):
    """One title."""

    title: str
    label: str
    sentence: str
    reconstruction: str | None  # what of it is a reconstruction, in a sentence
    seats: list[int]
    usual_seats: int
    options: list[OptionInfo]
    presets: list[PresetInfo]
    bots: list[BotInfo]
    guided: bool  # there is a first game with hints


# ---------------------------------------------------------------- tables


class SeatWish(Message):
    """Who shall sit at a seat: someone at this screen, a friend by link, anyone, a bot."""

    kind: Literal["here", "link", "open", "bot"]
    name: Text = ""
    bot: Text | None = None
    crest: Crest = ""


class Pace(Message):
    """How a clock runs: seconds for the game (`live`) or for each turn (`turns`).

    `increment`: seconds that every turn adds in a live game. `late`: the bot that plays on for
    whoever has no time left, or `loses`.
    """

    kind: Literal["live", "turns"]
    time: Annotated[int, Field(ge=10, le=30 * 24 * 3600)]
    increment: Annotated[int, Field(ge=0, le=3600)] = 0
    late: Text = "loses"


class NewTable(Message):
    """A table to be opened; `seen`: who finds it and who may watch; `pace`: its clock, if any."""

    game: Text
    options: dict[str, Value] = {}
    seats: Annotated[list[SeatWish], Field(min_length=2, max_length=4)]
    seen: Literal["public", "link", "private"] = "link"
    pace: Pace | None = None


class SeatKey(Message):
    """The secret that lets its holder sit at a seat; it rides in the fragment of a link."""

    seat: int
    secret: Secret
    link: str  # /g/<id>#<secret>


class Invitation(Message):
    """What lets one person sit down at a seat: its first use makes the key; it opens no more."""

    seat: int
    secret: Secret
    link: str  # /j/<id>#<secret>


class OpenedTable(Message):
    """A table, the keys of the seats at this screen, an invitation for each that waits."""

    table: str
    keys: list[SeatKey]
    invitations: list[Invitation]


class JoinTable(Message):
    """A wish to take a seat that is free for anyone; answered like a new table, with one key.

    `colour`: the seat that is taken if it is free. Whoever sends the same `claim` again, because
    the answer was lost, gets the same key again.
    """

    name: Text = ""
    claim: Secret | None = None
    crest: Crest = ""
    colour: Colour | None = None


class AcceptInvitation(JoinTable):
    """A wish to take the seat of an invitation; answered like a new table, with one key."""

    invitation: Secret


class LookAtInvitation(Message):
    """A wish to know what an invitation is good for; uses nothing up."""

    invitation: Secret


class InvitationState(Message):
    """The seat of an invitation, whether it can be taken, and the table of the rematch if any."""

    seat: int
    used: bool
    rematch: str | None


class Addresses(Message):
    """Where else this server can be reached; empty where only this computer reaches it.

    `local`: the page was opened at an address that other computers don't know.
    """

    local: bool
    others: list[str]


class TokenWish(Message):
    """A wish that a program may play at one's seat; an earlier token of the seat is revoked."""

    seat: Annotated[int, Field(ge=0, le=3)]


class RemoveWish(TokenWish):
    """A wish of a table's creator that somebody goes."""


class Granted(Message):
    """What was wished has happened; `number`: of the table's last journal entry now."""

    number: int


class SeatState(Message):
    """What everybody may know of a seat."""

    seat: int
    letter: str  # A, B, C, D
    name: str
    kind: Literal["person", "bot", "empty"]
    bot: str | None
    level: int | None  # of the bot, where it has one
    lent: bool  # a bot plays for the person whose seat it is
    awaited: bool  # the person whose seat it is has yet to come
    connected: bool
    thinking: bool
    program: bool  # its person has given it to a program, by a token
    crest: Crest  # of its person
    points: int


class LedgerTerm(Message):
    """One line of the ledger: what would give a seat points now."""

    seat: int
    what: str
    label: str
    at: str | None
    clause: str
    points: int
    span: str = ""  # in which stretch of the game it came, where that is told: "Phase 2"


class Scored(Message):
    """A scoring that an action brought: what it is called, and what gave whom how much."""

    title: str
    terms: list[LedgerTerm]


class LogEntry(Message):
    """One line of the log: an action, an undo (asked for or done), a word said, a change of seats.

    An undo that waits for consent has the text `undo?`, then `undo yes` and `undo no` answer it;
    one that is done is `undo 57`: the number of actions that are left.
    """

    number: int  # of the journal, from 1 on; gaps don't occur
    kind: Literal["action", "undo", "chat", "seat", "over", "rematch", "clock"]
    seat: int | None
    action: int | None  # how many actions had been played before it, for `?a=57`
    text: str  # notation; masked where this listener may not know it
    sentence: str
    squares: list[str]
    at: int  # milliseconds since the table was opened
    brief: str = ""  # an action in two or three words, where it left something to be seen
    way: list[str] = []  # places that a figure went through, or where something came, in order
    floors: list[
        int
    ] = []  # how high it passed each of them, where it went through what stands there
    price: str = ""  # what an action cost: "1 AP"
    gained: list[int] = []  # points by seat that an action brought; empty where none
    news: list[str] = []  # what began or ended by an action, in sentences
    scored: Scored | None = None
    facts: dict[str, Any] = {}  # what the rules say of it, by name; none where it is masked


class Choice(Message):
    """A legal action: its notation, its kind, the squares it touches, in order, and a sentence."""

    text: str
    kind: str  # `move`, `block`, `play climb`, ...
    squares: list[str]
    sentence: str
    way: list[str] = []  # as of an entry
    floors: list[int] = []  # as of an entry
    price: int = 0  # in action points
    gains: int = 0  # points for who plays it, at once
    ends: bool = False  # it gives up the rest of the turn
    facts: dict[str, Any] = {}  # what the rules say of it, by name: what it closes, what it takes


class Near(Message):
    """An action that one rule alone forbids, and why, in a sentence."""

    text: str
    kind: str
    squares: list[str]
    sentence: str
    clause: str


class Ledger(Message):
    """What each seat would score if the year, or the game, ended now; then where it would stand."""

    terms: list[LedgerTerm]
    totals: list[int]
    settled: bool  # the points include what the terms say: the year, or the game, is scored


class UndoWish(Message):
    """An undo that waits for consent: `agree` and `refuse` name its entry."""

    wish: int  # the number of the entry that asked
    seat: int  # who asked
    waits_for: list[int]  # the seats that have not agreed yet


class ClockState(Message):
    """The clock of a table, as it stood when this was said."""

    pace: Pace
    late: str  # what happens to whoever has no time left, in a sentence
    left: list[int]  # milliseconds of every seat
    running: int | None  # the seat whose time passes
    paused: bool
    wanting: list[int]  # the seats that wish for a pause


class TableState(Message):
    """A table as one listener sees it, whole."""

    type: Literal["state"] = "state"
    table: str
    game: str
    label: str
    options: dict[str, Value]
    summary: str  # the edition and variants in a few words
    status: Literal["waiting", "running", "over"]
    number: int  # of the last journal entry; the next submit must name it
    actions: int  # played so far, undone ones taken off
    seats: list[SeatState]
    yours: list[int]  # seats whose secrets this listener holds
    looking: int | None  # the seat through whose eyes `view` is seen; None: a watcher
    to_move: int | None
    view: dict[str, Any]  # a position document, hidden cards written "?"
    diagram: str | None  # the same drawn in characters, for a title without a board in the page
    facts: dict[str, Any]  # what the rules say of this position: rounds of the year, prices, ...
    choices: list[Choice]  # for `to_move`, if it is one of yours; else empty
    nearly: list[Near]  # what one rule alone keeps from `to_move`, if it is one of yours
    ledger: Ledger
    undo: bool  # may one of yours take its last action back now?
    undo_needs_consent: bool
    redo: bool  # may one of yours play again what was taken back?
    undo_asked: UndoWish | None
    clock: ClockState | None
    chat: bool  # whether the host lets people write to each other
    creator: int | None  # the seat of whoever opened the table: they may show others the door
    watchers: int  # how many look on without a seat
    watching: list[str]  # the names of those who wish to be named
    changed: int  # when something last happened, in seconds since 1970
    staged: int  # actions of the current turn, from `actions - staged` on
    imported: int | None  # actions that a record brought: whoever brought it knew the deal
    seed_hash: str  # sha256 of "seed:nonce", published from the start
    seed: str | None  # "seed:nonce" itself, once the game is over
    outcome: dict[str, Any] | None
    ending: str | None  # how and why the game ended, in a sentence or two
    log: list[LogEntry]  # the new entries; of many the last 300, see `GET /api/tables/ID/log`
    rematch: str | None  # the table of the rematch, once somebody asked for one
    damage: str | None  # what the server's disk lost of this table, in a sentence


# ---------------------------------------------------------------- to the browser, besides states


class Refused(Message):
    """An action was refused, or a `why` is answered; nothing changed."""

    type: Literal["refused"] = "refused"
    action: str
    reason: str
    clause: str
    sentence: str


class Allowed(Message):
    """The answer to a `why` about an action that is legal."""

    type: Literal["allowed"] = "allowed"
    action: str


class Trouble(Message):
    """A message could not be taken: stale number, not your seat, malformed, too fast, ..."""

    type: Literal["trouble"] = "trouble"
    reason: str
    sentence: str
    number: int  # the table's current number, to catch up


class Thinking(Message):
    """How far a bot is with its turn, told a few times a second; a quick one is never heard of."""

    type: Literal["thinking"] = "thinking"
    seat: int
    share: float | None  # of its time, from 0 to 1; None: what it searches with is being compiled


class Pong(Message):
    """The answer to a ping."""

    type: Literal["pong"] = "pong"


# ---------------------------------------------------------------- records, replay


class LogPage(Message):
    """Part of a table's log, as one listener may read it."""

    log: list[LogEntry]  # at most 300, in order; the first is 1 where nothing came before


class Moment(Message):
    """A position of a table's past, as one listener may see it."""

    actions: int
    view: dict[str, Any]
    diagram: str | None
    facts: dict[str, Any]
    ledger: Ledger
    points: list[int]  # where every seat stood
    to_move: int | None
    entry: LogEntry | None  # the action that led here


class HintWish(Message):
    """A wish to know what a strong player would do after so many actions; None: now."""

    actions: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class HintCandidate(Message):
    """A turn worth playing."""

    turn: list[Choice]  # its actions, up to the end or to what shows something hidden
    chance: float | None  # that its seat wins, from 0 to 1; None where there was no choice
    points: list[float]  # what each seat may hope to have at the end; empty where unknown
    visits: int  # simulations that went through it: the more, the surer


class Hint(Message):
    """What a strong player would do, the best turn first, from what the seat to move can see."""

    actions: int
    seat: int
    candidates: list[HintCandidate]


class StudyTexts(Message):
    """A position of no table in writing: a document, one line, a record where it was dealt."""

    document: dict[str, Any]
    line: str
    record: dict[str, Any] | None


class RecordJson(Message):
    """A record as `.tourelle.json` holds it; the seed is null while the game runs."""

    model_config = ConfigDict(extra="forbid", strict=True, title="Record")

    tourelle: int
    game: str
    rules: int
    options: dict[str, Value]
    seats: list[dict[str, str]]
    seed: int | str | None  # text from 2**63 on
    actions: list[str]
    times: list[int]
    outcome: dict[str, Any] | None
    imported: int | None = None


class Clause(Message):
    """One heading of the rules with the Markdown under it; clauses are called T5.2."""

    id: str
    title: str
    depth: int
    text: str


# ---------------------------------------------------------------- health, problems


class Health(Message):
    """Whether the server can be played on: every title is compiled, and the journal keeps."""

    ready: bool
    keeping: bool  # whether the journal still writes; if not, nothing more happens at any table
    compiling: str | None  # title, how far: "… 3/10"
    version: str
    tables: int
    connections: int


class Problem(Message):
    """Why a request was refused: a machine name, a clause of the rules or nothing, a sentence."""

    reason: str
    clause: str
    sentence: str
