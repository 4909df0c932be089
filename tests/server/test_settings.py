"""Settings come from flags, then the environment, then defaults; the docs list every one."""

import importlib
import json
import logging
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from tourelle.languages import LANGUAGES, catalogue
from tourelle.server import logs
from tourelle.server.gate.limits import Bucket, Buckets
from tourelle.server.said import messages
from tourelle.server.settings import SettingError, Settings, data_folder

ROOT = Path(__file__).resolve().parents[2]
HOSTING, DEPLOY = ROOT / "docs" / "hosting.md", ROOT / "deploy"


def test_flags_come_before_the_environment() -> None:
    environment = {"TOURELLE_PORT": "9000", "TOURELLE_HOST": "::", "TOURELLE_PRECOMPILE": "0"}
    settings = Settings.of(environment, port=7000, data=None)
    assert (settings.port, settings.host, settings.precompile) == (7000, "::", False)
    assert settings.pace == Settings().pace
    assert settings.data != Path()


def test_everybody_finds_the_folder_that_the_environment_names() -> None:
    """`tourelle admin` beside the server, as in a container."""
    assert data_folder({"TOURELLE_DATA": "/srv/tourelle"}) == Path("/srv/tourelle")
    assert Settings.of({"TOURELLE_DATA": "/srv/tourelle"}).data == Path("/srv/tourelle")


def test_a_user_without_a_home_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """systemd makes such users (DynamicUser), where nobody else knows of them."""

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    assert Settings.of({}, data=Path("/var/lib/tourelle")).data == Path("/var/lib/tourelle")
    assert Settings.of({}).port == Settings().port, "a worker needs no data folder"


def test_loopback_unless_told_otherwise() -> None:
    assert Settings.of({}).host == "127.0.0.1"


def test_a_wrong_setting_is_named() -> None:
    with pytest.raises(SettingError, match="TOURELLE_PORT"):
        Settings.of({"TOURELLE_PORT": "http"})


def test_the_docs_list_every_setting_with_its_default() -> None:
    page = HOSTING.read_text(encoding="utf-8")
    rows = [row for row in page.splitlines() if row.startswith("| `TOURELLE_")]
    for field in fields(Settings):
        row = next(row for row in rows if f"`TOURELLE_{field.name.upper()}`" in row)
        if field.name != "data":
            default = field.default
            shown = f"{default:g}" if isinstance(default, float) else str(default)
            shown = str(int(default)) if isinstance(default, bool) else shown
            assert not shown or f"`{shown}`" in row, field.name


def test_every_trouble_has_its_sentence() -> None:
    sources = Path(messages.__file__).parents[2]
    said = {
        key.removeprefix("trouble.") for key in catalogue("en", "server") if key[:8] == "trouble."
    }
    text = "".join(
        path.read_text(encoding="utf-8")
        for room in ("server", "tables")
        for path in sorted((sources / room).rglob("*.py"))
    )
    assert {reason for reason in said if f'"{reason}"' not in text} == set()
    for language in LANGUAGES:
        assert messages.trouble(language, 0, "no-such-bot", bot="x").sentence


def test_buckets_fill_with_time() -> None:
    bucket = Bucket(rate=2, burst=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.6), bucket.take(0.6)] == [True, False]
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False]
    buckets = Buckets(rate=1, burst=1)
    assert [buckets.take(name, 0) for name in "aab"] == [0, 1, 0], "seconds to wait"


def test_logs_are_lines_of_json() -> None:
    record = logging.makeLogRecord({"msg": "request", "name": "x", "path": "/é", "status": 200})
    event = json.loads(logs.JsonFormatter().format(record))
    assert (event["event"], event["path"], event["status"]) == ("request", "/é", 200)


def test_the_development_server_asks_on_the_usual_port() -> None:
    config = Path(__file__).resolve().parents[2] / "web" / "vite.config.ts"
    assert f"http://127.0.0.1:{Settings().port}'" in config.read_text(encoding="utf-8")


def test_the_compose_file_names_settings_files_and_volumes_that_there_are() -> None:
    yaml: Any = importlib.import_module("yaml")
    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    known = {f"TOURELLE_{field.name.upper()}" for field in fields(Settings)}
    assert {"database", "tourelle", "worker"} <= set(told["services"])
    for name, service in told["services"].items():
        sources = {volume.partition(":")[0] for volume in service.get("volumes", ())}
        files = {source for source in sources if source.startswith(".")}
        assert sources - files <= set(told["volumes"]), name
        assert all((DEPLOY / file).is_file() for file in files), name
        ours = {key for key in service.get("environment", ()) if key.startswith("TOURELLE_")}
        assert ours <= known, name
        assert set(service.get("depends_on", ())) <= set(told["services"]), name
        if build := service.get("build"):
            assert (DEPLOY / build["context"] / build["dockerfile"]).is_file(), name
