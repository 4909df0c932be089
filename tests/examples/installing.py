"""The example as a stranger installs it, into an environment of its own beside Tourelle."""

import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.patience import wait_for
from tests.serving import started

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "overlook"
INSTALLING = 5  # times the usual patience
WINDOWS = os.name == "nt"


class Fresh:
    """An environment of its own, in which the example is installed."""

    def __init__(self, home: Path) -> None:
        self.python = home / ("Scripts/python.exe" if WINDOWS else "bin/python")

    def environment(self, **more: str) -> dict[str, str]:
        """Return what its programs are told; `more` by name."""
        kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
        return {**kept, "TOURELLE_LANG": "en", **more}

    def run(self, *words: str, at: Path, given: str = "", **more: str) -> str:
        """Run a module somewhere, and return what it says; fail with all of it where it fails."""
        done = subprocess.run(
            [self.python, "-m", *words],
            cwd=at,
            env=self.environment(**more),
            input=given,
            text=True,
            encoding="utf-8",
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    @contextmanager
    def served(self, data: Path, **more: str) -> Iterator[int]:
        """Run a server with its journal in a folder; say its port."""
        told = {"TOURELLE_PRECOMPILE": "0", "TOURELLE_PACE": "0", "TOURELLE_RATE": "1e6", **more}
        command: list[str | Path] = [self.python, "-m", "tourelle"]
        with started(command, data, data, self.environment(**told)) as address:
            yield int(address.rpartition(":")[2])


def fresh(factory: pytest.TempPathFactory) -> Fresh:
    """Return the environment of this run of the tests, which all its processes share."""
    base = factory.getbasetemp()
    home = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "with-overlook"
    ready, failed = home / "ready", home / "failed"
    try:
        home.mkdir()
    except FileExistsError:
        for _ in range(INSTALLING):
            with suppress(AssertionError):
                wait_for(lambda: ready.exists() or failed.exists())
        assert ready.exists(), "the example could not be installed"
        return Fresh(home)
    try:
        install(home)
    except BaseException:
        failed.touch()
        raise
    ready.touch()
    return Fresh(home)


def install(home: Path) -> None:
    """Make an environment that sees all that this one sees, and install the example into it."""
    venv.create(home, with_pip=False)
    python = Fresh(home).python
    pip = [sys.executable, "-m", "pip"]
    if subprocess.run([*pip, "--version"], check=False, capture_output=True).returncode != 0:
        base = Path(sys.base_prefix, "python.exe" if WINDOWS else "bin/python3")
        pip = [str(base), "-m", "pip"]  # Debian's environments have none; see dev.py
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    seen, own = (
        subprocess.check_output([each, "-c", where], text=True).strip()
        for each in (sys.executable, python)
    )
    Path(own, "seen.pth").write_text(f"import site; site.addsitedir({seen!r})\n", encoding="utf-8")
    quietly = ["--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation"]
    install = [*pip, "--python", str(python), "install", *quietly, str(EXAMPLE)]
    done = subprocess.run(install, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
