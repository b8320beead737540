"""Fine-tuning records from what commands give as examples. Pure: commands and a provider in, records out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ovos_phal_plugin_jarvis.foreign_text import error_text, type_name
from ovos_phal_plugin_jarvis.llm.prompts.provider_guard import ProviderError


class TrainingProvider(Protocol):
    """What of a prompt provider training data is made with."""

    def build_training_system_prompt(self) -> str:
        """The system message."""

    def build_training_completion(self, tool_call: dict[str, Any]) -> str:
        """The assistant message for a call."""


@dataclass(frozen=True)
class TrainingCommand:
    """A command with the examples it gives."""

    name: str
    schema: Mapping[str, Any]
    """JSON Schema of its arguments."""
    examples: tuple[tuple[str, Mapping[str, Any]], ...]
    """Utterance and the arguments that it should become, each."""


@dataclass(frozen=True)
class RefusedExample:
    """An example that is not written."""

    command: str
    utterance: str
    reason: str


@dataclass(frozen=True)
class TrainingSet:
    """Records in chat format, ``{"messages": [system, user, assistant]}``."""

    records: tuple[Mapping[str, Any], ...] = ()
    held_out: tuple[Mapping[str, Any], ...] = ()
    """Kept from training, to measure with. Which ones they are depends on each example alone, so that a record
    stays on its side when commands come and go."""
    refused: tuple[RefusedExample, ...] = ()
    duplicates: int = 0
    """Examples left out because the same one was there already."""


@dataclass
class _Collected:
    """What has been taken so far."""

    records: list[Mapping[str, Any]] = field(default_factory=list)
    held_out: list[Mapping[str, Any]] = field(default_factory=list)
    refused: list[RefusedExample] = field(default_factory=list)
    duplicates: int = 0
    seen: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Normalised utterance → command and its call."""


def build_training_set(
    commands: Iterable[TrainingCommand], provider: TrainingProvider, held_out: float = 0.1
) -> TrainingSet:
    """A record for each example of *commands*, in the order of their names and of their examples.

    The same input gives the same records, byte for byte.

    Args:
        commands: where several have one name, their examples are taken together.
        provider: writes the system and the assistant message.
        held_out: fraction from 0 to 1 that is kept from training.

    Raises:
        ValueError: *held_out* is out of range.
        ProviderError: a training method raised, or gave no text.
    """
    if not 0 <= held_out <= 1:
        raise ValueError(f"held_out must be a fraction from 0 to 1, got {held_out}")
    system = _text(provider, "build_training_system_prompt")
    collected = _Collected()
    for command in sorted(commands, key=lambda command: command.name):
        for utterance, arguments in command.examples:
            _collect(collected, command, utterance, arguments, system, provider, held_out)
    return TrainingSet(
        tuple(collected.records), tuple(collected.held_out), tuple(collected.refused), collected.duplicates
    )


def schema_problem(schema: Mapping[str, Any], arguments: Any) -> str | None:
    """Why *arguments* do not fit *schema*, in one line; None where they do.

    ``format`` is not enforced: a date parameter takes date keys, which no timestamp format knows.
    """
    # Imported here: only this export needs it.
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError, best_match

    if not isinstance(arguments, Mapping):
        return f"the arguments are {type_name(arguments)}, not an object"
    try:
        Draft202012Validator.check_schema(dict(schema))
        validator = Draft202012Validator({"additionalProperties": False, **schema})
        error = best_match(validator.iter_errors(dict(arguments)))
    except SchemaError as wrong:
        return f"the command's own schema is not valid: {wrong.message}"
    if error is None:
        return None
    where = ".".join(map(str, error.absolute_path))
    return f"{where}: {error.message}" if where else error.message


def to_jsonl(records: Iterable[Mapping[str, Any]]) -> str:
    """*records* as JSON lines, each line ended."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def _collect(
    collected: _Collected,
    command: TrainingCommand,
    utterance: Any,
    arguments: Any,
    system: str,
    provider: TrainingProvider,
    held_out: float,
) -> None:
    words = " ".join(utterance.split()) if isinstance(utterance, str) else ""
    problem = _problem(command, words, arguments)
    if problem:
        collected.refused.append(RefusedExample(command.name, str(utterance), problem))
        return
    call = {"name": command.name, "arguments": dict(arguments)}
    written = json.dumps(call, sort_keys=True)
    earlier = collected.seen.get(words.casefold())
    if earlier is not None:
        if earlier == (command.name, written):
            collected.duplicates += 1
        else:
            reason = f"the same words are an example of another call, of {earlier[0]}"
            collected.refused.append(RefusedExample(command.name, words, reason))
        return
    collected.seen[words.casefold()] = (command.name, written)
    completion = _text(provider, "build_training_completion", call)
    record = {
        "messages": [
            {"role": "system", "content": system},
            {"role": "user", "content": words},
            {"role": "assistant", "content": completion},
        ]
    }
    is_held_out = _fraction(f"{command.name}\n{words.casefold()}") < held_out
    (collected.held_out if is_held_out else collected.records).append(record)


def _problem(command: TrainingCommand, words: str, arguments: Any) -> str | None:
    if not words:
        return "the example has no words"
    try:
        json.dumps(arguments, allow_nan=False)
    except (TypeError, ValueError) as error:
        return f"the arguments are no JSON: {error}"
    return schema_problem(command.schema, arguments)


def _text(provider: TrainingProvider, member: str, *args: Any) -> str:
    try:
        text = getattr(provider, member)(*args)
    except Exception as error:  # an author's code may raise anything
        raise ProviderError(f"the prompt provider's {member} raised {error_text(error)}") from error
    if not isinstance(text, str) or not text.strip():
        raise ProviderError(f"the prompt provider's {member} gave no text")
    return text


def _fraction(key: str) -> float:
    """A number from 0 up to 1 that depends on *key* alone."""
    return int.from_bytes(hashlib.sha256(key.encode("utf-8", "replace")).digest()[:8], "big") / 2**64
