"""Another version of Tourelle beside this one: each in a process of its own, asked line by line."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Version:
    """One version in its process."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        """Take the process that answers for it."""
        self.process = process

    def asked(self, *wish: object) -> Any:
        """Return what the process answers."""
        into, out = self.process.stdin, self.process.stdout
        if into is None or out is None:
            raise OSError("the version can't be talked to")
        print(json.dumps(wish), file=into, flush=True)
        return json.loads(out.readline())


@contextmanager
def version(script: Path, flag: str, checkout: Path, cache: str | None) -> Iterator[Version]:
    """Let a script answer with the packages of a checkout, compiled into a cache or the usual."""
    path = os.pathsep.join([str(checkout / "src"), os.environ.get("PYTHONPATH", "")])
    kept = {} if cache is None else {"TOURELLE_CACHE": cache}
    process = subprocess.Popen(
        [sys.executable, str(script), flag],
        env={**os.environ, "PYTHONPATH": path, **kept},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        yield Version(process)
