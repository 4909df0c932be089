"""What axe-core says of a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

WEB = Path(__file__).resolve().parents[2] / "web"
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"

WHOLE = """board => {
  const seen = board.getBoundingClientRect()
  const frame = { left: 0, top: 0, right: Infinity, bottom: Infinity }
  for (let around = board.parentElement; around; around = around.parentElement) {
    if (getComputedStyle(around).overflow === 'visible') continue
    const edge = around.getBoundingClientRect()
    frame.left = Math.max(frame.left, edge.left)
    frame.top = Math.max(frame.top, edge.top)
    frame.right = Math.min(frame.right, edge.right)
    frame.bottom = Math.min(frame.bottom, edge.bottom)
  }
  return seen.left >= frame.left - 1 && seen.right <= frame.right + 1 &&
    seen.top >= frame.top - 1 && seen.bottom <= frame.bottom + 1 && seen.width > 0
}"""
"""Tells whether nothing around an element cuts any of it off."""


def violations(page: Page) -> list[str]:
    """All that axe-core finds, best practices too."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((r) => r.violations)")
    return [f"{rule['id']}: {[node['html'][:120] for node in rule['nodes']][:3]}" for rule in found]
