"""Reviews kept on disk, by the hash of their record and what made them."""

import json
import os
from pathlib import Path
from typing import Final

from tourelle.core.records import Record, read_record
from tourelle.review.judged import Review, from_json, to_json

FOLDER: Final = "reviews"
KEPT: Final = 1000
"""Reviews in a folder; those not asked for the longest go first."""


class Shelf:
    """A folder of reviews; one that can't be written keeps nothing, and nothing fails."""

    def __init__(self, folder: Path) -> None:
        """Take the folder in which that of the reviews lies."""
        self._folder: Final = folder / FOLDER

    def find(self, name: str) -> Review | None:
        """Return a review that was kept."""
        found = self.find_whole(name)
        return found and found[0]

    def find_whole(self, name: str) -> tuple[Review, Record] | None:
        """Return a review that was kept, and the record that it is of."""
        file = self._folder / f"{name}.json"
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            found = from_json(kept), read_record(kept["of"])
            os.utime(file)
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return found

    def keep(self, name: str, review: Review, record: Record) -> None:
        """Keep a review of a record."""
        file = self._folder / f"{name}.json"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            fresh = file.with_suffix(f".{os.getpid()}")
            kept = {**to_json(review), "of": record.to_json()}
            fresh.write_text(json.dumps(kept, ensure_ascii=False), encoding="utf-8")
            fresh.replace(file)
            files = sorted(self._folder.glob("*.json"), key=lambda each: -each.stat().st_mtime)
            for old in files[KEPT:]:
                old.unlink(missing_ok=True)
        except OSError:
            return
