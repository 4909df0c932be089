"""What programs do wrong, in every language, and as the journal of a table keeps it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tourelle.core.words import Refusal
from tourelle.languages import ENGLISH, refusal_sentence, say

ROOM: Final = "bots"
BRIEF: Final = ("not-started", "died", "no-message", "says", "forbidden")
"""Whose details could tell others what the program's seat alone knows."""


@dataclass(frozen=True)
class Trouble:
    """Something that a program did: its reason names a sentence, with what stands in its gaps.

    `refusal` among them is a rule of a title, told in the reader's language too.
    """

    reason: str
    params: Mapping[str, Any]

    def with_stand_in(self, bot: str, stand_in: str) -> "Trouble":
        """Return the same with whose trouble it is, and who played instead."""
        return Trouble(self.reason, {**self.params, "bot": bot, "stand_in": stand_in})

    def said(self, language: str = ENGLISH, *, brief: bool = False) -> str:
        """Return the trouble in words, with a stand-in as a whole sentence.

        `brief`: fit for those who may not know what the program's seat knows.
        """
        gaps = dict(self.params)
        if refusal := gaps.pop("refusal", None):
            title, rule = refusal
            sentence = refusal_sentence(language, title, rule.reason, dict(rule.params))
            gaps["why"] = f"{sentence} ({rule.clause})" if rule.clause else sentence
        hidden = brief and self.reason in BRIEF
        told = say(language, ROOM, f"program.{self.reason}{'.brief' * hidden}", **gaps)
        if "bot" not in gaps:
            return told
        names = {"bot": gaps["bot"], "stand_in": gaps["stand_in"]}
        return say(language, ROOM, "program.stand-in", **names, trouble=told)

    def data(self) -> dict[str, Any]:
        """Return the trouble as a journal keeps it."""
        kept = dict(self.params)
        if refusal := kept.pop("refusal", None):
            title, rule = refusal
            kept["refusal"] = [title, rule.reason, rule.clause, dict(rule.params)]
        return {"reason": self.reason, "params": kept}


def read(data: Mapping[str, Any]) -> Trouble:
    """Read a trouble that a journal kept."""
    params = dict(data["params"])
    if refusal := params.pop("refusal", None):
        title, reason, clause, gaps = refusal
        params["refusal"] = (title, Refusal(reason, clause, gaps))
    return Trouble(data["reason"], params)
