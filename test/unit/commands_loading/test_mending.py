"""Members that should be lists and are something else: told, and worked around."""

from __future__ import annotations

import pytest

from ovos_phal_plugin_jarvis.commands.loading.finder import find_commands
from ovos_phal_plugin_jarvis.config import CommandsConfig
from ovos_phal_plugin_jarvis.sdk import RequestInformation
from ovos_phal_plugin_jarvis.tools.command_schema import arguments_model


@pytest.fixture
def find(tmp_path):
    opened = []

    def look():
        opened.append(find_commands(CommandsConfig(paths=(str(tmp_path / "commands"),)), points=()))
        return opened[-1]

    yield look
    for found in opened:
        found.close()


@pytest.fixture
def load(find, write, command_source):
    def load_command(change):
        lines = "".join(f"    {line}\n" for line in change.splitlines())
        write("commands/pkg/command.py", command_source("odd") + lines)
        found = find()
        assert found.failed == {}
        return found.commands[0]

    return load_command


@pytest.mark.parametrize(
    ("change", "member", "value", "note"),
    [
        ("def keywords(self): return ['a']", "keywords", ["a"], "keywords is a method and was called"),
        ("keywords = 'tea time'", "keywords", ["tea time"], "keywords is a str and counts as a list of it"),
        ("def rules(self): return 'be brief'", "rules", ["be brief"], "rules is a method"),
        ("supported_platforms = None", "supported_platforms", [], "supported_platforms is None and counts as empty"),
        ("required_secrets = 'KEY'", "required_secrets", [], "required_secrets is a str and counts as empty"),
        ("def parameters(self): return []", "parameters", [], "parameters is a method"),
        ("parameters = None", "parameters", [], "parameters is None and counts as empty"),
        ("def proposable_actions(self): return 'x'", "proposable_actions", [], "proposable_actions is a method"),
        ("listening_signal_types = 'presence'", "listening_signal_types", [], "counts as empty"),
        ("def __init__(self): self.keywords = 'here'", "keywords", ["here"], "keywords is a str"),
        ("antipatterns = {'a': 1}", "antipatterns", [], "antipatterns is a dict and counts as empty"),
    ],
)
def test_a_list_that_is_none_is_worked_around(load, change, member, value, note):
    loaded = load(change)
    assert getattr(loaded.command, member) == value
    assert note in " ".join(loaded.notes)
    loaded.command.to_openai_tool_schema()
    assert loaded.command.execute(RequestInformation("x", "c")).success


def test_its_own_code_may_still_call_the_method(load):
    loaded = load(
        "def parameters(self): return [JarvisParameter('n', 'int', required=True)]\n"
        "def run(self, request_info, **kwargs):\n"
        "    return CommandResponse.final_response({'message': self.parameters()[0].name + str(kwargs['n'])})\n"
    )
    assert loaded.command.execute(RequestInformation("x", "c"), n=3).context_data["message"] == "n3"
    with pytest.raises(ValueError, match="Missing required params: n"):
        loaded.command.execute(RequestInformation("x", "c"))
    assert arguments_model("odd", loaded.command.parameters, {}) is not None


def test_a_command_in_order_is_left_alone(load):
    loaded = load("")
    assert loaded.notes == ()
    assert type(loaded.command).__mro__[1].__name__ == "IJarvisCommand"
