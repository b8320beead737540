from __future__ import annotations

import pytest

COMMAND = """
from core.command_response import CommandResponse
from core.ijarvis_command import IJarvisCommand, CommandExample
from core.ijarvis_package import JarvisPackage
from core.ijarvis_parameter import JarvisParameter
from core.ijarvis_secret import JarvisSecret
{top}

class {cls}(IJarvisCommand):
    @property
    def command_name(self):
        return "{name}"
    @property
    def description(self):
        return "Does {name}"
    @property
    def keywords(self):
        return ["{name}"]
    @property
    def parameters(self):
        return []
    @property
    def required_secrets(self):
        return [{required}]
    def generate_prompt_examples(self):
        return [CommandExample("do {name}", {{}}, is_primary=True)]
    def generate_adapter_examples(self):
        return self.generate_prompt_examples()
    def run(self, request_info, **kwargs):
        return CommandResponse.final_response({{"message": "done"}})
{more}
"""


@pytest.fixture
def command_source():
    """Source of a command that imports nothing of ours; *more* are further members."""

    def make(name="get_thing", *, top="", required="", more="") -> str:
        lines = "\n".join(f"    {line}" for line in more.strip().splitlines())
        return COMMAND.format(
            name=name, cls="".join(p.title() for p in name.split("_")), top=top, required=required, more=lines
        )

    return make


MANIFEST = """
schema_version: 1
name: {name}
display_name: The {name}
description: A package
version: {version}
author: {{github: someone}}
license: MIT
categories: [utility]
platforms: []
keywords: [x]
{more}
"""


@pytest.fixture
def package(tmp_path, command_source):
    """Makes a package in a folder of its own; *files* are path → text beside the manifest."""

    def make(name="thing-pack", *, version="1.2.0", manifest="", files=None, **command):
        folder = tmp_path / "made" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "jarvis_package.yaml").write_text(MANIFEST.format(name=name, version=version, more=manifest))
        contents = {"commands/thing/command.py": command_source(**command)} if files is None else files
        for path, text in contents.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        return folder

    return make


@pytest.fixture
def config(tmp_path):
    from ovos_phal_plugin_jarvis.config import CommandsConfig

    return CommandsConfig(paths=(str(tmp_path / "installed"),))


@pytest.fixture
def stores(tmp_path):
    from ovos_phal_plugin_jarvis.sdk.storage import set_backend
    from ovos_phal_plugin_jarvis.stores import open_stores

    with open_stores(tmp_path / "data" / "ovos-jarvis") as opened:
        set_backend(opened.backend())
        yield opened
        set_backend(None)
