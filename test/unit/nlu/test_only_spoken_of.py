"""What a tool does, and what is only told, usual, asked about or taken back: nobody orders it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest
from dialogue_tools import tool, tools_in

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.acts import acts_of
from ovos_phal_plugin_jarvis.nlu.acts.deeds import Spoken, deed_of
from ovos_phal_plugin_jarvis.nlu.acts.questions import asks_ability
from ovos_phal_plugin_jarvis.nlu.acts.wavering import retracts
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.tools.definition import ToolParameter
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

_HOUR = ToolParameter("time", "string", True, "When, as HH:MM")
_THING = ToolParameter("name", "string", True, "What it is called")
GREENHOUSE = (
    tool(
        "drain_basin",
        "Drain the basin of the greenhouse.",
        [],
        {
            "drain the basin": {},
            "empty the basin": {},
            "let the water out of the basin": {},
            "i changed my mind about the basin": {},
            "no more basin please": {},
            "the basin is not needed any more": {},
            "i don't need the basin": {},
            "can you drain the basin": {},
        },
    ),
    tool(
        "water_beds",
        "Water the beds at a time of day.",
        [_HOUR],
        {
            "water the beds at seven": {"time": "07:00"},
            "sprinkle the beds at six": {"time": "06:00"},
            "i need the beds watered at nine": {"time": "09:00"},
            "water everything at half past eight": {"time": "08:30"},
            "let me know when the beds have been watered at five": {"time": "05:00"},
            "please water the beds at ten": {"time": "10:00"},
            "the beds at eleven": {"time": "11:00"},
        },
    ),
    tool(
        "note_harvest",
        "Record what was picked.",
        [_THING],
        {
            "i picked the plums": {"name": "plums"},
            "i've picked the pears": {"name": "pears"},
            "picked the quinces": {"name": "quinces"},
            "note that the figs were picked": {"name": "figs"},
            "mark the cherries as picked": {"name": "cherries"},
            "i picked the grapes today": {"name": "grapes"},
            "did the gooseberries": {"name": "gooseberries"},
        },
    ),
    replace(
        tool(
            "list_sprinklings",
            "Tell when the beds are watered.",
            [],
            {
                "when are the beds watered": {},
                "list the sprinklings": {},
                "which beds are to be watered": {},
                "tell me about the sprinklings": {},
            },
        ),
        annotations={"readOnlyHint": True},
    ),
)


@pytest.fixture(scope="module")
def greenhouse() -> ExampleTranslator:
    return having_learned(GREENHOUSE)


def _done(translator: ExampleTranslator, said: str, context: TranslationContext) -> list[str]:
    """The names of the tools that change something for *said*."""
    return [call.name for call in translator.translate(said, context).calls if call.name != "list_sprinklings"]


@pytest.mark.parametrize(
    "said",
    [
        "i already drained the basin",
        "i nearly emptied the basin",
        "sorry i drained the basin",
        "i'm afraid i emptied the basin",
        "the basin was drained",
        "somebody emptied the basin",
        "i've drained the basin",
        "she's emptied the basin",
        "you drained the basin",
        "i should have emptied the basin",
        "the other day i drained the basin",
        "imagine if i emptied the basin",
    ],
)
def test_what_was_done_is_not_done_again(greenhouse: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert not _done(greenhouse, said, context)


@pytest.mark.parametrize(
    "said",
    [
        "no need to drain the basin",
        "there's no point in draining the basin",
        "i don't think we'll empty the basin",
        "i refuse to drain the basin",
        "it's too early to drain the basin",
        "i wonder whether to empty the basin",
        "what if i emptied the basin",
        "drain the basin no",
        "drain the basin actually no",
        "empty the basin or don't",
        "empty the basin wait",
        "drain the basin only joking",
        "water the beds at seven or not",
    ],
)
def test_what_is_declined_or_taken_back_is_not_done(
    greenhouse: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    assert not _done(greenhouse, said, context)


@pytest.mark.parametrize(
    "said",
    [
        "i water the beds at seven",
        "i usually sprinkle the beds at six",
        "we always water the beds at ten",
        "last time i watered the beds at nine",
        "dad watered the beds at seven",
        "i can water the beds at seven",
        "oh well then i can drain the basin",
        "now i can empty the basin",
    ],
)
def test_a_habit_is_no_order(greenhouse: ExampleTranslator, context: TranslationContext, said: str) -> None:
    assert not _done(greenhouse, said, context)


@pytest.mark.parametrize(
    "said",
    [
        "did you water the beds at seven",
        "have you drained the basin",
        "did mum empty the basin",
        "did i drain the basin",
        "have we watered the beds at six",
        "can you drain basins",
        "will the basin drain by itself",
    ],
)
def test_whether_it_was_done_orders_nothing(
    greenhouse: ExampleTranslator, context: TranslationContext, said: str
) -> None:
    assert not _done(greenhouse, said, context)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("i changed my mind about the basin", "drain_basin"),
        ("i need the basin drained", "drain_basin"),
        ("i can see it leaks drain the basin", "drain_basin"),
        ("i want the basin emptied", "drain_basin"),
        ("can you drain the basin", "drain_basin"),
        ("could you please empty the basin", "drain_basin"),
        ("no more basin please", "drain_basin"),
        ("the basin is not needed any more", "drain_basin"),
        ("i was wondering if you could drain the basin", "drain_basin"),
        ("i need the beds watered at ten", "water_beds"),
        ("can you water the beds at seven", "water_beds"),
        ("i picked the plums", "note_harvest"),
        ("i've picked the quinces", "note_harvest"),
        ("picked the figs", "note_harvest"),
        ("did the gooseberries", "note_harvest"),
        ("i have picked the cherries today", "note_harvest"),
    ],
)
def test_what_examples_tell_so_is_done(
    greenhouse: ExampleTranslator, context: TranslationContext, said: str, name: str
) -> None:
    assert _done(greenhouse, said, context) == [name]


_IN_OTHER_LANGUAGES = [
    ("de-de", "du hast einen timer auf zehn minuten gestellt"),
    ("de-de", "hast du einen timer auf zehn minuten gestellt"),
    ("de-de", "letztes mal habe ich den timer gelöscht"),
    ("de-de", "es ist nicht nötig den timer zu löschen"),
    ("de-de", "lösche den timer nein"),
    ("de-de", "lösche den timer kleiner scherz"),
    ("es-es", "has puesto un temporizador de diez minutos"),
    ("es-es", "la última vez puse un temporizador de diez minutos"),
    ("es-es", "no hace falta cancelar el temporizador"),
    ("es-es", "me pregunto si cancelar el temporizador"),
    ("es-es", "cancela el temporizador era broma"),
    ("fr-fr", "tu as mis un minuteur de dix minutes"),
    ("fr-fr", "as-tu mis un minuteur de dix minutes"),
    ("fr-fr", "pas besoin d'annuler le minuteur"),
    ("fr-fr", "annule le minuteur je plaisante"),
    ("fr-fr", "annule le minuteur finalement non"),
    ("it-it", "hai annullato il timer"),
    ("it-it", "non c'è bisogno di annullare il timer"),
    ("it-it", "mi chiedo se annullare il timer"),
    ("it-it", "annulla il timer scherzavo"),
    ("nl-nl", "je hebt een timer van tien minuten gezet"),
    ("nl-nl", "heb je een timer van tien minuten gezet"),
    ("nl-nl", "het is niet nodig om de timer te stoppen"),
    ("nl-nl", "stop de timer grapje"),
    ("pt-pt", "da última vez pus um temporizador de dez minutos"),
    ("pt-pt", "não é preciso cancelar o temporizador"),
    ("pt-pt", "cancela o temporizador era brincadeira"),
]


@pytest.mark.parametrize(("lang", "said"), _IN_OTHER_LANGUAGES)
def test_so_it_is_in_every_language(lang: str, said: str) -> None:
    context = TranslationContext(datetime(2026, 3, 4, 12, tzinfo=timezone.utc), lang=lang)
    calls = having_learned(tools_in(lang[:2]), lang=lang).translate(said, context).calls
    assert not [call.name for call in calls if call.name in ("set_timer", "cancel_timer")]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de-de", "ich will den timer löschen"),
        ("de-de", "kannst du den timer löschen"),
        ("es-es", "quiero cancelar el temporizador"),
        ("fr-fr", "je voudrais annuler le minuteur"),
        ("it-it", "vorrei annullare il timer"),
        ("nl-nl", "kun je de timer stoppen"),
        ("pt-pt", "quero cancelar o temporizador"),
    ],
)
def test_a_wish_is_an_order_in_every_language(lang: str, said: str) -> None:
    context = TranslationContext(datetime(2026, 3, 4, 12, tzinfo=timezone.utc), lang=lang)
    calls = having_learned(tools_in(lang[:2]), lang=lang).translate(said, context).calls
    assert [call.name for call in calls] == ["cancel_timer"]


@pytest.mark.parametrize(
    ("said", "how"),
    [
        ("i've already drained it", Spoken.TOLD),
        ("uncle set a trap for mice", Spoken.TOLD),
        ("darling set a trap for mice", None),
        ("tomorrow set a trap for mice", None),
        ("i've drained the basin and the pond fill them up", None),
        ("i could have drained it", Spoken.TOLD),
        ("we drain it every spring", Spoken.USUAL),
        ("then i can drain it tomorrow", Spoken.USUAL),
        ("so i can have it drained", None),
        ("can i drain it", None),
        ("has she drained it yet", Spoken.ASKED),
        ("there's no reason to drain it", Spoken.DECLINED),
        ("drain it", None),
        ("i need it drained", None),
        ("i drained it yesterday so drain the other one", None),
        ("have the basin drained", None),
        ("did my stretches", None),
    ],
)
def test_how_a_deed_is_spoken_of(said: str, how: Spoken | None) -> None:
    deed = acts_of(said, "en-us").deed
    assert (deed.how if deed else None) is how


@pytest.mark.parametrize(
    ("said", "able"),
    [
        ("can you drain basins", True),
        ("are you able to mend pumps", True),
        ("can you drain the basins", False),
        ("can you drain all basins", False),
        ("can you drain two basins", False),
        ("can you please drain basins", False),
        ("can you drain the basin", False),
    ],
)
def test_what_somebody_can_do_is_asked_of_no_thing_in_particular(said: str, able: bool) -> None:
    assert asks_ability(said, language("en")) is able


@pytest.mark.parametrize(
    ("said", "back"),
    [
        ("drain the basin no", True),
        ("turn it off no", True),
        ("drain the basin wait please", True),
        ("set the valve to no", False),
        ("ask if she wants it or not", False),
        ("is the basin empty or not", False),
        ("no wait drain the basin", False),
        ("drain the basin no the pond", False),
    ],
)
def test_the_last_words_may_take_an_order_back(said: str, back: bool) -> None:
    assert bool(retracts(said, "en-us")) is back


def test_a_word_that_is_no_verb_tells_no_habit() -> None:
    """A recogniser drops words: "i [want a] round trip to porto"."""
    assert deed_of("i round trip to porto", language("en")) is None
    assert deed_of("i water the ferns at seven", language("en")) is not None
