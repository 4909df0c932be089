"""Who sits down at the tables of these tests."""

ANA = {"kind": "here", "name": "Ana"}
BEA = {"kind": "here", "name": "Bea"}
LEO = {"kind": "here", "name": "Leo"}
BOT = {"kind": "bot", "bot": "random"}
