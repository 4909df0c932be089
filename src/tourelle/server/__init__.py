"""The server: HTTP and WebSocket; composes games, bots, tables, journal and languages."""

from pathlib import Path


def run(
    host: str | None = None,
    port: int | None = None,
    data: str | Path | None = None,
    open_browser: bool = False,
    language: str = "en",
) -> None:
    """Serve until told to stop; what is not given comes from the environment or is the default."""
    from tourelle.server import serving  # loaded late: other rooms read the protocol only

    serving.run(host, port, data, open_browser, language)
