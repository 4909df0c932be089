"""A bot that plays over the network. Run it with the link that the dialog of a seat shows."""

import json
import sys
from http.client import HTTPResponse
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

link = urlsplit(sys.argv[1])  # http://HOST/g/TABLE#TOKEN
table = f"{link.scheme}://{link.netloc}/api/tables/{link.path.split('/')[-1]}"
headers = {"X-Tourelle-Secret": link.fragment, "Content-Type": "application/json"}


def ask(what: str, wish: dict[str, Any] | None = None) -> HTTPResponse:
    """Send a request about the table."""
    body = None if wish is None else json.dumps(wish).encode()
    answer: HTTPResponse = urlopen(Request(f"{table}/{what}", body, headers))
    return answer


def choose(state: dict[str, Any]) -> str:
    """Return one of the legal actions; state["view"] is what this seat may see."""
    choices = state["choices"]
    best = max(choices, key=lambda choice: (choice["gains"], choice["kind"] != "end"))
    return str(best["text"])


for line in ask("events"):
    state = json.loads(line) if line.strip() else {}
    if state.get("type") != "state":
        continue
    if state["status"] == "over":
        print(state["ending"])
        break
    if state["choices"]:
        wish = {"number": state["number"], "seat": state["to_move"], "action": choose(state)}
        try:
            ask("wishes", {"type": "submit", **wish})
        except HTTPError as error:
            print(json.load(error)["sentence"])  # the next state says how things stand
