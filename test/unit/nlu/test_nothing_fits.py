"""What only sounds like a request to a tool: questions that it can't answer, remarks, what takes back, twins."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest
from dialogue_tools import tool

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts.questions import inquires
from ovos_phal_plugin_jarvis.nlu.candidates import AMBIGUOUS, Candidate
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.inquiry import answers, writes_down
from ovos_phal_plugin_jarvis.nlu.learning.wording import DeclaredIndex, declared, is_deed
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

NOW = TranslationContext(datetime(2026, 11, 21, 10, tzinfo=timezone.utc))


def plain(name: str, description: str, *parameters: ToolParameter) -> ToolDefinition:
    return tool(name, description, list(parameters), {})


KENNEL = (
    plain("clean_kennel", "Clean the kennel of a dog.", ToolParameter("dog", "string", False, "Name of the dog")),
    plain("find_vet", "Find a vet near a place.", ToolParameter("place", "string", False, "Town")),
    plain("search_vet", "Search for a vet close to a place.", ToolParameter("place", "string", False, "Town")),
    plain("add_guest", "Add a dog to the guest list.", ToolParameter("dog", "string", True, "Name of the dog")),
)


@pytest.fixture(scope="module")
def kennel() -> ExampleTranslator:
    return having_learned(KENNEL)


@pytest.mark.parametrize(
    ("lang", "asks", "does"),
    [
        ("en", "how many dogs are in the kennel", "how about cleaning the kennel"),
        ("en", "is the kennel clean", "can the kennel be cleaned"),
        ("en", "what's the difference between the two", "what i want is a clean kennel"),
        ("en", "when does the vet come", "when the vet comes open the gate"),
        ("de", "wie viele hunde sind im zwinger", "wie wäre es mit einem sauberen zwinger"),
        ("de", "ist der zwinger sauber", "mach den zwinger sauber"),
        ("es", "cuántos perros hay en la perrera", "por qué no limpias la perrera"),
        ("fr", "est-ce que le chenil est propre", "est-ce qu'on peut nettoyer le chenil"),
        ("it", "quanti cani ci sono nel canile", "perché non pulisci il canile"),
        ("nl", "hoeveel honden zitten er in het hok", "waarom niet even het hok schoonmaken"),
        ("pt", "quantos cães estão no canil", "que tal limpar o canil"),
    ],
)
def test_a_question_is_told_from_a_request_in_the_form_of_one(lang: str, asks: str, does: str) -> None:
    assert inquires(asks, language(lang))
    assert not inquires(does, language(lang))


@pytest.mark.parametrize(
    ("lang", "asks", "does"),
    [
        ("en", "you've cleaned the kennel haven't you", "clean the kennel would you"),
        ("en", "bruno is on the guest list isn't he", "put bruno on the guest list will you"),
        ("en", "bruno is here should i add him to the guest list", "bruno is here so add him to the guest list"),
        ("de", "der zwinger ist sauber nicht wahr", "mach den zwinger sauber ja"),
        ("es", "he limpiado la perrera verdad", "limpia la perrera vale"),
        ("fr", "j'ai nettoyé le chenil n'est-ce pas", "nettoie le chenil s'il te plaît"),
        ("it", "ho pulito il canile vero", "pulisci il canile dai"),
        ("nl", "ik heb het hok schoongemaakt toch", "maak het hok toch schoon"),
        ("pt", "o canil está limpo não é", "limpa o canil por favor"),
    ],
)
def test_what_is_told_may_be_a_question_by_its_end(lang: str, asks: str, does: str) -> None:
    assert inquires(asks, language(lang))
    assert not inquires(does, language(lang))


def test_a_tool_that_does_things_answers_nothing(kennel: ExampleTranslator) -> None:
    assert [answers(definition, (), language("en")) for definition in KENNEL] == [False, True, True, False]
    said = kennel.explain("how many dogs are in the kennel", NOW)
    assert said["reason"] == "inquiry" and said["candidates"][0]["tool"] == "clean_kennel"
    assert kennel.translate("clean the kennel of bruno", NOW).calls[0].name == "clean_kennel"


@pytest.mark.parametrize(
    ("lang", "name", "description", "wanted"),
    [
        ("en", "walk_dog", "Logs a walk with a dog.", True),
        ("de", "auslauf_eintragen", "Wie lange ein Hund draußen war.", True),
        ("fr", "promenade", "Note une promenade du chien.", True),
        ("pt", "passeio", "Regista um passeio do cão.", True),
        ("it", "walk_dog", "Records a walk with a dog.", True),
        ("en", "clean_kennel", "Clean the kennel of a dog. It is recorded.", False),
        ("de", "zwinger_reinigen", "Reinigt den Zwinger.", False),
    ],
)
def test_its_author_says_whether_a_tool_writes_down(lang: str, name: str, description: str, wanted: bool) -> None:
    assert writes_down(plain(name, description), language(lang)) is wanted


def test_examples_tell_more_than_a_description_whether_a_tool_answers() -> None:
    shown = [f"book the {room} list room" for room in ("red", "blue", "green", "big", "small", "upper", "lower")]
    definition = replace(plain("list_room", "List a room."), examples=tuple(map(ToolExample, shown)))
    assert not answers(definition, shown, language("en"))
    assert answers(definition, [*shown, "which room is free"], language("en"))
    assert answers(definition, shown[:3], language("en")), "so few may leave it out"


def test_a_verb_and_its_particle_take_back_however_far_they_stand_apart(kennel: ExampleTranslator) -> None:
    said = kennel.explain("take bruno the spaniel off the guest list", NOW)
    assert said["reason"] == "opposite"
    assert kennel.translate("add bruno to the guest list", NOW).calls[0].name == "add_guest"


def test_no_opposite_is_a_noun_of_a_remark_nor_another_word_for_taking_back() -> None:
    clears = {"clear the dog board": {}, "wipe the dog board": {}, "start the dog board over": {}}
    day = {"what day is the walk": {}, "the day of the walk please": {}, "day of the walk": {}}
    reader = having_learned(
        (tool("clear_board", "Wipe the board.", [], clears), tool("tell_walk", "Tell when the walk is.", [], day))
    )
    assert reader.explain("cancel all on the dog board", NOW)["reason"] != "opposite"
    assert reader.explain("after all these nights what day is the walk", NOW)["reason"] != "opposite"


def test_twins_are_picked_only_where_words_tell_them_apart(kennel: ExampleTranslator) -> None:
    index = DeclaredIndex({d.name: declared(d) for d in KENNEL})
    assert index.twins("find_vet", "search_vet") and not index.twins("find_vet", "clean_kennel")
    found: list[Candidate] = kennel.candidates("find me a vet", NOW)
    assert found[0].refused == AMBIGUOUS


@pytest.mark.parametrize(
    ("word", "does", "is_one"),
    [("adopt", (), True), ("looking", ("look",), True), ("finding", ("find",), True), ("kennel", ("find",), False)],
)
def test_what_is_done_is_told_from_what_it_is_done_with(word: str, does: tuple[str, ...], is_one: bool) -> None:
    assert is_deed(word, does, language("en")) is is_one


def test_of_two_that_differ_by_a_word_none_is_picked_where_it_is_not_said() -> None:
    tools = (
        plain("book_double_kennel", "Book a double kennel for a night.", ToolParameter("night", "date", False, "When")),
        plain("book_single_kennel", "Book a single kennel for a night.", ToolParameter("night", "date", False, "When")),
    )
    house = having_learned(tools)
    assert house.candidates("book me a kennel", NOW)[0].refused == AMBIGUOUS
    assert not house.translate("book me a kennel", NOW).calls
    for kind in ("double", "single"):
        assert [call.name for call in house.translate(f"book a {kind} kennel", NOW).calls] == [f"book_{kind}_kennel"]


@pytest.mark.parametrize("said", ["can you check for me", "please look", "could you find it for me"])
def test_to_look_is_no_request_where_nobody_says_for_what(said: str) -> None:
    definition = plain("check_fence", "Check the fence of the kennel.", ToolParameter("side", "string", False, "Side"))
    assert having_learned([definition]).translate("check the fence", NOW).calls
    assert not having_learned([definition]).translate(said, NOW).calls
    shown = replace(definition, examples=(ToolExample(said), ToolExample("check the fence")))
    assert having_learned([shown]).translate(said, NOW).calls, "its author says so"


@pytest.mark.parametrize("shipped", ["find_vet", "search_vet"])
def test_a_fallback_gives_way_to_what_was_installed_beside_it(shipped: str) -> None:
    tools = [replace(d, is_fallback=d.name in (shipped, "clean_kennel")) for d in KENNEL]
    house = having_learned(tools)
    found = house.candidates("find me a vet", NOW)
    assert found[0].refused is None and {found[0].definition.name, shipped} == {"find_vet", "search_vet"}
    assert house.translate("clean the kennel", NOW).calls[0].name == "clean_kennel", "it is no match for another"


def test_a_remark_needs_more_to_be_a_request(kennel: ExampleTranslator) -> None:
    assert kennel.translate("clean the kennel", NOW).calls
    for said in ("our neighbour cleaned his kennel at midnight", "my uncle cleans the kennel every single sunday"):
        assert not kennel.translate(said, NOW).calls


def test_which_of_two_is_asked(kennel: ExampleTranslator) -> None:
    found = kennel.translate("find me a vet in york please", NOW)
    assert not found.calls and found.question is not None
    assert found.question.text == "I am not sure which you mean: find vet or search vet?"
    assert [call.name for call in found.question.calls] == list(found.question.choices) == ["find_vet", "search_vet"]
    assert all(dict(call.arguments) == {"place": "york"} for call in found.question.calls)


def test_what_finds_may_be_asked_though_all_its_examples_order_it() -> None:
    shown = [f"find a {kind} vet" for kind in ("near", "cheap", "good", "young", "kind", "new", "busy")]
    finds = replace(plain("find_vet", "Finds a vet near the kennel."), examples=tuple(map(ToolExample, shown)))
    counts = [f"count {n} new dogs" for n in ("two", "three", "four", "five", "six", "seven", "eight")]
    adds = replace(plain("count_dogs", "Adds to the number of dogs."), examples=tuple(map(ToolExample, counts)))
    assert answers(finds, shown, language("en"))
    assert not answers(adds, counts, language("en")), "its name says so, and its description what it does"
