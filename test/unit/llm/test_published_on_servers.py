"""Published prompt providers on an engine that takes tools beside the messages, as servers do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from test_model_translator import published

from ovos_phal_plugin_jarvis.llm.call_format import Call
from ovos_phal_plugin_jarvis.llm.engines.base import Generation, ModelInfo
from ovos_phal_plugin_jarvis.llm.engines.opm_chat import OpmChatEngine
from ovos_phal_plugin_jarvis.llm.prompts.choice import choose_provider

CALL = '<tool_call>{"name": "lights", "arguments": {}}</tool_call>'


class Server:
    """An engine in another house: it takes tools, and answers with *reply*."""

    name, constrains, supports_tools = "server", False, True

    def __init__(self, reply: Generation) -> None:
        self.reply = reply
        self.requests: list[Any] = []

    def info(self, timeout: float | None = None) -> ModelInfo:
        return ModelInfo()

    def generate(self, request: Any, cancel: Any = None) -> Generation:
        self.requests.append(request)
        return self.reply

    def status(self) -> dict[str, Any]:
        return {}


def prompt_of(self: Any, node_context: Any, timezone: Any, tools: Any, available_commands: Any = None) -> str:
    names = [tool["function"]["name"] for tool in tools]
    return f"{sorted(node_context.items())} {timezone} {names} <tool_call>{{}}</tool_call>"


def named(**attributes: Any) -> Any:
    provider = published(build_system_prompt=prompt_of, **attributes)
    provider.named = True
    return provider


def test_a_text_provider_that_was_chosen_is_used_where_the_engine_takes_tools(translator: Any, context: Any) -> None:
    server = Server(Generation(raw=CALL, text=CALL))
    provider = named(get_response_format=lambda self: {"type": "text"})
    surroundings = {"room": "hall"}
    made = translator(server, provider=provider, node_context=lambda asked: dict(surroundings))
    asked = replace(context, now=context.now.astimezone(ZoneInfo("Europe/Vienna")))
    assert [call.name for call in made.translate("light", asked).calls] == ["lights"]
    (request,) = server.requests
    assert request.tools == ()
    assert request.response_format == {"type": "text"}
    system = request.turns[0].text
    assert "('room', 'hall')" in system and "Europe/Vienna" in system and "'lights'" in system

    surroundings["room"] = "attic"
    made.translate("light", asked)
    assert "('room', 'attic')" in server.requests[1].turns[0].text


def test_one_that_was_not_chosen_leaves_the_tools_to_the_engine(translator: Any, context: Any) -> None:
    server = Server(Generation(calls=(Call("lights", {}),)))
    made = translator(server, provider=published(build_system_prompt=prompt_of))
    assert [call.name for call in made.translate("light", context).calls] == ["lights"]
    (request,) = server.requests
    assert {tool["function"]["name"] for tool in request.tools} == {"calendar", "lights", "weather"}
    assert request.response_format is None
    assert "tool_call" not in request.turns[0].text


def test_a_native_provider_that_was_chosen_gets_its_surroundings_and_the_tools_beside(
    translator: Any, context: Any
) -> None:
    server = Server(Generation(calls=(Call("lights", {}),)))
    provider = named(supports_native_tools=True, build_tools=lambda self, tools: tools)
    made = translator(server, provider=provider, node_context=lambda asked: {"room": "hall"})
    made.translate("light", context)
    (request,) = server.requests
    assert len(request.tools) == 3
    assert "('room', 'hall')" in request.turns[0].text


def test_the_choice_by_name_is_what_counts() -> None:
    assert choose_provider({}, configured="Qwen25MediumUntrained", environ={}).provider.named
    assert choose_provider({}, environ={"JARVIS_MODEL_INTERFACE": "Qwen25MediumUntrained"}).provider.named
    assert not choose_provider({}, environ={}).provider.named


@pytest.mark.parametrize("takes", [True, False])
def test_a_response_format_reaches_a_plugin_that_takes_one(
    monkeypatch: pytest.MonkeyPatch, translator: Any, context: Any, takes: bool
) -> None:
    from ovos_plugin_manager.templates.agents import AgentMessage, MessageRole

    given: list[dict[str, Any]] = []

    class Plugin:
        supports_tools = True

        def __init__(self, config: Any) -> None:
            pass

        def continue_chat(self, messages: Any, session_id: str = "", lang: Any = None, tools: Any = None) -> Any:
            given.append({})
            return AgentMessage(MessageRole.ASSISTANT, CALL)

    class Takes(Plugin):
        def continue_chat(self, messages: Any, response_format: Any = None, **options: Any) -> Any:
            given.append(response_format)
            return AgentMessage(MessageRole.ASSISTANT, CALL)

    plugin = Takes if takes else Plugin
    monkeypatch.setattr("ovos_plugin_manager.agents.find_chat_plugins", lambda: {"remote": plugin})
    engine = OpmChatEngine("remote")
    try:
        made = translator(engine, provider=named(get_response_format=lambda self: {"type": "text"}))
        assert [call.name for call in made.translate("light", context).calls] == ["lights"]
    finally:
        engine.close()
    assert given == [{"type": "text"} if takes else {}]
