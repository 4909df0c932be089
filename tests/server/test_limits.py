"""Nobody uses up what belongs to all: what one address may open and ask for."""

import threading
import time
from pathlib import Path

import pytest

from tests.server.running import from_address, open_from, served
from tourelle.server.gate import limits
from tourelle.server.gate.limits import Buckets, Crowd, Openers, Proxies, address_of


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("fe80::1%eth0", "fe80::/64"),
        (None, ""),
        ("unix:" + "x" * 200, "unix:" + "x" * 59),
    ],
)
def test_a_household_is_one_address(host: str | None, counted: str) -> None:
    assert address_of(host) == counted


def test_proxies_are_addresses_or_networks() -> None:
    known = Proxies("127.0.0.1, ::1,10.0.0.0/8")
    assert [host in known for host in ("127.0.0.1", "10.2.3.4", "192.0.2.1", None)] == [
        True,
        True,
        False,
        False,
    ]
    assert "192.0.2.1" in Proxies("*")
    assert "127.0.0.1" not in Proxies("")


def test_a_stranger_cannot_choose_an_address(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False, proxies="", posts=0.001, posts_burst=2) as server:
        answers = [open_from(server, f"203.0.113.{i}").status_code for i in range(4)]
    assert answers == [201, 201, 429, 429]


def test_what_is_remembered_of_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ADDRESSES", 5)
    buckets, openers, crowd = Buckets(1, 1), Openers(), Crowd(9, 2)
    for number in range(50):
        buckets.take(str(number), 0)
        openers.add(str(number), "table")
        crowd.enter(str(number))
        crowd.leave(str(number))
    assert len(buckets._buckets) == len(openers._tables) == 5
    assert (crowd.count, crowd._each) == (0, {})


def test_one_address_cannot_open_all_tables(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False, address_tables=3) as server:
        answers = [open_from(server) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429, 429]
        refused = server.http.post(
            "/api/tables?language=fr",
            json={"game": "blox", "seats": [{"kind": "here"}, {"kind": "here"}]},
            headers=from_address("203.0.113.5"),
        ).json()
        assert (refused["reason"], "réseau" in refused["sentence"]) == ("too-many-of-yours", True)
        assert open_from(server, "203.0.113.6").status_code == 201, "others still can"


def test_a_burst_opens_no_more_than_that(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False, address_tables=4) as server:
        server.open("blox", "here here")  # compiled from now on
        answers: list[int] = []
        threads = [
            threading.Thread(target=lambda: answers.append(open_from(server).status_code))
            for _ in range(16)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(set(answers)) == [201, 429]
    assert answers.count(201) == 4


def test_tables_that_nobody_plays_at_lapse(tmp_path: Path) -> None:
    with served(tmp_path, precompile=False, tables=2, lapse=1.0) as server:
        first = open_from(server, seen="public").json()
        open_from(server, seats=[{"kind": "here"}, {"kind": "open"}], seen="public")
        assert open_from(server).json()["reason"] == "too-many-tables"
        keys = [key["secret"] for key in first["keys"]]
        with server.browser(first["table"], *keys) as ann:
            ann.until(0)
            ann.submit(ann.state["choices"][0]["text"])
            ann.until(1)
        assert len(server.http.get("/api/lobby").json()["open"]) == 1
        time.sleep(1.2)
        assert server.http.get("/api/lobby").json()["open"] == []
        assert open_from(server).status_code == 201, "the empty one counts no more"
        assert open_from(server).json()["reason"] == "too-many-tables", "the other one does"
        assert server.http.get(f"/api/tables/{first['table']}").json()["actions"] == 1


def test_everything_that_costs_has_a_rate(tmp_path: Path) -> None:
    given = {"reads": 0.001, "reads_burst": 3, "documents": 0.001, "documents_burst": 2}
    with served(tmp_path, precompile=False, **given) as server:
        table = server.open("blox", "here here").table
        paths = (f"/api/tables/{table}", "/api/lobby", f"/api/tables/{table}/at/0")
        reads = [server.http.get(path).status_code for path in (*paths, *paths)]
        assert reads == [200, 200, 200, 429, 429, 429]
        refused = server.http.get(f"/api/tables/{table}/record", headers={"accept-language": "de"})
        assert refused.json()["reason"] == "too-fast"
        assert int(refused.headers["retry-after"]) >= 1
        assert "bitte" in refused.json()["sentence"].lower()
        task = {"document": {"game": "blox"}}
        works = [server.http.post("/api/documents/legal", json=task) for _ in range(3)]
        assert [answer.status_code for answer in works] == [200, 200, 429]
        other = server.http.get("/api/lobby", headers=from_address("203.0.113.6"))
        assert other.status_code == 200, "others still can"
