"""The short menu before a game: what, in which edition, how many, against whom."""

from argparse import Namespace
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from tourelle.bots import playing
from tourelle.bots.levels import USUAL
from tourelle.cli import saves
from tourelle.cli.prompting import Asker
from tourelle.cli.voice import Voice
from tourelle.core.options import Option
from tourelle.games import game_class, playable

USUAL_SEATS: Final = 2


def choose_game(asking: Asker, screen: Console, voice: Voice) -> Namespace | Path | None:
    """Return a saved game, or what `play` needs to know of a new one; None where nobody answers."""
    menu = Menu(asking, screen, voice)
    try:
        return menu.saved() or menu.new()
    except EOFError:
        return None


class Menu:
    """Asks one thing after another; Enter takes what is usual."""

    def __init__(self, asking: Asker, screen: Console, voice: Voice) -> None:
        """Take somebody to ask."""
        self.asking: Final = asking
        self.screen: Final = screen
        self.voice: Final = voice

    def saved(self) -> Path | None:
        """Offer the last game that is not over."""
        path = saves.last_game()
        self.screen.print(Text(self.voice("menu.welcome"), style="bold"))
        if path is None:
            return None
        choices = [("new", self.voice("menu.new")), ("last", self.voice("menu.last"))]
        return path if self._pick("menu.begin", choices, "new") == "last" else None

    def new(self) -> Namespace:
        """Ask for a new game."""
        voice = self.voice
        titles = [(title, voice.label(title, "title", title)) for title in playable()]
        title = self._pick("menu.game", titles, titles[0][0])
        options = {option.name: option for option in game_class(title).option_list}
        wishes = []
        if "preset" in options:
            wishes.append(f"preset={self._preset(title, options['preset'])}")
        seats = self._number("menu.seats", options["seats"].low, options["seats"].high, USUAL_SEATS)
        people = self._number("menu.people", 1, seats, 1)
        bots = ""
        if people < seats:
            named = [(name, self._bot(name)) for name in playing(title)]
            bot = self._pick("menu.bot", named, USUAL)
            bots = ",".join(f"{seat}={bot}" for seat in range(people, seats))
        return Namespace(game=title, option=wishes, seats=seats, bots=bots, names="", seed=None)

    def _bot(self, name: str) -> str:
        """Return a bot's name and character."""
        label = self.voice.label("bots", f"bot.{name}.name", name)
        character = self.voice.label("bots", f"bot.{name}.character", "")
        return f"{label}: {character}" if character else label

    def _preset(self, title: str, option: Option) -> str:
        """Ask for the edition."""
        labels = [
            (str(value), self.voice.label(title, f"preset.{value}", str(value)))
            for value in option.values
        ]
        return self._pick("menu.edition", labels, str(option.default))

    def _pick(self, question: str, choices: list[tuple[str, str]], usual: str) -> str:
        """Ask for one of several things, by number or by name."""
        if len(choices) == 1:
            return choices[0][0]
        self.screen.print(Text(f"\n{self.voice(question)}", style="bold"))
        for number, (name, label) in enumerate(choices, 1):
            self.screen.print(Text(f"  {number}  {name:<14} {label}"))
        names = [name for name, _ in choices]
        while True:
            answer = self.asking.line(f"[{usual}] ", names) or usual
            if answer in names:
                return answer
            if answer.isdecimal() and 1 <= int(answer) <= len(names):
                return names[int(answer) - 1]
            self.screen.print(Text(self.voice("menu.again", choices=", ".join(names))))

    def _number(self, question: str, low: int, high: int, usual: int) -> int:
        """Ask for a number."""
        if low == high:
            return low
        self.screen.print(Text(f"\n{self.voice(question, low=low, high=high)}", style="bold"))
        while True:
            answer = self.asking.line(f"[{usual}] ") or str(usual)
            if answer.isdecimal() and low <= int(answer) <= high:
                return int(answer)
            self.screen.print(Text(self.voice("menu.again", choices=f"{low}-{high}")))
