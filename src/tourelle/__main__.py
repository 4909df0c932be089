"""`python -m tourelle` is `tourelle`."""

import sys

from tourelle.cli.main import main

sys.exit(main())
