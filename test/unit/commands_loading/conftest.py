"""Packages written to a temporary folder."""

from __future__ import annotations

import textwrap

import pytest

COMMAND = """
from jarvis_command_sdk import CommandExample, CommandResponse, IJarvisCommand, JarvisParameter

class Command(IJarvisCommand):
    command_name = "{name}"
    description = "Does {name}"
    keywords = ["{name}"]
    parameters = []
    required_secrets = []

    def generate_prompt_examples(self):
        return [CommandExample("do {name}", {{}}, is_primary=True)]

    def generate_adapter_examples(self):
        return []

    def run(self, request_info, **kwargs):
        return CommandResponse.success_response({{"message": "{name}"}})
"""


@pytest.fixture
def command_source():
    """Name → the source of a command of that name that passes every check."""
    return lambda name: COMMAND.format(name=name)


@pytest.fixture
def write(tmp_path):
    """Path below the test's folder, and text → the file, written."""

    def write_file(path, text):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text))
        return file

    return write_file
