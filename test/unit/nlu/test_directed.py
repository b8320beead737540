"""Whether words are said to an assistant: what the shipped models tell, and what no text can make them do."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.nlu.acts.directed import MOST, is_directed, is_wanted, phrases, seems_unwanted
from ovos_phal_plugin_jarvis.nlu.lang import languages

PAIRS = {
    "en": [
        ("could you top up the aquarium", "she topped up the aquarium before lunch"),
        ("how much gravel is left in the bunker", "who ever decided that bunkers need gravel"),
        ("it's pitch dark in the hayloft, do something about it", "i was never afraid of the dark in our old hayloft"),
        ("wake me when the glaze has set", "don't wake the baby"),
    ],
    "de": [("mach bitte die Esse an", "die Esse hat gestern schon geraucht")],
    "es": [("pon la fragua en marcha", "mi abuelo tenía una fragua en el pueblo")],
    "fr": [("allume la forge s'il te plaît", "elle a déjà allumé la forge hier soir")],
    "it": [("accendi la fucina per favore", "mio nonno aveva una fucina in paese")],
    "nl": [("zet de smidse eens aan", "hij had vroeger een eigen smidse")],
    "pt": [("acende a forja por favor", "o meu avô tinha uma forja na aldeia")],
}


@pytest.mark.parametrize(("code", "asked", "told"), [(code, *pair) for code, pairs in PAIRS.items() for pair in pairs])
def test_a_request_is_told_from_talk_about_the_same(code: str, asked: str, told: str) -> None:
    assert is_directed(asked, code) > is_directed(told, code) + 0.5


@pytest.mark.parametrize("code", ["sv", "", "..", "../directed_en", "xx"])
def test_nothing_is_known_of_another_language(code: str) -> None:
    assert is_directed("tänd lampan", code) == 0.0


@given(st.text(), st.sampled_from(sorted(PAIRS)))
def test_any_text_is_told_within_bounds(text: str, code: str) -> None:
    assert -MOST <= is_directed(text, code) <= MOST


def test_a_long_text_is_not_read_to_its_end() -> None:
    assert len(list(phrases("turn the lamp " * 100_000, frozenset(["turn", "the"])))) < 400


@pytest.mark.parametrize("code", [code for code in languages() if code in PAIRS])
def test_every_shipped_language_has_a_model_of_plain_numbers(code: str) -> None:
    text = (resources.files("ovos_phal_plugin_jarvis.nlu") / "data" / f"directed_{code}.json").read_text("utf-8")
    read = json.loads(text)
    assert read["kept"] and all(isinstance(weight, float) for weight in read["weights"].values())


@pytest.mark.parametrize(
    "said",
    [
        "my cousin keeps a parrot that can ring a bell",
        "we never did find out who had painted the fence",
        "i wish somebody would mow the meadow one day",
        "if it freezes we would have to empty the pond",
    ],
)
def test_what_is_told_or_hoped_seems_unwanted(said: str) -> None:
    assert seems_unwanted(said, "en")
    assert is_wanted(said, "en") < 0


@pytest.mark.parametrize(
    "said",
    [
        "ring the bell twice",
        "mow the meadow on saturday please",
        "could you empty the pond before friday",
        "the fence needs painting so get it done",
        "how deep is the pond",
    ],
)
def test_what_is_ordered_or_asked_does_not(said: str) -> None:
    assert not seems_unwanted(said, "en")


@pytest.mark.parametrize("code", ["de", "xx", ""])
def test_of_a_language_without_the_model_nothing_is_doubted(code: str) -> None:
    assert is_wanted("nie wieder", code) == 0
    assert not seems_unwanted("nie wieder", code)
