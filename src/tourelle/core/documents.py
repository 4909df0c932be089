"""Reading position documents: each error names the key, the value and the rule."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tourelle.core.words import DocumentError, Param, Refusal

SHARED: Final = ("game", "rules")
"""Keys of every title's documents: the title, and the version of its rules if not the newest."""


def rules_of(document: object) -> int | None:
    """Return the version of the rules that a document names; None where the newest is meant."""
    rules = document.get("rules") if isinstance(document, Mapping) else None
    if rules is None or type(rules) is int:
        return rules
    raise DocumentError(Refusal("bad-value", "", _expected("rules", rules, "1, 2, ...")))


def _expected(key: str, value: object, expected: str) -> dict[str, Param]:
    """Return what the sentence about a value that is not what was expected needs."""
    written = json.dumps(value, ensure_ascii=False, default=str)
    return {"key": key, "value": written[:80], "expected": expected}


class Reader:
    """A document whose values are asked for by key; what is missing takes its default."""

    def __init__(self, document: object, title: str, keys: Sequence[str]) -> None:
        """Take a JSON table for `title` that holds no other keys than these and `SHARED`."""
        if not isinstance(document, Mapping):
            raise DocumentError(Refusal("document-not-a-table"))
        for key in document:
            if key not in SHARED and key not in keys:
                params = {"key": str(key), "known": ", ".join(keys)}
                raise DocumentError(Refusal("unknown-key", params=params))
        if document.get("game", title) != title:
            params = {"game": str(document["game"]), "known": title}
            raise DocumentError(Refusal("unknown-game", params=params))
        self.document: Mapping[str, Any] = document
        self._title, self._keys = title, keys

    def over(self, other: Mapping[str, object]) -> "Reader":
        """Return a reader of this document that finds in another one what is missing."""
        return Reader({**other, **self.document}, self._title, self._keys)

    def options(self, per_seat: Sequence[str], clause: str) -> dict[str, object]:
        """Return the option set; seats left out are counted in the longest list of `per_seat`."""
        options = self.document.get("options", {})
        if not isinstance(options, Mapping):
            raise DocumentError(Refusal("options-not-a-table", clause))
        lists = [self.document.get(key) for key in per_seat]
        longest = max((len(entries) for entries in lists if isinstance(entries, list)), default=0)
        counted = longest and "seats" not in options
        return {**options, "seats": longest} if counted else dict(options)

    def has(self, key: str) -> bool:
        """Tell whether the document gives this key."""
        return key in self.document

    def get(self, key: str, default: Any = None) -> Any:
        """Return a value as it stands."""
        return self.document.get(key, default)

    def refuse(self, key: str, expected: str, clause: str = "") -> DocumentError:
        """Return the error for a value that is not what was expected."""
        params = _expected(key, self.document.get(key), expected)
        return DocumentError(Refusal("bad-value", clause, params))

    def number(self, key: str, default: int, low: int, high: int, clause: str = "") -> int:
        """Return a whole number from `low` to `high`."""
        value = self.document.get(key, default)
        if type(value) is not int or not low <= value <= high:
            raise self.refuse(key, f"{low}-{high}", clause)
        return value

    def optional_number(self, key: str, low: int, high: int, clause: str = "") -> int | None:
        """Return a whole number, or None for null or nothing."""
        return None if self.get(key) is None else self.number(key, low, low, high, clause)

    def flag(self, key: str, default: bool, clause: str = "") -> bool:
        """Return true or false."""
        value = self.document.get(key, default)
        if not isinstance(value, bool):
            raise self.refuse(key, "true, false", clause)
        return value

    def word(self, key: str, default: str, choices: Sequence[str], clause: str = "") -> str:
        """Return one of a few words."""
        value = self.document.get(key, default)
        if not isinstance(value, str) or value not in choices:
            raise self.refuse(key, ", ".join(choices), clause)
        return value

    def numbers(
        self, key: str, size: int, default: int, low: int, high: int, clause: str = ""
    ) -> list[int]:
        """Return a list of exactly `size` whole numbers."""
        value = self.document.get(key, [default] * size)
        if not isinstance(value, list) or len(value) != size:
            raise self.refuse(key, f"[{low}-{high}] * {size}", clause)
        if any(type(number) is not int or not low <= number <= high for number in value):
            raise self.refuse(key, f"[{low}-{high}] * {size}", clause)
        return value

    def flags(self, key: str, size: int, default: bool, clause: str = "") -> list[bool]:
        """Return a list of exactly `size` times true or false."""
        value = self.document.get(key, [default] * size)
        if not isinstance(value, list) or len(value) != size:
            raise self.refuse(key, f"[true, false] * {size}", clause)
        if any(not isinstance(flag, bool) for flag in value):
            raise self.refuse(key, f"[true, false] * {size}", clause)
        return value

    def entries(self, key: str, size: int, clause: str = "") -> list[Any]:
        """Return a list of exactly `size` entries of any kind."""
        value = self.document.get(key)
        if not isinstance(value, list) or len(value) != size:
            raise self.refuse(key, f"[...] * {size}", clause)
        return value
