"""The server as a process: it says where it is, and stops politely."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE
from tests.server.running import Browser, Opened
from tourelle.store.folder import FolderLock


@pytest.mark.skipif(os.name == "nt", reason="signals are sent here; this system has none")
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM)])
def test_it_says_where_it_is_and_stops_politely(
    tmp_path: Path, sign: signal.Signals, code: int
) -> None:
    command = [sys.executable, "-m", "tourelle.server", "--port", "0", "--data", str(tmp_path)]
    environment = {**os.environ, "TOURELLE_PRECOMPILE": "0", "TOURELLE_LOG": "json"}
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True)
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
        seats = [{"kind": "here"}, {"kind": "here"}]
        base = f"http://127.0.0.1:{port}"
        wish = {"game": "blox", "seats": seats}
        answer = httpx.post(f"{base}/api/tables", json=wish, timeout=300).json()
        opened = Opened(answer["table"], {key["seat"]: key["secret"] for key in answer["keys"]})
        with Browser(port, opened.table, tuple(opened.keys.values())) as ann:
            ann.until(0)
            process.send_signal(sign)
            assert ann.close_code() == 1012, "it restarts: come back"
        _, said = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
    assert process.returncode == code
    assert "Traceback" not in said
    assert "POST" in said
    for secret in opened.keys.values():
        assert secret not in said


def start(data: Path, *words: str, **environment: str) -> tuple[int, str]:
    """Start a server that can't; return its status and what it says."""
    command = [sys.executable, "-m", "tourelle.server", "--port", "0", "--data", str(data), *words]
    told = subprocess.run(
        command,
        env={**os.environ, "TOURELLE_PRECOMPILE": "0", **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert told.stdout == ""
    return told.returncode, told.stderr


def check_sentence(status: int, said: str, *words: str) -> None:
    """One sentence of plain text, with these words in it."""
    assert status in (1, 2)
    assert said.count("\n") == 1
    assert not said.startswith("{")
    assert "Traceback" not in said
    for word in words:
        assert word in said


def test_what_keeps_it_from_starting_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    check_sentence(*start(tmp_path / "file" / "data"), "--data", "Not a directory")
    check_sentence(*start(tmp_path, TOURELLE_PACE="quick"), "TOURELLE_PACE", "quick")
    check_sentence(*start(tmp_path, TOURELLE_LOG="loud"), "TOURELLE_LOG", "json")
    check_sentence(*start(tmp_path, "--port", "99999"), "TOURELLE_PORT", "65535")
    check_sentence(*start(tmp_path, "--host", "256.1.1.1"), "256.1.1.1")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        check_sentence(*start(tmp_path, "--port", port), port)
    (tmp_path / "journal.sqlite3").write_bytes(b"rubbish " * 1000)
    check_sentence(*start(tmp_path), "journal.sqlite3", "damaged")
    (tmp_path / "journal.sqlite3").unlink()
    connection = sqlite3.connect(tmp_path / "journal.sqlite3")
    connection.execute("PRAGMA user_version = 9")
    connection.close()
    check_sentence(*start(tmp_path), "newer", "9")


def test_a_second_server_says_who_holds_the_folder(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path, "http://127.0.0.1:4321/")
    check_sentence(*start(tmp_path), str(os.getpid()), "http://127.0.0.1:4321/")
    lock.release()
