"""A package with an agent on a service: its alerts are shown, asked for, announced, and go with it."""

from __future__ import annotations

import shutil
import threading
from datetime import datetime
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis.assistant.news import asks_for_news
from ovos_phal_plugin_jarvis.runtime.agents import Agents, _quiet_hours
from ovos_phal_plugin_jarvis.sdk import JarvisStorage

PACKAGES = Path(__file__).parents[2] / "fixtures" / "node_packages"
STORMS = (("Bergen", "gale"), ("Oslo", "hurricane"), ("Porto", "breeze"))


@pytest.fixture
def package(tmp_path):
    return shutil.copytree(PACKAGES / "storm_watch", tmp_path / "commands" / "storm_watch").parent


def report(*storms):
    for place, level in storms:
        JarvisStorage("storms").save(place, {"place": place, "level": level})


def test_alerts_are_shown_told_once_when_asked_for_and_gone_with_their_package(serve, package):
    served = serve(package)
    (agent,) = served.agents()["agents"]
    assert (agent["name"], agent["package"], agent["every"]) == ("storm_agent", "storm-watch", 600)
    # Nothing waits: the words mean what they meant before.
    assert served.say("any news")["say"] == "Nothing new."
    report(*STORMS)
    answer = served.agents("run", "storm_agent")
    assert answer["agents"][0]["state"] == "waiting" and answer["alerts"] == {"waiting": 3, "dropped": 0}
    shown = served.topics("ovos.jarvis.alert")
    assert [alert["priority"] for alert in shown] == [3, 2, 1] and shown[0]["source_agent"] == "storm_agent"
    assert served.runtime.agents.runner.contexts()["storm_agent"] == {"storms": ["Bergen", "Oslo", "Porto"]}
    told = served.say("what's up")
    assert told["say"] == "Storm in Oslo: a hurricane. Storm in Bergen: a gale. Storm in Porto: a breeze."
    storms = {"command": "report_storm", "operation": "storms"}
    asked = served.ask("ovos.jarvis.context", {**storms, "params": {"level": "gale"}})
    assert asked == {"ok": True, "data": {"places": ["Bergen"]}, "error": None}
    assert list(served.ask("ovos.jarvis.context")["operations"]) == ["report_storm"]
    for wrong, why in (
        ({**storms, "params": {}}, "lacks level"),
        ({**storms, "params": {"level": "zephyr"}}, "KeyError"),
        ({**storms, "operation": "wind"}, "use one of storms"),
        ({**storms, "params": 5}, "must be an object"),
        ({"command": "nothing", "operation": "x"}, "nothing"),
    ):
        assert why in served.ask("ovos.jarvis.context", wrong)["error"]
    assert told["translator"] == "talk" and told["expect_response"] is False
    # Once: the agent raises the same again.
    served.agents("run", "storm_agent")
    assert served.say("any news")["say"] == "Nothing new."
    assert served.agents("pause", "storm_agent")["agents"][0]["state"] == "paused"
    assert "storm_agent" in served.agents("run", "wrong")["error"]
    assert "use list, run, pause or resume" in served.agents("dance", "storm_agent")["error"]
    assert "must be a text" in served.ask("ovos.jarvis.agents", {"action": 5})["error"]
    report(("Faro", "gale"))
    served.plugin.shutdown()
    # The same after a restart.
    again = serve(package)
    assert again.agents()["agents"][0]["state"] == "paused"
    again.agents("resume", "storm_agent")
    again.until(lambda: again.topics("ovos.jarvis.alert"))
    assert again.say("any news")["say"] == "Storm in Faro: a gale."
    shutil.rmtree(package / "storm_watch")
    again.ask("ovos.tools.reload")
    assert again.agents()["agents"] == [] and again.runtime.agents.runner.contexts() == {}


def test_what_is_announced_waits_for_the_end_of_the_quiet_hours(serve, package):
    served = serve(package, agents={"announce": "important", "quiet_hours": "00:00-23:59"})
    agents = served.runtime.agents
    agents._now = lambda: datetime(2026, 11, 22, 23, 30).astimezone()
    report(*STORMS)
    served.agents("run", "storm_agent")
    agents.announce()
    assert served.topics("speak") == []
    agents._now = lambda: datetime(2026, 11, 22, 23, 59, 30).astimezone()
    agents.is_busy = lambda: True
    agents.announce()
    assert served.topics("speak") == []
    agents.is_busy = lambda: False
    agents.announce()
    agents.announce()
    assert [said["utterance"] for said in served.topics("speak")] == ["Storm in Oslo: a hurricane."]
    assert served.say("any news")["say"] == "Storm in Bergen: a gale. Storm in Porto: a breeze."


@pytest.mark.parametrize(
    ("hours", "at", "seconds"),
    [
        ("22:00-07:00", (23, 0), 8 * 3600),
        ("22:00-07:00", (6, 59), 60),
        ("22:00-07:00", (7, 0), 0),
        ("13:00-14:00", (13, 30), 1800),
        ("13:00-14:00", (12, 59), 0),
        ("", (3, 0), 0),
    ],
)
def test_quiet_hours(hours, at, seconds):
    agents = Agents.__new__(Agents)
    agents._quiet = _quiet_hours(hours)
    quiet = agents._quiet_for(datetime(2026, 1, 5, *at).astimezone())
    assert quiet == pytest.approx(seconds + bool(seconds))


def test_an_agent_that_never_comes_back_ends_with_no_thread_of_ours_in_the_way(serve, package):
    stuck = package / "stuck" / "agents" / "stuck"
    stuck.mkdir(parents=True)
    (stuck / "agent.py").write_text(
        "import asyncio\nfrom jarvis_command_sdk import AgentSchedule, IJarvisAgent\n"
        "class Stuck(IJarvisAgent):\n"
        "    name, description, required_secrets = 'stuck', 'x', []\n"
        "    schedule = AgentSchedule(1)\n"
        "    async def run(self):\n        await asyncio.Event().wait()\n"
        "    def get_context_data(self):\n        return {}\n"
    )
    served = serve(package)
    served.until(lambda: any(a["state"] == "running" for a in served.agents()["agents"]))
    served.plugin.shutdown()
    served.until(lambda: not [t.name for t in threading.enumerate() if t.name.startswith("jarvis-agent")])


@pytest.mark.parametrize(
    ("lang", "yes", "no"),
    [
        ("en-us", ["what's up", "hey jarvis, any news?", "did I miss anything", "is there anything new for me"],
         ["what's up with the weather", "any news about football", "news", "what is new york"]),
        ("de-de", ["was gibt's Neues?", "habe ich was verpasst", "gibt es neue Meldungen"], ["was gibt es zu essen"]),
        ("es-es", ["¿qué hay de nuevo?", "hay novedades", "¿me he perdido algo?"], ["qué hay de comer"]),
        ("fr-fr", ["quoi de neuf ?", "est-ce que j'ai raté quelque chose", "il y a du nouveau"], ["quoi manger"]),
        ("it-it", ["che c'è di nuovo?", "ci sono novità", "mi sono perso qualcosa"], ["cosa c'è da mangiare"]),
        ("nl-nl", ["wat is er nieuw?", "heb ik iets gemist", "zijn er nog meldingen"], ["wat is er te eten"]),
        ("pt-pt", ["o que há de novo?", "há novidades", "perdi alguma coisa?"], ["o que há para comer"]),
    ],
)  # fmt: skip
def test_the_words_that_ask_what_is_new(lang, yes, no):
    assert [words for words in yes if not asks_for_news(words, lang)] == []
    assert [words for words in no if asks_for_news(words, lang)] == []
