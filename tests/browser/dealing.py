"""The server with one deal at every table and one die for every bot, so that a test is repeatable.

`DEAL=5 python3 dev.py test tests/browser` plays the same tests on another deal. Titles in `UNDRAWN`
are shown on the plain board, as if the page had none of their own.
"""

import os
from contextlib import ExitStack
from unittest.mock import patch

from tourelle.games import game_class
from tourelle.server.serving import main

DEAL = int(os.environ.get("DEAL", "1"))
UNDRAWN = os.environ.get("UNDRAWN", "").split()

if __name__ == "__main__":
    with ExitStack() as patched:
        patched.enter_context(patch("secrets.randbelow", return_value=DEAL))
        patched.enter_context(patch("secrets.randbits", return_value=DEAL))
        for title in UNDRAWN:
            patched.enter_context(patch.object(game_class(title), "page_board", False))
        main()
