"""The documentation as a site: its pages, its hooks, and how the server shows it."""

import importlib.util
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.docs.notebooks import NOTEBOOKS
from tests.server.running import served
from tourelle.server.requests import pages

ROOT = Path(__file__).resolve().parents[2]
WEBSITE = ROOT / "website"


def hooks(name: str = "hooks") -> Any:
    spec = importlib.util.spec_from_file_location(name, WEBSITE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_page_that_the_site_names_exists() -> None:
    named = set(re.findall(r"[\w./-]+\.md", (WEBSITE / "mkdocs.yml").read_text(encoding="utf-8")))
    made = {"index.md", *(f"reference/{name}.md" for name in hooks().REFERENCE)}
    made |= {f"notebooks/{path.stem}.md" for path in NOTEBOOKS}
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert made <= named <= there | made | {"README.md"}


def test_the_reference_speaks_of_modules_that_exist() -> None:
    for _, modules in hooks().REFERENCE.values():
        for module in modules:
            path = ROOT / "src" / Path(*module.split("."))
            assert path.with_suffix(".py").is_file() or (path / "__init__.py").is_file(), module


def test_examples_of_docstrings_are_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "griffe", SimpleNamespace(Extension=object))
    said = "Say it.\n\n>>> a = 1\n>>> a\n1\n\nAnd more.\n\n>>> b\n2"
    assert hooks("doctests").fenced(said) == (
        "Say it.\n\n```pycon\n>>> a = 1\n>>> a\n1\n```\n\nAnd more.\n\n```pycon\n>>> b\n2\n```"
    )


def test_links_out_of_the_pages_become_words() -> None:
    page = "see [rules](rules/torres.md#t1), [code](../src/x.py), [here](#a), ![b](p.png)"
    kept = hooks().linked(page, "research.md", {"rules/torres.md"})
    assert kept == "see [rules](rules/torres.md#t1), code, [here](#a), ![b](p.png)"


def test_links_to_a_notebook_lead_to_its_page() -> None:
    assert hooks().linked("[n](notebooks/a-game.ipynb)", "library.md", set()) == (
        "[n](notebooks/a-game.md)"
    )


def test_nothing_stays_inline(tmp_path: Path) -> None:
    page = tmp_path / "rules" / "torres.html"
    text = '<script>go()</script><style>p{}</style><script type="application/json">{}</script>'
    moved = hooks().without_inline(text, page, tmp_path)
    files = sorted((tmp_path / "assets" / "inline").iterdir())
    assert {path.suffix: path.read_text("utf-8") for path in files} == {
        ".css": "p{}",
        ".js": "go()",
    }
    for path in files:
        assert f'"../assets/inline/{path.name}"' in moved
    assert "go()" not in moved
    assert '<script type="application/json">{}</script>' in moved


def test_the_server_shows_the_site_where_it_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manual = tmp_path / "manual"
    (manual / "rules").mkdir(parents=True)
    (manual / "index.html").write_text("front", encoding="utf-8")
    (manual / "rules" / "torres.html").write_text("towers", encoding="utf-8")
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8")
    with served(tmp_path / "data", precompile=False) as server:
        browser = server.http
        monkeypatch.setattr(pages, "MANUAL", tmp_path / "nowhere")
        assert browser.get("/docs/index.html").status_code == 404
        monkeypatch.setattr(pages, "MANUAL", manual)
        assert browser.get("/docs", follow_redirects=True).text == "front"
        assert browser.get("/docs/").text == "front"
        found = browser.get("/docs/rules/torres.html")
        assert found.text == "towers"
        assert found.headers["content-type"].startswith("text/html")
        assert "script-src 'self'" in found.headers["content-security-policy"]
        for path in ("/docs/none.html", "/docs/%2e%2e/secret.html", "/docs/rules"):
            assert browser.get(path).status_code == 404, path
