"""Names that a tool gives at run time, found in words: said, almost said, one of several, merely alike, or unknown."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.names import ALIKE, ALMOST, SAID, SEVERAL, UNKNOWN, UNSAID, Names
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.sdk.options import Option


def names(*called, lang="en"):
    return Names([Option(name, (name,)) for name in called], language(lang))


HOME = ("Bedroom lamp", "Bedroom light", "Kitchen lamp", "Living room", "Büro", "Lamp 2", "Studio 54", "Outside light")
PEOPLE = ("Anna Kowalska", "Hanna", "Daniela", "Steven", "Maria", "Christine")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("bedroom lamp", "Bedroom lamp"),
        ("the BEDROOM lamp", "Bedroom lamp"),
        ("livingroom", "Living room"),
        ("in the living room", "Living room"),
        ("kitchen lamps", "Kitchen lamp"),
        ("buro", "Büro"),
        ("lamp two", "Lamp 2"),
        ("studio fifty four", "Studio 54"),
        ("kitchen", "Kitchen lamp"),
    ],
)
def test_other_spellings_of_a_name_and_a_part_that_only_one_has_are_that_name(said, meant):
    found = names(*HOME).resolve(said, ["lamp", "light"])
    assert (found.kind, found.one.value) == (SAID, meant)


@pytest.mark.parametrize(
    ("lang", "called", "said"),
    [
        ("de", "Wohnzimmerlampe", "die wohnzimmer lampe"),
        ("de", "Lampe 2", "lampe zwei"),
        ("fr", "Salle à manger", "la salle a manger"),
        ("es", "Habitación de los niños", "habitacion de los ninos"),
        ("it", "Camera 3", "la camera tre"),
        ("nl", "Slaapkamer", "de slaapkamers"),
        ("pt", "Cozinha", "a cozinha"),
    ],
)
def test_names_are_found_in_other_languages(lang, called, said):
    found = names(called, "Garage", "Bad", lang=lang).resolve(said)
    assert (found.kind, found.one.value) == (SAID, called)


@pytest.mark.parametrize(
    ("said", "meant"), [("kichen lamp", "Kitchen lamp"), ("bedrom lamp", "Bedroom lamp"), ("Stephen", "Steven")]
)
def test_a_slip_is_the_name_where_no_other_is_near(said, meant):
    found = names(*HOME, *PEOPLE).resolve(said)
    assert (found.kind, found.one.value) == (ALMOST, meant)


@pytest.mark.parametrize(
    ("said", "near"),
    [
        ("Anna", {"Hanna"}),  # in a short word one letter is another name
        ("Daniel", {"Daniela"}),  # an ending is another person
        ("Christina", {"Christine"}),
        ("inside light", {"Outside light"}),  # a word of its own
        ("kitchen ceiling lamp", {"Kitchen lamp"}),  # more was said than the name
    ],
)
def test_what_is_merely_alike_is_no_permission(said, near):
    found = names(*HOME, *(name for name in PEOPLE if not name.startswith("Anna"))).resolve(said)
    assert found.kind == ALIKE and found.one is None
    assert near <= {option.value for option in found.options}


def test_two_that_are_as_near_are_both_asked_about():
    found = names("Marie Curie", "Marie Durie").resolve("Marie Kurie")
    assert found.one is None and {option.value for option in found.options} == {"Marie Curie", "Marie Durie"}


def test_what_several_are_called_is_asked_about_and_the_kind_of_thing_names_none():
    home = names(*HOME)
    assert home.resolve("the bedroom").kind == SEVERAL
    assert {option.value for option in home.resolve("bedroom").options} == {"Bedroom lamp", "Bedroom light"}
    assert home.resolve("the lamp", ["lamp"]).kind == UNSAID
    assert names("Desk lamp").resolve("the lamp", ["lamp"]).one.value == "Desk lamp"
    assert home.resolve("bathroom mirror") == home.resolve("???") == home.resolve("")
    assert home.resolve("bathroom mirror").kind == UNKNOWN


@pytest.mark.parametrize("said", ["not the kitchen lamp", "kitchen lamp off", "everything but the kitchen lamp"])
def test_what_turns_a_name_round_is_not_dropped(said):
    assert names(*HOME).resolve(said).one is None


def test_a_number_is_never_nearly_another():
    found = names("Office 1", "Office 2").resolve("office 3")
    assert found.kind == ALIKE and len(found.options) == 2


def test_no_names_at_all_know_nothing():
    assert names().resolve("anything").kind == UNKNOWN
    assert names().spoken(hear("turn on anything", "en", EPOCH)) == []


def test_an_exact_name_goes_before_one_that_is_the_same_without_accents_or_articles():
    found = names("My room", "Your room", "Peña", "Pena")
    assert found.resolve("my room").one.value == "My room"
    assert found.resolve("Peña").one.value == "Peña"
    assert found.resolve("the room").kind == SEVERAL


def spoken(text, *called, lang="en"):
    heard = hear(text, lang, EPOCH)
    return {
        (heard.said(match.start, match.end), *(option.value for option in match.options))
        for match in names(*called, lang=lang).spoken(heard)
        if match.whole and not match.weak
    }


def test_names_are_found_where_they_are_said_the_longest_first():
    assert spoken("turn on the living room lamp", "Living room", "Living room lamp") == {
        ("living room lamp", "Living room lamp")
    }
    assert spoken("set lamp two to 50 percent", "Lamp 2", "Lamp 50") == {("lamp two", "Lamp 2")}
    assert spoken("dim the kitchen and the livingroom", "Kitchen", "Living room") == {
        ("kitchen", "Kitchen"),
        ("livingroom", "Living room"),
    }


def test_words_of_grammar_and_dates_are_no_names_by_themselves():
    assert spoken("may i go on the fifth of may", "May", "Will", "On") == set()
    assert spoken("play the radio", "Play") == set()


def test_aliases_and_ids_are_names_as_well():
    home = Names([Option("light.a1", ("Kitchen", "Cooking place")), Option("light.b2", ("Hall",))], language("en"))
    assert home.resolve("cooking place").one.value == home.resolve("light.a1").one.value == "light.a1"


@pytest.mark.parametrize("text", ["ab" * 5000, "1 " * 500, "😀😀", "дом кухня", "<b>{name}</b>", "'; drop table"])
def test_odd_words_and_odd_names_only_cost_their_own_answer(text):
    odd = names(text[:100], "Kitchen", "дом", "{0}", "%s", "台所")
    assert odd.resolve(text).kind
    odd.spoken(hear(text, "en", EPOCH))
    assert odd.resolve("kitchen").one.value == "Kitchen"
