"""What a person may say besides actions, and the answers: choices, rules, undo, save, help."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.markdown import Markdown
from rich.text import Text

from tourelle.cli import rulebook, saves
from tourelle.cli.hotseat import Hotseat
from tourelle.cli.scoring import ledger
from tourelle.cli.screen import (
    choices_line,
    grouped,
    listing,
    scene_of,
    side_by_side,
    turn_line,
    turns,
)
from tourelle.cli.voice import UserError, Voice
from tourelle.core.words import RefusedError
from tourelle.languages.rulebook import page, sections

Said = Sequence[RenderableType]

LISTED: Final = 120
"""More choices than this are counted rather than listed."""


class Talk:
    """Answers everything that is not an action."""

    def __init__(self, table: Hotseat, screen: Console, voice: Voice) -> None:
        """Take the table that is talked about."""
        self.table: Final = table
        self.screen: Final = screen
        self.voice: Final = voice
        self._commands: Final[dict[str, Callable[[str], Said]]] = {
            "choices": self._choices,
            "board": self._board,
            "score": self._score,
            "rules": self._rules,
            "log": self._log,
            "undo": self._undo,
            "save": self._save,
            "help": self._help,
        }

    def words(self) -> list[str]:
        """Return the commands, leaving included."""
        return [*self._commands, "quit"]

    def command(self, line: str) -> Said | None:
        """Return the answer to a command, or None where it is none."""
        word, _, rest = ("help" if line == "?" else line).partition(" ")
        answer = self._commands.get(word)
        if answer is None:
            return None
        try:
            return answer(rest.strip())
        except UserError as error:
            return [Text(self.voice.error(error))]

    def refused(self, line: str) -> Said | None:
        """Return why a line can't be played, with what may have been meant; None if it can."""
        try:
            self.table.play.foresee(line)
        except RefusedError as error:
            meant = self._starting(line)
            if meant and error.refusal.reason == "notation":
                return [self._listed(meant)]
            return [self._explained(error), *([self._listed(meant)] if meant else [])]
        return None

    def _explained(self, error: RefusedError) -> Text:
        """Return a refusal with the way to its rule."""
        title, clause = self.table.game.title, error.refusal.clause
        text = Text(self.voice.refusal_with_clause(title, error), style="bold")
        if clause:
            text.append(" " + self.voice("hint.rules", clause=clause), style="not bold dim")
        elif error.refusal.reason == "notation":
            text.append(" " + self.voice("hint.help"), style="not bold dim")
        return text

    # ------------------------------------------------------------ choices

    def _texts(self) -> list[str]:
        return self.table.game.legal_texts(self.table.seen())

    def _starting(self, start: str) -> list[str]:
        """Return the legal actions that begin so."""
        return [text for text in self._texts() if text.startswith(start)]

    def _listed(self, texts: list[str]) -> RenderableType:
        """Return a list of actions, or their kinds where they are too many."""
        if len(texts) <= LISTED:
            return listing(texts)
        groups: dict[str, list[str]] = {}
        for text in texts:
            groups.setdefault(text.rpartition(" ")[0], []).append(text)
        return listing([f"{start} ({len(members)})" for start, members in groups.items()])

    def _choices(self, start: str) -> Said:
        if not start:
            kinds = [
                f"{kind} ({len(texts)})"
                for kind, texts in grouped(self.table.game, self._texts()).items()
            ]
            return [listing(kinds)]
        found = self._starting(start)
        if not found:
            return [Text(self.voice("choices.none", start=start))]
        return [self._listed(found)]

    # ------------------------------------------------------------ looking

    def _board(self, _: str) -> Said:
        scene = scene_of(self.table, self.voice, self.screen)
        return [side_by_side(scene), choices_line(self.table.game, self._texts(), self.voice)]

    def _score(self, _: str) -> Said:
        return [ledger(scene_of(self.table, self.voice, self.screen))]

    def _rules(self, clause: str) -> Said:
        title = self.table.game.title
        text = page(title, self.voice.language) or page(title, "en")
        if text is None:
            raise UserError("no-rules", game=title)
        if not clause:
            names = [section.heading for section in sections(text.splitlines())]
            return [Text(self.voice("rules.which")), listing(names[1:])]
        return [Markdown(rulebook.excerpt(text, clause, title))]

    def _log(self, count: str) -> Said:
        scene = scene_of(self.table, self.voice, self.screen)
        lines = [turn_line(run, scene, words=True) for run in turns(self.table.steps)]
        if count.isdecimal() and int(count):
            lines = lines[-int(count) :]
        return lines or [Text(self.voice("log.empty"))]

    # ------------------------------------------------------------ doing

    def _undo(self, _: str) -> Said:
        step = self.table.undo()
        return [Text(self.voice("undone", text=step.text))]

    def _save(self, name: str) -> Said:
        if not name:
            raise UserError("save-name")
        path = saves.save_as(self.table.record(), name)
        return [Text(self.voice("saved", file=path))]

    def _help(self, _: str) -> Said:
        from rich.table import Table as Grid

        grid: Any = Grid.grid(padding=(0, 3, 0, 0))
        for word in self.words():
            grid.add_row(Text(word, style="bold"), self.voice(f"command.{word}"))
        return [Text(self.voice("help.notation")), grid]
