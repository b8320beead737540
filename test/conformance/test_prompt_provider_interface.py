"""The interface as documented: which members, which defaults, which of them have to be implemented."""

import inspect
import json

import pytest

from ovos_phal_plugin_jarvis import sdk
from ovos_phal_plugin_jarvis.sdk.prompt_provider import IJarvisPromptProvider


class Least(IJarvisPromptProvider):
    @property
    def name(self):
        return "LeastSmallUntrained"

    def build_system_prompt(self, node_context, timezone, tools, available_commands=None):
        return "prompt"


def test_two_members_have_to_be_implemented():
    assert IJarvisPromptProvider.__abstractmethods__ == {"name", "build_system_prompt"}
    with pytest.raises(TypeError):
        IJarvisPromptProvider()


def test_signatures():
    parameters = inspect.signature(IJarvisPromptProvider.build_system_prompt).parameters
    assert list(parameters) == ["self", "node_context", "timezone", "tools", "available_commands"]
    assert parameters["available_commands"].default is None


def test_defaults_of_the_optional_members():
    provider = Least()
    assert provider.use_tool_classifier is True
    assert provider.supports_native_tools is False
    assert provider.user_message_suffix == ""
    assert provider.get_response_format() is None
    assert provider.parse_response("anything") is None
    tools = [{"type": "function"}]
    assert provider.build_tools(tools) is tools


def test_defaults_of_the_training_methods():
    provider = Least()
    assert provider.build_training_system_prompt() == (
        "You are a function calling AI model. "
        "For each function call return a json object with function name and arguments "
        "within <tool_call></tool_call> XML tags as follows:\n"
        "<tool_call>\n"
        '{"name": "<function-name>", "arguments": {"<arg-name>": "<arg-value>"}, '
        '"failure_message": "<brief spoken response if this call fails>"}\n'
        "</tool_call>"
    )
    call = {"name": "x", "arguments": {"a": 1}}
    assert provider.build_training_completion(call) == " " + json.dumps(
        {"message": "", "tool_calls": [call], "error": None}
    )


def test_the_old_training_method_works_and_warns():
    with pytest.warns(DeprecationWarning, match="build_training_system_prompt"):
        prompt = Least().build_training_prompt("turn it on")
    assert "turn it on" in prompt and Least().build_training_system_prompt() in prompt


def test_capabilities():
    assert Least().get_capabilities() == {
        "provider_name": "LeastSmallUntrained",
        "model_family": "unknown",
        "size_tier": "unknown",
        "training_tier": "unknown",
        "use_tool_classifier": True,
    }


def test_the_sdk_exports_it():
    assert sdk.IJarvisPromptProvider is IJarvisPromptProvider
