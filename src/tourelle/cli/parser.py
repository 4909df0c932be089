"""The words of the command line: one table of commands, their arguments, their help."""

import argparse
from collections.abc import Callable
from typing import Any, Final, NoReturn

from tourelle import __version__
from tourelle.cli.voice import Voice
from tourelle.games import TITLES
from tourelle.languages import LANGUAGES

PROGRAM: Final = "tourelle"
USAGE_ERROR: Final = 2

# Each command: the function that runs it, loaded only when it is asked for.
COMMANDS: Final = {
    "serve": "serving:run",
    "worker": "worker:run",
    "play": "play:run",
    "legal": "on_documents:legal",
    "apply": "on_documents:apply",
    "score": "on_documents:score",
    "show": "on_documents:show",
    "suggest": "suggest:run",
    "review": "review:run",
    "puzzles": "puzzles:run",
    "replay": "on_records:replay",
    "record": "on_records:verify",
    "random": "on_records:random_games",
    "perft": "perft:run",
    "arena": "arena:run",
    "tune": "tuning:run",
    "engine": "engine:run",
    "bot": "bot:run",
    "learn": "learning:run",
    "rules": "rulebook:run",
    "options": "choices:options",
    "boards": "board_files:run",
    "store": "store:run",
    "admin": "admin:run",
}


class Parser(argparse.ArgumentParser):
    """Speaks the person's language around what argparse has to say."""

    voice: Voice

    def __init__(self, **given: Any) -> None:
        """Keep the examples below the help as they are laid out."""
        given.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(add_help=False, allow_abbrev=False, **given)
        self._positionals.title = self.voice("usage.arguments")
        self._optionals.title = self.voice("usage.options")
        self.add_argument("-h", "--help", action="help", help=self.voice("help.help"))

    def format_usage(self) -> str:
        """Return the usage line under its own title."""
        return super().format_usage().replace("usage: ", self.voice("usage.usage") + " ", 1)

    def format_help(self) -> str:
        """Return the help under its own titles."""
        return super().format_help().replace("usage: ", self.voice("usage.usage") + " ", 1)

    def error(self, message: str) -> NoReturn:
        """Say what was not understood and where help is; leave with status 2."""
        text = self.voice("usage.error", detail=message, command=f"{self.prog} --help")
        self.exit(USAGE_ERROR, f"{self.format_usage()}{text}\n")


def make_parser(voice: Voice) -> Parser:
    """Return the parser of the whole command line."""
    speaking = type("SpeakingParser", (Parser,), {"voice": voice})
    parser: Parser = speaking(
        prog=PROGRAM, description=voice("help.tourelle"), epilog=voice("help.tourelle.examples")
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    _language(parser, voice)
    commands = parser.add_subparsers(
        dest="command", metavar=voice("usage.command"), title=voice("usage.commands")
    )

    def add(name: str) -> argparse.ArgumentParser:
        made: argparse.ArgumentParser = commands.add_parser(
            name,
            help=voice(f"help.{name}"),
            description=voice(f"help.{name}"),
            epilog=voice(f"help.{name}.examples"),
        )
        _language(made, voice)
        return made

    for build in (
        _add_serve,
        _add_worker,
        _add_store,
        _add_admin,
        _add_play,
        _add_documents,
        _add_records,
        _add_review,
        _add_research,
        _add_arena,
        _add_tuning,
        _add_engine,
        _add_bot,
        _add_learning,
        _add_reading,
    ):
        build(add, voice)
    return parser


Add = Callable[[str], argparse.ArgumentParser]


def _language(parser: argparse.ArgumentParser, voice: Voice) -> None:
    """Let the language be chosen before or after the command."""
    parser.add_argument(
        "--lang", choices=LANGUAGES, default=argparse.SUPPRESS, help=voice("help.lang")
    )


def _json(parser: argparse.ArgumentParser, voice: Voice) -> None:
    parser.add_argument("--json", action="store_true", help=voice("help.json"))


def _game(parser: argparse.ArgumentParser, voice: Voice, *, optional: bool = False) -> None:
    metavar = voice("usage.game")
    if optional:
        parser.add_argument("game", metavar=metavar, nargs="?", help=voice("help.game"))
    else:
        parser.add_argument("game", metavar=metavar, choices=TITLES, help=voice("help.game"))


def _setup(parser: argparse.ArgumentParser, voice: Voice) -> None:
    """Add what a new game is told: options, seats, seed."""
    keys = voice("usage.option")
    parser.add_argument(
        "--option",
        dest="option",
        action="append",
        default=[],
        metavar=keys,
        help=voice("help.option"),
    )
    parser.add_argument(
        "--options",
        dest="option",
        action="extend",
        nargs="+",
        metavar=keys,
        help=voice("help.option"),
    )
    parser.add_argument("--seats", type=int, metavar="N", help=voice("help.seats"))


def _hands(parser: argparse.ArgumentParser, voice: Voice) -> None:
    """Add who plays many games: the cores of this machine, or a cluster."""
    hands = parser.add_mutually_exclusive_group()
    hands.add_argument("--jobs", type=int, metavar="N", help=voice("help.jobs"))
    address = voice("usage.address")
    hands.add_argument("--cluster", metavar=address, help=voice("help.cluster"))


def _add_serve(add: Add, voice: Voice) -> None:
    serve = add("serve")
    serve.add_argument("--host", help=voice("help.host"))
    serve.add_argument("--port", type=int, metavar="N", help=voice("help.port"))
    serve.add_argument("--data", metavar=voice("usage.folder"), help=voice("help.data"))
    serve.add_argument("--store", metavar="postgresql://...", help=voice("help.store-address"))
    serve.add_argument(
        "--processes", type=int, default=1, metavar="N", help=voice("help.processes")
    )
    serve.add_argument("--no-browser", action="store_true", help=voice("help.no-browser"))


def _add_worker(add: Add, voice: Voice) -> None:
    worker = add("worker")
    worker.add_argument("--store", metavar="postgresql://...", help=voice("help.store-address"))
    worker.add_argument("--threads", type=int, metavar="N", help=voice("help.worker-threads"))
    worker.add_argument("--json", action="store_true", help=voice("help.worker-json"))


def _add_store(add: Add, voice: Voice) -> None:
    store = add("store")
    works = ("check", "export", "copy")
    store.add_argument("work", choices=works, help=voice("help.store-work"))
    store.add_argument("of", nargs="*", metavar=voice("usage.of"), help=voice("help.store-of"))
    store.add_argument("--store", metavar="postgresql://...", help=voice("help.store-address"))
    store.add_argument("--data", metavar=voice("usage.folder"), help=voice("help.data"))
    _json(store, voice)


def _add_admin(add: Add, voice: Voice) -> None:
    admin = add("admin")
    works = ("load", "tables", "close", "open", "backup")
    admin.add_argument("work", nargs="?", choices=works, help=voice("help.admin-work"))
    admin.add_argument(
        "what", nargs="?", metavar=voice("usage.what"), help=voice("help.admin-what")
    )
    admin.add_argument("--address", metavar="URL", help=voice("help.admin-address"))
    admin.add_argument("--data", metavar=voice("usage.folder"), help=voice("help.data"))
    _json(admin, voice)


def _add_play(add: Add, voice: Voice) -> None:
    play = add("play")
    _game(play, voice, optional=True)
    _setup(play, voice)
    play.add_argument("--bots", default="", metavar="1=greedy,2=random", help=voice("help.bots"))
    play.add_argument("--names", default="", metavar="Ana,Bo", help=voice("help.names"))
    play.add_argument("--seed", type=int, metavar="S", help=voice("help.seed"))
    file = voice("usage.file")
    play.add_argument("--resume", nargs="?", const="", metavar=file, help=voice("help.resume"))


def _add_documents(add: Add, voice: Voice) -> None:
    for name in ("legal", "apply", "score", "show", "suggest"):
        command = add(name)
        metavar = voice("usage.file")
        command.add_argument("file", metavar=metavar, nargs="?", help=voice("help.file"))
        if name == "apply":
            action = voice("usage.action")
            command.add_argument("actions", metavar=action, nargs="*", help=voice("help.actions"))
        if name in ("legal", "apply", "suggest"):
            _json(command, voice)
        if name == "suggest":
            _budget(command, voice)
        if name == "show":
            form = command.add_mutually_exclusive_group()
            for key in ("help.plain", "help.svg", "help.line"):
                way = key.replace("help.", "--")
                form.add_argument(way, action="store_true", help=voice(key))
        else:
            command.add_argument("--lines", action="store_true", help=voice("help.lines"))


def _budget(suggest: argparse.ArgumentParser, voice: Voice) -> None:
    """Add how long to think, from which chance, and how much to tell."""
    suggest.add_argument(
        "--seconds", type=float, default=1.0, metavar="S", help=voice("help.suggest.seconds")
    )
    suggest.add_argument(
        "--work", type=int, default=0, metavar="N", help=voice("help.suggest.work")
    )
    suggest.add_argument(
        "--turns", type=int, default=5, metavar="N", help=voice("help.suggest.turns")
    )
    suggest.add_argument("--seed", type=int, default=0, metavar="S", help=voice("help.seed"))


def _add_records(add: Add, voice: Voice) -> None:
    replay = add("replay")
    file = voice("usage.record")
    replay.add_argument("file", metavar=file, nargs="?", help=voice("help.record-file"))
    replay.add_argument("--steps", action="store_true", help=voice("help.steps"))
    replay.add_argument("--at", type=int, metavar="N", help=voice("help.at"))
    _json(replay, voice)
    record = add("record")
    record.add_argument("verb", choices=("verify",), help=voice("help.verify"))
    record.add_argument("files", metavar=file, nargs="+", help=voice("help.record-file"))
    _json(record, voice)


def _add_review(add: Add, voice: Voice) -> None:
    review = add("review")
    file = voice("usage.record")
    review.add_argument("file", metavar=file, nargs="?", help=voice("help.record-file"))
    form = review.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=voice("help.json"))
    form.add_argument("--html", action="store_true", help=voice("help.review.html"))
    budget = review.add_mutually_exclusive_group()
    budget.add_argument("--budget", type=int, metavar="N", help=voice("help.review.budget"))
    budget.add_argument("--seconds", type=float, metavar="S", help=voice("help.review.seconds"))
    review.add_argument("--jobs", type=int, metavar="N", help=voice("help.jobs"))
    puzzles = add("puzzles")
    _game(puzzles, voice)
    _setup(puzzles, voice)
    files = voice("usage.record")
    puzzles.add_argument("--records", nargs="+", metavar=files, help=voice("help.puzzles.records"))
    puzzles.add_argument(
        "--count", type=int, default=150, metavar="N", help=voice("help.puzzles.count")
    )
    puzzles.add_argument("--minutes", type=float, metavar="M", help=voice("help.puzzles.minutes"))
    puzzles.add_argument(
        "--out", default="puzzles.json", metavar=voice("usage.file"), help=voice("help.puzzles.out")
    )
    puzzles.add_argument("--theme", metavar="NAME", help=voice("help.puzzles.theme"))
    puzzles.add_argument("--up-to", type=int, metavar="R", help=voice("help.puzzles.up-to"))
    puzzles.add_argument("--rerate", action="store_true", help=voice("help.puzzles.rerate"))
    puzzles.add_argument("--jobs", type=int, metavar="N", help=voice("help.jobs"))
    puzzles.add_argument("--seed", type=int, metavar="S", help=voice("help.puzzles.seed"))
    _json(puzzles, voice)


def _add_research(add: Add, voice: Voice) -> None:
    games = add("random")
    _game(games, voice)
    games.add_argument("--games", type=int, default=1, metavar="N", help=voice("help.games"))
    games.add_argument("--seed", type=int, default=0, metavar="S", help=voice("help.seed"))
    _setup(games, voice)
    folder = voice("usage.folder")
    games.add_argument("--out", metavar=folder, help=voice("help.out"))
    perft = add("perft")
    _game(perft, voice)
    perft.add_argument("--depth", type=int, required=True, metavar="N", help=voice("help.depth"))
    perft.add_argument("--divide", action="store_true", help=voice("help.divide"))
    perft.add_argument("--seed", type=int, default=0, metavar="S", help=voice("help.seed"))
    _setup(perft, voice)
    _json(perft, voice)


def _add_tuning(add: Add, voice: Voice) -> None:
    tune = add("tune")
    _game(tune, voice)
    tune.add_argument("--seats", type=int, default=2, metavar="N", help=voice("help.seats"))
    tune.add_argument(
        "--set", action="append", metavar=voice("usage.options-set"), help=voice("help.tune.set")
    )
    bot = "turn:width=8:worlds=1"
    tune.add_argument("--bot", default=bot, metavar=voice("usage.bot"), help=voice("help.tune.bot"))
    tune.add_argument("--steps", type=int, default=200, metavar="N", help=voice("help.tune.steps"))
    tune.add_argument("--deals", type=int, default=4, metavar="N", help=voice("help.tune.deals"))
    tune.add_argument(
        "--only", default="", metavar=voice("usage.features"), help=voice("help.tune.only")
    )
    tune.add_argument("--check", type=int, default=100, metavar="N", help=voice("help.tune.check"))
    tune.add_argument("--seed", type=int, default=1, metavar="S", help=voice("help.seed"))
    _hands(tune, voice)
    folder = voice("usage.folder")
    tune.add_argument("--out", default="tuning", metavar=folder, help=voice("help.tune.out"))
    tune.add_argument("--write", metavar=voice("usage.file"), help=voice("help.tune.write"))
    _json(tune, voice)


def _add_learning(add: Add, voice: Voice) -> None:
    learn = add("learn")
    _game(learn, voice)
    _setup(learn, voice)
    for name, default, help_ in (
        ("rounds", 3, "help.learn.rounds"),
        ("games", 30_000, "help.learn.games"),
        ("window", 2, "help.learn.window"),
        ("pairs", 300, "help.learn.pairs"),
        ("width", 128, "help.learn.width"),
        ("depth", 32, "help.learn.depth"),
    ):
        learn.add_argument(f"--{name}", type=int, default=default, metavar="N", help=voice(help_))
    word, bot, judge = voice("usage.bot"), "turn:width=8:arms=8:worlds=1", "deep:seconds=0.05"
    learn.add_argument("--bot", default=bot, metavar=word, help=voice("help.learn.bot"))
    learn.add_argument("--judge", default=judge, metavar=word, help=voice("help.learn.judge"))
    asks = ("ends", "leaves", "both")
    learn.add_argument("--asks", choices=asks, default="both", help=voice("help.learn.asks"))
    learn.add_argument(
        "--trace", type=float, default=1.0, metavar="L", help=voice("help.learn.trace")
    )
    learn.add_argument(
        "--set", action="append", metavar=voice("usage.options-set"), help=voice("help.tune.set")
    )
    learn.add_argument("--seed", type=int, default=1, metavar="S", help=voice("help.seed"))
    _hands(learn, voice)
    folder, file = voice("usage.folder"), voice("usage.file")
    learn.add_argument("--out", default="learning", metavar=folder, help=voice("help.tune.out"))
    learn.add_argument("--write", metavar=file, help=voice("help.learn.write"))
    learn.add_argument("--commit", default="", metavar="C", help=voice("help.learn.commit"))
    _json(learn, voice)


def _add_arena(add: Add, voice: Voice) -> None:
    arena = add("arena")
    _game(arena, voice)
    bots = "greedy,turn,deep:seconds=0.1"
    arena.add_argument("--bots", required=True, metavar=bots, help=voice("help.arena-bots"))
    arena.add_argument("--pairs", type=int, default=100, metavar="N", help=voice("help.pairs"))
    _setup(arena, voice)
    arena.add_argument("--seed", type=int, default=0, metavar="S", help=voice("help.seed"))
    arena.add_argument("--opening", type=int, metavar="N", help=voice("help.opening"))
    _hands(arena, voice)
    folder = voice("usage.folder")
    arena.add_argument("--out", metavar=folder, help=voice("help.arena-out"))
    arena.add_argument("--records", action="store_true", help=voice("help.records"))
    arena.add_argument("--sprt", metavar="0,20", help=voice("help.sprt"))
    arena.add_argument("--alpha", type=float, default=0.05, metavar="A", help=voice("help.alpha"))
    arena.add_argument("--beta", type=float, default=0.05, metavar="B", help=voice("help.beta"))
    arena.add_argument(
        "--anchor", action="append", default=[], metavar="random=0", help=voice("help.anchor")
    )
    _json(arena, voice)


def _add_engine(add: Add, voice: Voice) -> None:
    engine = add("engine")
    engine.add_argument(
        "--bot", default="level-5", metavar=voice("usage.bot"), help=voice("help.engine.bot")
    )
    engine.add_argument("--seed", type=int, metavar="S", help=voice("help.seed"))


def _add_bot(add: Add, voice: Voice) -> None:
    bot = add("bot")
    bot.add_argument(
        "--table", required=True, metavar=voice("usage.link"), help=voice("help.bot.table")
    )
    bot.add_argument(
        "--bot", default="level-5", metavar=voice("usage.bot"), help=voice("help.bot.bot")
    )
    bot.add_argument("--name", default="", metavar="NAME", help=voice("help.bot.name"))
    bot.add_argument("--stay", action="store_true", help=voice("help.bot.stay"))


def _add_reading(add: Add, voice: Voice) -> None:
    rules = add("rules")
    _game(rules, voice)
    clause = voice("usage.clause")
    rules.add_argument("clause", metavar=clause, nargs="?", help=voice("help.clause"))
    options = add("options")
    _game(options, voice)
    _json(options, voice)
    boards = add("boards")
    verbs = ("list", "show", "check")
    boards.add_argument("verb", nargs="?", choices=verbs, default="list", help=voice("help.verb"))
    board = voice("usage.board")
    boards.add_argument("board", metavar=board, nargs="?", help=voice("help.board"))
