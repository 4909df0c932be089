"""Asking a person: with completion on a terminal, line by line from a pipe."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

if TYPE_CHECKING:
    from prompt_toolkit.completion import CompleteEvent, Completion
    from prompt_toolkit.document import Document

MENU_LINES: Final = 3


class Asker(Protocol):
    """Somewhere answers come from. The end of them is an EOFError."""

    interactive: bool

    def line(self, question: str, texts: Sequence[str] = (), meta: "Meta | None" = None) -> str:
        """Ask; `texts` are the answers to complete, `meta` says what each of them means."""


Meta = Callable[[str], str]


def asker() -> Asker:
    """Return the asker that fits how the command was started."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return TerminalAsker()
    return PipedAsker()


class PipedAsker:
    """Reads standard input; asks nothing aloud."""

    interactive = False

    def line(self, question: str, texts: Sequence[str] = (), meta: Meta | None = None) -> str:  # noqa: ARG002 (an Asker's signature)
        """Return the next line."""
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line.strip()


class TerminalAsker:
    """Edits the line, completes what is legal word by word, remembers what was typed."""

    interactive = True

    def __init__(self) -> None:
        """Open a session with its own memory."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.shortcuts import CompleteStyle

        self._session: PromptSession[str] = PromptSession(
            complete_style=CompleteStyle.MULTI_COLUMN, reserve_space_for_menu=MENU_LINES
        )

    def line(self, question: str, texts: Sequence[str] = (), meta: Meta | None = None) -> str:
        """Ask with a prompt; Ctrl-C and Ctrl-D both mean to leave."""
        from prompt_toolkit.completion import Completer

        class Words(Completer):
            """Completes from a list of texts."""

            def get_completions(
                self,
                document: "Document",
                complete_event: "CompleteEvent",  # noqa: ARG002 (prompt_toolkit's signature)
            ) -> Iterator["Completion"]:
                """Yield the words that may come next."""
                yield from completions(document.text_before_cursor, texts, meta)

        try:
            answer = self._session.prompt(question, completer=Words(), complete_while_typing=True)
        except KeyboardInterrupt:
            raise EOFError from None
        return answer.strip()


def next_words(typed: str, texts: Iterable[str]) -> dict[str, list[str]]:
    """Return the words that may follow what is typed, each with the texts it leads to."""
    done = typed.split(" ")
    before, start = done[:-1], done[-1]
    found: dict[str, list[str]] = {}
    for text in texts:
        words = text.split(" ")
        if len(words) > len(before) and words[: len(before)] == before:
            word = words[len(before)]
            if word.startswith(start):
                found.setdefault(word, []).append(text)
    return found


def completions(typed: str, texts: Iterable[str], meta: Meta | None) -> "Iterator[Completion]":
    """Yield prompt_toolkit's completions of the word being typed."""
    from prompt_toolkit.completion import Completion

    typed = " ".join(typed.lstrip().split()) + (" " if typed.endswith(" ") else "")
    start = typed.split(" ")[-1]
    for word, leads in next_words(typed, texts).items():
        said: Any = f"({len(leads)})" if len(leads) > 1 else meta(leads[0]) if meta else None
        yield Completion(word, start_position=-len(start), display_meta=said)
