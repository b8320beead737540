from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.assistant import phrases
from ovos_phal_plugin_jarvis.assistant.guard import clean
from ovos_phal_plugin_jarvis.nlu.lang.yes_no import yes_or_no


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("yes", True),
        ("Yes, please.", True),
        ("yeah sure", True),
        ("yes no", False),
        ("OK", True),
        ("do it", True),
        ("go ahead!", True),
        ("no", False),
        ("No thanks.", False),
        ("never mind", False),
        ("don’t do it", False),
        ("cancel", False),
        ("yes and delete the rest", None),
        ("what time is it", None),
        ("", None),
        ("right now what is two plus two", None),
    ],
)
def test_what_counts_as_a_yes(said, meant):
    assert yes_or_no(said, "en-us") is meant


@given(st.text())
def test_any_text_can_be_asked(text):
    assert yes_or_no(text, "en-us") in (True, False, None)
    cleaned = clean(text)
    assert clean(cleaned) == cleaned and "\n" not in cleaned


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Ein\u00adkaufs\u00adliste", "Einkaufsliste"),
        ("\u202eset a\u202c timer\u200f", "set a timer"),
        ("fu\u0308r fu\u0308nf", "für fünf"),
        ("ma\u00ad\u0308nner", "männer"),
        ("one\u200btwo\x07three\ud800four", "one two three four"),
        ("👩\u200d🔬 می\u200cخواهم", "👩\u200d🔬 می\u200cخواهم"),
        ("\ufeffhello", "hello"),
    ],
)
def test_what_only_formats_parts_no_word(text, kept):
    assert clean(text) == kept


@given(st.text(max_size=400), st.integers(5, 200))
def test_shorten_keeps_the_limit(text, limit):
    assert len(phrases.shorten(text, limit)) <= max(limit, 1)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "Which one do you mean: the pasta timer or the tea timer?",
            "Which one do you mean: the pasta timer or the tea timer?",
        ),
        ("There is no such room", "There is no such room. Which label? Pasta or tea."),
        ("Invalid value 'x'", "Which label? Pasta or tea."),
    ],
)
def test_a_refusal_asks_once(message, said):
    assert phrases.refusal("label", message, "en-us", ["pasta", "tea"]) == said
