"""What there is to learn of a title, over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Path

from tourelle.games import TITLES
from tourelle.server.lessons import Course
from tourelle.server.protocol import Language
from tourelle.server.requests.asking import CheckedRoute, TheAddress, TheLobby, problems
from tourelle.server.said import courses
from tourelle.tables.troubles import TroubleError

router = APIRouter(route_class=CheckedRoute, tags=["words"])
Title = Annotated[str, Path(max_length=40, pattern=r"^[a-z][a-z0-9_]*$")]


@router.get("/api/lessons/{title}", responses=problems(404, 429, 503))
async def lessons(
    title: Title, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> Course:
    """Return the lessons and the first game of a title; none of either where it has none."""
    if title not in TITLES:
        raise TroubleError("no-such-page")
    await lobby.precompiler.wait(title)  # positions are read by the rules
    return await lobby.work.run(address, lambda: courses.course(title, language))
