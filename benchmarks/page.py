"""What a browser waits for: the first page's script and style, and a board ready to play.

    .venv/bin/python -m benchmarks.page        (after `python3 dev.py test`)

Needs playwright and a Chromium, which `dev.py test` installs; says so where they are missing.
"""

import argparse
import gzip
import os
import statistics
from time import perf_counter
from typing import Any

from benchmarks._report import conditions, show, write_json
from benchmarks.server import FREE, ask, served

REPEATS = 7
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
SEATS = [{"kind": "here", "name": "Ana"}, {"kind": "bot", "bot": "random"}]


def first_page(page: Any, address: str) -> dict[str, Any]:
    """Return the gzipped bytes of every script and style that the home page asks for."""
    sizes: list[int] = []
    wanted = ("script", "stylesheet")

    def weigh(answer: Any) -> None:
        if answer.request.resource_type in wanted and answer.ok:
            sizes.append(len(gzip.compress(answer.body())))

    page.on("response", weigh)
    page.goto(address, wait_until="networkidle")
    return {"what": "first page, script and style", "figure": sum(sizes) / 1000, "unit": "kB gzip"}


def board_ready(page: Any, port: int, title: str) -> dict[str, Any]:
    """Return the median time from opening a table's link to a board that takes a click."""
    took = []
    for _ in range(REPEATS):
        wish = {"game": title, "options": {"seats": 2}, "seats": SEATS}
        opened = ask(port, "/api/tables", wish)
        while ask(port, f"/api/tables/{opened['table']}")["to_move"] != 0:
            opened = ask(port, "/api/tables", wish)  # a title may let the bot begin
        page.goto("about:blank")
        started = perf_counter()
        page.goto(f"http://127.0.0.1:{port}{opened['keys'][0]['link']}")
        page.locator("[data-active=true]").first.wait_for()
        took.append(perf_counter() - started)
    return {"what": f"{title}: board ready", "figure": statistics.median(took), "unit": "s"}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", help="file for the report")
    given = parser.parse_args()
    try:
        from playwright.sync_api import sync_playwright

        from tests.browser.chromium import found
    except ImportError as missing:
        print(f"page: nothing measured: {missing}")
        return
    browser = found()
    if browser is None:
        print("page: nothing measured: no Chromium was found")
        return
    path, needs = browser
    with served(FREE) as (port, _), sync_playwright() as play:
        chromium = play.chromium.launch(
            executable_path=path, args=FLAGS, env={**os.environ, **needs}
        )
        rows = [first_page(chromium.new_page(), f"http://127.0.0.1:{port}/")]
        page = chromium.new_page()
        rows += [board_ready(page, port, t) for t in ("torres", "blox", "castellan")]
        chromium.close()
    print(", ".join(f"{key} {value}" for key, value in conditions().items()))
    show("What a browser waits for; times are medians of seven", rows)
    write_json(given.json, {"page": rows})


if __name__ == "__main__":
    main()
