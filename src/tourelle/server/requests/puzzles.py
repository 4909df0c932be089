"""Requests about puzzles: which there are, and whether a turn solves one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field

from tourelle.review.puzzles import PuzzlesError, puzzle_named
from tourelle.review.trying import Attempt
from tourelle.server.protocol import Language, Message, Text
from tourelle.server.protocol.puzzles import Puzzles, PuzzleVerdict
from tourelle.server.requests.asking import (
    CheckedRoute,
    TheAddress,
    TheLobby,
    TheTitle,
    about,
    problems,
    slowly,
)
from tourelle.server.said import puzzles as said
from tourelle.tables.troubles import TroubleError

router = APIRouter(prefix="/api/puzzles", route_class=CheckedRoute, tags=["puzzles"])
Name = Annotated[str, Path(max_length=40, pattern=r"^[0-9a-z_-]+$")]
Theme = Annotated[str, Query(max_length=40, pattern=r"^[0-9a-z_-]*$")]
studying = slowly("studies")


@contextmanager
def _readable() -> Iterator[None]:
    """Say what is wrong with a file of puzzles that an installed game has brought."""
    try:
        yield
    except PuzzlesError as trouble:
        raise TroubleError("puzzles-unreadable", trouble=str(trouble)) from trouble


class PuzzleTry(Message):
    """A turn as far as it is played, or the wish to be shown the solution."""

    turn: Annotated[list[Text], Field(max_length=100)] = Field(default_factory=list)
    give_up: bool = False


@router.get("/{title}", responses=problems(404, 429, 500, 503))
async def puzzles(
    title: TheTitle,
    lobby: TheLobby,
    address: TheAddress,
    language: Language = "en",
    theme: Theme = "",
) -> Puzzles:
    """Return the puzzles of a title, or those about a theme, without solutions and other themes."""
    with _readable():
        return await lobby.work.run(address, lambda: said.puzzles(title, language, theme))


@router.post("/{title}/{name}", dependencies=studying, responses=problems(404, 413, 429, 500, 503))
async def try_puzzle(
    title: TheTitle,
    name: Name,
    task: PuzzleTry,
    lobby: TheLobby,
    address: TheAddress,
    language: Language = "en",
) -> PuzzleVerdict:
    """Say whether a turn solves a puzzle; the solution is told with it, or to who gives up."""
    with _readable():
        puzzle = puzzle_named(title, name)
    if puzzle is None:
        raise TroubleError("no-such-page")

    def work() -> PuzzleVerdict:
        found = "shown" if task.give_up else Attempt(puzzle).tried(task.turn)
        told = found in ("shown", "solved")
        solution = said.solution(puzzle, title, language) if told else None
        return PuzzleVerdict(found=found, solution=solution)

    with about(title), _readable():
        await lobby.precompiler.wait(title)
        return await lobby.work.run(address, work)
