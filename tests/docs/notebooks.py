"""The notebooks of docs/, run: `python -m tests.docs.notebooks` writes anew what their cells say.

They are Jupyter's own format, and run here without Jupyter: a cell is Python, what it prints is a
stream, and its last expression is shown as text and, where it can be drawn, as a picture.
"""

import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

Cell = dict[str, Any]


def read(path: Path) -> dict[str, Any]:
    """A notebook as it is kept."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def ran(notebook: dict[str, Any]) -> dict[str, Any]:
    """The same notebook after all its cells have been run in their order."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, number = list[Cell](), 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell = {**cell, "execution_count": number, "outputs": _outputs(cell, names, number)}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(cell: Cell, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What a cell says: what it prints, and its last expression."""
    tree = ast.parse("".join(cell["source"]))
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs = list[dict[str, Any]]()
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        shown = {"data": _shown(value), "execution_count": number, "metadata": {}}
        outputs.append({**shown, "output_type": "execute_result"})
    return outputs


def _shown(value: object) -> dict[str, list[str]]:
    """A value as text, and as a picture where it can be drawn."""
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    draw = getattr(value, "_repr_svg_", None)
    if draw is None:
        return data
    return {"image/svg+xml": draw().splitlines(keepends=True), **data}


def write(path: Path) -> None:
    """Write a notebook with what its cells say now."""
    text = json.dumps(ran(read(path)), indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    for notebook in NOTEBOOKS:
        write(notebook)
