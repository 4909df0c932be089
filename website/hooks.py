"""What the site has beyond docs/: a front page, a reference, notebooks as pages, nothing inline.

The server allows scripts and styles from its own files only (Content-Security-Policy), so what the
theme writes into its pages is moved into files beside them. Nothing is fetched from elsewhere.
"""

import hashlib
import posixpath
import re
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
REFERENCE: Final = {
    "library": ("The library", ("tourelle.library", "tourelle.play")),
    "game": ("A game", ("tourelle.core.game", "tourelle.core.words")),
    "bot": ("A bot", ("tourelle.bots.bot", "tourelle.bots.program", "tourelle.bots.guest")),
    "batch": ("Batches", ("tourelle.batch.batch",)),
    "research": (
        "Environments",
        tuple(f"tourelle.research.{name}" for name in ("pettingzoo", "gymnasium", "openspiel")),
    ),
    "testing": ("Laws", ("tourelle.testing.suite", "tourelle.testing.laws")),
}
"""Pages made from docstrings: title, modules."""

LINK: Final = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#:]+)(#[^)\s]*)?\)")
SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.S)
STYLE: Final = re.compile(r"<style>(.*?)</style>", re.S)
NOTEBOOKS: Final = "notebooks"
NOTEBOOK: Final = ".ipynb"
INLINE: Final = "assets/inline"


def on_files(files: Any, config: Any) -> Any:
    """Add the front page, which is the README, the reference, and the colours."""
    from mkdocs.structure.files import File  # type: ignore[import-not-found]  # dev.py docs has it

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    files.append(File.generated(config, "index.md", content=front_page(readme)))
    for name, (title, modules) in REFERENCE.items():
        content = "\n\n".join([f"# {title}", *(f"::: {module}" for module in modules)])
        files.append(File.generated(config, f"reference/{name}.md", content=content))
    for path in sorted((ROOT / "docs" / NOTEBOOKS).glob(f"*{NOTEBOOK}")):
        text, pictures = notebook(path)
        files.append(File.generated(config, f"{NOTEBOOKS}/{path.stem}.md", content=text))
        for name, picture in pictures.items():
            files.append(File.generated(config, f"{NOTEBOOKS}/{name}", content=picture))
    colours = (ROOT / "website" / "tourelle.css").read_text(encoding="utf-8")
    files.append(File.generated(config, "tourelle.css", content=colours))
    return files


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Turn links that lead out of docs/ into plain words: there is no page behind them."""
    known = {file.src_uri for file in files}
    return linked(markdown, page.file.src_uri, known)


def on_post_build(config: Any) -> None:
    """Move what is inline into files."""
    site = Path(config["site_dir"])
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(without_inline(text, page, site), encoding="utf-8")


def front_page(readme: str) -> str:
    """Return the README as a page of docs/."""
    return re.sub(r"\]\(docs/", "](", readme)


def notebook(path: Path) -> tuple[str, dict[str, bytes]]:
    """Return a notebook as a page with what its cells said, and its pictures by name.

    Jupyter's own nbconvert writes Markdown and files: no script, no style, nothing from elsewhere.
    """
    from nbconvert import MarkdownExporter  # type: ignore[import-not-found]  # dev.py docs has it

    name = {"unique_key": path.stem, "output_files_dir": ""}
    text, resources = MarkdownExporter().from_filename(str(path), resources=name)
    pictures: dict[str, bytes] = resources["outputs"]
    return text, {picture.lstrip("/"): content for picture, content in pictures.items()}


def linked(markdown: str, page: str, known: set[str]) -> str:
    """Return a page with links to other pages alone; a notebook is one."""

    def kept(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), found[2]))
        if target.endswith(NOTEBOOK):
            return found[0].replace(NOTEBOOK, ".md")
        return found[0] if target in known else found[1]

    return LINK.sub(kept, markdown)


def without_inline(text: str, page: Path, site: Path) -> str:
    """Return a page whose scripts and styles stand in files of their own, which are written."""

    def moved(found: re.Match[str], ending: str, tag: str) -> str:
        content = found[1].encode()
        name = f"{hashlib.sha256(content).hexdigest()[:16]}.{ending}"
        folder = site / INLINE
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
        up = "../" * (len(page.relative_to(site).parts) - 1)
        return tag.format(f"{up}{INLINE}/{name}")

    text = SCRIPT.sub(lambda found: moved(found, "js", '<script src="{}"></script>'), text)
    return STYLE.sub(lambda found: moved(found, "css", '<link rel="stylesheet" href="{}">'), text)
