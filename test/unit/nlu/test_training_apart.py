"""Training in a process of its own: the same model, and an end."""

from __future__ import annotations

import threading
import time

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator, apart
from ovos_phal_plugin_jarvis.nlu.apart import ApartTraining, TrainingStopped
from ovos_phal_plugin_jarvis.nlu.learning import linear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_toolbox_everyday import EverydayToolBox
from ovos_toolbox_planner import PlannerToolBox
from ovos_toolbox_skills import SkillsToolBox

SCHEMA = {"type": "object", "properties": {"level": {"type": "integer"}}, "required": ["level"]}
DEFINITIONS = (
    ToolDefinition(
        "set_brightness",
        "Set how bright the lamp is.",
        "lamps",
        SCHEMA,
        {"type": "object", "properties": {}},
        (ToolParameter("level", "int", True, "Percent."),),
        tuple(ToolExample(f"make the lamp {n} percent bright", {"level": n}) for n in (10, 20, 35, 50, 80)),
        keywords=("lamp", "bright"),
    ),
)


@pytest.mark.parametrize("lang", ["en-us", "de-de"])  # in German they are understood by their English examples
def test_what_another_process_learned_is_not_learned_again(tmp_path, monkeypatch, lang):
    def train_here(*_, **__):
        raise AssertionError("trained in this process")

    monkeypatch.setattr(linear, "_learned", train_here)
    translator = ExampleTranslator(
        DEFINITIONS, cache_dir=tmp_path, lang=lang, learn_elsewhere=ApartTraining(tmp_path).learn
    )
    translator.train()
    assert bool(translator._model().only_english) == (lang == "de-de")


@pytest.mark.parametrize("box", [EverydayToolBox, PlannerToolBox, SkillsToolBox])
@pytest.mark.parametrize("lang", ["en-us", "de-de"])
def test_the_tools_that_come_along_can_be_sent(box, lang):
    for tool in load_toolbox("its", box()).tools:
        assert apart._written([tool.definition.in_language(lang)]) is not None, tool.definition.name


def test_what_can_not_be_sent_is_learned_here(tmp_path, monkeypatch):
    strange = ToolDefinition(**{**vars(DEFINITIONS[0]), "output_schema": {"type": "object", "x": {1, 2}}})
    monkeypatch.setattr(apart.subprocess, "Popen", lambda *_, **__: pytest.fail("a process was started"))
    ApartTraining(tmp_path).learn((strange,), "en-us")


def test_a_process_that_fails_is_said_and_costs_nothing(tmp_path, log_lines, monkeypatch):
    monkeypatch.setattr(apart, "__name__", "no_such_module_at_all")
    ApartTraining(tmp_path).learn(DEFINITIONS, "en-us")
    assert any("this one trains" in line for line in log_lines)


def test_the_end_of_the_service_ends_it(tmp_path):
    training_apart, ended = ApartTraining(tmp_path), []

    def learn():
        with pytest.raises(TrainingStopped):
            training_apart.learn(DEFINITIONS, "en-us")
        ended.append(True)

    thread = threading.Thread(target=learn)
    thread.start()
    while not training_apart._running and thread.is_alive():
        time.sleep(0.005)
    training_apart.close()
    thread.join(60)
    assert ended
    with pytest.raises(TrainingStopped):
        training_apart.learn(DEFINITIONS, "en-us")


def test_what_is_read_back_or_learned_here_ends_between_two_tools(tmp_path):
    asked = []

    def goes_on():
        asked.append(1)
        if len(asked) == 2:
            raise TrainingStopped

    translator = ExampleTranslator(DEFINITIONS, cache_dir=tmp_path, goes_on=goes_on)
    with pytest.raises(TrainingStopped):
        translator.train()
    assert len(asked) == 2 and not translator.is_trained


def test_two_that_learn_at_once_are_both_ended(tmp_path):
    training_apart, begun, ended = ApartTraining(tmp_path), threading.Barrier(3), []

    def learn():
        try:
            training_apart.learn(DEFINITIONS, "en-us", begun.wait)
        except TrainingStopped as stopped:
            ended.append(stopped)

    threads = [threading.Thread(target=learn) for _ in range(2)]
    for thread in threads:
        thread.start()
    begun.wait()
    training_apart.close()
    for thread in threads:
        thread.join(60)
    assert len(ended) == 2
