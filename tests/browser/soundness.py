"""What axe-core says of a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

WEB = Path(__file__).resolve().parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    """All that axe-core finds, best practices too."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((r) => r.violations)")
    return [f"{rule['id']}: {[node['html'][:120] for node in rule['nodes']][:3]}" for rule in found]
