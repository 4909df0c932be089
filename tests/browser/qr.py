"""A QR code read as a phone would, from its dark squares to the text (ISO/IEC 18004)."""

import re
from collections.abc import Callable, Iterator
from itertools import zip_longest

BLOCKS = (  # of level M, versions 1 to 10: data codewords of each block; check codewords of a block
    ([16], 10),
    ([28], 16),
    ([44], 26),
    ([32] * 2, 18),
    ([43] * 2, 24),
    ([27] * 4, 16),
    ([31] * 4, 18),
    ([38] * 2 + [39] * 2, 22),
    ([36] * 3 + [37] * 2, 22),
    ([43] * 4 + [44], 26),
)
ALIGNED: list[list[int]] = [
    [],
    *([6, far] for far in (18, 22, 26, 30, 34)),
    *([6, 22 + 2 * step, 38 + 4 * step] for step in range(4)),
]
MASKS: tuple[Callable[[int, int], int], ...] = (
    lambda r, c: (r + c) % 2,
    lambda r, _: r % 2,
    lambda _, c: c % 3,
    lambda r, c: (r + c) % 3,
    lambda r, c: (r // 2 + c // 3) % 2,
    lambda r, c: r * c % 2 + r * c % 3,
    lambda r, c: (r * c % 2 + r * c % 3) % 2,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2,
)
QUIET = 4
Squares = set[tuple[int, int]]


def read_code(view: str, path: str) -> str:
    """Return the text of a code that is drawn as a path of squares in a view box."""
    size = int(view.split()[2]) - 2 * QUIET
    drawn = re.findall(r"M(\d+) (\d+)h1v1h-1z", path)
    dark = {(int(row) - QUIET, int(column) - QUIET) for column, row in drawn}
    version = (size - 17) // 4
    form = sum(
        ((i if i < 6 else i + 1 if i < 8 else size - 15 + i, 8) in dark) << i for i in range(15)
    )
    form ^= 0x5412
    assert form >> 13 == 0, "not of level M"
    flips = MASKS[form >> 10 & 7]
    bits = [((r, c) in dark) != (flips(r, c) == 0) for r, c in _way(size, _fixed(size, version))]
    words = [
        sum(bit << 7 - i for i, bit in enumerate(bits[at : at + 8]))
        for at in range(0, len(bits), 8)
    ]
    return _text(_data(words, version), version)


def _fixed(size: int, version: int) -> Squares:
    """The squares that hold no data."""
    found = {(i, 6) for i in range(size)} | {(6, i) for i in range(size)}
    for top, left in ((0, 0), (0, size - 8), (size - 8, 0)):
        found |= {(top + r, left + c) for r in range(9) for c in range(9)}
    lines = ALIGNED[version - 1]
    for row in lines:
        for column in lines:
            if (row, column) not in {(6, 6), (6, lines[-1]), (lines[-1], 6)}:
                found |= {(row + r, column + c) for r in range(-2, 3) for c in range(-2, 3)}
    if version >= 7:
        found |= {(r, size - 11 + c) for r in range(6) for c in range(3)}
        found |= {(size - 11 + c, r) for r in range(6) for c in range(3)}
    return found


def _way(size: int, fixed: Squares) -> Iterator[tuple[int, int]]:
    """The squares of the data, two columns at a time, up and down."""
    up = True
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        for row in reversed(range(size)) if up else range(size):
            yield from ((row, c) for c in (right, right - 1) if (row, c) not in fixed)
        up = not up


def _data(words: list[int], version: int) -> list[int]:
    """The codewords of the text, every block checked."""
    sizes, check = BLOCKS[version - 1]
    blocks: list[list[int]] = [[] for _ in sizes]
    taken = iter(words)
    for i in range(max(sizes)):
        for block, size in zip(blocks, sizes, strict=True):
            if i < size:
                block.append(next(taken))
    checks = [[next(taken) for _ in sizes] for _ in range(check)]
    for block, rest in zip(blocks, zip_longest(*checks), strict=True):
        for power in range(check):
            assert _value([*block, *rest], power) == 0, "a block is damaged"
    return [word for block in blocks for word in block]


def _value(block: list[int], power: int) -> int:
    """A block as a polynomial over GF(256), where its generator is 0."""
    at, value = 1, 0
    for _ in range(power):
        at = _times(at, 2)
    for word in block:
        value = _times(value, at) ^ word
    return value


def _times(one: int, other: int) -> int:
    product = 0
    while other:
        product ^= one * (other & 1)
        one, other = (one << 1) ^ (0x11D if one & 128 else 0), other >> 1
    return product


def _text(data: list[int], version: int) -> str:
    bits = "".join(f"{word:08b}" for word in data)
    assert bits[:4] == "0100", "not bytes"
    start = 4 + (8 if version < 10 else 16)
    length = int(bits[4:start], 2)
    return bytes(int(bits[start + 8 * i :][:8], 2) for i in range(length)).decode()
