"""`python -m tourelle.server` starts the server."""

from tourelle.server.serving import main

main()
