"""A text of which not all can be read: nothing is done on a half of it, and that is told; a dictated text is taken."""

from __future__ import annotations

import itertools
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest
from dialogue_tools import CLUB, tool
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator, reader
from ovos_phal_plugin_jarvis.nlu.bounds import bounds_of
from ovos_phal_plugin_jarvis.nlu.reading import Heard, hear
from ovos_phal_plugin_jarvis.nlu.text import MAX_CHARS, MAX_TOKENS, is_too_long, tokenize
from ovos_phal_plugin_jarvis.sdk.locale import say
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import Question, ToolCall, Translation, TranslationContext

STORY = ["the", "ferry", "left", "late", "while", "gulls", "were", "crying", "above", "our", "roof"]
NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
TOLD = say("heard_too_much", "en-us")

DIARY = tool(
    "write_diary",
    "Write something into the diary.",
    [ToolParameter("text", "string", True, "The words to keep")],
    {
        "write into my diary: slept badly again": {"text": "slept badly again"},
        "diary: the roof was mended at last": {"text": "the roof was mended at last"},
        "dear diary: nobody came to the party": {"text": "nobody came to the party"},
        "write into my diary that the cat is ill": {"text": "the cat is ill"},
        "put in my diary that we saw the sea": {"text": "we saw the sea"},
        "write into my diary": {},
    },
)


def story(words: int) -> str:
    return " ".join(itertools.islice(itertools.cycle(STORY), words))


@pytest.fixture(scope="module")
def club() -> ExampleTranslator:
    return having_learned((*CLUB, DIARY))


def test_a_text_is_too_long_from_the_first_word_that_is_not_read() -> None:
    assert not is_too_long(story(MAX_TOKENS))
    assert not is_too_long(story(MAX_TOKENS) + " … !!")
    assert is_too_long(story(MAX_TOKENS + 1))
    assert is_too_long("a" * (MAX_CHARS + 1))
    # "Whats" is two words.
    assert is_too_long(story(MAX_TOKENS - 1) + " whats", "en-us")


@pytest.mark.parametrize("strip", [True, False])
def test_a_text_ends_where_its_words_do(strip: bool) -> None:
    text = f"{story(MAX_TOKENS)} and no more than two of them"
    heard = hear(text, "en-us", NOW, strip=strip)
    assert len(heard.words) == MAX_TOKENS
    assert heard.text == story(MAX_TOKENS)
    assert list(bounds_of(heard)) == []
    assert tokenize(heard.text, "en-us") == heard.tokens


@pytest.mark.parametrize(
    "said",
    [
        f"renew my book dune and {story(MAX_TOKENS)}",
        f"{story(MAX_TOKENS)} and renew my book dune",
        f"mow the lawn {story(3 * MAX_TOKENS)} no more than two hours",
        f"write into my diary {story(MAX_TOKENS)}",
        f"{story(MAX_TOKENS)} write into my diary: we slept",
        "mow the lawn " * MAX_TOKENS,
        "mow the lawn " + "x" * MAX_CHARS,
    ],
)
def test_what_is_too_long_does_nothing_and_is_told(
    club: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    found = club.translate(said, context)
    assert found.calls == () and found.question is None
    assert found.say == TOLD


def test_a_request_of_as_many_words_as_are_read_is_none_of_these(
    club: ExampleTranslator, context: TranslationContext
) -> None:
    found = club.translate(f"mow the lawn {story(MAX_TOKENS - 3)}", context)
    assert found.say != TOLD


@pytest.mark.parametrize("lang", ["de-de", "es-es", "fr-fr", "it-it", "nl-nl", "pt-pt"])
def test_it_is_told_in_each_language(club: ExampleTranslator, context: TranslationContext, lang: str) -> None:
    found = club.translate(story(2 * MAX_TOKENS), replace(context, lang=lang))
    assert found.say == say("heard_too_much", lang) != TOLD
    assert found.say.lang == lang


def test_a_dictated_text_is_taken_to_its_end(club: ExampleTranslator, context: TranslationContext) -> None:
    text = story(2 * MAX_TOKENS)
    (call,) = club.translate(f"write into my diary: {text}", context).calls
    assert (call.name, call.arguments) == ("write_diary", {"text": text})


def test_a_request_behind_a_dictated_text_is_no_part_of_it(
    club: ExampleTranslator, context: TranslationContext
) -> None:
    text = story(2 * MAX_TOKENS)
    found = club.translate(f"write into my diary: {text} and order a beef sandwich", context)
    assert [(c.name, c.arguments) for c in found.calls] == [
        ("write_diary", {"text": text}),
        ("order_sandwich", {"filling": "beef"}),
    ]


def asked(tool_name: str, parameter: str, **known: str) -> Question:
    return Question(ToolCall(tool_name, known, "box", said=tool_name.replace("_", " ")), parameter, "What?")


def test_an_answer_of_sentences_is_taken_to_its_end(club: ExampleTranslator, context: TranslationContext) -> None:
    text = story(2 * MAX_TOKENS)
    found = club.translate(text, replace(context, question=asked("write_diary", "text")))
    assert [(c.name, c.arguments) for c in found.calls] == [("write_diary", {"text": text})]


def test_any_other_answer_is_not_cut_and_the_question_stays(
    club: ExampleTranslator, context: TranslationContext
) -> None:
    question = asked("renew_book", "title")
    found = club.translate(story(2 * MAX_TOKENS), replace(context, question=question))
    assert found.calls == () and found.say == TOLD and found.question == question


def test_a_request_instead_of_an_answer_is_no_answer(club: ExampleTranslator, context: TranslationContext) -> None:
    question = asked("write_diary", "text")
    said = f"mow the lawn {story(2 * MAX_TOKENS)}"
    found = club.translate(said, replace(context, question=question))
    assert found.calls == () or found.calls[0].arguments == {"text": said}


@pytest.mark.parametrize("said", ["replace gulls by geese", "no, geese", "make it geese", "and that we were glad"])
def test_a_follow_up_changes_no_half_of_what_was_dictated(
    club: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    text = story(2 * MAX_TOKENS)
    last = ToolCall("write_diary", {"text": text}, "box", said=f"write into my diary: {text}")
    found = club.translate(said, replace(context, last_call=last, last_result={}, done=(last,)))
    assert all(len(str(call.arguments.get("text", text)).split()) in (1, 2 * MAX_TOKENS) for call in found.calls)


ODD = [
    "a" * 300, "9" * 200, "1,5", "12.34.56", "٣٣", "😀", "👨\u200d👩\u200d👧", "打开厨房的灯", "أطفئ",
    "e" + "\u0301" * 40, "\u200b", "\u202e", "\ud800", "((((", "))))", ",,,,", "and", "and then", "und", "or",
    "not", "no wait", "no more than", "half past", "next friday", "2026-02-30", "minutes", "€", "%", '"', "'",
    "’", ":", ";", "--", "http://a.b/c", "a@b.c", "/a/b.txt", "{x}", "snake_case", "mow", "the lawn",
    "write into my diary", "renew", "book squash", "at nine", "and five", "İ", "ﷺ", "½", "xiv",
]  # fmt: skip
"""Words and signs of which people, recognisers and programs make odd texts."""


@given(
    st.lists(st.sampled_from(ODD), min_size=1, max_size=60).map(" ".join)
    | st.tuples(st.sampled_from(ODD), st.integers(1, 400)).map(lambda pair: " ".join([pair[0]] * pair[1]))
    | st.text(max_size=300),
    st.sampled_from(["en-us", "de-de", "fr-fr", "pt-pt", "sv-se", "", "x-klingon", "zz"]),
    st.sampled_from(["", "after", "asked"]),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[*HealthCheck])
def test_any_text_is_answered_and_nothing_is_done_on_a_half_of_it(
    club: ExampleTranslator, context: TranslationContext, said: str, lang: str, when: str
) -> None:
    context = replace(context, lang=lang)
    if when == "after":
        last = ToolCall("control_mower", {"action": "mow", "lawn": "back"}, "box", said="mow the back lawn")
        context = replace(context, last_call=last, last_result={"result": 4}, done=(last,))
    elif when == "asked":
        context = replace(context, question=asked("write_diary", "text"))
    read, hear_it = [], reader.hear

    def heard(*args: Any, **options: Any) -> Heard:
        read.append(hear_it(*args, **options))
        return read[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "hear", heard)
        found = club.translate(said, context)
    # One text more than there is room for is read before it is told.
    assert sum(len(each.words) for each in read[:-1]) <= reader._MOST_WORDS
    if is_too_long(said, lang):
        held = [str(value) for call in found.calls for value in call.arguments.values()]
        assert not found.calls or any(value and said.strip().endswith(value[-20:]) for value in held)


@pytest.mark.parametrize("joint", [" ", ", ", " and ", ". "])
def test_where_there_are_too_many_ways_to_cut_it_nothing_is_done(
    club: ExampleTranslator, context: TranslationContext, monkeypatch: pytest.MonkeyPatch, joint: str
) -> None:
    monkeypatch.setattr(reader, "_MOST_WORDS", 60)
    said = joint.join(["book squash at nine", "mow the back lawn", "renew my book dune", "order a beef sandwich"])
    assert club.translate(said, context) == Translation(say=TOLD)
