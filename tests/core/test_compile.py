"""What is compiled makes no arrays: a kernel that does is told so by name, and what to do."""

import numpy as np
import pytest

from tourelle.core.compile import (
    CPU,
    MACHINE,
    AllocationError,
    buffer,
    compiled,
    inlined,
    row_of,
    table,
)

pytestmark = pytest.mark.skipif(MACHINE != CPU, reason="plain Python makes whatever it likes")


@compiled
def with_room(out: list[int]) -> int:
    """Count in an array of its own."""
    seen = np.zeros(4)
    for number in out:
        seen[number] += 1
    return int(seen[0])


@compiled
def with_list(out: list[int]) -> int:
    """Choose from a list of its own."""
    choices = [3, 5, out[0]]
    return choices[out[1]]


@compiled
def with_copy(out: list[int]) -> int:
    """Sum up what is one more."""
    more = out + 1  # type: ignore[operator]  # an array, where it is compiled
    return int(more[0])


@compiled
def with_text(out: list[int]) -> int:
    """Ask how long a number is."""
    return len(str(out[0]))


@inlined
def doubled(out: list[int]) -> int:
    """Make a list where it is called."""
    return [out[0], out[0]][out[1]]


@compiled
def with_part(out: list[int]) -> int:
    """Call what makes a list."""
    return doubled(out)


@compiled
def caller(out: list[int]) -> int:
    """Call a function that is wrong."""
    return with_room(out) + 1


@compiled
def misspelt(out: list[int]) -> int:
    """Ask for something that there is not."""
    return int(out.nothing)  # type: ignore[attr-defined]


PRIMES = table([2, 3, 5, 7])


@compiled
def as_it_should(out: list[int]) -> int:
    """Read a table, write into what is given, look at a part of it."""
    out[0] = PRIMES[out[1]]
    rest = out[1:]
    return rest[0] + out[0]


@pytest.mark.parametrize(
    ("kernel", "named", "line"),
    [
        (with_room, "with_room", "seen = np.zeros(4)"),
        (with_list, "with_list", "choices = [3, 5, out[0]]"),
        (with_copy, "with_copy", "more = out + 1"),
        (with_text, "with_text", "return len(str(out[0]))"),
        (with_part, "with_part", "return [out[0], out[0]][out[1]]"),
        (caller, "with_room", "seen = np.zeros(4)"),
    ],
)
def test_a_kernel_that_makes_something_is_named_with_its_line(
    kernel: object, named: str, line: str
) -> None:
    assert callable(kernel)
    with pytest.raises(AllocationError) as refused:
        kernel(row_of([0, 1, 2]))
    with open(__file__, encoding="utf-8") as source:
        numbers = [n for n, text in enumerate(source, 1) if text.strip().startswith(line)]
    assert f"{__name__}.{named} ({__file__}:{numbers[0]}) makes an array" in str(refused.value)
    assert "Write into what is given (`out`)" in str(refused.value)


def test_other_faults_stay_what_they_are() -> None:
    with pytest.raises(Exception, match="Unknown attribute 'nothing'") as refused:
        misspelt(buffer(2))
    assert not isinstance(refused.value, AllocationError)


def test_tables_parts_and_what_is_given_are_no_arrays_made() -> None:
    assert as_it_should(row_of([0, 3])) == 3 + 7
