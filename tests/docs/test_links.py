"""Every relative link and anchor in the Markdown of the repository leads somewhere."""

import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

ROOT = Path(__file__).resolve().parents[2]

FENCE = re.compile(r"^ {0,3}(```+|~~~+).*?^ {0,3}\1[`~]*[ \t]*$", re.MULTILINE | re.DOTALL)
INLINE_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+[\"'(][^)]*)?\)")
DEFINITION = re.compile(r"^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)", re.MULTILINE)
ATTRIBUTE = re.compile(r"<[a-z][^>]*?\b(?:href|src)=[\"']([^\"']+)[\"']", re.IGNORECASE)
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*[ \t]*$", re.MULTILINE)
NAMED = re.compile(r"<[a-z][^>]*?\b(?:id|name)=[\"']([^\"']+)[\"']", re.IGNORECASE)
ELSEWHERE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)


def documents() -> list[str]:
    """The Markdown files that git tracks or would track."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", "*.md"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    names = {name for name in listed.decode().split("\0") if name}
    return sorted(name for name in names if (ROOT / name).is_file())


def links(text: str) -> Iterator[str]:
    """The targets of all links and images outside code."""
    prose = COMMENT.sub("", INLINE_CODE.sub("", FENCE.sub("", text)))
    for pattern in (LINK, DEFINITION, ATTRIBUTE):
        yield from pattern.findall(prose)


def anchors(text: str) -> set[str]:
    """The anchors of a document: its headings as the usual renderers name them, and named tags."""
    prose = COMMENT.sub("", FENCE.sub("", text))
    seen: Counter[str] = Counter()
    found = set(NAMED.findall(prose))
    for heading in HEADING.findall(prose):
        shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"<[^>]+>", "", heading))
        slug = re.sub(r"[^\w\- ]", "", shown.strip().lower()).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found


def broken_links(document: Path, root: Path) -> list[str]:
    """What is wrong with each link of the document that leads nowhere."""
    text = document.read_text(encoding="utf-8")
    broken = []
    for link in links(text):
        if ELSEWHERE.match(link):
            continue
        path, _, anchor = unquote(link).partition("#")
        target = (root if path.startswith("/") else document.parent) / path.lstrip("/")
        target = target.resolve() if path else document
        if not target.is_relative_to(root) or not target.exists():
            broken.append(f"{link}: no such file")
        elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text("utf-8")):
            broken.append(f"{link}: no such heading")
    return broken


@pytest.mark.parametrize("name", documents())
def test_links_lead_somewhere(name: str) -> None:
    assert broken_links(ROOT / name, ROOT) == []


def test_there_are_documents() -> None:
    assert {"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"} <= set(documents())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[good](other.md) ![good](other.md 'title') [out](https://example.org/none)", []),
        ("[good](other.md#two-words-1) [named](other.md#T5.2) [own](#here)\n\n## Here", []),
        ("`[code](none.md)`\n\n```\n[code](none.md)\n```\n<!-- [no](none.md) -->", []),
        ("[bad](none.md)", ["none.md: no such file"]),
        ("[bad](../outside.md)", ["../outside.md: no such file"]),
        ("[bad]\n\n[bad]: none.md", ["none.md: no such file"]),
        ('<img src="none.png">', ["none.png: no such file"]),
        ("[bad](other.md#two-words-2)", ["other.md#two-words-2: no such heading"]),
        ("[bad](#here)", ["#here: no such heading"]),
    ],
)
def test_broken_links_are_found(tmp_path: Path, text: str, expected: list[str]) -> None:
    root = tmp_path / "repository"
    root.mkdir()
    (tmp_path / "outside.md").write_text("# Outside", encoding="utf-8")
    (root / "other.md").write_text(
        "# *Two* [words](x)\n\n## Two words\n\n<a id='T5.2'></a>\n", encoding="utf-8"
    )
    document = root / "document.md"
    document.write_text(text, encoding="utf-8")
    assert broken_links(document, root) == expected
