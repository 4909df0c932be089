"""A position document as one line of text, both ways: for addresses, test tables, bug reports.

    torres;options=(seats:2);board=.._1._20/...;to_move=1;hands=((raise),());...

After the title come the keys of the document, `key=value` between semicolons. Numbers, `true`,
`false` and `null` stand as they are; text stands bare, with `_` for a space, `/` for a new line and
`~` for a comma, and with `'` before it where it could be taken for something else. Keys keep their
`_`. A list is `(a,b)`, a table `(a:1,b:2)`, the empty ones are `()` and `(:)`. Every other
character is written `%` and the two hexadecimal digits of each of its bytes, so that a line needs
no quotes anywhere, not even in an address.
"""

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import quote, unquote

from tourelle.core.words import DocumentError, Json, Refusal

BARE: Final = "!*-.@$+"  # stand for themselves, beside letters and digits
MARKS: Final = {" ": "_", "\n": "/", ",": "~"}
WORDS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None}
NUMBER: Final = re.compile(r"-?\d+")
TOKEN: Final = re.compile(r"[();,:=]|[^();,:=]+")
LONGEST: Final = 20_000
LONGEST_NUMBER: Final = 40
DEEPEST: Final = 8


def written(document: Mapping[str, object]) -> str:
    """Return a document as one line; its `game` comes first."""
    parts = [str(document["game"])]
    parts += [f"{_key(key)}={_value(value)}" for key, value in document.items() if key != "game"]
    return ";".join(parts)


def _value(value: object) -> str:
    """Return one value."""
    if isinstance(value, Mapping):
        return "(" + (",".join(f"{_key(k)}:{_value(v)}" for k, v in value.items()) or ":") + ")"
    if isinstance(value, list | tuple):
        return "(" + ",".join(map(_value, value)) + ")"
    if isinstance(value, str):
        return _text(value)
    for word, meaning in WORDS.items():
        if value is meaning:
            return word
    return str(value)


def _key(key: str) -> str:
    """Return the name of an entry."""
    return quote(key, safe=BARE + "_")


def _text(value: str) -> str:
    """Return text such that nothing else can be meant."""
    plain = "".join(MARKS.get(sign) or _sign(sign) for sign in value)
    return f"'{plain}" if plain in WORDS or NUMBER.fullmatch(plain) or not plain else plain


def _sign(sign: str) -> str:
    """Return one character of text, which may be a mark itself."""
    return f"%{ord(sign):02X}" if sign in MARKS.values() else quote(sign, safe=BARE)


def read(line: str) -> dict[str, Json]:
    """Return the document that a line says, or refuse it naming the place."""
    if len(line) > LONGEST:
        raise _refused(LONGEST, line)
    return _Reader(line.strip()).document()


class _Reader:
    """Reads one line from left to right."""

    def __init__(self, line: str) -> None:
        self.line: Final = line
        self.tokens: Final = [(match.start(), match[0]) for match in TOKEN.finditer(line)]
        self.next = 0

    def document(self) -> dict[str, Json]:
        """Read the title, then one key after another."""
        found: dict[str, Json] = {"game": self.key()}
        while self.next < len(self.tokens):
            self.expect(";")
            key = self.key()
            if key in found:
                raise self.refused()
            self.expect("=")
            found[key] = self.value(0)
        return found

    def value(self, depth: int) -> Json:
        """Read a value of any kind."""
        if not self.takes("("):
            return self.atom()
        if depth == DEEPEST:
            raise self.refused()
        if self.takes(")"):
            return []
        if self.takes(":"):
            self.expect(")")
            return {}
        return self.group(depth + 1)

    def group(self, depth: int) -> Json:
        """Read a list or a table up to its end: what follows its first entry says which."""
        first, *second = [token for _, token in self.tokens[self.next : self.next + 2]] or [""]
        is_table = first not in "();,:=" and second == [":"]
        table: dict[str, Json] = {}
        entries: list[Json] = []
        more = True
        while more:
            if is_table:
                key, value = self.pair(depth)
                table[key] = value
            else:
                entries.append(self.value(depth))
            more = self.takes(",")
        self.expect(")")
        return table if is_table else entries

    def pair(self, depth: int) -> tuple[str, Json]:
        """Read one entry of a table."""
        key = self.key()
        self.expect(":")
        return key, self.value(depth)

    def key(self) -> str:
        """Read the name of an entry."""
        return self.unquoted(self.plain())

    def atom(self) -> Json:
        """Read a number, a word or text."""
        plain = self.plain()
        if plain in WORDS:
            return WORDS[plain]
        if NUMBER.fullmatch(plain):
            if len(plain) > LONGEST_NUMBER:
                raise self.refused()
            return int(plain)
        plain = plain.removeprefix("'")
        for sign, mark in MARKS.items():
            plain = plain.replace(mark, sign)
        return self.unquoted(plain)

    def plain(self) -> str:
        """Take a token that is no mark."""
        if self.next == len(self.tokens) or self.tokens[self.next][1] in "();,:=":
            raise self.refused()
        self.next += 1
        return self.tokens[self.next - 1][1]

    def unquoted(self, plain: str) -> str:
        """Return text with every `%` of it resolved."""
        try:
            return unquote(plain, errors="strict")
        except UnicodeDecodeError:
            raise self.refused() from None

    def takes(self, mark: str) -> bool:
        """Take a mark if it comes next."""
        found = self.next < len(self.tokens) and self.tokens[self.next][1] == mark
        self.next += found
        return found

    def expect(self, mark: str) -> None:
        """Take a mark that must come next."""
        if not self.takes(mark):
            raise self.refused()

    def refused(self) -> DocumentError:
        """Return the error at the present place."""
        end = len(self.line)
        place = self.tokens[self.next][0] if self.next < len(self.tokens) else end
        return _refused(place, self.line)


def _refused(place: int, line: str) -> DocumentError:
    """Return the error for a line that can't be read from a place on."""
    rest = line[place : place + 20]
    return DocumentError(Refusal("line", params={"place": place + 1, "rest": rest}))
