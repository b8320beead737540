"""Finding commands: where, what is told of those that fail, and that none takes another down."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint

import pytest

from ovos_phal_plugin_jarvis.commands.loading.finder import find_commands
from ovos_phal_plugin_jarvis.config import CommandsConfig
from ovos_phal_plugin_jarvis.sdk import CommandResponse, IJarvisCommand, RequestInformation

REQUEST = RequestInformation("x", "c")
MANIFEST = "name: {name}\ndescription: d\nversion: '1'\n"


@pytest.fixture
def find(tmp_path):
    """Settings → what is found in the test's folder (by default ``commands``); closed at the end."""
    opened = []

    def find_here(*paths, points=(), **settings):
        where = tuple(str(tmp_path / path) for path in paths or ("commands",))
        opened.append(find_commands(CommandsConfig(paths=where, **settings), points=points))
        return opened[-1]

    yield find_here
    for found in opened:
        found.close()


def names(found):
    return [loaded.name for loaded in found.commands]


# -- where --


def test_files_folders_and_packages(find, write, command_source, tmp_path):
    write("commands/single.py", "import near\n" + command_source("single"))
    write("commands/near.py", "")
    write("commands/folder/command.py", command_source("folder"))
    write("commands/many/commands/one/command.py", command_source("one"))
    write("commands/many/commands/two/command.py", command_source("two"))
    write(
        "commands/listed/jarvis_package.yaml",
        MANIFEST.format(name="listed")
        + (
            "components:\n  - {type: command, name: x, path: src/x.py}\n"
            "  - {type: widget, name: r, path: r.yaml}\n"
            "  - {type: prompt_provider, name: P, path: p/provider.py}\n"
        ),
    )
    write("commands/listed/src/x.py", command_source("listed_x"))
    write("commands/listed/p/provider.py", "raise RuntimeError('not imported here')\n")
    write("commands/older/jarvis_command.yaml", MANIFEST.format(name="older"))
    write("commands/older/command.py", command_source("older"))
    write("commands/older/prompt_providers/mine/provider.py", "")
    write("commands/_private.py", "raise RuntimeError\n")
    write("commands/.hidden/command.py", "raise RuntimeError\n")
    write("commands/notes/readme.txt", "")
    found = find()
    assert names(found) == ["folder", "listed_x", "one", "two", "older", "single"]
    assert found.failed == {}
    assert found.skipped == {
        "listed/r": "components of type 'widget' are not run here",
        str(tmp_path / "commands/near.py"): "holds no command class",
        str(tmp_path / "commands/notes"): "holds no manifest and no command.py",
    }
    packages = {package.name: package for package in found.packages}
    assert list(packages) == ["folder", "listed", "many", "older"]
    assert packages["listed"].prompt_providers == (tmp_path / "commands/listed/p/provider.py",)
    assert packages["older"].prompt_providers == (tmp_path / "commands/older/prompt_providers/mine/provider.py",)
    listed = next(loaded for loaded in found.commands if loaded.name == "listed_x")
    assert (listed.package, listed.source) == (packages["listed"], str(tmp_path / "commands/listed/src/x.py"))
    assert listed.command.execute(REQUEST).context_data == {"message": "listed_x"}


def test_a_path_may_be_the_thing_itself(find, write, command_source):
    write("a.py", command_source("a"))
    write("b/command.py", command_source("b"))
    write("notes.txt", "")
    found = find("b", "a.py", "notes.txt", "gone")
    assert names(found) == ["b", "a"]
    assert sorted(found.skipped.values()) == [
        "is no Python file",
        "there is no such file or folder; correct commands.paths",
    ]


def test_the_default_path_need_not_exist():
    assert find_commands(CommandsConfig(), points=()).skipped == {}


def test_a_tilde_is_the_home(write, command_source, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    write("mine/command.py", command_source("mine"))
    found = find_commands(CommandsConfig(paths=("~/mine",)), points=())
    assert names(found) == ["mine"]
    found.close()


def test_entry_points(find, write, command_source, tmp_path, monkeypatch):
    write("site/some_jarvis_dist/__init__.py", "from .second import Command as Second\n")
    write("site/some_jarvis_dist/first.py", command_source("first") + "\nALL = [Command]\n")
    write(
        "site/some_jarvis_dist/second.py",
        "from core.command_response import CommandResponse\n" + command_source("second"),
    )
    monkeypatch.syspath_prepend(tmp_path / "site")
    points = [
        EntryPoint("one", "some_jarvis_dist:Second", "jarvis.command"),
        EntryPoint("list", "some_jarvis_dist.first:ALL", "jarvis.command"),
        EntryPoint("wrong", "some_jarvis_dist.first:CommandResponse", "jarvis.command"),
        EntryPoint("gone", "not_there_at_all:X", "jarvis.command"),
    ]
    found = find(points=points)
    assert names(found) == ["second", "first"]
    assert found.commands[0].source == "jarvis.command:one"
    assert found.commands[0].package is None
    assert "must be a command, a list or a module of them" in found.failed["wrong"]
    assert "imports 'not_there_at_all', which is not installed" in found.failed["gone"]
    found.close()
    assert not [name for name in sys.modules if name.startswith("some_jarvis_dist")]


def test_installed_entry_points_are_looked_for(monkeypatch):
    from ovos_phal_plugin_jarvis.commands.loading import finder

    asked = []
    monkeypatch.setattr(finder, "entry_points", lambda group: asked.append(group) or [])
    find_commands(CommandsConfig(paths=()))
    assert asked == ["jarvis.command"]


# -- which --


def test_disabled_commands_and_packages(find, write, command_source):
    write("commands/a/command.py", command_source("weather"))
    write("commands/b/command.py", command_source("other"))
    write("commands/c/command.py", command_source("kept"))
    found = find(disabled=("weather", "b"))
    assert names(found) == ["kept"]
    assert found.skipped == {
        "weather": "is disabled by commands.disabled",
        "other": "is disabled by commands.disabled",
    }


def test_platforms(find, write, command_source):
    write("commands/a/command.py", command_source("a") + "    supported_platforms = ['plan9', 'haiku']\n")
    write(
        "commands/b/command.py",
        command_source("b") + f"    supported_platforms = ['plan9', {sys.platform!r}]\n",
    )
    write("commands/c/jarvis_package.yaml", MANIFEST.format(name="c") + "platforms: [plan9]\n")
    write("commands/c/command.py", "raise RuntimeError\n")
    found = find()
    assert names(found) == ["b"]
    assert found.skipped == {
        "a": f"is for plan9, haiku, and this is {sys.platform}",
        "c": f"is for plan9, and this is {sys.platform}",
    }


def test_the_first_of_a_name_is_kept(find, write, command_source, tmp_path):
    write("one/command.py", command_source("same"))
    write("two/command.py", command_source("same"))
    write("two/commands/x/command.py", command_source("fine"))
    found = find("one", "two")
    assert names(found) == ["same", "fine"]
    assert found.commands[0].source == str(tmp_path / "one/command.py")
    [reason] = found.failed.values()
    assert str(tmp_path / "one/command.py") in reason
    assert str(tmp_path / "two/command.py") in reason


def test_several_commands_in_a_file_and_bases_that_are_none(find, write, command_source):
    write(
        "commands/pkg/shared.py",
        """
        from jarvis_command_sdk import IJarvisCommand
        class Base(IJarvisCommand):
            keywords = []
            required_secrets = []
    """,
    )
    write(
        "commands/pkg/command.py",
        "from shared import Base\n"
        + command_source("a")
        + """
class B(Command):
    command_name = "b"

class Half(Base):
    pass

class Whole(Half):
    command_name = "whole"
    description = "d"
    parameters = []
    def generate_prompt_examples(self): return []
    def generate_adapter_examples(self): return []
    def run(self, request_info, **kwargs): ...
""",
    )
    found = find()
    assert names(found) == ["a", "b", "whole"]
    assert found.failed == {}


def test_a_command_that_lives_in_a_helper(find, write, command_source):
    write("commands/pkg/shared.py", command_source("shared"))
    write("commands/pkg/command.py", "from shared import Command\n")
    assert names(find()) == ["shared"]


# -- by shape --


def test_a_command_of_another_sdk(find, write):
    write(
        "commands/foreign/their_sdk.py",
        """
        class Response:
            def __init__(self, data):
                self.context_data, self.success = data, True
        class Parameter:
            param_type, required, description, enum_values, default_value = "string", True, "", None, None
            def __init__(self, name):
                self.name = name
            def validate(self, value):
                return (isinstance(value, str), "no text")
            def to_dict(self):
                return {"name": self.name}
        class Example:
            def __init__(self, words):
                self.voice_command, self.expected_parameters, self.is_primary = words, {"city": "Oslo"}, True
    """,
    )
    write(
        "commands/foreign/command.py",
        """
        from their_sdk import Example, Parameter, Response
        class Theirs:
            command_name = "theirs"
            description = "Not ours"
            keywords = ["x"]
            required_secrets = []
            parameters = [Parameter("city")]
            def generate_prompt_examples(self):
                return [Example("in Oslo")]
            def generate_adapter_examples(self):
                return []
            def run(self, request_info, **kwargs):
                return Response({"message": kwargs["city"]})
            @property
            def setup_guide(self):
                raise AttributeError("its own mistake")
    """,
    )
    found = find()
    assert found.failed == {}
    command = found.commands[0].command
    assert not isinstance(command.wrapped, IJarvisCommand)
    assert command.execute(REQUEST, city="Bergen").context_data == {"message": "Bergen"}
    assert isinstance(command.execute(REQUEST, city=4), CommandResponse)
    assert command.to_openai_tool_schema()["function"]["parameters"]["required"] == ["city"]
    assert command.handle_action("cancel_click", {}).context_data["cancelled"]
    assert (command.rules, command.is_risky, command.pre_route("x")) == ([], False, None)
    with pytest.raises(AttributeError, match="its own mistake"):
        command.setup_guide  # noqa: B018


def test_an_execute_of_its_own_is_left_alone(find, write, command_source):
    write(
        "commands/a/command.py",
        command_source("a") + ("    def execute(self, request_info, **kwargs):\n        return ('own', kwargs)\n"),
    )
    assert find().commands[0].command.execute(REQUEST, x=1) == ("own", {"x": 1})


# -- what is wrong --

BROKEN = {
    "an error at import": (
        "raise RuntimeError('boom\\nbang')",
        "RuntimeError: boom bang (command.py, line 1)",
    ),
    "an exit at import": ("import sys; sys.exit(3)", "exited with 3 while it was loaded"),
    "something like an interrupt": ("class K(KeyboardInterrupt): ...\nraise K('x')", "K: x"),
    "an odd exception": ("raise GeneratorExit('x')", "GeneratorExit: x"),
    "a syntax error": ("def (:", "SyntaxError: invalid syntax"),
    "endless recursion": ("def f(): f()\nf()", "RecursionError"),
    "a package that is not there": (
        "import not_there.sub",
        "imports 'not_there', which is not installed; declare",
    ),
    "a name of the SDK": (
        "from jarvis_command_sdk import Nope",
        "'Nope' from 'jarvis_command_sdk', which this SDK",
    ),
    "no class": ("x = 1", "holds no command class; derive one from IJarvisCommand"),
}
CHANGES = {
    "a constructor that fails": ("def __init__(self): raise ValueError('no hub')", "ValueError: no hub"),
    "a constructor that exits": ("def __init__(self): raise SystemExit", "exited with None"),
    "a constructor that wants something": (
        "def __init__(self, hub, *a, k=1): ...",
        "wants hub; it must work without",
    ),
    "command_name as a method": (
        "def command_name(self): return 'x'",
        "command_name is a method; write @property",
    ),
    "a name with a space": (
        "command_name = 'get weather'",
        "command_name is 'get weather'; use 1 to 64 letters",
    ),
    "no name": ("command_name = ''", "command_name is ''"),
    "a name that fails": ("command_name = property(lambda self: 1/0)", "ZeroDivisionError"),
    "no description": ("description = ' '", "say in a sentence what the command is for"),
    "parameters of dicts": ("parameters = [{'name': 'x'}]", "parameters holds a dict; use JarvisParameter"),
    "a wrong type": (
        "parameters = property(lambda self: [JarvisParameter('x', 'text')])",
        "'text' of 'x' is not allo",
    ),
    "a parameter twice": ("parameters = [JarvisParameter('x', 'int')] * 2", "'x' stands in parameters twice"),
    "a parameter that is no word": (
        "parameters = [JarvisParameter('my x', 'int')]",
        "'my x' can't be passed to run",
    ),
    "a reserved parameter": (
        "parameters = [JarvisParameter('secrets', 'int')]",
        "'secrets' can't be passed to run",
    ),
    "keywords of numbers": ("keywords = [1]", "keywords holds something that is no text"),
    "secrets as texts": ("required_secrets = ['KEY']", "required_secrets holds a str; use JarvisSecret"),
    "a secret's scope": (
        "required_secrets = [type('S', (), {'key': 'K', 'scope': 'planet', 'required': True})]",
        "the secret 'K' has the scope 'planet'; use one of integration, user",
    ),
    "examples that are no list": (
        "def generate_prompt_examples(self): yield 1",
        "returned a generator; return a list",
    ),
    "no examples": (
        "def generate_adapter_examples(self): ...",
        "generate_adapter_examples returned None; return a l",
    ),
    "examples as texts": (
        "def generate_prompt_examples(self): return ['do']",
        "a str in its list; use CommandExample",
    ),
    "an example without a dict": (
        "def generate_prompt_examples(self): return [CommandExample('do', ['x'])]",
        "the example 'do' has no dict as expected_parameters",
    ),
    "two primary examples": (
        "def generate_adapter_examples(self): return [CommandExample('x', {}, True)] * 2",
        "generate_adapter_examples returned 2 primary examples; mark at most one",
    ),
    "a bad fast path": (
        "fast_path_patterns = [FastPathPattern('p', 'd', 'e', regex='(')]",
        "'p' does not compile",
    ),
    "a fast path without a method": (
        "fast_path_patterns = [FastPathPattern('p', 'd', 'e', '.', 'gone')]",
        "the fast path 'p' names the handler 'gone', which is no method",
    ),
    "a schema that fails": ("def to_openai_tool_schema(self, *a): raise KeyError('x')", "KeyError: 'x'"),
    "a callback that is not there": (
        "proposable_actions = [ProposableAction('gone')]",
        "no @callback of that name",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_module_is_told_and_takes_no_other_down(find, write, command_source, tmp_path, case):
    source, message = BROKEN[case]
    write("commands/bad/command.py", source)
    write("commands/good/command.py", command_source("good"))
    found = find()
    assert names(found) == ["good"]
    [(what, reason)] = found.failed.items()
    assert what == str(tmp_path / "commands/bad/command.py")
    assert message in reason
    assert "\n" not in reason


@pytest.mark.parametrize("case", CHANGES)
def test_a_broken_command_is_told_and_takes_no_other_down(find, write, command_source, case):
    change, message = CHANGES[case]
    write("commands/pkg/jarvis_package.yaml", MANIFEST.format(name="pkg"))
    write(
        "commands/pkg/commands/bad/command.py",
        "from jarvis_command_sdk import *\n" + command_source("bad") + f"    {change}\n",
    )
    write("commands/pkg/commands/good/command.py", command_source("good"))
    found = find()
    assert names(found) == ["good"]
    [reason] = found.failed.values()
    assert reason.startswith("package 'pkg': ")
    assert message in reason
    assert "\n" not in reason


def test_members_that_are_missing_are_named(find, write):
    write(
        "commands/bad/command.py",
        """
        from jarvis_command_sdk import IJarvisCommand
        class Half(IJarvisCommand):
            command_name = "half"
            description = "d"
            parameters = []
    """,
    )
    [reason] = find().failed.values()
    assert (
        "the class Half lacks generate_adapter_examples, generate_prompt_examples, keywords, required_secrets, run"
    ) in reason


def test_a_real_interrupt_is_let_through(find, write):
    write("commands/bad/command.py", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        find()
    assert not [name for name in sys.modules if name.startswith("_jarvis_package")]


def test_a_broken_manifest_or_component_stays_with_its_package(find, write, command_source):
    write("commands/a/jarvis_package.yaml", "name: a\n")
    write(
        "commands/b/jarvis_package.yaml",
        MANIFEST.format(name="b")
        + ("components:\n  - {type: command, name: gone, path: gone.py}\n  - {type: command, name: x, path: x.py}\n"),
    )
    write("commands/b/x.py", command_source("x"))
    write("commands/c/jarvis_package.yaml", MANIFEST.format(name="c"))
    found = find()
    assert names(found) == ["x"]
    assert found.failed == {
        "a": "a/jarvis_package.yaml: the field 'description' is missing",
        "b/gone": "package 'b': component 'gone': there is no file 'gone.py' in the package",
    }
    assert found.skipped == {"c": "has no component that is run here"}


# -- again --


def test_an_edit_is_seen_by_the_next_search_and_the_old_one_goes_on(find, write, command_source):
    file = write("commands/a/command.py", command_source("before"))
    helper = write("commands/a/helper.py", "")
    old = find()
    file.write_text("import helper, added\n" + command_source("later!"[:5]))
    helper.write_text("")
    write("commands/a/added.py", "")
    new = find()
    assert (names(old), names(new)) == (["before"], ["later"])
    old.close()
    assert old.commands[0].command.execute(REQUEST).context_data == {"message": "before"}
    assert new.commands[0].command.execute(REQUEST).context_data == {"message": "later"}
    new.unload()


def test_callbacks_of_a_command_of_another_sdk(find, write):
    write(
        "commands/foreign/command.py",
        """
        from jarvis_command_sdk import callback
        class Theirs:
            command_name, description, keywords, required_secrets, parameters = "theirs", "d", [], [], []
            def generate_prompt_examples(self):
                return []
            generate_adapter_examples = generate_prompt_examples
            def run(self, request_info, **kwargs): ...
            @callback("expand")
            def expand(self, data, request_info):
                return data
        """,
    )
    assert find().commands[0].command.get_callbacks()["expand"]({"id": 1}, REQUEST) == {"id": 1}


def test_components_are_found_by_their_folders_and_templates_are_left_out(find, write, command_source):
    write("commands/pkg/jarvis_package.yaml", "name: pkg\ndescription: d\nplatforms: [LINUX, darwin, windows]\n")
    write("commands/pkg/commands/one/command.py", command_source("one"))
    write("commands/pkg/commands/_template/command.py", "raise RuntimeError('a template')")
    write("commands/pkg/commands/.old/command.py", "raise RuntimeError('old')")
    write("commands/pkg/device_managers/hub/manager.py", "raise RuntimeError('not imported')")
    found = find()
    assert names(found) == ["one"]
    assert found.failed == {}
    assert found.skipped == {"pkg/hub": "components of type 'device_manager' are not run here"}
