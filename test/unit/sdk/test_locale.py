"""sdk/locale.py: sentences by language, put together without a mix."""

from __future__ import annotations

import copy
import pickle
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.sdk.locale import (
    Locale,
    Spoken,
    changed,
    duration,
    full_date,
    hears,
    listed,
    number,
    say,
    together,
    weekday,
)

ENGLISH, GERMAN = "en-US", "de-DE"


@pytest.fixture
def shop(tmp_path):
    """A toolbox's own locale: one sentence in two languages, one in English only."""
    for tag, name, text in (
        ("en-us", "bought.dialog", "You bought {what} for {price} euros."),
        ("de-de", "bought.dialog", "Du hast {what} für {price} Euro gekauft."),
        ("en-us", "closed.dialog", "The shop is closed."),
        ("en-us", "buy.voc", "(buy|get) (it|that)\nI will take it"),
        ("de-de", "buy.voc", "kauf (es|das)"),
    ):
        (tmp_path / tag).mkdir(exist_ok=True)
        (tmp_path / tag / name).write_text(text + "\n")
    return Locale(tmp_path)


def test_a_sentence_is_said_in_the_language_that_is_asked_for(shop):
    said = shop.say("bought", "de-de", what="Brot", price=2.5)
    assert said == "Du hast Brot für 2,5 Euro gekauft."
    assert said.lang == "de-de"
    assert shop.say("bought", "en-us", what="Brot", price=2.5) == "You bought Brot for 2.5 euros."


@pytest.mark.parametrize("lang", ["de", "de-AT", "DE_de", "de-de"])
def test_another_region_gets_the_language(shop, lang):
    said = shop.say("bought", lang, what="x", price=1)
    assert said == "Du hast x für 1 Euro gekauft."
    assert said.lang == lang  # the voice of that region reads it


@pytest.mark.parametrize("lang", ["sv-se", "", "klingon!", "x" * 5000, None, 7])
def test_a_language_without_words_of_ours_gets_english(shop, lang):
    assert shop.say("closed", lang).lang == ENGLISH
    assert duration(60, lang) == "1 minute"


def test_an_untranslated_sentence_takes_all_of_the_answer_with_it(shop):
    said = together([say("done", "de-de"), shop.say("closed", "de-de"), duration(60, "de-de")], "de-de")
    assert said == "Done. The shop is closed. 1 minute"
    assert said.lang == ENGLISH


def test_words_of_a_tool_in_another_language_take_all_of_the_answer_with_them(shop):
    said = shop.say("bought", "de-de", what=Spoken("two loaves of bread", ENGLISH), price=2.5)
    assert said == "You bought two loaves of bread for 2.5 euros."
    assert shop.say("bought", "fr-fr", what=Spoken("zwei Brote", GERMAN), price=1).startswith("Du hast zwei Brote")


def test_an_answer_is_said_again_in_another_language(shop):
    said = together([say("done", "de-de"), shop.say("bought", "de-de", what="Brot", price=2.5)], "de-de")
    assert said.in_language("en-us") == "Done. You bought Brot for 2.5 euros."
    assert said.in_language("sv-se") == said


def test_what_disagrees_anyway_is_said_as_it_is():
    said = together([Spoken("Fertig.", GERMAN), say("done", "de-de"), Spoken("Fini.", "fr-FR")], "de-de")
    assert said == "Fertig. Done. Fini."
    assert said.lang == ENGLISH


def test_a_copy_is_said_as_it_is():
    said = say("done", "de-de")
    for other in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):
        assert (other, other.lang, other.in_language("en-us")) == ("Erledigt.", "de-de", "Erledigt.")


def test_what_is_missing_is_an_error_that_names_it(shop):
    with pytest.raises(LookupError, match="nonsense.dialog"):
        shop.say("nonsense", "en-us")
    with pytest.raises(LookupError, match="price"):
        shop.say("bought", "en-us", what="x")


TOO_MUCH = ["(a|b)" * 40, "[a]" * 40, "(" * 99 + "a|b" + "|c)" * 99]
"""Lines that stand for more than can be written out."""


@pytest.mark.parametrize(
    "wrong", [b"{nothing} da", b"(a|b", b"", b"\xff\xfe\x00", b"{what} {price} {what}", *map(str.encode, TOO_MUCH)]
)
def test_a_translation_that_is_wrong_costs_itself_and_not_the_answer(shop, tmp_path, wrong):
    (tmp_path / "de-de" / "bought.dialog").write_bytes(wrong)
    said = shop.say("bought", "de-de", what="Brot", price=2.5)
    assert (said, said.lang) == ("You bought Brot for 2.5 euros.", ENGLISH)
    assert shop.say("bought", "de-de", what="Brot", price=2.5) == said


def test_the_words_of_a_user_are_known_whole(shop):
    assert shop.hears("buy", "Buy that!", "en-us")
    assert shop.hears("buy", "i will take it", "en-gb")
    assert shop.hears("buy", "kauf das", "de-de")
    assert not shop.hears("buy", "buy that tomorrow", "en-us")
    assert not shop.hears("buy", "buy that", "sv-se")
    assert not shop.hears("nothing_of_that_name", "buy that", "en-us")
    assert set(shop.words("buy", "en-us")) == {"buy it", "buy that", "get it", "get that", "I will take it"}


@pytest.mark.parametrize("line", TOO_MUCH)
def test_a_line_that_stands_for_more_than_can_be_written_out_is_an_error_at_once(shop, tmp_path, line):
    (tmp_path / "en-us" / "buy.voc").write_text(line)
    with pytest.raises(ValueError, match="fewer alternatives"):
        shop.hears("buy", "kauf das", "en-us")


def test_numbers_lists_durations_and_dates_follow_the_language():
    assert number(1 / 3, "en-us") == "0.333333"
    assert number(1 / 3, "de-de") == "0,333333"
    assert number(144.0, "de-de") == "144"
    assert number(2**100, "de-de") == "1,2677 mal 10 hoch 30"
    assert number(2**100, "de-de", digits=None) == str(2**100)
    assert number(1.5e20, "fr-fr") == "1,5 fois 10 puissance 20"
    assert listed(["a", 2.5, duration(60, "fr-fr")], "fr-fr", "or") == "a, 2,5 ou 1 minute"
    assert listed([], "de-de") == ""
    assert listed(["a"], "de-de") == "a"
    assert duration(90061, "de-de") == "1 Tag, 1 Stunde, 1 Minute und 1 Sekunde"
    assert duration(90061, "it-it", form="largest") == "1 giorno"
    assert duration(5400, "en-us", "name") == "1 hour 30 minute"
    assert duration(5405, "de-de", "plain") == "1 Stunde 30 Minuten 5 Sekunden"
    assert duration(-5.5, "es-es") == "menos 5,5 segundos"
    assert duration(0, "nl-nl") == "0 seconden"
    assert full_date(date(2026, 3, 4), "en-us") == "Wednesday, March 4, 2026"
    assert full_date(date(2026, 3, 4), "de-de") == "Mittwoch, der 4. März 2026"
    assert weekday(date(2026, 3, 4), "pt-pt") == "quarta-feira"


LANGUAGES = st.sampled_from(["en-us", "de-de", "fr-fr", "es-es", "it-it", "nl-nl", "pt-pt", "sv-se"])
VALUES = st.one_of(st.text(), st.integers(), st.floats(), st.booleans(), st.none(), st.binary(), st.integers(10**300))


@given(value=VALUES, lang=st.one_of(LANGUAGES, st.text(max_size=40)))
def test_no_value_is_too_odd_to_be_said(value, lang):
    said = say("list_and", lang, items=value, last=value)
    assert isinstance(said, Spoken)
    if isinstance(value, str):
        assert said.startswith(value)
        assert said.endswith(value)


@given(seconds=st.floats(), lang=LANGUAGES)
def test_no_duration_is_too_odd_to_be_said(seconds, lang):
    assert duration(seconds, lang)
    assert duration(seconds, lang, form="name")
    assert duration(seconds, lang, form="largest")


PARTS = st.lists(
    st.one_of(
        st.builds(lambda n: say("minutes", "de-de", number=n), st.integers(0, 99)),
        st.builds(lambda text, tag: Spoken(text, tag), st.text(max_size=9), st.sampled_from(["", ENGLISH, GERMAN])),
        st.text(max_size=9),
    ),
    max_size=6,
)


@given(parts=PARTS, lang=LANGUAGES)
def test_an_answer_is_in_one_language(parts, lang):
    fixed = {part.lang for part in parts if isinstance(part, Spoken) and part and part.lang and not part._again}
    said = together(parts, lang)
    if len(fixed) < 2:
        german, english = "Minuten" in said, "minutes" in said
        assert not (german and english)
        assert not (said.lang[:2] == "de" and english)
    if len(fixed) == 1 and said.lang:
        assert said.lang[:2] == next(iter(fixed))[:2]


def test_a_change_is_made_in_each_language():
    said = changed(say("done", "de-de"), str.upper)
    assert (said, said.lang, said.in_language("en-us")) == ("ERLEDIGT.", "de-de", "DONE.")


def test_hears_reads_the_assistants_own_words():
    assert not hears("no_such_words", "anything", "en-us")
