"""A server run as a program of its own, as people start it."""

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def started(
    command: Sequence[str | Path], data: Path, at: Path, environment: Mapping[str, str]
) -> Iterator[str]:
    """Run `tourelle serve` by a command, with its journal in a folder; yield its address."""
    words = ["serve", "--port", "0", "--no-browser", "--data", str(data)]
    with subprocess.Popen(
        [*command, *words], cwd=at, env=environment, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+?:\d+", server.stdout.readline())
            assert address is not None, "the server did not say where it is"
            yield address[0]
        finally:
            server.terminate()
