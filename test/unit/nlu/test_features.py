"""What a tagger sees of the words: the same of all tools, but for what their examples say."""

from __future__ import annotations

import pytest
from dialogue_tools import BAKERY, ENGLISH

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.learning.alignment import align
from ovos_phal_plugin_jarvis.nlu.learning.features import (
    Vocabulary,
    hashed_features,
    sentence_features,
    vocabulary_of,
)
from ovos_phal_plugin_jarvis.nlu.learning.linear import named
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear

SAID = ["put rye bread on the list for paris", "add 2 km of rope to Anna's list at half past nine", "timer", "dim it"]


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("lower", [True, False])
def test_models_are_asked_about_the_features_that_they_learned(said: str, lower: bool) -> None:
    heard = hear(said, "en-us", EPOCH)
    for definition in (*ENGLISH, *BAKERY):
        vocabulary = vocabulary_of(align(definition, "en-us").examples)
        rows = sentence_features(heard, vocabulary, lower=lower)
        assert len(rows) == len(heard.words)
        assert hashed_features(heard, vocabulary, lower=lower) == [[named(name) for name in row] for row in rows]


def test_what_one_tool_says_of_a_word_is_not_told_to_another() -> None:
    heard = hear("dim the lamp", "en-us", EPOCH)
    knowing, strange = Vocabulary(), Vocabulary()
    knowing.carrier.update(["dim", "dim", "lamp"])
    first, other = (sentence_features(heard, each, lower=True) for each in (knowing, strange))
    assert sentence_features(heard, knowing, lower=True) == first
    assert {"c=2", "L=^", "R=$"} <= set(first[0])
    assert "c-1=2" in first[1] and "L=dim" in first[1] and "c1=1" in first[1]
    assert {"c=0", "L=^"} <= set(other[0]) and "c-1=0" in other[1] and "L=^" in other[1]
    assert "" not in {name for row in (*first, *other) for name in row}


@pytest.mark.parametrize("said", [*SAID, "remind me to water the ferns at nine", "what is it", "not the tea timer"])
def test_where_arguments_are_said_is_told_without_what_is_meant(said: str, english: ExampleTranslator) -> None:
    heard = hear(said, "en-us", EPOCH)
    for model in english._model().models.values():
        assert [*model.spans(heard)] == model.fill(heard).spans
