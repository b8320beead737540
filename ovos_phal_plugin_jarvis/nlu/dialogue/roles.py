"""What a tool and its arguments are by what they declare: which thing it is for, what is a level, an operand or a
sentence, and by how much it is changed at a time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.values import bounds
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

FROM = frozenset(["from", "origin", "source", "start", "departure"])
TO = frozenset(["to", "destination", "target", "end", "arrival"])
"""Words in names of arguments that say where something goes from and to."""
_UNIT_STEPS = {"degrees": 1.0, "celsius": 1.0, "fahrenheit": 1.0, "temperature": 1.0}
"""By how much a quantity in this unit is changed where its range is not told."""
_DOING = frozenset(["control", "manage", "handle"])
"""What tools do that do several things; said by nobody."""
OPERAND = "operand"
"""Role of an argument that the last result may stand for where nothing else is said."""


@lru_cache(maxsize=1)
def _verbs() -> frozenset[str]:
    """Words of names that are no thing: names of tools are English in every language."""
    known = language("en")
    return known.verbs | known.light_words | known.function_words | _DOING


def related(one: ToolDefinition, other: ToolDefinition) -> bool:
    """Whether two tools do something with the same kind of thing: their names share a noun."""
    if one.name == other.name:
        return True
    return bool(set(_objects(one)) & set(_objects(other)))


def acts(definition: ToolDefinition) -> list[str]:
    """What the name of a tool says that it does: ``set`` of ``set_timer``, ``delete`` of ``task_delete``."""
    nouns = _objects(definition)
    return [word for word in words_of(definition.name) if singular(word) not in nouns]


def object_nouns(definition: ToolDefinition, language: Language) -> list[str]:
    """What the name of a tool says that it is for: ``timer`` of ``set_timer``."""
    return _objects(definition) or words_of(definition.name)[-1:]


def _objects(definition: ToolDefinition) -> list[str]:
    """The nouns in the name of a tool: no verb but one behind another ("read list"), nor what only names a yes or a no
    ("completed")."""
    own = frozenset(p.name for p in definition.parameters if p.param_type.lower() in ("bool", "boolean"))
    return [*_nouns(definition.name, own)]


@lru_cache(maxsize=4096)
def _nouns(name: str, own: frozenset[str]) -> tuple[str, ...]:
    """The nouns in the *name* of a tool whose arguments *own* are a yes or a no. A follow-up compares each tool with
    the last, many times."""
    names = words_of(name)
    nouns = [word for word in names if word not in _verbs() and len(word) > 2]
    nouns = [word for word in nouns if word not in own] or nouns
    last = names[-1] if len(names) > 1 and names[0] in _verbs() else ""
    if not nouns and len(last) > 2 and last not in language("en").function_words | language("en").light_words:
        nouns = [last]
    return tuple(singular(word) for word in nouns)


def singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def step_of(parameter: ToolParameter) -> float | None:
    """By how much "more" changes *parameter* where no amount is said: about a tenth of its range; None: unknown."""
    if parameter.step is not None:
        return parameter.step
    named = set(words_of(f"{parameter.name} {parameter.description}"))
    for unit, step in _UNIT_STEPS.items():
        if unit in named:
            return step
    limits = bounds(parameter)
    if limits is None:
        return None
    tenth = (limits[1] - limits[0]) / 10
    return next((float(step) for step in (1000, 100, 50, 20, 10, 5, 2, 1) if step <= tenth), tenth)


def is_operand(parameter: ToolParameter) -> bool:
    return parameter.role == OPERAND or (parameter.required and parameter.param_type.lower() in values.NUMERIC)


def goes_with(definition: ToolDefinition, name: str, arguments: Mapping[str, Any]) -> bool:
    """Whether examples show the argument *name* beside the choices in *arguments*; so where they don't show these."""
    chosen = {
        p.name: arguments[p.name] for p in definition.parameters if p.enum_values and p.name in arguments and p.required
    }
    alike = [e for e in definition.examples if all(e.arguments.get(n) == v for n, v in chosen.items())]
    return not chosen or not alike or any(name in e.arguments for e in alike)


def named(item: Mapping[str, Any], parameter: ToolParameter) -> Any:
    """What *item* holds for *parameter*: the member whose name is a part of the argument's, or that names it."""
    if parameter.param_type.lower() not in ("string", "str"):
        return None
    own = words_of(parameter.name)
    for key, value in item.items():
        if isinstance(value, str) and value and (set(words_of(key)) & set(own)):
            return value
    return None
