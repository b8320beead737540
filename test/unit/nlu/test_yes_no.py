"""What agrees, what refuses, and what says something else."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.nlu.lang import languages, yes_or_no

_ANSWERS = yaml.safe_load((Path(__file__).parents[2] / "data" / "answers.yaml").read_text(encoding="utf-8"))
YES, NO, NEITHER = _ANSWERS["agrees"], _ANSWERS["refuses"], _ANSWERS["neither"]


def _cases(table: dict[str, str]) -> list[tuple[str, str]]:
    return [(lang, text) for lang, texts in table.items() for text in texts.split(" | ")]


def test_every_language_has_answers() -> None:
    assert set(YES) == set(NO) == set(NEITHER) == set(languages())


@pytest.mark.parametrize(("lang", "text"), _cases(YES))
def test_a_yes(lang: str, text: str) -> None:
    assert yes_or_no(text, lang) is True


@pytest.mark.parametrize(("lang", "text"), _cases(NO))
def test_a_no(lang: str, text: str) -> None:
    assert yes_or_no(text, lang) is False


@pytest.mark.parametrize(("lang", "text"), _cases(NEITHER))
def test_something_else(lang: str, text: str) -> None:
    assert yes_or_no(text, lang) is None


def test_case_punctuation_and_region_do_not_matter() -> None:
    assert yes_or_no("YES, please!", "en-US") is True
    assert yes_or_no("Sí.", "es_MX") is True


def test_without_a_plugin_a_language_nobody_installed_agrees_to_nothing() -> None:
    assert yes_or_no("yes", "xx") in (None, True)
    assert yes_or_no("yes and delete everything else as well", "xx") is None


@given(st.text(max_size=120), st.sampled_from(languages()))
@settings(max_examples=200, deadline=None)
def test_any_text_is_answered(text: str, lang: str) -> None:
    assert yes_or_no(text, lang) in (True, False, None)
