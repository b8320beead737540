"""The planner in six languages beside English: its examples, and sentences that are none of them."""

from __future__ import annotations

from datetime import datetime, timezone
from functools import lru_cache
from typing import Any

import pytest

from learned_tools import having_learned
from ovos_phal_plugin_jarvis.consent.policy import SURE
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.nlu.learning.alignment import align
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.translation.values import TranslationContext
from ovos_toolbox_everyday import EverydayToolBox
from ovos_toolbox_planner import PlannerToolBox

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=timezone.utc)
LANGUAGES = ["de-de", "es-es", "fr-fr", "it-it", "nl-nl", "pt-pt"]
LOADED = load_toolbox("ovos-toolbox-planner", PlannerToolBox()).tools
TOOLS = {tool.definition.name: tool for tool in LOADED}
EVERYDAY = [tool.definition for tool in load_toolbox("ovos-toolbox-everyday", EverydayToolBox()).tools]
DEFINITIONS = [tool.definition for tool in LOADED]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_tool_has_examples_that_it_accepts(lang: str) -> None:
    for name, tool in TOOLS.items():
        spoken = tool.definition.in_language(lang)
        assert not spoken.unread and len(spoken.examples) >= 14, name
        for example in spoken.examples:
            tool.validate(example.arguments)
            assert all(p.name in example.arguments for p in spoken.parameters if p.required and p.default is None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_an_example_of_two_tools(lang: str) -> None:
    said: dict[str, str] = {}
    for definition in [*DEFINITIONS, *EVERYDAY]:
        for example in definition.in_language(lang).examples:
            assert said.setdefault(example.utterance, definition.name) == definition.name, example.utterance
            assert example.utterance == example.utterance.lower().strip()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_values_of_examples_are_what_their_words_say(lang: str) -> None:
    """A title or a day that the readers do not find in the words is labelled wrongly, or not said."""
    unsaid = []
    for definition in DEFINITIONS:
        spoken = definition.in_language(lang)
        for at, example in zip((found := align(spoken, lang)).places, found.examples, strict=True):
            given = spoken.examples[at]
            for name, value in given.arguments.items():
                is_said = isinstance(value, bool) or name == "task_type" or value == ""
                if not is_said and name in example.implied:
                    unsaid.append((given.utterance, name, value))
    assert unsaid == []


@lru_cache(maxsize=1)
def translator() -> ExampleTranslator:
    """That of a service which has both toolboxes, and so learned by whoever comes first."""
    return having_learned([*EVERYDAY, *DEFINITIONS])


SAID: dict[str, dict[str, list[tuple[str, dict[str, Any]]]]] = {
    "de-de": {
        "leg eine neue aufgabe an den zaun streichen": [("task_create", {"title": "den zaun streichen"})],
        "trag für morgen eine aufgabe ein die hecke schneiden": [
            ("date_shift", {"days": 1}),
            ("task_create", {"title": "die hecke schneiden"}),
        ],
        "hak die aufgabe hecke schneiden ab": [("task_set_completed", {"title": "hecke schneiden", "completed": True})],
        "welche aufgaben habe ich noch": [("list_tasks", {})],
        "neue gewohnheit gitarre stimmen": [("habit_create", {"name": "gitarre stimmen"})],
        "lies mir bitte die tagesnotiz vor": [("read_reflection", {})],
        "die aufgabe steht mir bevor": [],
        "mein tagebuch ist verschwunden": [],
    },
    "es-es": {
        "crea una tarea pintar la valla": [("task_create", {"title": "pintar la valla"})],
        "borra la tarea podar el seto": [("task_delete", {"title": "podar el seto"})],
        "marca la tarea pintar la valla como terminada": [
            ("task_set_completed", {"title": "pintar la valla", "completed": True})
        ],
        "qué tareas me quedan hoy": [("list_tasks", {})],
        "cómo va mi hábito de remar": [("habit_progress", {"name": "remar"})],
        "deshaz el último cambio de la agenda por favor": [("planner_undo", {})],
        "mi hermana tiene un diario muy bonito": [],
        "la tarea de matemáticas era imposible": [],
    },
    "fr-fr": {
        "crée une tâche repeindre la clôture": [("task_create", {"title": "repeindre la clôture"})],
        "supprime la tâche tailler la haie": [("task_delete", {"title": "tailler la haie"})],
        "coche la tâche repeindre la clôture": [
            ("task_set_completed", {"title": "repeindre la clôture", "completed": True})
        ],
        "quelles tâches il me reste": [("list_tasks", {})],
        "nouvelle habitude ramer": [("habit_create", {"name": "ramer"})],
        "lis-moi la note du jour s'il te plaît": [("read_reflection", {})],
        "cette tâche de vin ne part pas": [],
        "les habitudes de mon voisin m'énervent": [],
    },
    "it-it": {
        "crea un'attività verniciare la staccionata": [("task_create", {"title": "verniciare la staccionata"})],
        "cancella l'attività potare la siepe": [("task_delete", {"title": "potare la siepe"})],
        "segna l'attività potare la siepe come fatta": [
            ("task_set_completed", {"title": "potare la siepe", "completed": True})
        ],
        "quali attività mi restano": [("list_tasks", {})],
        "nuova abitudine remare": [("habit_create", {"name": "remare"})],
        "leggimi il diario di oggi": [("read_reflection", {})],
        "l'attività del vulcano è aumentata": [],
        "mio nonno teneva un diario": [],
    },
    "nl-nl": {
        "maak een nieuwe taak aan schutting verven": [("task_create", {"title": "schutting verven"})],
        "verwijder de taak heg snoeien": [("task_delete", {"title": "heg snoeien"})],
        "vink de taak schutting verven af": [("task_set_completed", {"title": "schutting verven", "completed": True})],
        "welke taken heb ik nog": [("list_tasks", {})],
        "hoe gaat mijn gewoonte roeien": [("habit_progress", {"name": "roeien"})],
        "maak de laatste wijziging in de planner weer ongedaan": [("planner_undo", {})],
        "mijn dagboek is zoek": [],
        "dat is een zware taak voor de regering": [],
    },
    "pt-pt": {
        "cria uma tarefa pintar a vedação": [("task_create", {"title": "pintar a vedação"})],
        "apaga a tarefa podar a sebe": [("task_delete", {"title": "podar a sebe"})],
        "marca a tarefa podar a sebe como concluída": [
            ("task_set_completed", {"title": "podar a sebe", "completed": True})
        ],
        "que tarefas me faltam": [("list_tasks", {})],
        "novo hábito remar": [("habit_create", {"name": "remar"})],
        "cria o hábito de remar depois do almoço": [("habit_create", {"name": "remar depois do almoço"})],
        "escreve no diário hoje remei muito": [("reflection_append", {"text": "hoje remei muito"})],
        "lê-me a nota do dia por favor": [("read_reflection", {})],
        "a minha irmã tem um diário bonito": [],
        "essa tarefa de casa era impossível": [],
    },
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_that_are_no_examples(lang: str) -> None:
    """Read with their values beside the everyday tools; nothing is done unasked for those that ask for nothing."""
    read = {}
    for said, wanted in SAID[lang].items():
        found = translator().translate(said, TranslationContext(NOW, lang))
        does = wanted or found.confidence >= SURE
        read[said] = [(call.name, dict(call.arguments)) for call in found.calls] if does else []
    assert read == SAID[lang]
