"""A method that a skill publishes, and an intent of a skill, as commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ovos_phal_plugin_jarvis.sdk import (
    CommandExample,
    CommandResponse,
    IJarvisParameter,
    JarvisParameter,
    Tool,
)
from ovos_phal_plugin_jarvis.sdk.signature import read_docstring
from ovos_toolbox_skills.discovery import Intent, Method, Slot, slots_of

MAX_TOOL_NAME = 64
MAX_VALUES = 60
"""Known words of a slot that are told; one with more takes any."""
_SHOWN_SAMPLES = 3
_TYPES = {"str": "string", "int": "int", "float": "float", "bool": "bool", "list": "list", "dict": "dict"}
_DOCUMENTED = re.compile(r"^\s*(?:@param|:param)?\s*\*{0,2}(?P<name>\w+)\s*\((?P<type>[^)]*)\)\s*:", re.MULTILINE)
_PARAM = re.compile(r"@param(?=\s)")


class Skills(Protocol):
    """What the commands here need of the toolbox."""

    def call(self, topic: str, data: dict[str, Any], skill_id: str) -> Any:
        """The ``result`` of a method that a skill publishes."""

    def dispatch(self, topic: str, data: dict[str, Any], skill_id: str) -> CommandResponse:
        """What a skill says when it handles an intent."""


class _SkillTool(Tool):
    """What a skill offers. Agents call it; a user says it to the skill itself."""

    for_programs = True
    _name = ""
    _told = ""

    @property
    def command_name(self) -> str:
        """Made of the skill's id and of what it offers."""
        return self._name

    @property
    def description(self) -> str:
        """As far as the skill tells."""
        return self._told


class SkillMethod(_SkillTool):
    """A method that a skill publishes."""

    def __init__(self, name: str, method: Method, skills: Skills) -> None:
        """
        Args:
            name: the tool's.
            method: what the skill tells of it.
            skills: calls it.
        """
        self._name = name
        self._method = method
        self._skills = skills
        said, described = read_docstring(_PARAM.sub(":param", method.help))
        self._told = (
            f"{said or method.name.replace('_', ' ').capitalize() + '.'} (Method '{method.name}' of the skill "
            f"{method.skill_id}.)"
        )
        types = {found["name"]: found["type"] for found in _DOCUMENTED.finditer(method.help)}
        self._known = [_documented(name, types.get(name, ""), text) for name, text in described.items()]

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """Those of the docstring; where it names none, whatever the method takes."""
        return list(self._known) or [
            JarvisParameter("args", "list", description="Arguments by position, where the method takes any"),
            JarvisParameter("kwargs", "dict", description="Arguments by name, where the method takes any"),
        ]

    def __call__(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Call it."""
        data = {"args": [], "kwargs": kwargs}
        if not self._known:
            data = {"args": kwargs.get("args") or [], "kwargs": kwargs.get("kwargs") or {}}
        result = self._skills.call(self._method.topic, data, self._method.skill_id)
        return {"result": result, **({"message": result} if isinstance(result, str) else {})}


class SkillIntent(_SkillTool):
    """An intent of a skill: it runs as if its words had been said, and what the skill says comes back."""

    def __init__(self, name: str, intent: Intent, skills: Skills) -> None:
        """
        Args:
            name: the tool's.
            intent: what ovos-core tells of it.
            skills: dispatches it.
        """
        self._name = name
        self._intent = intent
        self._skills = skills
        samples = ", ".join(f"'{sample}'" for sample in intent.samples[:_SHOWN_SAMPLES])
        said = f" People say {samples}." if samples else ""
        words = re.sub(r"[\W_]+", " ", intent.name).strip()
        self._told = f"{words.capitalize()}: an intent of the skill {intent.skill_id}.{said}"

    @property
    def parameters(self) -> list[IJarvisParameter]:
        """Its slots."""
        return [_slot_parameter(slot) for slot in self._intent.slots]

    def generate_adapter_examples(self) -> list[CommandExample]:
        """The sentences that need no values."""
        plain = [sample for sample in self._intent.samples if "{" not in sample and not set(sample) & set("()|[]")]
        return [CommandExample(sample, {}) for sample in plain]

    def __call__(self, *args: Any, **kwargs: Any) -> CommandResponse:
        """Dispatch it as ovos-core does."""
        intent = self._intent
        given = {name: value for name, value in kwargs.items() if value is not None}
        for slot in intent.slots:
            if slot.required and slot.values:
                given.setdefault(slot.name, slot.values[0])
        said = utterance_of(intent.samples, given)
        data = {**given, "utterance": said, "utterances": [said], "lang": intent.lang, "intent_name": intent.name}
        return self._skills.dispatch(f"{intent.skill_id}:{intent.name}", data, intent.skill_id)


def utterance_of(samples: Sequence[str], given: dict[str, Any]) -> str:
    """Words that say *given*: a sample that has just these slots; else the values themselves."""
    from ovos_spec_tools.expansion import expand

    for sample in samples:
        if set(slots_of(sample)) == set(given):
            try:
                text = next(iter(expand(sample)), sample)
            except ValueError:
                continue  # a template that another skill's author has broken
            for name, value in given.items():
                text = re.sub(r"\{(?:[^{}]*:)?\s*" + re.escape(name) + r"\s*\}", lambda _, v=value: str(v), text)
            return " ".join(text.split())
    return " ".join(str(value) for value in given.values()) or (samples[0] if samples else "")


def names_for(offers: Sequence[Method | Intent], taken: Callable[[str], bool]) -> list[tuple[str, Method | Intent]]:
    """A tool's name for each: of the skill and of what it offers; longer where two would be the same.

    Args:
        offers: methods and intents, in a fixed order.
        taken: whether a name stands for something else.
    """
    found: dict[str, Method | Intent] = {}
    for offer in offers:
        for whole_id in (False, True):
            name = tool_name(offer, whole_id)
            if name not in found and not taken(name):
                break
        number, base = 2, name
        while name in found or taken(name):
            name, number = f"{base[: MAX_TOOL_NAME - 4]}_{number}", number + 1
        found[name] = offer
    return list(found.items())


def tool_name(offer: Method | Intent, whole_id: bool = False) -> str:
    """``date_time_get_year`` for the method of ``ovos-skill-date-time.openvoiceos``."""
    skill = offer.skill_id if whole_id else offer.skill_id.rpartition(".")[0] or offer.skill_id
    skill = skill if whole_id else re.sub(r"^(?:ovos-)?(?:mycroft-)?skill[-_]|[-_]skill$", "", skill)
    return f"{_snake(skill)}_{_snake(offer.name)}"[:MAX_TOOL_NAME].strip("_")


def _snake(text: str) -> str:
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text)
    return re.sub(r"[^a-z0-9]+", "_", spaced.lower()).strip("_")


def _documented(name: str, written: str, text: str) -> JarvisParameter:
    """A parameter as a docstring tells of it: ``volume (int, optional): How loud``."""
    kind = re.sub(r"^(?:Optional\[(.*)\])$", r"\1", written.partition(",")[0].strip()).partition("[")[0].lower()
    optional = any(word in f"{written} {text}".lower() for word in ("optional", "default"))
    return JarvisParameter(name, _TYPES.get(kind, "string"), required=not optional, description=text or None)


def _slot_parameter(slot: Slot) -> JarvisParameter:
    # One whose words are known has a first one, so it need not be given.
    known = list(slot.values) if 0 < len(slot.values) <= MAX_VALUES else None
    return JarvisParameter(slot.name, "string", required=slot.required and not slot.values, enum_values=known)
