"""Tools of people who speak another language, as the network meets them: put into English word for word.

The network knows English alone. A tool that is described in one of the six other languages, and what is said to any
tool in them, reaches it through :mod:`~ovos_phal_plugin_jarvis.nlu.interpreted`, in the order of words of that language
and with the errors of a dictionary. Here that is what it learns from.
"""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from ovos_phal_plugin_jarvis.nlu.encoder.recipe.corpora import LOADER, Parameter, Said, Tool
from ovos_phal_plugin_jarvis.nlu.encoder.words import split_words
from ovos_phal_plugin_jarvis.nlu.interpreted import interpreted
from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import Lexicon, lexicon
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.translated import translated
from ovos_phal_plugin_jarvis.nlu.learning.wording import lemma
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

LOG = logging.getLogger(__name__)

SPOKEN_TOOLS = Path(__file__).parent / "spoken_tools"
SOURCE = "spoken"
_FILLED = 4
"""Times that a template is filled: what a word means in English depends on those beside it."""
_PLACE = re.compile(r"\{(\w+)\}")


def spoken(folder: Path, seed: int) -> list[Tool]:
    """The tools in *folder*, a file a language (``de.yaml``), each twice: as its author declares it, put into English,
    and as an English author would.

    Args:
        folder: of YAML files in the form that ``docs/encoder.md`` describes.
        seed: decides which values fill the templates.
    """
    found: list[Tool] = []
    for path in sorted(folder.glob("*.yaml")):
        known = lexicon(language(path.stem))
        if known is None:
            LOG.warning("%s is left out: there is no lexicon of that language", path.name)
            continue
        entries = yaml.load(path.read_text(encoding="utf-8"), LOADER) or []
        found += _Speaker(path.stem, known, entries, random.Random(f"{seed}:{path.stem}")).tools()
    return found


@dataclass(frozen=True)
class _Told:
    """One text in English, and where in it the parameters are said."""

    words: list[str]
    spans: dict[str, tuple[int, int]]


class _Speaker:
    def __init__(self, lang: str, known: Lexicon, entries: Sequence[dict[str, Any]], rnd: random.Random) -> None:
        self._lang, self._lexicon, self._entries, self._random = lang, known, entries, rnd
        put = {entry["name"]: translated(_declared(entry), (), known, lang) for entry in entries}
        self._put = put
        self._spoken_of = frozenset(
            lemma(word)
            for one in put.values()
            for word in split_words(
                " ".join([one.definition.description, *(p.description for p in one.definition.parameters)])
            )
        )

    def tools(self) -> list[Tool]:
        """Each entry twice."""
        found = []
        for entry in self._entries:
            english = self._put[entry["name"]]
            own = english.definition
            said = [one for line in entry["utterances"] for one in self._said(entry, str(line))]
            talk = [self._english(str(line)).words for line in entry.get("near") or ()]
            key = f"{SOURCE}:{self._lang}:{entry['name']}"
            parameters = {p["name"]: p for p in entry.get("parameters") or ()}
            values = {name: dict(zip(map(str, p["enum"]), english.values[name], strict=True))
                      for name, p in parameters.items() if p.get("enum")}  # fmt: skip
            alike = frozenset({key})
            theirs = [
                self._parameter(parameters[p.name], p.named, p.description, tuple(p.enum_values or ()))
                for p in own.parameters
            ]
            found.append(
                Tool(key, SOURCE, [own.named], [own.description], theirs,
                     [_renamed(one, {p.name: p.named for p in own.parameters}, values) for one in said],
                     alike, domain=self._lang, talk=talk)
            )  # fmt: skip
            called = {name: str(p.get("english") or name) for name, p in parameters.items()}
            in_english = [
                self._parameter(
                    p, called[name], str(p.get("english_description") or ""), tuple(values.get(name, {}).values())
                )
                for name, p in parameters.items()
            ]
            found.append(
                Tool(f"{key}:en", SOURCE, [_short(entry["english"])], [str(entry["english"])], in_english,
                     [_renamed(one, called, values) for one in said], alike, domain=self._lang, talk=talk)
            )  # fmt: skip
        return found

    def _parameter(self, entry: dict[str, Any], name: str, description: str, values: tuple[str, ...]) -> Parameter:
        kind = str(entry.get("type", "string"))
        if kind == "bool":
            values = ("true", "false")
        said = entry.get("values") or ()
        fillers = [] if values or isinstance(said, dict) else [" ".join(self._english(str(v)).words) for v in said]
        return Parameter(
            name, [description], kind, bool(entry.get("required")), tuple(values), {}, [f for f in fillers if f]
        )

    def _said(self, entry: dict[str, Any], template: str) -> list[Said]:
        """What *template* is in English with some values; nothing where it names what has none."""
        parameters = {p["name"]: p for p in entry.get("parameters") or ()}
        named = _PLACE.findall(template)
        if any(name not in parameters or not parameters[name].get("values") for name in named):
            LOG.warning("%s: %r is left out: it names what has no values", entry["name"], template)
            return []
        found = []
        for _ in range(_FILLED if named else 1):
            values, chosen = {}, {}
            for name in named:
                said = parameters[name]["values"]
                if isinstance(said, dict):
                    value = self._random.choice(sorted(said, key=str))
                    chosen[name] = _text(value)
                    values[name] = str(self._random.choice(said[value]))
                else:
                    values[name] = str(self._random.choice(said))
            told = self._english(template, values)
            spans = {name: at for name, at in told.spans.items() if name not in chosen}
            found.append(Said(told.words, spans, chosen))
        return found

    def _english(self, template: str, values: dict[str, str] | None = None) -> _Told:
        """*template*, filled with *values*, in English, and where these are."""
        text, places = "", []
        for at, part in enumerate(_PLACE.split(template)):
            if at % 2:
                places.append((part, len(text), len(text) + len(values[part]) if values else 0))
                part = values[part] if values else ""
            text += part
        heard = hear(text, self._lang, EPOCH, strip=False)
        leading = heard.lang.function_words - heard.lang.articles
        words: list[str] = []
        spans: dict[str, tuple[int, int]] = {}
        english = interpreted(heard, self._lexicon, self._spoken_of).words if heard.words else []
        for token, word in zip(heard.tokens, english, strict=True):
            each = split_words(word)
            for name, start, end in places:
                if name not in spans and token.norm in leading and token.end < end:
                    continue  # "im [bad]": what leads to a value is none of it
                if start <= token.start and token.end <= end and each:
                    first, _ = spans.get(name, (len(words), 0))
                    spans[name] = (first, len(words) + len(each))
            words += each
        return _Told(words, spans)


def _declared(entry: dict[str, Any]) -> ToolDefinition:
    """What its author declares, in their own language."""
    return ToolDefinition(
        name=str(entry["name"]),
        description=str(entry["description"]),
        toolbox_id="",
        argument_schema={},
        output_schema={},
        parameters=tuple(
            ToolParameter(
                str(p["name"]),
                str(p.get("type", "string")),
                bool(p.get("required")),
                str(p.get("description") or ""),
                enum_values=tuple(map(str, p["enum"])) if p.get("enum") else None,
            )
            for p in entry.get("parameters") or ()
        ),
    )


def _renamed(said: Said, names: dict[str, str], values: dict[str, dict[str, str]]) -> Said:
    """*said* with the parameters' names and values in English."""
    return Said(
        said.words,
        {names[name]: at for name, at in said.spans.items()},
        {names[name]: values.get(name, {}).get(value, value) for name, value in said.choices.items()},
    )


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _short(description: str) -> str:
    """A name such as an author makes of *description*: its first words."""
    return "_".join(split_words(description)[:3])
