"""`tourelle serve`, and `tourelle` alone: the web app."""

from argparse import Namespace

from tourelle.cli.voice import Voice


def run(given: Namespace, voice: Voice) -> int:
    """Serve the app until Ctrl-C; the browser opens by itself unless told not to."""
    from tourelle.server.serving import run as serve

    serve(
        host=getattr(given, "host", None),
        port=getattr(given, "port", None),
        data=getattr(given, "data", None),
        store=getattr(given, "store", None),
        open_browser=not getattr(given, "no_browser", False),
        language=voice.language,
        processes=getattr(given, "processes", 1),
    )
    return 0
