"""On a cluster the same games are played as here, whoever dies; other code is refused."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.arena.toys import dicers, small_match, timeless
from tests.cli.running import Command
from tests.dask import ROOT, Dask, dask
from tests.marks import searches
from tests.patience import wait_for
from tests.refusing import refuses
from tests.training.test_rounds import ORIGIN, TASK
from tourelle.arena import cluster as clusters
from tourelle.arena.cluster import joined
from tourelle.arena.fingerprint import fingerprint, packages_of
from tourelle.arena.match import Match, play_match
from tourelle.arena.results import RESULTS_FILE
from tourelle.arena.sprt import Sprt
from tourelle.bots.named import named
from tourelle.neural.artefact import from_bytes
from tourelle.training import fitting, rounds
from tourelle.training.rounds import Hands, Place, learn

CODE = ROOT / "src" / "tourelle"
RUNNING = "from tourelle.cli.main import main; raise SystemExit(main())"


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    with dask(tmp_path_factory.mktemp("dask")) as made:
        yield made


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)


def played(folder: Path) -> int:
    results = folder / RESULTS_FILE
    return results.read_bytes().count(b"\n") if results.exists() else 0


@searches
def test_a_match_gives_the_same_results_on_a_cluster(engine: Dask, tmp_path: Path) -> None:
    bots = tuple(map(named, ("turn:width=2:worlds=1", "deep:seconds=0:work=400:width=4")))
    match = Match("torres", bots, 2, {"seats": 2})
    seen: list[int] = []
    here, there = tmp_path / "here", tmp_path / "there"
    with joined(engine.address) as cluster:
        results = play_match(
            match,
            folder=there,
            records=True,
            watch=lambda done, _: seen.append(len(done)),
            cluster=cluster,
        )
    assert timeless(results) == timeless(play_match(match, folder=here, records=True))
    assert seen == [0, 1, 2, 3, 4]
    records = [[p.read_bytes() for p in sorted(f.glob("records/*"))] for f in (here, there)]
    assert len(records[0]) == 4
    assert records[0] == records[1]


@searches
def test_learning_gives_the_same_nets_on_a_cluster(
    engine: Dask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "CHUNK", 3)
    monkeypatch.setattr(fitting, "LEAST_STEPS", 20)
    monkeypatch.setattr(rounds, "CLAIMS", Sprt(-2000.0, -1000.0))  # every net is kept
    task = replace(TASK, pairs=8)
    places = [Place(tmp_path / name) for name in ("here", "there")]
    here = learn(task, places[0].folder, Hands(), ORIGIN)
    with joined(engine.address) as cluster:
        there = learn(task, places[1].folder, Hands(cluster=cluster), ORIGIN)
    assert there.best == here.best == 2  # games of the second round asked the net of the first
    assert [row["games"] for row in there.log] == [row["games"] for row in here.log]
    for number in (1, 2):
        nets = [from_bytes(place.net(number).read_bytes(), "").arrays for place in places]
        assert all((nets[0][name] == nets[1][name]).all() for name in nets[0])


@searches
def test_tuning_finds_the_same_weights_on_a_cluster(
    engine: Dask, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tourelle.arena.tuning.DIRECTIONS", 3)
    monkeypatch.setattr("tourelle.arena.tuning.SAMPLE", 4)
    words = [
        "tune",
        "blox",
        "--set",
        "round_limit=6",
        "--steps",
        "2",
        "--deals",
        "1",
        "--check",
        "2",
        "--json",
    ]
    found = []
    for place, hands in (("a", ("--jobs", "1")), ("b", ("--cluster", engine.address))):
        said = command(*words, *hands, "--out", str(tmp_path / place))
        assert said.status == 0, said.err
        found.append({key: value for key, value in said.json().items() if key != "file"})
    assert found[0] == found[1]


def test_a_match_stopped_goes_on_and_a_killed_worker_loses_nothing(
    engine: Dask, tmp_path: Path
) -> None:
    """Whoever plays on the cluster is killed, then in the next run one of its workers."""
    words = ["arena", "torres", "--bots", "random,greedy", "--seats", "2"]
    words += ["--cluster", engine.address, "--out", str(tmp_path), "--pairs"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}

    def begin(pairs: int) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", RUNNING, *words, str(pairs)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    first = begin(100_000)
    try:
        wait_for(lambda: played(tmp_path) >= 6 or first.poll() is not None)
    finally:
        first.send_signal(signal.SIGKILL)
        first.communicate()
    kept = (tmp_path / RESULTS_FILE).read_bytes()
    kept = kept[: kept.rfind(b"\n") + 1]
    begun = kept.count(b"\n")
    doomed = engine.worker()
    engine.wait_for_workers(3)
    pairs = begun // 2 + 40
    second = begin(pairs)
    try:
        wait_for(lambda: played(tmp_path) > begun + 6 or second.poll() is not None)
        engine.kill(doomed)
        said, complained = second.communicate()
    finally:
        second.kill()
    assert second.returncode == 0, complained
    assert f"{2 * pairs}" in said
    text = (tmp_path / RESULTS_FILE).read_bytes()
    assert text.startswith(kept)
    assert sorted(json.loads(line)["game"] for line in text.splitlines()) == [*range(2 * pairs)]
    match = Match("torres", (named("random"), named("greedy")), pairs, {"seats": 2})
    assert timeless(play_match(match, folder=tmp_path)) == timeless(play_match(match))
    engine.wait_for_workers(2)


def test_a_worker_with_threads_plays_the_same_games(engine: Dask) -> None:
    extra = engine.worker(threads=3)
    engine.wait_for_workers(3)
    with joined(engine.address) as cluster:
        results = play_match(small_match(20), cluster=cluster)
    assert timeless(results) == timeless(play_match(small_match(20)))
    engine.kill(extra)
    engine.wait_for_workers(2)


# ---------------------------------------------------------------- what is refused


def copied_code(folder: Path) -> Path:
    """Return a Tourelle in which one weight of one title is another."""
    shutil.copytree(CODE, folder / "tourelle", ignore=shutil.ignore_patterns("static"))
    weights = folder / "tourelle" / "games" / "blox" / "weights.json"
    weights.write_text(weights.read_text("utf-8").replace("1", "2", 1), "utf-8")
    return folder


def test_a_worker_with_other_sources_is_refused_whenever_it_comes(
    engine: Dask, tmp_path: Path
) -> None:
    match, strangers = small_match(100_000), list[subprocess.Popen[bytes]]()

    def invite(done: object, _: int) -> None:  # noqa: ARG001 (a watcher's signature)
        if not strangers:
            strangers.append(engine.worker(code=copied_code(tmp_path)))

    with joined(engine.address) as cluster:
        refuses("cluster-other-code", lambda: play_match(match, watch=invite, cluster=cluster))
        refuses("cluster-other-code", lambda: play_match(match, cluster=cluster))
    engine.kill(strangers[0])
    engine.wait_for_workers(2)


def test_a_worker_without_tourelle_is_refused(engine: Dask, tmp_path: Path) -> None:
    (tmp_path / "tourelle").mkdir()
    (tmp_path / "tourelle" / "__init__.py").write_text("")
    stranger = engine.worker(code=tmp_path)
    engine.wait_for_workers(3)
    with joined(engine.address) as cluster:
        refuses("cluster-no-tourelle", lambda: play_match(small_match(), cluster=cluster))
    engine.kill(stranger)
    engine.wait_for_workers(2)


MATCH = ["arena", "torres", "--bots", "random,greedy", "--seats", "2", "--pairs", "1", "--cluster"]


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere://x", "127.0.0.1", "tcp://"])
def test_an_address_without_a_cluster_is_refused(
    address: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "CONNECTING", 0.5)
    said = command(*MATCH, address)
    assert said.status == 1
    assert f"No cluster can be reached at {address}" in said.err
    assert "dask scheduler" in said.err
    assert "Traceback" not in said.err


def test_without_the_extra_a_sentence_says_what_to_install(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = command(*MATCH, "tcp://127.0.0.1:8786")
    assert said.status == 1
    assert 'pip install "tourelle[cluster]"' in said.err


def test_a_cluster_without_workers_and_one_that_goes_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "CONNECTING", 1.0)
    with dask(tmp_path, workers=0) as empty, joined(empty.address) as cluster:
        refuses("cluster-empty", lambda: play_match(small_match(), cluster=cluster))
        empty.worker()
        empty.wait_for_workers(1)
        gone: list[bool] = []

        def end(done: object, _: int) -> None:
            if done and not gone:
                empty.kill(empty.scheduler)
                gone.append(True)

        match = small_match(100_000)
        refuses("cluster-lost", lambda: play_match(match, watch=end, cluster=cluster))


def test_the_code_of_bots_counts_and_what_decides_no_game_does_not(tmp_path: Path) -> None:
    ours = fingerprint(packages_of("torres", [named("greedy")]))
    assert ours == fingerprint(("tourelle",))
    assert packages_of("torres", dicers("one")) == ("tests.arena", "tourelle")
    assert fingerprint(("tests.arena", "tourelle")) != ours
    environment = {**os.environ, "PYTHONPATH": str(copied_code(tmp_path))}
    asked = "from tourelle.arena.fingerprint import *; print(fingerprint(('tourelle',)))"
    for change, same in (("arena/match.py", False), ("../notes.txt", True)):
        changed = tmp_path / "tourelle" / change
        shutil.copyfile(
            CODE / "games/blox/weights.json", tmp_path / "tourelle/games/blox/weights.json"
        )
        changed.write_bytes((changed.read_bytes() if changed.exists() else b"") + b"# other\n")
        told = subprocess.run(
            [sys.executable, "-c", asked],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        assert (told == ours) is same
        shutil.copyfile(CODE / "arena/match.py", tmp_path / "tourelle/arena/match.py")
