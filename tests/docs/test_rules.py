"""The rules pages: clauses are cited by tests, citations exist, diagrams are positions."""

import re
from pathlib import Path

import pytest

from tourelle.games import TITLES, game_class

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"
CLAUSE = re.compile(r"^##+ ([A-Z]\d+(?:\.\d+)?)\b", re.MULTILINE)
CITED_IN_CODE = re.compile(r'"([TBC]\d+(?:\.\d+)?)"')
CITED_BY_TEST = re.compile(r"def test_((?:[TBC]\d+(?:_\d+)?_)+)")
DIAGRAM = re.compile(r"^```torres\n(.*?)^```", re.MULTILINE | re.DOTALL)

PAGES = [f"{title}{ending}" for title in TITLES for ending in (".md", ".fr.md", ".de.md")]


def clauses(page: str) -> list[str]:
    """Return the ids of the clauses on a page, in order."""
    return CLAUSE.findall((RULES / page).read_text(encoding="utf-8"))


def cited_by_tests(title: str) -> set[str]:
    """Return the clauses that test names cite: `test_T5_2_...` cites T5.2."""
    cited = set()
    for path in (ROOT / "tests" / title).glob("test_*.py"):
        for run in CITED_BY_TEST.findall(path.read_text(encoding="utf-8")):
            for clause in re.findall(r"[TBC]\d+(?:_\d+)?", run):
                cited.add(clause.replace("_", "."))
    return cited


@pytest.mark.parametrize("title", TITLES)
def test_every_clause_is_cited_by_a_test(title: str) -> None:
    known = clauses(f"{title}.md")
    cited = cited_by_tests(title)
    sections = {clause.partition(".")[0] for clause in known if "." in clause}
    uncited = [clause for clause in known if clause not in cited and clause not in sections]
    assert not uncited


@pytest.mark.parametrize("title", TITLES)
def test_tests_cite_existing_clauses(title: str) -> None:
    assert cited_by_tests(title) <= set(clauses(f"{title}.md"))


@pytest.mark.parametrize("title", TITLES)
def test_code_cites_existing_clauses(title: str) -> None:
    known = set(clauses(f"{title}.md"))
    for path in (ROOT / "src" / "tourelle" / "games" / title).glob("*.py"):
        for clause in CITED_IN_CODE.findall(path.read_text(encoding="utf-8")):
            assert clause in known, f"{path.name} cites {clause}"


FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
NOTATION = re.compile(r"`[^`\n]+`")


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("title", TITLES)
def test_translated_pages_have_the_same_clauses_diagrams_and_rows(
    title: str, language: str
) -> None:
    english, other = clauses(f"{title}.md"), clauses(f"{title}.{language}.md")
    assert len(english) == len(set(english))
    assert other == english
    texts = [
        (RULES / f"{title}{ending}.md").read_text(encoding="utf-8")
        for ending in ("", f".{language}")
    ]
    assert FENCE.findall(texts[0]) == FENCE.findall(texts[1])
    rows = [[line.count("|") for line in text.splitlines() if line[:1] == "|"] for text in texts]
    assert rows[0] == rows[1]


@pytest.mark.parametrize("title", TITLES)
def test_the_german_page_names_the_same_actions(title: str) -> None:
    """What stands in code, action by action, is the same in every language."""
    texts = [
        FENCE.sub("", (RULES / f"{title}{ending}.md").read_text(encoding="utf-8"))
        for ending in ("", ".de")
    ]
    assert sorted(NOTATION.findall(texts[0])) == sorted(NOTATION.findall(texts[1]))


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith("torres")])
def test_diagrams_of_torres_are_positions(page: str) -> None:
    diagrams = DIAGRAM.findall((RULES / page).read_text(encoding="utf-8"))
    assert len(diagrams) > 10
    for diagram in diagrams:
        stacks: list[list[int]] = [[], [], [], []]
        document = {"board": diagram, "round": 4, "stacks": stacks}
        game, position = game_class("torres").read(document)
        assert game.diagram(position) == diagram.strip()


WORDS_FOR_CHOICE = {"md": "choice", "fr.md": "choix", "de.md": "Wahl"}


@pytest.mark.parametrize("page", sorted(path.name for path in RULES.glob("*.md")))
def test_every_choice_is_listed_with_the_readings_not_taken(page: str) -> None:
    title, ending = page.split(".", 1)
    text = (RULES / page).read_text(encoding="utf-8")
    sections = re.split(r"^##+ ", text, flags=re.MULTILINE)
    marked = f"**{WORDS_FOR_CHOICE[ending]}**"
    chosen = {section.split()[0] for section in sections[1:] if marked in section}
    listed = set(re.findall(r"^\| ([TBC]\d+(?:\.\d+)?)\b", sections[-1], re.MULTILINE))
    assert {clause for clause in chosen if CLAUSE.match(f"## {clause}")} <= listed, title
    assert listed <= set(clauses(page))
