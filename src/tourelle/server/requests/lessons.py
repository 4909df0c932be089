"""What there is to learn of a title, over HTTP."""

from fastapi import APIRouter

from tourelle.server.protocol import Language
from tourelle.server.protocol.lessons import Course
from tourelle.server.requests.asking import CheckedRoute, TheAddress, TheLobby, TheTitle, problems
from tourelle.server.said import courses

router = APIRouter(route_class=CheckedRoute, tags=["words"])


@router.get("/api/lessons/{title}", responses=problems(404, 429, 503))
async def lessons(
    title: TheTitle, lobby: TheLobby, address: TheAddress, language: Language = "en"
) -> Course:
    """Return the lessons and the first game of a title; none of either where it has none."""
    await lobby.precompiler.wait(title)  # positions are read by the rules
    return await lobby.work.run(address, lambda: courses.course(title, language))
