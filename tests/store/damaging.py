"""A folder with a journal as a killed server leaves it, and ways to damage it."""

import asyncio
import random
import shutil
from collections.abc import Callable
from pathlib import Path

from tourelle.store.sqlite import NAME, SqliteJournal

Lines = dict[str, list[str]]


def filled(folder: Path, tables: int, seed: int) -> Lines:
    """Fill a journal in `live` and copy it, unclosed, to `left`; return its lines."""
    dice = random.Random(seed)
    kept: Lines = {f"table-{i}": [f"opening {i}"] for i in range(tables)}

    async def story() -> None:
        journal = SqliteJournal(folder / "live" / NAME)
        for number in range(dice.randint(20, 60)):
            names = dice.sample(sorted(kept), dice.randint(1, min(8, tables)))
            await asyncio.gather(*(grow(journal, name, number) for name in names))
        for name, lines in kept.items():  # whoever was never drawn
            if len(lines) == 1:
                await grow(journal, name, 0)
        await asyncio.to_thread(leave)
        journal.close()

    async def grow(journal: SqliteJournal, name: str, number: int) -> None:
        lines = kept[name]
        fresh = [f"{name} {number} {dice.random()} « ü »" for _ in range(dice.randint(1, 3))]
        start = 0 if journal.lines(name) == [] else len(lines)
        wanted = [*lines, *fresh] if start == 0 else fresh
        tag = dice.choice(["listed-running", "listed-over", "private-running"])
        await journal.append(name, start, wanted, tag, 1000 * number)
        lines += fresh

    def leave() -> None:
        shutil.copytree(folder / "live", folder / "left")

    asyncio.run(story())
    return kept


def flip(file: Path, dice: random.Random, many: int) -> None:
    """Change some bytes of a file."""
    data = bytearray(file.read_bytes())
    for _ in range(many):
        if data:
            data[dice.randrange(len(data))] ^= dice.randint(1, 255)
    file.write_bytes(data)


def blot(file: Path, dice: random.Random) -> None:
    """Make a piece of a file zeros, or noise."""
    data = bytearray(file.read_bytes())
    if not data:
        return
    start = dice.randrange(len(data))
    size = min(dice.choice([16, 100, 4096]), len(data) - start)
    data[start : start + size] = dice.choice([bytes(size), dice.randbytes(size)])
    file.write_bytes(data)


def cut(file: Path, dice: random.Random) -> None:
    """Cut the end of a file off."""
    data = file.read_bytes()
    file.write_bytes(data[: dice.randrange(len(data) + 1)])


WAYS: dict[str, Callable[[Path, random.Random], None]] = {
    "flip one": lambda file, dice: flip(file, dice, 1),
    "flip some": lambda file, dice: flip(file, dice, 12),
    "blot": blot,
    "cut": cut,
    "swap pages": lambda file, dice: swap(file, dice),
    "lose": lambda file, _: file.unlink(missing_ok=True),
}


def swap(file: Path, dice: random.Random) -> None:
    """Exchange two pages."""
    data = bytearray(file.read_bytes())
    pages = len(data) // 4096
    if pages < 3:
        return
    one, two = (4096 * page for page in dice.sample(range(1, pages), 2))
    data[one : one + 4096], data[two : two + 4096] = data[two : two + 4096], data[one : one + 4096]
    file.write_bytes(data)
