"""``ovos-jarvis train-export`` on a folder with a command."""

import json

import pytest
import typer
from typer.testing import CliRunner

from ovos_phal_plugin_jarvis.cli.train_export import train_export
from ovos_phal_plugin_jarvis.llm.prompts.parser import parse_reply

COMMAND = """
from typing import List

from jarvis_command_sdk import CommandExample, CommandResponse, IJarvisCommand, IJarvisParameter, JarvisParameter


class Timer(IJarvisCommand):
    command_name = "brew_timer"
    description = "Sets a timer for tea."
    keywords = ["tea"]
    required_secrets = []

    @property
    def parameters(self):
        return [JarvisParameter("minutes", "int", required=True)]

    def generate_prompt_examples(self):
        return [CommandExample("tea for four minutes", {"minutes": 4}, is_primary=True)]

    def generate_adapter_examples(self):
        return [CommandExample(f"brew for {n} minutes", {"minutes": n}) for n in range(1, 41)] + [
            CommandExample("tea for ages", {"minutes": "ages"}),
        ]

    def run(self, request_info, **kwargs):
        return CommandResponse.success_response({"message": "ok"})
"""


@pytest.fixture
def run(tmp_path):
    folder = tmp_path / "commands"
    folder.mkdir()
    (folder / "command.py").write_text(COMMAND)
    app = typer.Typer()
    app.command()(train_export)

    def run(*args):
        return CliRunner().invoke(app, ["--out", str(tmp_path / "set.jsonl"), "--commands", str(folder), *args])

    return run


def records(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def test_writes_records_and_those_held_out_beside_them(run, tmp_path):
    result = run("--json", "--held-out", "0.25")
    assert result.exit_code == 0, result.output
    said = json.loads(result.stdout)
    train, held_out = records(tmp_path / "set.jsonl"), records(tmp_path / "set.heldout.jsonl")
    assert (said["records"], said["held_out"]) == (len(train), len(held_out))
    assert len(train) + len(held_out) == 41 and held_out and said["duplicates"] == 0
    assert said["provider"] == "Qwen25MediumUntrained"
    (refused,) = said["refused"]
    assert refused["utterance"] == "tea for ages" and "minutes" in refused["reason"]
    for record in train + held_out:
        assert [message["role"] for message in record["messages"]] == ["system", "user", "assistant"]
        (call,) = parse_reply(record["messages"][2]["content"]).calls
        assert call.name == "brew_timer" and isinstance(call.arguments["minutes"], int)


def test_writes_the_same_bytes_again(run, tmp_path):
    run()
    first = (tmp_path / "set.jsonl").read_bytes(), (tmp_path / "set.heldout.jsonl").read_bytes()
    run()
    assert first == ((tmp_path / "set.jsonl").read_bytes(), (tmp_path / "set.heldout.jsonl").read_bytes())


def test_writes_in_the_notation_of_the_provider_that_is_asked_for(run, tmp_path):
    result = run("--provider", "llama31mediumuntrained", "--held-out", "0")
    assert result.exit_code == 0, result.output
    assert '<function=brew_timer>{"minutes":4}</function>' in {
        record["messages"][2]["content"] for record in records(tmp_path / "set.jsonl")
    }
    assert "not written: brew_timer: 'tea for ages'" in result.stderr
    assert (tmp_path / "set.heldout.jsonl").read_text() == ""


def test_an_unknown_provider_is_one_line_that_names_those_there_are(run, tmp_path):
    result = run("--provider", "Qwen99")
    assert result.exit_code == 1
    assert "'Qwen99'" in result.stderr and "Gemma2MediumUntrained" in result.stderr
    assert not (tmp_path / "set.jsonl").exists()


def test_a_file_that_cannot_be_written_is_one_line(run, tmp_path):
    (tmp_path / "set.jsonl").mkdir()
    result = run("--json")
    assert result.exit_code == 1 and "cannot write" in json.loads(result.stdout)["error"]


@pytest.mark.parametrize("fraction", ["-1", "2", "some"])
def test_a_fraction_out_of_range_is_wrong_usage(run, fraction):
    assert run("--held-out", fraction).exit_code == 2


def test_a_folder_that_is_not_there_is_named(run, tmp_path):
    done = run("--commands", str(tmp_path / "nowhere"))
    assert done.exit_code == 1 and f"--commands {tmp_path / 'nowhere'}: no such file" in done.stderr
    assert not (tmp_path / "set.jsonl").exists()
