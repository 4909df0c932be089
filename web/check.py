"""Checks the front end: the protocol's types are fresh, format, lint, types and tests pass."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parent
sys.path.insert(0, str(WEB.parent))

from hatch_build import ensure_built, node_and_npm  # noqa: E402  (it lies beside web/)


def main(arguments: list[str]) -> int:
    """Run every check, or with `--fix` mend what can be; the exit status counts those that fail."""
    mend = arguments == ["--fix"]
    if not mend:
        ensure_built(WEB.parent)
    node, npm = node_and_npm()
    environment = {**os.environ, "PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    if not (WEB / "node_modules").is_dir():
        command: list[str | Path] = [node, npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=WEB, env=environment, check=True)
    tools = WEB / "node_modules"
    format_, lint = tools / "prettier/bin/prettier.cjs", tools / "eslint/bin/eslint.js"
    mending: tuple[list[str | Path], ...] = (
        [sys.executable, WEB / "generate_protocol.py"],
        [node, format_, "--write", "--log-level=warn", "."],
        [node, lint, "--fix", "."],
    )
    checking: tuple[list[str | Path], ...] = (
        [sys.executable, WEB / "generate_protocol.py", "--check"],
        [node, format_, "--check", "--log-level=warn", "."],
        [node, lint, "."],
        [node, tools / "svelte-check/bin/svelte-check", "--fail-on-warnings"],
        [node, tools / "vitest/vitest.mjs", "run"],
    )
    return sum(
        subprocess.run(command, cwd=WEB, env=environment, check=False).returncode != 0
        for command in (mending if mend else checking)
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
