"""The wheel: it holds everything, and works where nothing else of the project is."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.docs.test_repository import PACKAGE, ROOT, project, repository_files
from tests.patience import PATIENCE
from tests.serving import started
from tourelle.games import TITLES

Run = Callable[..., str]
RULES = ROOT / "docs" / "rules"
STATIC = PACKAGE / "static"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


def test_wheel_carries_the_package_the_pages_and_the_rules(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        carried = set(archive.namelist())
    expected = {
        f"tourelle/{path.relative_to(PACKAGE).as_posix()}"
        for path in [*repository_files(), *(path for path in STATIC.rglob("*") if path.is_file())]
        if path.is_relative_to(PACKAGE)
    }
    rulebook = {f"tourelle/rulebook/{path.name}" for path in RULES.glob("*.md")}
    for title in TITLES:
        assert f"tourelle/games/{title}/weights.json" in expected
        assert f"tourelle/rulebook/{title}.fr.md" in rulebook
    assert {"tourelle/static/index.html", "tourelle/static/fonts.txt"} <= expected
    assert (expected | rulebook) - carried == set()
    assert {name.split("/")[0] for name in carried} == {
        "tourelle",
        f"tourelle-{project()['version']}.dist-info",
    }


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment that holds the wheel, and sees what it depends on."""
    home = tmp_path_factory.mktemp("fresh")
    venv.create(home, with_pip=False)
    windows = os.name == "nt"
    programs = home / ("Scripts" if windows else "bin")
    python = programs / ("python.exe" if windows else "python")
    pip = [sys.executable, "-m", "pip"]
    if subprocess.run([*pip, "--version"], check=False, capture_output=True).returncode != 0:
        base = Path(sys.base_prefix, "python.exe" if windows else "bin/python3")
        pip = [str(base), "-m", "pip"]  # Debian's environments have none; see dev.py
    install = ["--python", str(python), "install", "--no-index", "--no-deps", str(wheel)]
    subprocess.run([*pip, *install], check=True, capture_output=True)
    # A path in a .pth is not itself searched for .pth files, so this checkout stays unseen.
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    packages, own = (
        subprocess.check_output([each, "-c", where], text=True).strip()
        for each in (sys.executable, python)
    )
    Path(own, "dependencies.pth").write_text(packages + "\n", encoding="utf-8")
    return programs


@pytest.fixture
def run(installed: Path, environment: dict[str, str], tmp_path: Path) -> Run:
    """Runs a program of the fresh environment somewhere else, and returns what it says."""

    def say(program: str, *words: str, given: str = "") -> str:
        return subprocess.run(
            [installed / program, *words],
            cwd=tmp_path,
            env=environment,
            input=given,
            check=True,
            text=True,
            encoding="utf-8",
            stdout=subprocess.PIPE,
        ).stdout

    return say


@pytest.fixture
def environment() -> dict[str, str]:
    """As plain Python: code at another place would be compiled anew, which takes minutes."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "TOURELLE_PLAIN": "1", "TOURELLE_PRECOMPILE": "0", "TOURELLE_LANG": "en"}


def test_the_installed_command_plays_and_tells_the_rules(run: Run, installed: Path) -> None:
    assert run("tourelle", "--version").split()[-1] == project()["version"]
    place = Path(run("python", "-c", "import tourelle; print(tourelle.__file__)").strip())
    assert place.is_relative_to(installed.parent)
    for title in TITLES:
        record = run("tourelle", "random", title, "--games", "1")
        assert run("tourelle", "record", "verify", "-", given=record)
        assert run("tourelle", "rules", title, f"{title[0].upper()}1")
        assert run("tourelle", "rules", title, f"{title[0].upper()}1", "--lang", "fr")


def test_the_installed_server_serves_the_page(
    installed: Path, environment: dict[str, str], tmp_path: Path
) -> None:
    data = tmp_path / "data"
    with (
        started([installed / "tourelle"], data, tmp_path, environment) as address,
        httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False) as asking,
    ):
        page = asking.get("/").text
        names = re.findall(r'(?:src|href)="(/[^"]+)"', page)
        assert any(name.endswith(".js") for name in names)
        assert any(name.endswith(".woff2") for name in names)
        assert {asking.get(name).status_code for name in names} == {200}
        assert asking.get("/api/health").is_success
