"""What docs/fine-tuning.md shows is true: its commands run, its code works on what they write."""

import json
import re
import shlex
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from ovos_phal_plugin_jarvis.cli.train_export import train_export
from ovos_phal_plugin_jarvis.config import PLUGIN_ID, load_config
from ovos_phal_plugin_jarvis.llm.prompts.factory import PromptProviderFactory
from ovos_phal_plugin_jarvis.llm.prompts.training import TrainingCommand, build_training_set

DOCUMENT = Path(__file__).parents[2] / "docs" / "fine-tuning.md"
BLOCKS = [
    (found["mark"], found["kind"], found["text"])
    for found in re.finditer(
        r"(?:<!-- (?P<mark>\w+) -->\n)?```(?P<kind>\w+)\n(?P<text>.*?)```",
        DOCUMENT.read_text(encoding="utf-8"),
        re.DOTALL,
    )
]
COMMAND = """
from jarvis_command_sdk import CommandExample, CommandResponse, IJarvisCommand, JarvisParameter


class Timer(IJarvisCommand):
    command_name = "set_timer"
    description = "Sets a timer."
    keywords = ["timer"]
    required_secrets = []
    parameters = [JarvisParameter("minutes", "int", required=True)]

    def generate_prompt_examples(self):
        return [CommandExample("set a timer for five minutes", {"minutes": 5}, is_primary=True)]

    def generate_adapter_examples(self):
        return [CommandExample(f"timer, {n} minutes", {"minutes": n}) for n in range(2, 60)]

    def run(self, request_info, **kwargs):
        return CommandResponse.success_response({"message": "ok"})
"""


def block(kind, mark=None):
    (text,) = [text for found_mark, found_kind, text in BLOCKS if (found_mark, found_kind) == (mark, kind)]
    return text


@pytest.fixture
def exported(tmp_path, monkeypatch):
    """A folder in which the document's command has been run, for a folder with one command."""
    (tmp_path / "commands").mkdir()
    (tmp_path / "commands" / "command.py").write_text(COMMAND)
    monkeypatch.chdir(tmp_path)
    app = typer.Typer()
    app.command("train-export")(train_export)
    app.callback()(lambda: None)
    program, *arguments = shlex.split(block("bash"))
    assert program == "ovos-jarvis"
    result = CliRunner().invoke(app, [*arguments, "--commands", "commands"])
    assert result.exit_code == 0, result.output
    return tmp_path


def lines(file):
    return [json.loads(line)["messages"] for line in file.read_text(encoding="utf-8").splitlines()]


def test_a_line_looks_as_shown(exported):
    shown = json.loads(block("json"))["messages"]
    written = next(
        messages
        for messages in lines(exported / "set.jsonl") + lines(exported / "set.heldout.jsonl")
        if messages[1] == shown[1]
    )
    assert written[2] == shown[2]
    assert written[0]["content"].startswith(shown[0]["content"].removesuffix("…").strip())


def test_the_measure_counts_right_calls(exported):
    names = {}
    exec(block("python"), names)
    held_out = exported / "set.heldout.jsonl"
    right = {messages[1]["content"]: messages[2]["content"] for messages in lines(held_out)}
    assert len(right) > 1
    assert names["share_right"](held_out, lambda messages: right[messages[1]["content"]].strip()) == 1
    assert names["share_right"](held_out, lambda messages: "I do not know.") == 0


def test_what_runs_elsewhere_is_python_and_splits_the_records_as_the_trainer_wants(exported):
    code = compile(block("python", "elsewhere"), "fine-tuning.md", "exec")
    split = re.search(r"def split.*?\n\n", block("python", "elsewhere"), re.DOTALL).group()
    names = {}
    exec(split, names)
    record = {"messages": lines(exported / "set.jsonl")[0]}
    assert [m["role"] for m in names["split"](record)["prompt"]] == ["system", "user"]
    assert [m["role"] for m in names["split"](record)["completion"]] == ["assistant"]
    assert code


def test_the_settings_are_settings():
    section = json.loads(block("json", "settings"))["PHAL"][PLUGIN_ID]
    provider = PromptProviderFactory().create_provider(load_config(section).llm.prompt_provider)
    assert build_training_set([TrainingCommand("t", {}, ())], provider).records == ()
