"""Names and words can't hide, break lines, or turn other text around."""

import pytest

from tourelle.tables.naming import LONGEST, isolated, plain, plain_name

NAMES = {
    "Ann": "Ann",
    "  Ann\n B\t": "Ann B",
    "\u202eevE": "evE",
    "\u2066a\u2069\u200e\u200f\u061cb": "ab",
    "a\x00b\x1b[31mc\x7f\u0085d": "a b [31mc d",
    "line\u2028para\u2029graph": "line para graph",
    "\u200b\u2060\ufeff": "",
    "\u3164\u2800": "",
    "\u00adsoft": "soft",
    "\u200d\u200cx\u200d": "x",
    "\U000e0041tag": "tag",
    "\ue000private": "private",
    "e\u0301": "\u00e9",
    "z" + "\u030d" * 30: "z" + "\u030d" * 4,
    "👩\u200d🚀": "👩\u200d🚀",
    "می\u200cخواهم": "می\u200cخواهم",
    "אבי": "אבי",
    "x" * 100: "x" * LONGEST,
    "You": "",
    "Vous": "",
    "Du": "",
    "Youri": "Youri",
}


@pytest.mark.parametrize(("given", "kept"), NAMES.items(), ids=ascii)
def test_names(given: str, kept: str) -> None:
    assert plain_name(given) == kept
    assert plain_name(kept) == kept


def test_words_keep_everything_that_shows() -> None:
    assert plain("<b>là</b> « ö » 🏰") == "<b>là</b> « ö » 🏰"
    assert plain("You") == "You"
    assert plain("a\u202eb\nc") == "ab c"


def test_names_that_run_right_to_left_are_isolated() -> None:
    assert isolated("Ann 2") == "Ann 2"
    assert isolated("אבי") == "\u2068אבי\u2069"
    assert plain_name(isolated("אבי")) == "אבי"
