"""The everyday tools in six languages beside English: their examples, and sentences that are none of them."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.assistant.evaluation_values import same_value
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.learning.alignment import align
from ovos_phal_plugin_jarvis.nlu.lent import without_lent
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.translation.values import TranslationContext
from ovos_toolbox_everyday import EverydayToolBox
from ovos_toolbox_everyday.heard.everything import says_all
from ovos_toolbox_everyday.heard.repeats import repeat_said
from ovos_toolbox_everyday.heard.timers import compound_said, timer_said
from ovos_toolbox_everyday.located import mend_place
from ovos_toolbox_everyday.timers.reading import read_request
from ovos_toolbox_planner import PlannerToolBox

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
CASES = Path(__file__).parents[2] / "data" / "everyday_languages"
LANGUAGES = ["de-de", "es-es", "fr-fr", "it-it", "nl-nl", "pt-pt"]
BOX = EverydayToolBox()
TOOLS = {tool.definition.name: tool for tool in load_toolbox("ovos-toolbox-everyday", BOX).tools}
DEFINITIONS = [tool.definition for tool in TOOLS.values()]
BY_READERS = {"calculate", "convert_units", "add_to_list", "remove_from_list", "read_list", "clear_list", "pick_one"}
"""What fast paths of the toolbox read in every language; the examples stand behind them."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TOOLS)
def test_each_tool_has_examples_that_it_accepts(lang: str, name: str) -> None:
    tool = TOOLS[name]
    spoken = tool.definition.in_language(lang)
    assert not spoken.unread and len(spoken.examples) >= 6
    for example in spoken.examples:
        tool.validate(example.arguments)
        assert all(p.name in example.arguments for p in spoken.parameters if p.required and p.default is None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_an_example_of_two_tools(lang: str) -> None:
    said: dict[str, str] = {}
    for definition in DEFINITIONS:
        for example in definition.in_language(lang).examples:
            assert said.setdefault(example.utterance, definition.name) == definition.name, example.utterance
            assert example.utterance == example.utterance.lower().strip()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_values_of_examples_are_what_their_words_say(lang: str) -> None:
    """A number, a length or a time that the readers do not find in the words is labelled wrongly, or not said."""
    unsaid = []
    for definition in DEFINITIONS:
        if definition.name in BY_READERS:
            continue
        spoken = definition.in_language(lang)
        for at, example in zip((found := align(spoken, lang)).places, found.examples, strict=True):
            given = spoken.examples[at]
            for name, value in given.arguments.items():
                is_level = name == "level" and value in (0, 50, 100)  # "full", "half"
                is_said = isinstance(value, bool) or name in ("change", "direction", "event", "repeat") or is_level
                if not is_said and name in example.implied and value not in ("today", "tomorrow"):
                    unsaid.append((given.utterance, name, value))
    assert unsaid == []


@lru_cache(maxsize=1)
def translator() -> ExampleTranslator:
    """That of a service which has the planner beside these tools, and so learned by whoever comes first."""
    planner = load_toolbox("ovos-toolbox-planner", PlannerToolBox()).tools
    return having_learned([*DEFINITIONS, *(tool.definition for tool in planner)])


def understood(case: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """The call that is made of it, as the assistant would, without what runs before and after the translator."""
    context = TranslationContext(NOW, case["lang"])
    calls = translator().translate(case["utterance"], context).calls
    if not calls:
        return None, {}
    tool = TOOLS[calls[0].name]
    call, _ = without_lent(calls[0], tool.definition, case["utterance"], context)
    mended = tool.post_process(dict(call.arguments), case["utterance"]) if tool.post_process else call.arguments
    return call.name, {name: "today" if value == "tonight" else value for name, value in mended.items()}


def cases(lang: str) -> list[dict[str, Any]]:
    lines = (CASES / f"{lang}.jsonl").read_text(encoding="utf-8").splitlines()
    return [case for line in lines if (case := json.loads(line)).get("command") not in BY_READERS]


@pytest.mark.parametrize("lang", [tag[:2] for tag in LANGUAGES])
def test_sentences_that_are_no_examples(lang: str) -> None:
    """Most of them right, with their values, and nothing done for those that ask for nothing."""
    wrong, done = [], []
    for case in cases(lang):
        name, arguments = understood(case)
        values = case["parameters"].items()
        if name != case["command"] or not all(
            key in arguments and same_value(value, arguments[key], NOW, case["lang"]) for key, value in values
        ):
            (wrong if case["command"] else done).append((case["utterance"], name, arguments))
    assert done == []
    assert len(wrong) <= 2, wrong


@pytest.mark.parametrize(
    ("lang", "said", "seconds"),
    [
        ("de-de", "verlänger den timer um sechs minuten der braten ist nicht fertig", 360),
        ("it-it", "l'arrosto non è pronto allunga il timer di sei minuti", 360),
        ("es-es", "alarga el temporizador seis minutos el asado no está hecho", 360),
        ("pt-pt", "o assado não está pronto põe mais seis minutos no temporizador", 360),
        ("it-it", "non allungare il timer di sei minuti", None),
        ("es-es", "el asado está hecho no alargues el temporizador", None),
        ("pt-pt", "o assado não está pronto não pares o temporizador", None),
    ],
)
def test_how_a_thing_is_not_negates_no_request_beside_it(lang: str, said: str, seconds: int | None) -> None:
    name, arguments = understood({"utterance": said, "lang": lang})
    assert (name, arguments.get("duration_seconds")) == (("change_timer", seconds) if seconds else (None, None))


@pytest.mark.parametrize(
    ("said", "repeat"),
    [
        ("weck mich jeden montag um sechs", "monday"),
        ("weck mich am montag um sechs", None),
        ("montags bis freitags um sieben", "weekdays"),
        ("alarma entre semana a las siete", "weekdays"),
        ("todos los martes", "tuesday"),
        ("chaque jour à huit heures", "daily"),
        ("tous les mois", "monthly"),
        ("ogni giovedì alle nove", "thursday"),
        ("doordeweeks om half acht", "weekdays"),
        ("elke maand", "monthly"),
        ("todas as sextas-feiras", "friday"),
        ("na sexta-feira", None),
        ("alarme às nove ao fim de semana", "weekends"),
        ("réveille-moi à dix heures le week-end", "weekends"),
        ("réveille-moi à dix heures le week-end prochain", None),
    ],
)
def test_how_often_something_comes_again(said: str, repeat: str | None) -> None:
    assert repeat_said(said) == repeat


@pytest.mark.parametrize(
    ("said", "things", "all_of_them"),
    [
        ("lösch alle meine wecker", "alarms", True),
        ("borra todos los temporizadores", "timers", True),
        ("supprime tous mes rappels", "reminders", True),
        ("elimina tutte le sveglie", "alarms", True),
        ("zet alle timers uit", "timers", True),
        ("apaga todos os lembretes", "reminders", True),
        ("apaga o lembrete", "reminders", False),
        ("lösch den wecker", "alarms", False),
    ],
)
def test_all_of_them_are_meant(said: str, things: str, all_of_them: bool) -> None:
    assert says_all(said, things) is all_of_them


def test_a_timer_that_is_named_in_one_word() -> None:
    assert compound_said("stell den nudeltimer auf elf minuten") == "nudel"
    assert compound_said("zet een pastatimer") == "pasta"
    assert compound_said("stell den timer") is compound_said("set a timer") is compound_said("kurzzeittimer") is None


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("il timer della zuppa", "zuppa"),
        ("il reste combien au minuteur de l'eau", "eau"),
        ("cuánto queda en el temporizador del caldo", "caldo"),
        ("quanto falta no temporizador da sopa", "sopa"),
        ("der suppentimer", "suppen"),
        ("hoe lang nog op de timer voor de soep", "soep"),
        ("timer für die nächsten zehn minuten", None),
        ("il timer dei dieci minuti", None),
        ("o temporizador dos vinte minutos", None),
    ],
)
def test_a_timer_that_is_named_behind_the_word(said: str, name: str | None) -> None:
    assert timer_said(said) == name


@pytest.mark.parametrize(
    ("said", "arguments"),
    [
        ("den suppentimer löschen", {"label": "suppen"}),
        ("stopp bitte den timer für die suppe", {"label": "suppe"}),
        ("mach den suppentimer aus", {"label": "suppen"}),
        ("mach den timer für die suppe an", None),
        ("stopp den timer für einen moment", None),
        ("lösch den timer und den wecker", None),
        ("quita el temporizador de la sopa", {"label": "sopa"}),
        ("quita el temporizador de los diez minutos", None),
        ("arrête le minuteur du gratin s'il te plaît", {"label": "gratin"}),
        ("annulla il timer della zuppa", {"label": "zuppa"}),
        ("zet de timer van de soep maar uit", {"label": "soep"}),
        ("já não preciso do temporizador da sopa", {"label": "sopa"}),
    ],
)
def test_a_timer_that_is_to_end(said: str, arguments: dict[str, Any] | None) -> None:
    assert read_request(said, "cancel") == arguments


def test_a_place_of_which_a_part_was_taken_is_heard_whole() -> None:
    assert mend_place({"location": "paulo"}, "que horas são em são paulo") == {"location": "são paulo"}
    assert mend_place({"location": "new"}, "scusa a new york adesso che ore sono") == {"location": "new york"}
    assert mend_place({"location": "oslo"}, "wie spät ist es in oslo") == {"location": "oslo"}


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("es-es", "mañana no pongas la alarma a las siete"),
        ("es-es", "el lunes no me despiertes a las seis"),
        ("es-es", "hoy no subas el volumen"),
        ("pt-pt", "amanhã não ponhas o alarme para as sete"),
        ("pt-pt", "hoje não subas o volume"),
        ("it-it", "domani non mettere la sveglia alle sette"),
        ("fr-fr", "demain ne mets pas le réveil à sept heures"),
        ("de-de", "morgen stell den wecker nicht auf sieben"),
        ("de-de", "lösch die erinnerung bloß nicht"),
        ("nl-nl", "zet nu geen timer van tien minuten"),
        ("nl-nl", "harder kun je het niet zeggen"),
    ],
)
def test_what_is_negated_is_not_done(lang: str, said: str) -> None:
    assert understood({"lang": lang, "utterance": said})[0] in (None, "skip_alarm")


@pytest.mark.parametrize(
    ("lang", "said", "things"),
    [
        ("es-es", "me pones leche en la lista", ["leche"]),
        ("es-es", "nos apuntas huevos y pan en la lista", ["huevos", "pan"]),
        ("de-de", "schreibst du brot und butter auf die einkaufsliste", ["brot", "butter"]),
        ("nl-nl", "zet je melk op de lijst", ["melk"]),
        ("fr-fr", "tu me mets du lait sur la liste", ["lait"]),
    ],
)
def test_who_is_asked_and_what_for_is_no_thing(lang: str, said: str, things: list[str]) -> None:
    command, arguments = understood({"lang": lang, "utterance": said})[:2]
    assert (command, arguments["items"]) == ("add_to_list", things)


def test_no_part_of_a_word_is_a_remark() -> None:
    said = "un minuteur de dix minutes pour le riz s'il te plaît"
    assert understood({"lang": "fr-fr", "utterance": said}) == ("set_timer", {"duration_seconds": 600, "label": "riz"})


def test_a_part_that_no_tool_takes_names_nothing_of_another() -> None:
    said = "what's the weather and what time is it in tokyo and set a timer for ten minutes"
    found = translator().translate(said, TranslationContext(NOW))
    called = [(call.name, dict(call.arguments)) for call in found.calls]
    assert called == [("get_time", {"location": "tokyo"}), ("set_timer", {"duration_seconds": 600})]
    assert found.left == ("what's the weather",)


@pytest.mark.parametrize(
    ("lang", "said", "wanted"),
    [
        ("nl-nl", "zet het geluid wat zachter", [("change_volume", {"direction": "down"})]),
        ("pt-pt", "daqui a duas horas lembra-me de pagar a conta", [("set_reminder", "pagar a conta")]),
        ("es-es", "recuérdame pagar la cuenta mañana", [("set_reminder", "pagar la cuenta")]),
        ("it-it", "domani alle cinque ricordami di pagare il conto", [("set_reminder", "pagare il conto")]),
        ("de-de", "morgen um fünf uhr erinnere mich an die rechnung", [("set_reminder", "die rechnung")]),
        ("en-us", "delete my alarm called pottery", [("cancel_alarm", {"label": "pottery"})]),
    ],
)
def test_one_request_is_not_parted(lang: str, said: str, wanted: list[tuple[str, Any]]) -> None:
    found = translator().translate(said, TranslationContext(NOW, lang))
    assert not found.left and [call.name for call in found.calls] == [name for name, _ in wanted]
    for call, (_, given) in zip(found.calls, wanted, strict=True):
        if isinstance(given, str):
            assert call.arguments["text"] == given and call.arguments.keys() > {"text"}
        else:
            assert dict(call.arguments) == given
