"""Tools with utterances, from each of the sets that the recipe learns from, in one form."""

from __future__ import annotations

import csv
import gzip
import json
import logging
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ovos_phal_plugin_jarvis.nlu.encoder.words import split_words

LOG = logging.getLogger(__name__)

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
OWN_TOOLS = Path(__file__).parent / "tools"
OWN_WORDS = Path(__file__).parent / "words"
PUBLISHED = "published"
"""The source of those of our own tools that are declared as somebody publishes them, and their folder."""

# Utterances of a dialogue that no tool is meant by, and that ask for nothing.
_CLOSING = re.compile(
    r"^(?!.*\b(find|book|other|another|else|more|different|play|search|reserve|buy|show|get|need|want|look|check|set)\b)"
    r"(?!.*\bgo ahead\b).*\b(thanks?|thank you|bye|that'?s (all|it|great|right|fine|correct)|that (will|would) be all|"
    r"nope?|yes|yeah|sure|perfect)\b",
    re.IGNORECASE,
)


# How sentences begin that tell something and ask for nothing.
_TELLING = re.compile(
    r"(he|she|they|the|his|her|it|we|their|our|this|these|those|many|some|several|john)\b.* .* .*", re.IGNORECASE
)


@dataclass
class Parameter:
    """One parameter: its name, ways to describe it, and what stands for it in utterances."""

    name: str
    descriptions: list[str]
    type: str = "string"
    required: bool = False
    values: tuple[str, ...] = ()
    says: dict[str, list[str]] = field(default_factory=dict)
    fillers: list[str] = field(default_factory=list)


@dataclass
class Said:
    """One utterance to a tool: its words, or a template; where parameters are said; what is chosen without being said.

    ``unknown`` are parameters of which the source does not tell whether they are said.
    """

    words: list[str]
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)
    choices: dict[str, str] = field(default_factory=dict)
    unknown: frozenset[str] = frozenset()
    template: str = ""


@dataclass
class Tool:
    """A tool to learn from. Tools that share a group are never each other's negatives."""

    key: str
    source: str
    names: list[str]
    descriptions: list[str]
    parameters: list[Parameter]
    said: list[Said]
    groups: frozenset[str]
    siblings: list[str] = field(default_factory=list)
    domain: str = ""
    talk: list[list[str]] = field(default_factory=list)
    """What is said on its very subject, and asks nothing of it."""


def _rows(path: Path) -> Iterator[Any]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file)


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def guessed_type(name: str) -> str:
    """The type that an author would have given a parameter of this name."""
    words = set(split_words(name))
    for kind, signs in (
        ("date", {"date", "day"}),
        ("time", {"time", "hour"}),
        ("int", {"number", "count", "amount", "passengers", "travelers", "adults", "rooms", "size", "rating"}),
        ("duration", {"duration", "length", "minutes"}),
    ):
        if words & signs:
            return kind
    return "string"


def find_words(words: Sequence[str], value: Sequence[str]) -> tuple[int, int] | None:
    """Where ``value`` stands in ``words``, if it stands there once or more."""
    for i in range(len(words) - len(value) + 1):
        if value and list(words[i : i + len(value)]) == list(value):
            return i, i + len(value)
    return None


def intents(data: Path) -> tuple[list[Tool], list[str]]:
    """The tools of CLINC150 and HWU64, and what is said to none."""
    about = {row["intent"]: row for row in _table(data / "intent_descriptions.tsv")}
    slots = {row["slot"]: row["descriptions"].split(" | ") for row in _table(data / "slot_descriptions.tsv")}
    nothing: list[str] = []
    tools: dict[str, Tool] = {}
    for source, prefix in (("clinc150", ""), ("hwu64", "H:")):
        fillers: dict[str, list[str]] = defaultdict(list)
        for row in _rows(data / source / "train.jsonl"):
            intent = row["intent"]
            if intent is None:
                nothing.append(row["utterance"])
                continue
            entry = about[prefix + intent]
            groups = frozenset(entry["alike"].split(",")) - {""}
            if "any" in groups:
                continue  # may mean whatever another tool does
            key = f"{source}:{intent}"
            if key not in tools:
                tools[key] = Tool(key, source, [intent], entry["description"].split(" | "), [], [], groups | {key})
            words = split_words(row["utterance"])
            spans: dict[str, tuple[int, int]] = {}
            lost: set[str] = set()
            for slot in row.get("slots", ()):
                at = find_words(words, split_words(slot["value"]))
                fillers[slot["slot"]].append(slot["value"])
                if at is None or slot["slot"] in spans or any(a < at[1] and at[0] < b for a, b in spans.values()):
                    lost.add(slot["slot"])
                else:
                    spans[slot["slot"]] = at
            tools[key].said.append(Said(words, spans, {}, frozenset(lost)))
        for tool in tools.values():
            if tool.source == source:
                names = {n for said in tool.said for n in said.spans if sum(n in s.spans for s in tool.said) >= 3}
                tool.parameters = [
                    Parameter(n, slots.get(n, [n.replace("_", " ")]), guessed_type(n), fillers=sorted(set(fillers[n])))
                    for n in sorted(names)
                ]
                for said in tool.said:
                    said.spans = {n: at for n, at in said.spans.items() if n in names}
    return list(tools.values()), nothing


def dialogue(data: Path, split: str, without: frozenset[str]) -> tuple[list[Tool], list[str], list[str]]:
    """The tools of one half of SGD but for some services, closing words, and all that no tool is meant by."""
    about = {row["intent"]: row for row in _table(data / "intent_descriptions.tsv")}
    tools: dict[str, Tool] = {}
    services: dict[str, list[str]] = defaultdict(list)
    for entry in json.loads((data / "sgd" / f"{split}.tools.json").read_text(encoding="utf-8")):
        if entry["service"] in without:
            continue
        kind = re.sub(r"_\d+\.", ".", entry["name"])
        groups = frozenset(about.get(f"S:{kind}", {"alike": ""})["alike"].split(",")) - {""}
        parameters = [
            Parameter(
                p["name"], [p["description"]], guessed_type(p["name"]), bool(p["required"]), tuple(p.get("enum", ()))
            )
            for p in entry["parameters"]
        ]
        services[entry["service"]].append(entry["name"])
        tools[entry["name"]] = Tool(
            entry["name"],
            "sgd",
            [entry["name"].split(".")[1], entry["name"].replace("_1", "").replace("_2", "").replace("_3", "")],
            [entry["description"]],
            parameters,
            [],
            groups | {entry["name"], kind},
            domain=entry["service_description"],
        )
    for names in services.values():
        for name in names:
            tools[name].siblings = [other for other in names if other != name]
    closing, nothing = [], []
    for row in _rows(data / "sgd" / f"{split}.jsonl"):
        if row["tool"] is None:
            nothing.append(row["utterance"])
            if _CLOSING.search(row["utterance"]):
                closing.append(row["utterance"])
            continue
        if row["tool"] not in tools:
            continue
        tool, text = tools[row["tool"]], row["utterance"]
        spans, chosen, unknown = {}, {}, set()
        known = {p.name: p for p in tool.parameters}
        for span in row.get("spans", ()):
            first = len(split_words(text[: span["start"]]))
            value = split_words(text[span["start"] : span["end"]])
            name = span["parameter"]
            if name not in known or split_words(text)[first : first + len(value)] != value or not value:
                unknown.add(name)
            elif not known[name].values:
                spans[name] = (first, first + len(value))
                known[name].fillers.append(text[span["start"] : span["end"]])
        for name, value in row["arguments"].items():
            if name not in known or name in spans:
                continue
            if (
                known[name].values
                and value in known[name].values
                and not row.get("carried")
                or (
                    known[name].values
                    and value in known[name].values
                    and find_words(split_words(text), split_words(value))
                )
            ):
                chosen[name] = value
            else:
                unknown.add(name)
        tool.said.append(Said(split_words(text), spans, chosen, frozenset(unknown)))
    for tool in tools.values():
        for parameter in tool.parameters:
            parameter.fillers = sorted(set(parameter.fillers))
    return [t for t in tools.values() if t.said], closing, nothing


def dictionary(data: Path) -> tuple[list[Tool], list[str]]:
    """Meanings of verbs and nouns as tools, their examples as what is said; and examples that tell something."""
    csv.field_size_limit(sys.maxsize)
    tools: list[Tool] = []
    nothing: list[str] = []
    with gzip.open(data / "oewn" / "synsets.tsv.gz", "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            examples = [text for text in (row["examples"] or "").split("|") if len(split_words(text)) >= 3]
            if not examples or len(split_words(row["definition"])) < 3:
                continue
            if row["lexfile"].startswith(("verb", "noun")):
                key = f"oewn:{row['id']}"
                names = [lemma.strip() for lemma in row["lemmas"].split("|") if lemma.strip()]
                definition = row["definition"].strip('"“” ')
                above = frozenset(f"oewn:{i}" for i in (row["hypernyms"] or "").replace("|", " ").split())
                said = [Said(split_words(text)) for text in examples]
                tools.append(Tool(key, "oewn", names, [definition], [], said, above | {key}))
            nothing += [text for text in examples if _TELLING.match(text)]
    return tools, nothing


def authored(folder: Path) -> tuple[list[Tool], list[str]]:
    """The tools that were written for this, and talk that is for none. Those in ``published/`` are declared as somebody
    publishes tools for programs, and what is said to them is plainer."""
    tools: list[Tool] = []
    nothing: list[str] = []
    for path in sorted([*folder.glob("*.yaml"), *folder.glob("published/*.yaml")]):
        try:
            entries = yaml.load(path.read_text(encoding="utf-8"), LOADER) or []
        except yaml.YAMLError as error:
            LOG.warning("%s is left out: %s", path.name, str(error).replace("\n", " "))
            continue
        for entry in entries:
            if "text" in entry:
                nothing.append(str(entry["text"]))
            elif isinstance(entry, dict) and entry.get("name"):
                tools.append(_authored(path.stem, entry, "own" if path.parent == folder else PUBLISHED))
    counted: dict[str, int] = defaultdict(int)
    for tool in tools:
        counted[tool.key] += 1
    return [t for t in tools if counted[t.key] == 1 and t.said], nothing


def associations(folder: Path) -> list[tuple[str, list[str]]]:
    """Words of everyday speech, each with what comes to mind with it: the lines ``cue: word, two words, …``."""
    found = []
    for path in sorted(folder.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            cue, colon, others = line.partition(":")
            if colon and cue.strip():
                found.append((cue.strip(), [other.strip() for other in others.split(",") if other.strip()]))
    return found


def _authored(domain: str, entry: dict[str, Any], source: str) -> Tool:
    parameters = []
    for p in entry.get("parameters") or ():
        kind = str(p.get("type", "string"))
        values = tuple(_text(v) for v in p.get("enum") or ())
        says = {_text(k): [_text(s) for s in v] for k, v in (p.get("says") or {}).items()}
        if kind == "bool" and not values:
            values = ("true", "false")
        fillers = [_text(v) for v in p.get("values") or ()]
        description = _text(p.get("description") or "")
        parameters.append(
            Parameter(str(p["name"]), [description], kind, bool(p.get("required")), values, says, fillers)
        )
    known = {p.name: p for p in parameters}
    said = []
    for line in entry.get("utterances") or ():
        text = _text(line["utterance"] if isinstance(line, dict) else line)
        implied = (line.get("implied") or {}) if isinstance(line, dict) else {}
        chosen, unknown = {}, set()
        for name, value in implied.items():
            if name in known and _text(value) in known[name].values:
                chosen[name] = _text(value)
            else:
                unknown.add(str(name))
        named = re.findall(r"\{(\w+)\}", text)
        if len(set(named)) == len(named) and all(n in known and _sayable(known[n]) for n in named):
            said.append(Said([], {}, chosen, frozenset(unknown), text))
    key = f"{source}:{domain}:{entry['name']}"
    return Tool(
        key,
        source,
        [str(entry["name"])],
        [_text(entry.get("description") or ""), *(_text(d) for d in entry.get("descriptions") or ())],
        parameters,
        said,
        frozenset({key}),
        [f"{source}:{domain}:{name}" for name in entry.get("siblings") or ()],
        domain,
        [split_words(_text(line)) for line in entry.get("near") or ()],
    )


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _sayable(parameter: Parameter) -> bool:
    if parameter.values:
        return parameter.type != "bool" or bool(parameter.says)
    return bool(parameter.fillers)


_HELD_OUT = {
    "a_files_folders", "a_groceries_shopping", "a_home_security", "b_school", "c_babycare", "d_measure", "e_desktop",
    "f_appointments", "g_skysea", "l_sports_club", "m_tickets_support", "n_film_radio_podcast", "o_learning_words",
    "p_computer_desktop", "q_farm", "r_hire_depot", "s_cars_journeys",
}  # fmt: skip
"""Chosen by nobody who had read them: four by a hash, and one of each later author; from l on by a hash."""


def held_out(domain: str) -> bool:
    """Whether an authored domain is measured on instead of learned from, but for the last part of a run."""
    return domain in _HELD_OUT
