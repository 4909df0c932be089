"""A position as one line: every document comes back as it was, what can't be read says where."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourelle.core import line
from tourelle.core.words import DocumentError

KEYS = st.text("abc_-é 09", min_size=1)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**30), 10**30) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(KEYS.filter(lambda key: key != "game"), VALUES, max_size=5))
def test_a_document_comes_back(entries: dict[str, Any]) -> None:
    document = {"game": "torres", **entries}
    assert line.read(line.written(document)) == document


@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_a_line_is_one_line_without_quotes_or_spaces(entries: dict[str, Any]) -> None:
    written = line.written({"game": "torres", **entries})
    assert written.isascii()
    assert not set(written) & set(' "\n\t\\<>&#?')


@pytest.mark.parametrize(
    ("document", "written"),
    [
        ({"game": "blox"}, "blox"),
        ({"game": "blox", "options": {"seats": 2}}, "blox;options=(seats:2)"),
        ({"game": "a", "board": ".. 1K\n.. .."}, "a;board=.._1K/.._.."),
        ({"game": "a", "deck": "40", "seed": 40}, "a;deck='40;seed=40"),
        ({"game": "a", "x": [], "y": {}, "z": [[]]}, "a;x=();y=(:);z=(())"),
        ({"game": "a", "x": "", "y": None, "z": False}, "a;x=';y=null;z=false"),
        ({"game": "a", "first_seat": "a_b (c)"}, "a;first_seat=a%5Fb_%28c%29"),
        ({"game": "a", "pieces": ["tower 0,-2"], "x": "~/"}, "a;pieces=(tower_0~-2);x=%7E%2F"),
    ],
)
def test_what_a_line_looks_like(document: dict[str, Any], written: str) -> None:
    assert line.written(document) == written
    assert line.read(written) == document


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 1),
        (";a=1", 1),
        ("torres;", 8),
        ("torres;a", 9),
        ("torres;a=", 10),
        ("torres;a=(1", 12),
        ("torres;a=(b:1,2)", 16),
        ("torres;a=1)", 11),
        ("torres;a=1;a=2", 13),
        ("torres;game=1", 12),
        ("torres;a=%ff", 13),
        ("torres;a=" + "(" * 9 + ")" * 9, 19),
        ("torres;a=" + "9" * 50, 60),
        ("x" * 30_000, 20_001),
    ],
)
def test_what_cannot_be_read_says_where(text: str, place: int) -> None:
    with pytest.raises(DocumentError) as caught:
        line.read(text)
    assert caught.value.refusal.reason == "line"
    assert caught.value.refusal.params["place"] == place
