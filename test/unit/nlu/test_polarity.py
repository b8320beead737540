"""Whether a thing that is named shall be: negations and verbs of leaving out, and how far they reach."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.nlu.polarity import polarity
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear


def said_of(thing, words, lang="en", **more):
    heard = hear(words, lang, EPOCH, strip=False)
    return polarity(heard, [heard.words.index(thing)], **more)


@pytest.mark.parametrize(
    ("lang", "words", "thing"),
    [
        ("en", "skip the insurance", "insurance"),
        ("en", "leave the insurance out please", "insurance"),
        ("en", "leave out the insurance", "insurance"),
        ("en", "they needn't bother stacking it", "stacking"),
        ("en", "insurance isn't needed", "insurance"),
        ("en", "i don't want it insured", "insured"),
        ("en", "we can do without the insurance", "insurance"),
        ("en", "don't put any sauce on it", "sauce"),
        ("en", "instead of sauce", "sauce"),
        ("en", "everything except the sauce", "sauce"),
        ("de", "ohne geschenkpapier", "geschenkpapier"),
        ("de", "lass das geschenkpapier weg", "geschenkpapier"),
        ("de", "das geschenkpapier kannst du weglassen", "geschenkpapier"),
        ("de", "geschenkpapier brauche ich nicht", "geschenkpapier"),
        ("de", "verzichte auf das geschenkpapier", "geschenkpapier"),
        ("es", "sin envolver", "envolver"),
        ("es", "el seguro no hace falta", "seguro"),
        ("es", "deja fuera el seguro", "seguro"),
        ("fr", "pas besoin d'emballage", "emballage"),
        ("fr", "ne l'emballe pas", "emballe"),
        ("fr", "l'assurance n'est pas nécessaire", "assurance"),
        ("it", "non serve l'assicurazione", "assicurazione"),
        ("it", "l'assicurazione non serve", "assicurazione"),
        ("nl", "laat de verzekering weg", "verzekering"),
        ("nl", "sla de verzekering over", "verzekering"),
        ("pt", "não precisa de seguro", "seguro"),
        ("pt", "deixa o seguro de fora", "seguro"),
    ],
)
def test_what_is_left_out_shall_not_be(lang, words, thing):
    assert said_of(thing, words, lang).value is False


@pytest.mark.parametrize(
    ("lang", "words", "thing"),
    [
        ("en", "make sure it's insured", "insured"),
        ("en", "don't forget the insurance", "insurance"),
        ("en", "don't leave out the insurance", "insurance"),
        ("en", "cheese on the side no sauce", "cheese"),
        ("en", "no cheese but sauce", "sauce"),
        ("de", "mit geschenkpapier", "geschenkpapier"),
        ("de", "vergiss das geschenkpapier nicht", "geschenkpapier"),
        ("es", "no olvides el seguro", "seguro"),
        ("fr", "n'oublie pas l'emballage", "emballage"),
        ("it", "non dimenticare l'assicurazione", "assicurazione"),
        ("nl", "vergeet de verzekering niet", "verzekering"),
        ("pt", "não esqueças o seguro", "seguro"),
    ],
)
def test_what_is_not_denied_shall_be(lang, words, thing):
    assert said_of(thing, words, lang).value is True


@pytest.mark.parametrize(
    ("words", "thing"),
    [
        ("with or without insurance", "insurance"),
        ("not without insurance", "insurance"),
        ("insured or not", "insured"),
        ("if it's insured", "insured"),
        ("i don't think the parcel needs insurance", "insurance"),
        ("please skip the extra insurance", "insurance"),
    ],
)
def test_what_may_be_meant_either_way_is_not_guessed(words, thing):
    assert said_of(thing, words).value is None


@pytest.mark.parametrize(
    ("lang", "words", "thing"),
    [
        ("en", "insurance doesn't matter", "insurance"),
        ("de", "geschenkpapier ist mir egal", "geschenkpapier"),
        ("es", "el seguro da igual", "seguro"),
    ],
)
def test_nothing_is_said_of_what_is_all_the_same(lang, words, thing):
    assert said_of(thing, words, lang) is None


def test_a_negation_of_what_is_asked_for_denies_all_of_it():
    assert said_of("insurance", "don't add insurance").value is False
    assert said_of("insurance", "don't add insurance", deeds={"add"}).value is None


def test_nothing_reaches_over_words_that_say_something_else():
    assert said_of("insured", "not express insured", passing={1}).value is False
    assert said_of("insured", "not express insured", closed={1}).value is True
