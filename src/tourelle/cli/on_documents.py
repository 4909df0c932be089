"""Commands on position documents: legal, apply, score, show; one document, or a stream of lines."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from typing import Final

from tourelle.cli.reading import (
    STANDARD_INPUT,
    parse_json,
    position_of,
    read_json,
    read_lines,
    title_of,
)
from tourelle.cli.voice import UserError, Voice
from tourelle.core.game import AnyGame
from tourelle.core.layout import AnyPosition
from tourelle.core.line import written
from tourelle.core.records import ReplayError
from tourelle.core.words import DocumentError, RefusedError, Seat, about

Answer = Callable[[AnyGame, AnyPosition, list[str]], Mapping[str, object]]

REFUSED: Final = 1


def legal(given: Namespace, voice: Voice) -> int:
    """Print every legal action of a position, one a line."""
    if given.lines:
        return stream(given, voice, _legal)
    game, position = position_given(given, voice)
    answer = _legal(game, position, [])
    if given.json:
        print_json(answer)
    else:
        sys.stdout.writelines(f"{text}\n" for text in answer["legal"])
    return 0


def apply(given: Namespace, voice: Voice) -> int:
    """Print the document after some actions, or say why one of them is refused."""
    if given.lines:
        return stream(given, voice, _apply)
    game, position = position_given(given, voice)
    for text in given.actions:
        try:
            game.play_text(position, text)
        except RefusedError as error:
            return _refuse(given, voice, game.title, text, error)
    print_json(game.document(position))
    return 0


def score(given: Namespace, voice: Voice) -> int:
    """Print what each seat would score now, as JSON."""
    if given.lines:
        return stream(given, voice, _score)
    game, position = position_given(given, voice)
    print_json(_score(game, position, []))
    return 0


def show(given: Namespace, voice: Voice) -> int:
    """Print the diagram, a picture or one line; on a terminal, the coloured board and all else."""
    game, position = position_given(given, voice)
    if given.svg or given.line:
        print(game.picture(position) if given.svg else written(game.document(position)))
        return 0
    if given.plain or not sys.stdout.isatty():
        print(game.diagram(position))
        return 0
    from tourelle.cli.screen import show_position

    show_position(game, position, voice)
    return 0


# ---------------------------------------------------------------- answers


def _legal(game: AnyGame, position: AnyPosition, _: list[str]) -> dict[str, list[str]]:
    return {"legal": game.legal_texts(position)}


def _apply(game: AnyGame, position: AnyPosition, actions: list[str]) -> dict[str, object]:
    for text in actions:
        game.play_text(position, text)
    return {"document": game.document(position)}


def _score(game: AnyGame, position: AnyPosition, _: list[str]) -> dict[str, object]:
    seats = []
    for seat in range(game.seats):
        terms = game.score_terms(position, Seat(seat))
        total = sum(term.points for term in terms)
        seats.append({"seat": seat, "total": total, "terms": [vars(term) for term in terms]})
    return {"seats": seats}


# ---------------------------------------------------------------- one document


def position_given(given: Namespace, voice: Voice) -> tuple[AnyGame, AnyPosition]:
    """Read the document that the command names."""
    data = read_json(_file(given))
    with about(title_of(data)):
        return position_of(data, voice)


def _file(given: Namespace) -> str:
    """Return the file to read: standard input where none is named and something is piped in."""
    if given.file is not None:
        return str(given.file)
    if sys.stdin.isatty():
        raise UserError("no-file", command=given.command)
    return STANDARD_INPUT


def _refuse(given: Namespace, voice: Voice, title: str, text: str, error: RefusedError) -> int:
    """Say why an action is refused; return the status."""
    if given.json:
        print_json(voice.refusal_json(title, error))
        return REFUSED
    sentence = voice.refusal_with_clause(title, error)
    print(f"{text}: {sentence}" if len(given.actions) > 1 else sentence, file=sys.stderr)
    unquoted = len(given.actions) > 1 and not any(" " in action for action in given.actions)
    if error.refusal.reason == "notation" and unquoted:
        print(voice("hint.quotes", action=" ".join(given.actions)), file=sys.stderr)
    return REFUSED


def print_json(data: object) -> None:
    """Print JSON as a person can read it and a script too."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


# ---------------------------------------------------------------- a stream of lines


def stream(given: Namespace, voice: Voice, answer: Answer) -> int:
    """Answer every line with a line; a bad one is answered too, and the stream goes on."""
    always = list(getattr(given, "actions", []))
    for number, line in enumerate(read_lines(_file(given)), 1):
        reply = _reply(line, number, always, voice, answer)
        sys.stdout.write(json.dumps(reply, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return 0


def _reply(
    line: str, number: int, always: list[str], voice: Voice, answer: Answer
) -> Mapping[str, object]:
    """Return the answer to one line."""
    title = ""
    try:
        data = parse_json(line, "-", number)
        wrapped = isinstance(data, Mapping) and "document" in data
        document = data["document"] if isinstance(data, Mapping) and wrapped else data
        actions = data.get("actions", always) if isinstance(data, Mapping) and wrapped else always
        if not isinstance(actions, list) or not all(isinstance(text, str) for text in actions):
            raise UserError("actions-form")
        title = str(title_of(document))
        game, position = position_of(document, voice)
        return answer(game, position, actions)
    except UserError as error:
        return {"error": voice.error_json(error)}
    except (DocumentError, ReplayError) as error:
        return {"error": voice.refusal_json(title, error)}
    except RefusedError as error:
        return {"refusal": voice.refusal_json(title, error)}
