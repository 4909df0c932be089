"""The server with one deal at every table and one die for every bot, so that a test is repeatable.

`DEAL=5 python3 dev.py test tests/browser` plays the same tests on another deal.
"""

import os
from unittest.mock import patch

from tourelle.server.serving import main

DEAL = int(os.environ.get("DEAL", "1"))

if __name__ == "__main__":
    with (
        patch("secrets.randbelow", return_value=DEAL),
        patch("secrets.randbits", return_value=DEAL),
    ):
        main()
