"""What words mean, read from the shipped file; and a file that is broken is refused by name."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.nlu.knowledge import WordNet, english_wordnet
from ovos_phal_plugin_jarvis.nlu.knowledge.arrays import KnowledgeError
from ovos_phal_plugin_jarvis.nlu.knowledge.build import OUTPUT


@pytest.fixture(scope="module")
def net():
    return english_wordnet()


@pytest.mark.parametrize(
    ("word", "opposite"),
    [
        ("start", "stop"),
        ("lock", "unlock"),
        ("opened", "close"),
        ("on", "off"),
        ("increase", "decrease"),
        ("up", "down"),
    ],
)
def test_opposites_hold_both_ways(net, word, opposite):
    assert opposite in net.opposites(word)
    assert {lemma for lemma, _ in net.lemmas(word)} & net.opposites(opposite)


def test_synonyms_forms_derivations_and_wider_words(net):
    assert "movie" in dict(net.synonyms("films"))
    assert "purchase" in dict(net.synonyms("bought")) or "purchase" in dict(net.synonyms("buy"))
    assert "calculation" in net.derived("calculating")
    assert "furniture" in dict(net.wider("lamp"))
    assert net.fields("lamp")[0][0] == "noun.artifact"
    assert net.lemma("stopping") in ("stop", "stopping")
    assert ("stop", "v") in net.lemmas("stopping")


def test_relatedness_is_symmetric_and_grows_with_nearness(net):
    assert net.relatedness("film", "movie") == net.relatedness("movie", "film") > 0.5
    assert net.relatedness("film", "movie") > net.relatedness("film", "furniture")
    assert net.relatedness("run", "run") == 1


@given(st.text(max_size=40))
def test_any_word_may_be_asked_for(word):
    net = english_wordnet()
    net.lemmas(word), net.synonyms(word), net.fields(word), net.wider(word), net.opposites(word), net.derived(word)
    assert 0 <= net.relatedness(word, "time") <= 1


def damage(name, change):
    def do(arrays):
        arrays[name] = change(arrays[name])

    return do


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda a: a.pop("senses"), "senses"),
        (damage("format", lambda x: x + 1), "format"),
        (damage("senses", lambda x: x + 10_000_000), "senses"),
        (damage("members", lambda x: x.astype(np.float32)), "members"),
        (damage("wider_starts", lambda x: x[::-1]), "wider"),
        (damage("word_starts", lambda x: x[:-5]), "words"),
        (damage("synset_pos", lambda x: x + 9), "part of speech"),
    ],
)
def test_a_broken_file_is_refused_by_name(tmp_path, harm, told):
    with np.load(OUTPUT, allow_pickle=False) as kept:
        arrays = {name: kept[name] for name in kept.files}
    harm(arrays)
    path = tmp_path / "wordnet.npz"
    np.savez(path, **arrays)
    with pytest.raises(KnowledgeError, match=told):
        WordNet(path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04rubbish", OUTPUT.read_bytes()[:50_000]])
def test_a_truncated_file_is_refused_by_name(tmp_path, content):
    path = tmp_path / "wordnet.npz"
    path.write_bytes(content)
    with pytest.raises(KnowledgeError, match="wordnet.npz"):
        WordNet(path)


def test_pickled_arrays_are_never_opened(tmp_path):
    path = tmp_path / "wordnet.npz"
    np.savez(path, format=np.array([object()], dtype=object))
    with pytest.raises(KnowledgeError):
        WordNet(path)


@pytest.mark.parametrize(
    ("word", "value"),
    [("ewe", "sheep"), ("taxi", "transport"), ("lunch", "meal"), ("cycled", "cycling"), ("sick", "illness")],
)
def test_a_word_may_be_said_for_what_it_is_a_kind_of_or_made_from(net, word, value):
    assert net.means(word, value)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("started", "beginner"),
        ("round", "cycling"),
        ("sand", "good"),
        ("cards", "paper"),
        ("sheep", "ewe"),
        ("on", "up"),
    ],
)
def test_a_word_is_not_said_for_what_it_only_touches(net, word, value):
    assert not net.means(word, value)
