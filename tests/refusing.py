"""What is refused, with a sentence in every language."""

from collections.abc import Callable

import pytest

from tourelle.core.words import DocumentError
from tourelle.languages import LANGUAGES, refusal_sentence


def refuses(reason: str, do: Callable[[], object], title: str = "torres") -> None:
    """Do something that must be refused for a reason, which every language can say."""
    with pytest.raises(DocumentError) as refused:
        do()
    refusal = refused.value.refusal
    assert refusal.reason == reason
    for language in LANGUAGES:
        assert refusal_sentence(language, title, reason, dict(refusal.params))
