"""A bot in twenty lines: takes the action that names the highest square. `cmd:python bot.py`"""

import json
import sys


def choose(turn: dict[str, list[str]]) -> str:
    """Return one of the legal actions; turn["document"] is what this seat may see."""
    return max(turn["legal"], key=lambda text: (text.split()[0] != "end", text))


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "twenty lines"}
    elif message["type"] == "turn":
        answer = {"type": "play", "actions": [choose(message)]}
    else:
        break
    print(json.dumps(answer), flush=True)
