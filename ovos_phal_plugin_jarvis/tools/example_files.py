"""Examples by language, as a command declares them: written in the code, or in files that are read when somebody first
speaks that language to the device."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ovos_phal_plugin_jarvis.foreign_text import a_type_name, plain_text, text_of
from ovos_phal_plugin_jarvis.sdk.examples import example_file
from ovos_phal_plugin_jarvis.tools.command_schema import plain_json
from ovos_phal_plugin_jarvis.tools.definition import ToolExample, UnreadableExamples

MAX_LANGUAGES = 50
"""Languages that one tool may have examples in."""
_MAX_TAG = 35

ByLanguage = dict[str, "tuple[ToolExample, ...] | Callable[[], tuple[ToolExample, ...]]"]


@dataclass(frozen=True)
class ExampleFile:
    """The examples of one tool in ``<lang>.yaml``: tool → utterance → arguments."""

    path: Path
    changed: int
    """When the file was last changed: another text is another file."""
    tool: str

    def __call__(self) -> tuple[ToolExample, ...]:
        """Them.

        Raises:
            UnreadableExamples: the file is none, or what it has for the tool is not examples.
        """
        try:
            rows = example_file(self.path).get(self.tool, {})
        except (OSError, ValueError) as error:
            raise UnreadableExamples(text_of(error)) from None
        return examples_of(rows, f"{self.path.name}: {self.tool}")


def by_language(given: Any, tool: str, tagged: Iterable[Any] = ()) -> ByLanguage:
    """What a command has as ``examples_by_language``, and those of its examples that have a language.

    Args:
        given: a folder of files, or language → examples.
        tool: whose they are.
        tagged: examples with a ``lang``.

    Raises:
        UnreadableExamples: it is something else.
    """
    found: ByLanguage = {}
    if isinstance(given, Path):
        files = sorted(path for path in given.iterdir() if path.suffix == ".yaml") if given.is_dir() else []
        found.update({path.stem: ExampleFile(path, path.stat().st_mtime_ns, tool) for path in files[:MAX_LANGUAGES]})
    elif isinstance(given, Mapping):
        for tag, rows in list(given.items())[:MAX_LANGUAGES]:
            found[_tag(tag)] = examples_of(rows, str(tag))
    elif given:
        raise UnreadableExamples(f"examples_by_language is {a_type_name(given)}; it must be a mapping or a folder")
    for example in tagged:
        tag, own = _tag(example.lang), examples_of([example], "")
        before = found.get(tag, ())
        found[tag] = (*(before() if callable(before) else before), *own)
    return found


def examples_of(rows: Any, where: str) -> tuple[ToolExample, ...]:
    """Examples from utterance → arguments, or from a list of ``CommandExample``; each utterance once: authors repeat
    prompt examples among the adapter examples.

    Raises:
        UnreadableExamples: it is something else; *where* names it.
    """
    unique: dict[str, ToolExample] = {}
    if isinstance(rows, Mapping):
        for said, arguments in rows.items():
            if not isinstance(said, str) or not isinstance(arguments, Mapping):
                raise UnreadableExamples(
                    f"{where}: the example {said!r:.60} needs its arguments: {{}} where there are none"
                )
            unique.setdefault(said.strip().lower(), ToolExample(plain_text(said), plain_json(arguments)))
        return tuple(unique.values())
    if not isinstance(rows, list | tuple):
        raise UnreadableExamples(f"{where}: {a_type_name(rows)}; it must be a mapping of utterance to arguments")
    for example in rows:
        said = example.voice_command
        words = plain_text(said) if isinstance(said, str) else text_of(said)
        made = ToolExample(words, plain_json(example.expected_parameters), bool(example.is_primary))
        unique.setdefault(words.strip().lower(), made)
    return tuple(unique.values())


def _tag(tag: Any) -> str:
    if not isinstance(tag, str) or not 0 < len(tag) <= _MAX_TAG:
        raise UnreadableExamples(f"{tag!r:.60} is no language; write 'de-de'")
    return tag.lower()
