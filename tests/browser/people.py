"""Who sits down at the tables of these tests."""

ANA = {"kind": "here", "name": "Ana"}
BEA = {"kind": "here", "name": "Bea"}
BOT = {"kind": "bot", "bot": "random"}
