"""What the rest of the project knows of a tool: one frozen value, made once when a snapshot is built.

A plain OPM tool fills the first fields only; a tool that stands for a Jarvis command carries what the command
declares beside them. Translators use the extras where they are there and do without where they are not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ovos_phal_plugin_jarvis.sdk.locale import closest
from ovos_phal_plugin_jarvis.sdk.parameter import array_item_type


@dataclass(frozen=True)
class ToolExample:
    """One utterance an author gives, with the arguments that it should become."""

    utterance: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    """Argument name → value, as the tool wants it. Empty: the tool is called with none."""
    is_primary: bool = False

    def told(self) -> dict[str, Any]:
        """It as JSON."""
        return {"utterance": self.utterance, "arguments": dict(self.arguments)}


class UnreadableExamples(ValueError):
    """Examples in a language can't be read; the message says why, for their author."""


DATE_CONTEXT = "date_context"
"""Role of an argument that moves the day which the calls after it are about."""


@dataclass(frozen=True)
class ToolParameter:
    """One argument of a tool, in the words of the Jarvis SDK."""

    name: str
    param_type: str = "string"
    """string, int, float, bool, list, dict, datetime, date, time, timedelta, or an array such as
    ``array<datetime>``. A plain tool's JSON types are mapped to these."""
    required: bool = False
    description: str = ""
    default: Any = None
    enum_values: tuple[str, ...] | None = None
    refinable: bool = False
    """A follow-up such as "make it louder" may change this argument in the last call."""
    role: str = ""
    """What it is in a dialogue: ``operand`` (the last result may stand for it), ``level`` (changed in steps, "louder"),
    ``date_context`` (moves the day that the calls after it are about); empty where it is nothing special."""
    minimum: float | None = None
    maximum: float | None = None
    step: float | None = None
    """By how much a follow-up such as "louder" changes it; a tenth of its range where that is not told."""
    free_text: bool = False
    """Where the tool gives the values of the moment: whether other words may be passed as they were said."""
    thing_format: str = ""
    """JSON Schema format of each thing of a list ("date"), where a schema says it; such a list holds ISO texts, and no
    date keys."""
    called: str = ""
    """The words of its name where it is read in another language than its author's; empty where ``name`` says them."""

    @property
    def named(self) -> str:
        """The words of its name, joined as in a name."""
        return self.called or self.name

    @cached_property
    def thing_type(self) -> str | None:
        """The type of each thing where it takes several ("string", "date"), empty where nobody says of what; None where
        it takes one."""
        kind = self.param_type.strip().lower()
        if not kind.startswith(("list", "array")) and not kind.endswith("[]"):
            return None
        return array_item_type(kind) or kind.partition("[")[2].rstrip("]")

    @property
    def is_list(self) -> bool:
        """Whether it takes several things, whatever they are."""
        return self.thing_type is not None

    @property
    def lists_names(self) -> bool:
        """Whether it takes several things that are said by their names, rather than days or times."""
        return self.thing_type is not None and not any(name in self.thing_type for name in ("date", "time"))

    @property
    def lists_texts(self) -> bool:
        """Whether any texts may be its things, as far as its author says."""
        return self.thing_type in ("", "str", "string")


@dataclass(frozen=True)
class ToolAntipattern:
    """A tool that this one is easily mistaken for, and how to tell them apart."""

    tool_name: str
    description: str


@dataclass(frozen=True)
class ToolDefinition:
    """A tool as the bus, the translators and the prompt providers see it."""

    name: str
    description: str
    toolbox_id: str
    argument_schema: Mapping[str, Any]
    """JSON Schema of the arguments; its ``type`` is ``object``."""
    output_schema: Mapping[str, Any]
    parameters: tuple[ToolParameter, ...] = ()
    examples: tuple[ToolExample, ...] = ()
    """Prompt and adapter examples together, prompt examples first: those of which nobody says the language."""
    examples_by_language: Mapping[str, tuple[ToolExample, ...] | Callable[[], tuple[ToolExample, ...]]] = field(
        default_factory=dict
    )
    """Examples of which the author says the language: BCP-47 tag → those in it, or what reads them when they are first
    wanted and raises ``UnreadableExamples`` where it can't."""
    keywords: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    critical_rules: tuple[str, ...] = ()
    antipatterns: tuple[ToolAntipattern, ...] = ()
    allow_direct_answer: bool = False
    is_risky: bool = False
    """The author asks that a user confirms before it runs."""
    declares_risk: bool = False
    """Whether the author had ``is_risky`` to set, as every Jarvis command has; a plain tool mostly says nothing."""
    annotations: Mapping[str, bool] = field(default_factory=dict)
    """What the author says of its effects, in the words of the Model Context Protocol: ``readOnlyHint``,
    ``destructiveHint``, ``idempotentHint``, ``openWorldHint``. One that is not said is not there."""
    confirmation_phrase: str = ""
    """How a question names a call of it, its arguments in braces: ``"unlock the {door}"``; empty where that is made
    from name, description and arguments."""
    confirmation_phrases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The same by language: BCP-47 tag → phrases, of which the first that names every argument of a call is used."""
    spoken_names: Mapping[str, str] = field(default_factory=dict)
    """How a sentence names what it does, by language: BCP-47 tag → "einen Timer stellen"."""

    for_programs: bool = False
    """It is called on the messagebus alone: no utterance is understood as a call of it."""
    is_fallback: bool = False
    """It comes along with the plugin or the like: where a tool that was installed beside it is about as likely to be
    meant, that one is."""
    unread: tuple[str, ...] = ()
    """What of it is not read for understanding requests, one sentence each; see ``tools/bounds.py``."""
    called: str = ""
    """The words of its name where it is read in another language than its author's; empty where ``name`` says them."""

    @property
    def named(self) -> str:
        """The words of its name, joined as in a name."""
        return self.called or self.name

    def in_language(self, lang: str) -> ToolDefinition:
        """It as it is understood in *lang*: with the examples of that language, or of another region of it, and no
        others; with those of which nobody says the language where it has none."""
        if not self.examples_by_language:
            return self
        tag = closest(lang, self.examples_by_language) or ""
        if tag not in self._by_tag:
            self._by_tag[tag] = self._with_examples_of(tag)
        return self._by_tag[tag]

    def _with_examples_of(self, tag: str) -> ToolDefinition:
        alone = replace(self, examples_by_language={})
        given = self.examples_by_language.get(tag, ())
        try:
            found = given() if callable(given) else given
        except UnreadableExamples as error:
            return replace(alone, unread=(*self.unread, f"its examples in {tag} can't be read: {error}"))
        return replace(alone, examples=found) if found else alone

    @cached_property
    def _by_tag(self) -> dict[str, ToolDefinition]:
        return {}

    def wire(self) -> dict[str, Any]:
        """The definition as ``ovos.tools.list`` and ``ovos.tools.get`` send it (OVOS-TOOLS-1 §3)."""
        return {
            "name": self.name,
            "description": self.description,
            "argument_schema": dict(self.argument_schema),
            "output_schema": dict(self.output_schema),
            "toolbox_id": self.toolbox_id,
        }

    def details(self) -> dict[str, Any]:
        """What the author declares beside that, as ``ovos.tools.get`` sends it where it is asked for."""
        return {
            "examples": [e.told() for e in self.examples],
            "examples_by_language": {
                tag: [e.told() for e in self.in_language(tag).examples] for tag in self.examples_by_language
            },
            "keywords": list(self.keywords),
            "rules": [*self.critical_rules, *self.rules],
            "antipatterns": {a.tool_name: a.description for a in self.antipatterns},
            "is_risky": self.is_risky,
            "annotations": dict(self.annotations),
        }

    @cached_property
    def written(self) -> str:
        """``wire()`` as JSON, made once."""
        return json.dumps(self.wire())

    def lacking(self, arguments: Collection[str]) -> tuple[str, ...]:
        """Names of the required parameters that are none of *arguments*, and stand for nothing by themselves."""
        return tuple(p.name for p in self.parameters if p.required and p.default is None and p.name not in arguments)

    def parameter(self, name: str) -> ToolParameter | None:
        """The parameter called *name*, or None."""
        return next((p for p in self.parameters if p.name == name), None)
