"""What the repository promises: no hosts, no machines, nothing too long, nothing left out."""

import json
import re
import string
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "tourelle"
LANGUAGES = ("en", "fr", "de")
LONGEST_MODULE = 500

# Written in pieces, so that this file does not hold what it looks for.
HOSTS = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("pypi", "python", "org"),
        ("pythonhosted", "org"),
        ("npmjs", "org"),
        ("npmjs", "com"),
        ("yarnpkg", "com"),
        ("deb", "debian", "org"),
        ("conda", "anaconda", "org"),
    )
)
HOMES = tuple(f"/{home}/" for home in ("home", "root", "Users", "work"))
MACHINE_PATH = re.compile(
    rf"(?<![\w.~>)-])(?:{'|'.join(map(re.escape, HOMES))}|{re.escape(str(ROOT))}(?!\w))\w*"
    r"|file:/" + r"/|\b[A-Za-z]:\\+Users\\"
)
LOCKS = re.compile(r"(?:requirements.*\.lock|package-lock\.json)$")


def repository_files() -> list[Path]:
    """The files that git tracks or would track."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    paths = {ROOT / name for name in listed.decode().split("\0") if name}
    return sorted(path for path in paths if path.is_file())


def strangers(name: str, text: str) -> list[str]:
    """The registry hosts and the paths of one machine that a text holds, with their lines."""
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        hosts = [host for host in HOSTS if host in line.lower()]
        paths = [match.group() for match in MACHINE_PATH.finditer(line)]
        fetched = "://" in line and (not name.endswith(".json") or '"resolved"' in line)
        urls = ["a URL in a lock"] if LOCKS.search(name) and fetched else []
        found += [f"{name}:{number}: {what}" for what in hosts + paths + urls]
    return found


def project() -> dict[str, str]:
    """The [project] table of pyproject.toml."""
    table: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return table


def catalogue(language: str, name: str) -> dict[str, set[str]]:
    """The placeholders of each sentence of a catalogue, by the dotted path of its key."""
    found: dict[str, set[str]] = {}
    path = PACKAGE / name.format(language)
    pending: list[tuple[str, object]] = [("", json.loads(path.read_text(encoding="utf-8")))]
    while pending:
        key, value = pending.pop()
        if isinstance(value, dict):
            pending += [(f"{key}.{inner}".lstrip("."), value[inner]) for inner in value]
        elif isinstance(value, list):
            pending += [(f"{key}.{index}", inner) for index, inner in enumerate(value)]
        else:
            assert isinstance(value, str), f"{path}: {key} is no sentence"
            assert value.strip(), f"{path}: {key} is empty"
            fields = string.Formatter().parse(value)
            found[key] = {field.split("|")[0] for _, field, _, _ in fields if field}
    return found


def catalogue_names() -> list[str]:
    """The catalogues that any language has, with a gap for the language in their paths."""
    rooms = {f"languages/{{}}/{path.name}" for path in PACKAGE.glob("languages/*/*.json")}
    games = PACKAGE.glob("games/*/words/*.json")
    found = {
        str(path.relative_to(PACKAGE).parent / re.sub(r"..\.json$", "{}.json", path.name))
        for path in games
    }
    return sorted(rooms | found)


def test_no_registry_hosts_and_no_machine_paths() -> None:
    found = []
    for path in repository_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:  # a picture or an array: no text to read
            continue
        found += strangers(path.relative_to(ROOT).as_posix(), text)
    assert found == []


@pytest.mark.parametrize(
    ("name", "line", "count"),
    [
        ("README.md", f"see {HOSTS[0]}", 1),
        ("README.md", f"open {HOMES[0]}someone/game.json", 1),
        ("README.md", f"({ROOT}/dev.py)", 1),
        ("README.md", "https://example.org" + HOMES[0] + "page, or tests" + HOMES[3] + "x", 0),
        ("requirements.lock", "--index-url https://example.org/simple", 1),
        ("README.md", "https://example.org/simple", 0),
    ],
)
def test_hosts_and_machine_paths_are_found(name: str, line: str, count: int) -> None:
    assert len(strangers(name, line)) == count


def test_locks_pin_every_package_by_hash() -> None:
    for name in ("requirements.lock", "requirements-dev.lock"):
        text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
        packages = text.splitlines()
        assert packages
        assert [line for line in packages if "==" not in line or "--hash=sha256:" not in line] == []


def test_modules_fit_a_sitting() -> None:
    modules = sorted(PACKAGE.rglob("*.py"))
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules}
    assert lengths
    assert {path.name: n for path, n in lengths.items() if n > LONGEST_MODULE} == {}


def test_every_language_has_every_catalogue() -> None:
    assert catalogue_names()
    folders = {path.name for path in (PACKAGE / "languages").glob("*/") if any(path.glob("*.json"))}
    assert folders == set(LANGUAGES)


@pytest.mark.parametrize("name", catalogue_names())
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_catalogues_agree(language: str, name: str) -> None:
    ours, theirs = catalogue(LANGUAGES[0], name), catalogue(language, name)
    assert sorted(ours.keys() ^ theirs.keys()) == []
    assert {key: (ours[key], theirs[key]) for key in ours if ours[key] != theirs[key]} == {}


def test_architecture_names_every_room() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rooms
    # `core` in backticks, or core/ in a drawing of the folders.
    assert [room for room in sorted(rooms) if not re.search(rf"`{room}`|\b{room}/", text)] == []


def rows_of(heading: str) -> list[tuple[str, str]]:
    """Return the two columns of the table under a heading of ARCHITECTURE.md."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| (`.*?) \| (.*) \|$", section, re.MULTILINE)


def test_architecture_names_files_that_are_there_and_leaves_no_room_out() -> None:
    rows = rows_of("The other rooms, file by file")
    rooms = [room for names, _ in rows for room in re.findall(r"`([a-z/]+)`", names)]
    known = {"play", "terminal", "library"}  # a file each
    known |= {str(path.parent.relative_to(PACKAGE)) for path in PACKAGE.glob("*/__init__.py")}
    known |= {
        str(path.parent.relative_to(PACKAGE)) for path in PACKAGE.glob("server/*/__init__.py")
    }
    assert sorted(rooms) == sorted(known - {"games"})  # which has a table of its own
    leading = re.compile(r"(?:^|; |, )((?:`[a-z_0-9]+`(?:, )?)+)(?=[:;]|$| the )")
    named = [
        (room, name)
        for room, (_, files) in zip((names.strip("`") for names, _ in rows), rows, strict=True)
        for run in leading.findall(files)
        for name in re.findall(r"`(\w+)`", run)
        if "`" not in room
    ]
    assert len(named) > 150
    missing = [
        f"{room}/{name}"
        for room, name in named
        if not (PACKAGE / room / f"{name}.py").exists() and not (PACKAGE / room / name).is_dir()
    ]
    assert missing == ["store/peers"]  # a file of `store/postgres`


def test_architecture_names_the_files_of_a_games_folder() -> None:
    named = {
        name
        for names, _ in rows_of("A game's folder")
        for name in re.findall(r"`([a-z_./]+)`", names)
    }
    games = [path.parent for path in PACKAGE.glob("games/*/game.py")]
    assert len(games) == 3
    shared = [
        {
            path.name.removesuffix(".py")
            for path in game.iterdir()
            if path.suffix in (".py", ".json")
        }
        for game in games
    ]
    assert set.intersection(*shared) - {"__init__"} <= named
    assert [
        name
        for name in named
        if not any(
            (game / name.rstrip("/")).exists() or (game / f"{name}.py").exists() for game in games
        )
    ] == []


def test_changelog_has_the_current_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version = re.escape(project()["version"])
    assert re.search(rf"^## \[?{version}\b", text, re.MULTILINE)


def test_decisions_are_numbered_and_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    pages = sorted(path.name for path in folder.glob("*.md") if path.name != "README.md")
    index = (folder / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| \[\d{4}\]\(([^)]+)\)", index, re.MULTILINE) == pages
    assert [int(page[:4]) for page in pages] == list(range(1, len(pages) + 1))


def test_the_page_about_bots_shows_the_sample_as_it_is() -> None:
    page = (ROOT / "docs" / "a-bot-of-your-own.md").read_text("utf-8")
    shown = page.partition("```python\n")[2].partition("```")[0]
    sample = (ROOT / "examples" / "bots" / "bot.py").read_text("utf-8")
    assert sample.partition('"""\n\n')[2] == shown
