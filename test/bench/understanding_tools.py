"""Tools to measure with: Snips as it is published, and as many made-up tools as are wanted."""

from __future__ import annotations

import json
import os
import random
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.assistant.evaluation_cases import Case
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.tools.specs import load_specs

OWN = Path(__file__).parents[1] / "data"


def shared_data() -> Path:
    """The folder with ``snips`` and ``slurp``: $OVOS_JARVIS_TEST_DATA, or ``../shared/data`` beside the checkout."""
    named = os.environ.get("OVOS_JARVIS_TEST_DATA")
    folder = Path(named) if named else Path(__file__).parents[3] / "shared" / "data"
    if not (folder / "snips").is_dir():
        sys.exit(f"{folder}: no snips folder there; set OVOS_JARVIS_TEST_DATA to the folder that holds snips and slurp")
    return folder


def snips(examples: int = 70) -> tuple[ToolDefinition, ...]:
    """The Snips commands with the first *examples* of each."""
    specs = load_specs(shared_data() / "snips" / "commands_70.json")
    return tuple(replace(tool, examples=tool.examples[:examples]) for tool in specs)


def snips_full() -> tuple[ToolDefinition, ...]:
    """The Snips commands with all training data."""
    full = []
    for tool in snips():
        lines = (shared_data() / "snips" / f"full_{tool.name}.jsonl").read_text(encoding="utf-8").strip().split("\n")
        items: list[dict[str, Any]] = [json.loads(line) for line in lines]
        full.append(
            replace(
                tool, examples=tuple(ToolExample(item["voice_command"], item["expected_parameters"]) for item in items)
            )
        )
    return tuple(full)


_SPOKEN_SIGNS = {
    "%": " percent",
    "+": " plus ",
    "×": " times ",
    "*": " times ",
    "÷": " divided by ",
    "/": " divided by ",
}


def as_heard(text: str) -> str:
    """*text* in lower case without punctuation, as a recogniser writes it.

    A sign between or after figures is said as a word, and the point in "1.5" stays: without them it is another number.
    """
    text = re.sub(r"(?<=\d)\s*([%+×*÷/])", lambda match: _SPOKEN_SIGNS[match.group(1)], text.lower())
    text = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", text)
    kept = "".join(c for c in re.sub(r"(?<!\d)[.,]|[.,](?!\d)", "", text) if c.isalnum() or c.isspace() or c in ".,")
    return " ".join(kept.split())


def heard_case(case: Case) -> Case:
    """*case* as a recogniser writes it, and with it the values that are words of it."""
    return Case(
        as_heard(case.utterance),
        case.command,
        {
            name: as_heard(value) if isinstance(value, str) and value.lower() in case.utterance.lower() else value
            for name, value in case.parameters.items()
        },
    )


_VERBS = ("open", "start", "show", "check", "reset", "find", "send", "move", "scan", "print", "rename", "measure")
_SYLLABLES = ("ba", "cor", "den", "fi", "gal", "hu", "jor", "kem", "lo", "mar", "nex", "pol", "ru", "sil", "tam", "vex")


def made_up(count: int, examples: int = 40, seed: int = 3) -> tuple[ToolDefinition, ...]:
    """*count* tools, each with a vocabulary, a free text, a number and a duration of its own."""
    rng = random.Random(seed)

    def word() -> str:
        return "".join(rng.choice(_SYLLABLES) for _ in range(3))

    tools = []
    for number in range(count):
        verb, thing, place = rng.choice(_VERBS), word(), word()
        frames = (
            f"{verb} the {thing} {{text}}",
            f"please {verb} {{number}} {thing} in {{text}}",
            f"{verb} my {thing} for {{minutes}} minutes",
            f"i want the {place} {thing} called {{text}}",
            f"can you {verb} the {place} {thing} {{number}} times",
            f"{thing} {place} now",
        )
        said = []
        for at in range(examples):
            frame = frames[at % len(frames)]
            values = {"text": f"{word()} {word()}", "number": rng.randint(2, 90), "minutes": rng.randint(2, 90)}
            arguments = {
                name: value * 60 if name == "minutes" else value
                for name, value in values.items()
                if f"{{{name}}}" in frame
            }
            if "minutes" in arguments:
                arguments["seconds"] = arguments.pop("minutes")
            said.append(ToolExample(frame.format(**values), arguments))
        tools.append(
            ToolDefinition(
                f"tool_{number}_{thing}",
                f"{verb.title()} the {thing} of a {place}.",
                "made-up",
                {"type": "object"},
                {},
                parameters=(ToolParameter("text"), ToolParameter("number", "int"), ToolParameter("seconds", "int")),
                examples=tuple(said),
                keywords=(thing,),
            )
        )
    return tuple(tools)
