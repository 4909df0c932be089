"""One word for one thing: terms, apostrophes, spaces and numbers, in every catalogue."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import tourelle
from tourelle.games import TITLES
from tourelle.games.torres.material import CARDS
from tourelle.languages import LANGUAGES, catalogue, filled, rulebook

PACKAGE = Path(tourelle.__file__).parent

# What must not be said, and what is said in its place.
FORBIDDEN = {
    "en": {
        r"\btak\w+ the last action back": "undo",
        r"\brobots?\b": "bot",
    },
    "fr": {
        r"^Plus d[e’]": "Sans, Plus aucun: alone it may mean more of it",
        r"\brobots?\b": "bot",
        r"\bsièges?\b": "place",
        r"\bmanches?\b": "tour de table",
        r"reprend\w* la dernière action": "annuler",
        r"partie est finie|Partie finie": "terminée",
        r"Monte-charge": "Ascenseur",
        r"\b(le|du|au) Roi\b": "roi",
        r"carte (action|maître)": "carte Action, carte Maître",
        r"\bviolette?s?\b": "mauve",
        r"\bDouble donjon": "Donjon double",
        r"année est comptée": "décomptée",
        r"\bcadence\b": "rythme",
        r"Une analyse|[Cc]ette analyse|analyses de|même analyse": "bilan",
        r"(?<!\{)\bfigures\b": "figurines",
    },
    "de": {
        r"\bRoboter": "Bot",
        r"\bBl(o|ö)ck\w*": "Baustein",
        r"\bBrett(?!spiel)\w*": "Spielplan",
        r"\b(dem|den|der|eines|einen) Plans?\b": "Spielplan",
        r"Spiel ist (zu Ende|aus|noch nicht zu Ende)": "Partie",
        r"(dieses|das nächste|diesem) Spiel\b": "Partie",
        r"Zur(ü|u)cknahme|zurückgenommen|zurückzunehmen|letzte Aktion zurück": "rückgängig",
        r"\b(lässt sich \w+|darf|dürfen) zurücknehmen|zurücknehmen darf": "rückgängig",
        r"\bRückblick": "Rückschau; Wiederholung",
        r"\bPlausch\b": "Chat",
        r"beleuchtet": "leuchtend",
        r"\b[a-zA-Zäöü]+en Sie\b": "du",
        r"Spiel endet\b": "Partie",
        r"\bTreffer\b": "Schlag",
        r"\bAbreißen\b": "Zerstören",
    },
}
CODE = (".examples",)


def sentences(language: str) -> list[tuple[str, str, str]]:
    """Every sentence of a language: domain, key, text."""
    found = []
    rooms = (PACKAGE / "languages" / language).glob("*.json")
    games = (PACKAGE / "games").glob(f"*/words/*{language}.json")
    for path in sorted([*rooms, *games]):
        domain = path.relative_to(PACKAGE).as_posix()
        for key, text in json.loads(path.read_text(encoding="utf-8")).items():
            if not key.endswith(CODE):
                found.append((domain, key, text))
    return found


def taught(language: str) -> list[tuple[str, str, str]]:
    """Every line that teaches, as `sentences` are: pages, lessons, rules without their code."""
    found = []
    for title in TITLES:
        folder = PACKAGE / "games" / title
        words = folder / "teaching" / f"{language}.json"
        found += _strings(f"{title}/teaching", "", json.loads(words.read_text(encoding="utf-8")))
        for path in sorted((folder / "lessons").glob("*.json")):
            lesson = json.loads(path.read_text(encoding="utf-8"))
            strings = _strings(f"{title}/lessons", path.stem, lesson)
            found += [said for said in strings if said[1].endswith(f".{language}")]
        page = re.sub(r"```.*?```", "", rulebook.page(title, language) or "", flags=re.DOTALL)
        prose = re.sub(r"`[^`]*`|\]\([^)]*\)", "x", page)
        found += [("docs/rules", f"{title} {n}", line) for n, line in enumerate(prose.split("\n"))]
    return found


def _strings(domain: str, key: str, value: object) -> list[tuple[str, str, str]]:
    """Every string of a document, with its way in it."""
    inner: Iterable[tuple[object, object]]
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    else:
        return [(domain, key, value)] if isinstance(value, str) else []
    return [said for name, one in inner for said in _strings(domain, f"{key}.{name}", one)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_one_thing(language: str) -> None:
    wrong = [
        f"{domain}:{key} says {text!r}; the word is {word!r}"
        for domain, key, text in sentences(language) + taught(language)
        for pattern, word in FORBIDDEN[language].items()
        if re.search(pattern, text)
    ]
    assert not wrong


def test_french_is_set_as_the_french_do() -> None:
    wrong = []
    for domain, key, text in sentences("fr") + taught("fr"):
        said = re.sub(r"\{[^}]*\}", "x", text)
        if re.search(r"\w'\w", said):
            wrong.append(f"{domain}:{key}: a straight apostrophe in {text!r}")
        if re.search(r"[\s\u00a0](…|\.\.\.)", said):
            wrong.append(f"{domain}:{key}: a space before the dots in {text!r}")
        if re.search(r"[^\u00a0][;?!»](\s|$)", said) or re.search(r"[^\u00a0\d]:\s", said):
            wrong.append(f"{domain}:{key}: no no-break space before a sign in {text!r}")
        if re.search(r"«[^\u00a0]", said):
            wrong.append(f"{domain}:{key}: no no-break space within {text!r}")
    assert not wrong


def test_dots_stand_close_in_english_and_apart_in_german() -> None:
    assert not [key for _, key, text in sentences("en") if " …" in text]
    assert not [key for _, key, text in sentences("de") if re.search(r"\w…", text)]


def test_what_is_read_on_the_page_has_one_apostrophe() -> None:
    found = [
        said for said in sentences("en") if not said[0].endswith(("core.json", "terminal.json"))
    ]
    assert len(found) > 1000
    assert not [(domain, key) for domain, key, text in found if re.search(r"\w'\w", text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_has_one_name(language: str) -> None:
    """The log says the name that the card bears, in quotation marks; the rules name it so too."""
    words = catalogue(language, "torres")
    quotes = {"en": "“{}”", "fr": "«\u00a0{}\u00a0»", "de": "„{}“"}[language]
    for card in CARDS:
        told = [text for key, text in words.items() if key.startswith(f"action.play.{card}")]
        assert told
        for text in told:
            assert quotes.format(words[f"card.{card}"]) in text
    own = catalogue(language, "web-torres")  # of the page
    assert not [card for card in CARDS if f"card.{card}" in own]
    page = rulebook.page("torres", language) or ""
    for card in CARDS:
        assert f"| `{card}` | {words[f'card.{card}']} |" in page


@pytest.mark.parametrize(
    ("language", "number", "said"),
    [
        ("en", 0, "0 wall cards, 2 tower cards"),
        ("en", 1, "1 wall card, 2 tower cards"),
        ("fr", 0, "0 carte mur, 2 cartes tour"),
        ("fr", 2, "2 cartes mur, 2 cartes tour"),
        ("de", 1, "1 Mauerkarte, 2 Turmkarten"),
        ("de", 0, "0 Mauerkarten, 2 Turmkarten"),
    ],
)
def test_numbers_and_their_words(language: str, number: int, said: str) -> None:
    words = {
        "en": "{walls} wall {walls|card|cards}, {towers} tower {towers|card|cards}",
        "fr": "{walls} {walls|carte|cartes} mur, {towers} {towers|carte|cartes} tour",
        "de": "{walls} {walls|Mauerkarte|Mauerkarten}, {towers} {towers|Turmkarte|Turmkarten}",
    }[language]
    assert filled(language, words, {"walls": str(number), "towers": "2"}) == said


AGREED = {
    "en": {
        "games/castellan/words/en.json:action.keep": "keeps the courtyard plain",
        "games/castellan/words/en.json:cards.T.many": "tower cards",
    },
    "fr": {
        "languages/fr/bots.json:bot.reply.name": "Riposteur",
        "languages/fr/web.json:waiting": "Ouverture de la table…",
        "languages/fr/web.json:hint.title": "Coup conseillé",
        "languages/fr/web.json:ledger.empty": "Rien ne rapporte encore de points.",
        "games/castellan/words/web-fr.json:draw.split": "mur {walls} · tour {towers}",
    },
    "de": {
        "languages/de/web.json:undo": "Rückgängig",
        "languages/de/web.json:replay.back": "Zurück",
        "languages/de/web.json:home.set": "Tisch für {game} einrichten",
        "languages/de/web.json:end.verified": "Kartenverteilung geprüft",
        "languages/de/web.json:chat": "Chat",
        "games/castellan/words/web-de.json:draw.split": "Mauer {walls} · Turm {towers}",
    },
}
"""What native readers asked for, word by word."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_were_agreed_on_stay(language: str) -> None:
    said = {f"{domain}:{key}": text for domain, key, text in sentences(language)}
    assert {key: said[key] for key in AGREED[language]} == AGREED[language]


def test_what_happens_is_told_without_notation() -> None:
    hit = catalogue("en", "blox")["action.hit"]
    told = filled("en", hit, {"end": "g7", "start": "g8", "cards": 2})
    assert told == "hits the figure on g7 from g8 with 2 cards"
    about = catalogue("de", "castellan")["about"]
    assert about.startswith("Bau mit")
    assert " und nimm " in about
