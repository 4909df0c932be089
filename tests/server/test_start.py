"""The server as a process: it says where it is, and stops politely."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE
from tests.server.running import Browser, Opened


@pytest.mark.skipif(os.name == "nt", reason="signals are sent here; this system has none")
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM)])
def test_it_says_where_it_is_and_stops_politely(
    tmp_path: Path, sign: signal.Signals, code: int
) -> None:
    command = [sys.executable, "-m", "tourelle.server", "--port", "0", "--data", str(tmp_path)]
    environment = {**os.environ, "TOURELLE_WARM": "0", "TOURELLE_LOG": "json"}
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
