"""A real server on a free loopback port, a real browser, pages that must not err."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser import chromium
from tests.patience import PATIENCE

HERE = Path(__file__).resolve().parent
ARTEFACTS = HERE / "artefacts"
STATIC = HERE.parents[1] / "src" / "tourelle" / "static"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",  # letters are as wide as their face says, on every machine
]
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Asks the server on this machine, whatever proxy the environment names."""
COMPILING = 30 * PATIENCE
"""A first start compiles every title and all that bots search with, on a busy machine too."""
RATES = ("RATE", "POSTS", "READS", "DOCUMENTS", "STUDIES", "HINTS", "REVIEWS", "CODES")
BURSTS = ("BURST", *(f"{rate}_BURST" for rate in RATES[1:]))
QUOTAS = ("ADDRESS_TABLES", "ADDRESS_CONNECTIONS", "ADDRESS_WAITING", "WAITING", "ADDRESS_REVIEWS")
SETTINGS = {
    "PACE": "0",
    "REVIEW": "400",
    **dict.fromkeys((*RATES, *BURSTS, *QUOTAS), "100000"),
    **dict.fromkeys(("HELLO", "PATIENCE", "REQUEST"), str(PATIENCE)),
}
"""Bots at once, reviews with next to no work, and no limit that a test would meet by accident."""

Screen = Callable[..., Page]
"""Opens a browser of its own."""
Keep = Callable[[Page, str], None]
"""Keeps a picture of a page by a name."""

expect.set_options(timeout=1000 * PATIENCE)


def free_port() -> int:
    with socket.socket() as ear:
        ear.bind(("127.0.0.1", 0))
        port: int = ear.getsockname()[1]
        return port


KNOWS = """
if (!localStorage.getItem('tourelle.learning'))
  localStorage.setItem('tourelle.learning', '{"met":["torres","blox","castellan"]}')
"""
"""Somebody who has played before: Play now opens the usual table."""


class Served:
    """A server that can be stopped and started again on its port and data."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.environment = environment
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        settings = {f"TOURELLE_{name}": text for name, text in SETTINGS.items()}
        environment = {**os.environ, **settings, **self.environment}
        command = [sys.executable, "-m", "tests.browser.dealing", "--port", str(self.port)]
        command += ["--data", str(self.data)]
        self.process = subprocess.Popen(
            command, cwd=HERE.parents[1], env=environment, stdout=subprocess.DEVNULL
        )
        end = time.monotonic() + COMPILING
        while time.monotonic() < end:
            try:
                with DIRECT.open(f"{self.url}/api/health", timeout=2) as answer:
                    if b'"ready":true' in answer.read():
                        return
            except OSError:
                pass
            time.sleep(0.1)
        pytest.fail(f"the server did not get ready within {COMPILING / 60:.0f} minutes")

    def stop(self, *, kill: bool = False) -> None:
        if self.process is None:
            return
        if kill:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.wait(PATIENCE)
        self.process = None


def running(data: Path, **environment: str) -> Iterator[Served]:
    """A server for as long as somebody wants one."""
    if not (STATIC / "index.html").is_file():
        pytest.fail(
            "the web app is not built: run `python hatch_build.py`, "
            "or in web/: npm ci and npm run build"
        )
    served = Served(data, **environment)
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    yield from running(tmp_path_factory.mktemp("tables"))


@pytest.fixture(autouse=True)
def loop_of_the_browser() -> None:
    """Tests of pages need the loop that others put aside."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = chromium.found()
    if found is None:
        pytest.fail(chromium.CURE, pytrace=False)
    path, environment = found
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(chromium.node_and_npm()[0]))
    with sync_playwright() as play:
        opened = play.chromium.launch(
            executable_path=path,
            args=FLAGS,
            env={**os.environ, **environment},
            timeout=1000 * PATIENCE,
        )
        yield opened
        opened.close()


@pytest.fixture
def screen(browser: Browser, server: Served) -> Iterator[Screen]:
    """Opens a browser of its own (storage, size, language) and returns its page."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def new(width: int = 1440, height: int = 900, **given: Any) -> Page:
        newcomer = given.pop("newcomer", False)
        context = browser.new_context(
            viewport={"width": width, "height": height},
            base_url=server.url,
            locale=given.pop("locale", "en-GB"),
            reduced_motion=given.pop("reduced_motion", "reduce"),
            **given,
        )
        context.set_default_timeout(1000 * PATIENCE)
        if not newcomer:
            context.add_init_script(KNOWS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield new
    for context in contexts:
        context.close()
    assert not errors


@pytest.fixture(params=["en-GB", "fr-FR", "de-DE"])
def language(request: pytest.FixtureRequest) -> str:
    """Every language that people read here, one after the other."""
    return str(request.param)


@pytest.fixture
def phone(screen: Screen, language: str) -> Page:
    """Return a page on a dark phone, in every language."""
    return screen(390, 844, locale=language, has_touch=True, color_scheme="dark")


@pytest.fixture
def keep() -> Keep:
    """Keeps a picture of a page among the artefacts."""
    ARTEFACTS.mkdir(exist_ok=True)

    def save(page: Page, name: str) -> None:
        page.screenshot(path=ARTEFACTS / f"{name}.png")

    return save
