"""Flat boards as SVG, for notebooks, documents and previews: the page's colours and shapes."""

from collections.abc import Iterable
from html import escape
from typing import Final

COLOURS: Final = {
    "seat-a": "#c0371f",
    "seat-a-edge": "#7c1f0f",
    "seat-a-tint": "#f4cfc6",
    "seat-b": "#1f509f",
    "seat-b-edge": "#0f2e63",
    "seat-b-tint": "#c9d8f0",
    "seat-c": "#e6a91e",
    "seat-c-edge": "#86590a",
    "seat-c-tint": "#f8e5b4",
    "seat-d": "#2c9f88",
    "seat-d-edge": "#115646",
    "seat-d-tint": "#c3e6dd",
    "ground-1": "#b9c59a",
    "ground-2": "#adba8c",
    "ground-line": "#8f9d6d",
    "stone-1": "#cbb68a",
    "stone-2": "#d7c59d",
    "stone-3": "#e2d3b0",
    "stone-4": "#ecdfc3",
    "stone-5": "#f4ead4",
    "stone-6": "#faf4e6",
    "stone-7": "#fffdf8",
    "stone-num": "#2c2210",
    "stone-edge": "#5d4c2c",
    "plinth-top": "#765738",
    "meadow-1": "#c9cfa9",
    "surface": "#fdfbf7",
    "ink": "#1b2130",
}
"""The page's tokens in their light values."""

FACE: Final = "font-family='Segoe UI,Roboto,Noto Sans,DejaVu Sans,sans-serif' font-weight='800'"
SHIELD: Final = "M1.5 1.5H22.5V13C22.5 20 17.5 24.5 12 26.8C6.5 24.5 1.5 20 1.5 13Z"
PATTERNS: Final = (
    "<pattern id='pt-a' width='5' height='5' patternUnits='userSpaceOnUse'>"
    "<path d='M1.2 0V5' stroke='#fff' stroke-opacity='.55' stroke-width='1.3'/></pattern>"
    "<pattern id='pt-b' width='5' height='5' patternUnits='userSpaceOnUse'>"
    "<path d='M0 1.2H5' stroke='#fff' stroke-opacity='.55' stroke-width='1.3'/></pattern>"
    "<pattern id='pt-c' width='5' height='5' patternUnits='userSpaceOnUse'>"
    "<circle cx='1.4' cy='1.4' r='.95' fill='#3b2500' fill-opacity='.75'/>"
    "<circle cx='3.9' cy='3.9' r='.95' fill='#3b2500' fill-opacity='.75'/></pattern>"
    "<pattern id='pt-d' width='5' height='5' patternUnits='userSpaceOnUse'"
    " patternTransform='rotate(45)'>"
    "<path d='M1.2 0V5' stroke='#062a22' stroke-opacity='.62' stroke-width='1.4'/></pattern>"
)


def colour(token: str) -> str:
    """Return the colour of a token."""
    return COLOURS[token]


def drawing(box: tuple[float, float, float, float], parts: Iterable[str], label: str) -> str:
    """Return a whole picture: what it shows (left, top, width, height), what is in it, its name."""
    left, top, width, height = (f"{number:g}" for number in box)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{left} {top} {width} {height}'"
        f" width='{width}' height='{height}' role='img'><title>{escape(label)}</title>"
        f"<defs>{PATTERNS}</defs>{''.join(parts)}</svg>"
    )


def rect(x: float, y: float, width: float, height: float, fill: str, **more: object) -> str:
    """Return a rectangle; further attributes by name, `_` for `-`."""
    return (
        f"<rect x='{x:g}' y='{y:g}' width='{width:g}' height='{height:g}' fill='{fill}'"
        f"{_attributes(more)}/>"
    )


def path(way: str, fill: str = "none", **more: object) -> str:
    """Return a path."""
    return f"<path d='{way}' fill='{fill}'{_attributes(more)}/>"


def circle(x: float, y: float, r: float, fill: str, **more: object) -> str:
    """Return a circle."""
    return f"<circle cx='{x:g}' cy='{y:g}' r='{r:g}' fill='{fill}'{_attributes(more)}/>"


def words(x: float, y: float, size: float, text: str, fill: str, anchor: str = "middle") -> str:
    """Return a short text."""
    return (
        f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' {FACE} text-anchor='{anchor}'"
        f" fill='{fill}'>{escape(text)}</text>"
    )


def shield(x: float, y: float, width: float, seat: int) -> str:
    """Return the shield of a seat in colour, pattern and letter; `x`, `y` is its upper left."""
    letter = "abcd"[seat]
    edge = colour(f"seat-{letter}-edge")
    return (
        f"<g transform='translate({x:g} {y:g}) scale({width / 24:g})'>"
        + path(SHIELD, colour(f"seat-{letter}"))
        + path(SHIELD, f"url(#pt-{letter})", stroke=edge, stroke_width=1.4)
        + circle(12, 12.2, 7.6, "#fff", stroke=edge)
        + words(12, 16.6, 12, letter.upper(), "#161a24")
        + "</g>"
    )


def of_text(diagram: str, label: str) -> str:
    """Return a diagram as a picture of its characters: for a game without a picture of its own."""
    lines = diagram.splitlines() or [""]
    width, height = 10 * max(map(len, lines)) + 40, 22 * len(lines) + 36
    rows = "".join(
        f"<tspan x='20' dy='22' xml:space='preserve'>{escape(line)}</tspan>" for line in lines
    )
    text = (
        f"<text y='12' font-family='monospace' font-size='16' fill='{colour('ink')}'>{rows}</text>"
    )
    return drawing(
        (0, 0, width, height), [rect(0, 0, width, height, colour("surface")), text], label
    )


def _attributes(more: dict[str, object]) -> str:
    """Return further attributes as they stand in a tag."""
    return "".join(f" {name.replace('_', '-')}='{value}'" for name, value in more.items())
