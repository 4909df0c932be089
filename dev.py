#!/usr/bin/env python3
"""Sets up, runs and checks Tourelle. Needs Python with pip, and nothing else.

python3 dev.py start [ARGUMENT...]     open Tourelle, or run one of its commands
python3 dev.py test [ARGUMENT...]      run the tests (arguments go to pytest)
python3 dev.py check                   formatting, lint, types, layers, documents
python3 dev.py bench [NAME...]         run the benchmarks, or those named
python3 dev.py docs                    build the documentation as a site, served under /docs
python3 dev.py lock [--upgrade]        pin the dependencies anew
python3 dev.py help                    show this

The first run makes .venv and installs what the locks pin; later runs install nothing.
"""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MINIMUM = (3, 11)
if sys.version_info[:2] < MINIMUM:  # before anything below that an older Python cannot read
    sys.exit(
        "Tourelle needs Python {}.{} or newer; this is Python {}.{} ({}).".format(
            *MINIMUM, *sys.version_info[:2], sys.executable
        )
    )

ROOT = Path(__file__).resolve().parent
DOCS = ROOT / "website"
DOCS_VENV = ROOT / ".venv-docs"
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
# Each level holds all of the one before it.
LOCKS = {"runtime": "requirements.lock", "dev": "requirements-dev.lock"}
# Benchmarks that start a PostgreSQL or use what the tests have made: they need what those need.
DATABASE = {
    "boardgame",
    "drivers",
    "notify",
    "processes",
    "queue",
    "soak",
    "submit",
    "wire",
    "workers",
}
# So many failed tests are tried once more; a change that breaks more is not bad luck.
FEW = 5
# What pip says when it reaches no package index.
OFFLINE = ("NewConnectionError", "ConnectTimeout", "NameResolution", "ProxyError", "Max retries")


class SetupError(Exception):
    """Something the person at the keyboard can mend; its text says what."""


# --- setting up ---------------------------------------------------------------------------------


def ensure(level: str) -> None:
    """Brings .venv up to the level, or does nothing when it is there already."""
    levels = list(LOCKS)
    if any(is_installed(each) for each in levels[levels.index(level) :]):
        return
    first_time = not any(stamp(each).exists() for each in levels)
    for each in levels:  # an installation that fails half-way must not be taken for a good one
        stamp(each).unlink(missing_ok=True)
    started = time.monotonic()
    make_venv()
    pinned = ROOT / LOCKS[level]
    count = sum(line[:1].isalnum() for line in pinned.read_text(encoding="utf-8").splitlines())
    say(f"Installing {count} packages " + ("(first time only) ..." if first_time else "..."))
    pip("install", "--require-hashes", "--only-binary", ":all:", "--requirement", str(pinned))
    say("Installing Tourelle itself ...")
    pip("install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    for each in levels[: levels.index(level) + 1]:
        stamp(each).write_text(fingerprint(each), encoding="utf-8")
    say(f"Ready after {time.monotonic() - started:.0f} s.")


def is_installed(level: str) -> bool:
    """Whether .venv holds exactly what the files of the project ask for at this level."""
    return (
        PYTHON.exists()
        and stamp(level).exists()
        and stamp(level).read_text(encoding="utf-8") == fingerprint(level)
    )


def stamp(level: str) -> Path:
    """The file that remembers what was installed."""
    return VENV / f"installed-{level}"


def fingerprint(level: str) -> str:
    """A hash of all that decides what is installed, where, and for which Python."""
    digest = hashlib.sha256(f"{ROOT}\n{os.path.realpath(PYTHON)}\n".encode())
    locks = list(LOCKS.values())
    locks = locks[: locks.index(LOCKS[level]) + 1]
    for name in ("pyproject.toml", "hatch_build.py", "web/package-lock.json", *locks):
        path = ROOT / name
        if path.is_file():
            digest.update(f"{name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def make_venv() -> None:
    """Makes .venv unless a working one is there."""
    if PYTHON.exists() and succeeds(PYTHON, "-c", "pass"):
        return
    say("Making .venv ...")
    make = (sys.executable, "-m", "venv", "--clear")
    if succeeds(*make, VENV):
        return
    # Debian keeps the pip for new environments in a package of its own; the host's pip serves too.
    if not succeeds(*make, "--without-pip", VENV):
        raise SetupError(
            f"{sys.executable} cannot make virtual environments here: check that {ROOT} can be"
            " written to and that Python's venv module is installed (Debian: python3-venv)."
        )


def pip(*arguments: str) -> None:
    """Runs pip for .venv, or raises SetupError with the end of what it said."""
    command = [str(PYTHON), "-m", "pip"]
    if not succeeds(*command, "--version"):
        command = [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    quietly([*command, "--disable-pip-version-check", "--no-input", *arguments])


def quietly(command: list[str]) -> None:
    """Runs an installing command without its chatter, or raises SetupError."""
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode == 0:
        return
    said = done.stdout.decode(errors="replace")
    if any(sign in said for sign in OFFLINE):
        raise SetupError("No package index can be reached: check the network, then try again.")
    end = "\n".join(said.strip().splitlines()[-12:])
    raise SetupError(f"The installation failed:\n{end}")


def succeeds(*command: str | Path) -> bool:
    """Whether the command exits with 0; it stays silent."""
    quiet = subprocess.DEVNULL
    return subprocess.run(command, stdout=quiet, stderr=quiet, check=False).returncode == 0


# --- running ------------------------------------------------------------------------------------


def run(*command: str, cwd: Path | None = ROOT) -> int:
    """Runs Python in .venv in the foreground and returns its exit code."""
    interrupts = []
    # Ctrl-C reaches the command too, and it is the one to tidy up: wait for it.
    before = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        code = subprocess.run([str(PYTHON), *command], cwd=cwd, check=False).returncode
    finally:
        signal.signal(signal.SIGINT, before)
    if interrupts and code != 0:
        raise KeyboardInterrupt
    return 128 - code if code < 0 else code


def start(arguments: list[str]) -> int:
    """Opens Tourelle in the caller's folder."""
    ensure("runtime")
    if run("hatch_build.py") != 0:  # the pages, if they have changed since they were built
        return 1
    if os.name == "posix":  # whoever ends this process ends Tourelle
        os.execv(PYTHON, [str(PYTHON), "-m", "tourelle", *arguments])
    return run("-m", "tourelle", *arguments, cwd=None)


def test(arguments: list[str]) -> int:
    """Runs pytest over all cores."""
    ensure("dev")
    if run("hatch_build.py") != 0:  # the pages, if they have changed since they were built
        return 1
    run("tests/browser/chromium.py")  # fetches a browser where there is none
    cores = ("-n", "auto", "--maxprocesses", "8", "--dist", "worksteal")
    code = run("-m", "pytest", *cores, *arguments)
    failed = [] if code != 1 or arguments else failed_tests()
    if not 0 < len(failed) <= FEW:
        return code
    # A browser on a busy machine may trip once; what is wrong fails alone too.
    say(f"Trying {len(failed)} failed again, alone ...")
    code = run("-m", "pytest", "-n", "0", "--last-failed", "--last-failed-no-failures", "none")
    if code == 0:
        say("Failed once and passed alone (worth a look):\n  " + "\n  ".join(failed))
    return code


def failed_tests() -> list[str]:
    """The tests that failed in the last run, as pytest remembers them."""
    memory = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
    return sorted(json.loads(memory.read_text(encoding="utf-8"))) if memory.exists() else []


def check(arguments: list[str]) -> int:
    """Runs every check, and sums up at the end."""
    if arguments:
        raise SetupError("check takes no arguments.")
    ensure("dev")
    layers = "from importlinter.cli import lint_imports_command as lint; lint()"
    steps = {
        "format": ("-m", "ruff", "format", "--check", "."),
        "lint": ("-m", "ruff", "check", "."),
        "types": ("-m", "mypy", "--strict"),
        "layers": ("-c", layers, "--no-logo"),
        "documents": ("-m", "pytest", "-q", "tests/docs"),
        "web": ("web/check.py",),
    }
    rows = []
    failures = 0
    for name, command in steps.items():
        print(f"--- {name}", flush=True)
        started = time.monotonic()
        failed = run(*command) != 0
        failures += failed
        result = "FAILED" if failed else "passed"
        rows.append(f"{name:<12}{result}{time.monotonic() - started:8.1f} s")
    print("", *rows, sep="\n", flush=True)
    return 1 if failures else 0


def bench(arguments: list[str]) -> int:
    """Runs the benchmarks named first, each with the remaining arguments.

    Without a name all are run but learning and matches between bots, which ask for a title and
    take hours (`python -m benchmarks.matches --help`), and those that need a PostgreSQL.
    """
    known = sorted(
        path.stem for path in (ROOT / "benchmarks").glob("*.py") if not path.stem.startswith("_")
    )
    names = []
    while arguments and not arguments[0].startswith("-"):
        names.append(arguments.pop(0))
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SetupError(f"No benchmark {', '.join(unknown)}; there are: {', '.join(known)}.")
    ensure("dev" if DATABASE.intersection(names) else "runtime")
    apart = {"from_zero", "levels", "matches", *DATABASE}
    names = names or [name for name in known if name not in apart]
    return max([run("-m", f"benchmarks.{name}", *arguments) for name in names], default=0)


def docs(arguments: list[str]) -> int:
    """Builds the documentation with tools of their own, which neither start nor test needs."""
    if arguments:
        raise SetupError("docs takes no arguments.")
    python = DOCS_VENV / PYTHON.relative_to(VENV)
    pinned, mark = DOCS / "requirements.lock", DOCS_VENV / "installed"
    wanted = hashlib.sha256(pinned.read_bytes()).hexdigest()
    if not (mark.exists() and mark.read_text(encoding="utf-8") == wanted):
        say("Installing what builds the documentation ...")
        if not succeeds(sys.executable, "-m", "venv", "--clear", DOCS_VENV):
            raise SetupError(f"{sys.executable} cannot make a virtual environment in {ROOT}.")
        quiet = ("--disable-pip-version-check", "--no-input", "--require-hashes", "--requirement")
        quietly([str(python), "-m", "pip", "install", *quiet, str(pinned)])
        mark.write_text(wanted, encoding="utf-8")
    command = [str(python), "-m", "mkdocs", "build", "--quiet", "--strict", "--config-file"]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    code = subprocess.run(
        [*command, str(DOCS / "mkdocs.yml")], cwd=ROOT, env=environment, check=False
    ).returncode
    if code == 0:
        say("Built: src/tourelle/manual/index.html, and /docs of a server that runs from here.")
    return code


def lock(arguments: list[str]) -> int:
    """Writes every lock anew from what is asked for; versions stay unless told to --upgrade."""
    import tomllib  # absent from the Pythons that are turned away above

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        build = Path(folder, "build.in")
        build.write_text("\n".join(project["build-system"]["requires"]), encoding="utf-8")
        uv, environment = find_uv(folder)
        # No header, notes or index: a lock names no machine and no host.
        compile_lock = [*uv, "pip", "compile", "--quiet", "--universal", "--generate-hashes"]
        compile_lock += ["--no-header", "--no-annotate", "--fork-strategy", "fewest"]
        compile_lock += ["--python-version", "{}.{}".format(*MINIMUM)]
        project_in = ["pyproject.toml", str(build)]
        for written, given in (
            (LOCKS["runtime"], project_in),
            (LOCKS["dev"], [*project_in, "--extra", "dev", "-c", LOCKS["runtime"]]),
            ("website/requirements.lock", ["website/requirements.in"]),
        ):
            say(f"Writing {written} ...")
            command = [*compile_lock, *given, *arguments, "--output-file", written]
            code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
            if code != 0:
                return code
    return 0


def find_uv(folder: str) -> tuple[list[str], dict[str, str]]:
    """The command that runs uv, and its environment; fetches uv when none is installed."""
    environment = dict(os.environ)
    installed = shutil.which("uv")
    if installed:
        return [installed], environment
    say("Fetching uv ...")
    quietly([sys.executable, "-m", "pip", "install", "--target", folder, "uv"])
    environment["PYTHONPATH"] = folder
    return [sys.executable, "-m", "uv"], environment


def say(text: str) -> None:
    """Tells how things go, on standard error: standard output belongs to what is run."""
    print(text, file=sys.stderr, flush=True)


def main(arguments: list[str]) -> int:
    """Runs the command named first and returns the exit code."""
    commands = {
        "start": start,
        "test": test,
        "check": check,
        "bench": bench,
        "docs": docs,
        "lock": lock,
    }
    name = arguments[0] if arguments else "help"
    if name in ("help", "-h", "--help"):
        print((__doc__ or "").strip())
        return 0
    if name not in commands:
        raise SetupError(f"No command {name}; there are: {', '.join([*commands, 'help'])}.")
    return commands[name](arguments[1:])


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (SetupError, OSError) as error:
        sys.exit(f"dev.py: {error}")
    except KeyboardInterrupt:
        sys.exit(130)
