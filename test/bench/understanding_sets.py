"""Sets of tools and cases to measure understanding with, made from the shared data and from this folder's own."""

from __future__ import annotations

import importlib.util
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ovos_plugin_manager.templates.agent_tools import ToolBox
from pydantic import BaseModel
from understanding_tools import OWN, heard_case, shared_data, snips

from ovos_phal_plugin_jarvis.assistant.evaluation_cases import Case, load_cases
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolExample, ToolParameter
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedToolBox
from ovos_phal_plugin_jarvis.tools.specs import load_specs

STRANGERS = (
    *("second", "third", "fourth", "fifth", "sixth", "seventh"),
    *("eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
    *(
        "sixteenth",
        "seventeenth",
        "eighteenth",
        "nineteenth",
        "twentieth",
        "twentyfirst",
        "twentysecond",
        "twentythird",
    ),
    *("twentyfourth", "twentyfifth", "twentysixth", "twentyseventh", "twentyeighth", "twentyninth", "thirtieth"),
    *("thirtyfirst", "thirtysecond", "kinds", "thirtythird", "thirtyfourth"),
    *("thirtyfifth", "thirtysixth", "thirtyseventh", "thirtyeighth"),
    *("thirtyninth", "fortieth", "fortyfirst", "fortysecond", "fortythird"),
    *("fortyfourth", "fortyfifth", "fortysixth", "fortyseventh", "fortyninth", "fiftieth", "fiftyfirst"),
)
"""The sets of strangers' tools that ``calibrate.py`` fits on, by the end of their folder's name."""
NOT_FITTED = ("fortyeighth", "fiftysecond", "fiftythird", "fiftyfourth")
"""Those that nothing is fitted on."""
HOUSEHOLDS_NOT_FITTED = (
    "fortyfifth",
    "fiftieth",
    "fiftyfirst",
    "fiftysecond",
    "fiftythird",
    "fiftyfourth",
    "fiftyfifth",
    "fiftysixth",
    "fiftyseventh",
)
"""The same of the folders of ``test/data/household``."""
_WRITTEN_ON = {
    **dict.fromkeys(("twentieth", "twentyfirst", "twentysecond", "twentythird"), 27),
    **dict.fromkeys(("twentyfourth", "twentyfifth", "twentysixth", "twentyseventh"), 27),
    **dict.fromkeys(("twentyeighth", "twentyninth"), 28),
    **dict.fromkeys(("thirtieth", "thirtyfirst", "thirtysecond", "kinds", "thirtythird", "thirtyfourth"), 29),
    **dict.fromkeys(("thirtyfifth", "thirtysixth", "thirtyseventh", "thirtyeighth"), 29),
    **dict.fromkeys(("thirtyninth", "fortieth", "fortyfirst", "fortysecond"), 29),
    **dict.fromkeys(("fortythird", "fortyfourth", "fortyfifth", "fortysixth", "fortyseventh", "fortyeighth"), 30),
    **dict.fromkeys(("fortyninth", "fiftieth", "fiftyfirst", "fiftysecond", "fiftythird", "fiftyfourth"), 30),
}
"""The days of November 2026 on which sets of strangers' tools were written that name days by their dates."""


LANGUAGES = ("de", "es", "fr", "it", "nl", "pt")
"""Those of ``test/data/native`` and ``test/data/foreign``."""
NATIVE = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    *("ninth", "tenth", "eleventh", "twelfth"),
)
"""The folders of ``test/data/native`` that ``calibrate.py`` fits on."""
_NATIVE_WRITTEN_ON = {
    **dict.fromkeys(("first", "second", "third", "fourth"), 27),
    **dict.fromkeys(("fifth",), 28),
    **dict.fromkeys(("sixth", "seventh"), 29),
    **dict.fromkeys(("eighth", "ninth"), 30),
}
"""The days of November 2026 on which those were written that name days of it by their dates; the others on the first of
December."""


def native_written_on(name: str) -> datetime:
    """When "tomorrow" is what the cases in the folder *name* of ``test/data/native`` have for it."""
    month, day = (11, _NATIVE_WRITTEN_ON[name]) if name in _NATIVE_WRITTEN_ON else (12, 1)
    return datetime(2026, month, day, 12).astimezone()


def natives(names: Sequence[str] = NATIVE) -> list[Suite]:
    """What speakers of six languages say to tools of their own language, a suite for each author and language; *names*
    are folders of ``test/data/native``."""
    found = []
    for name in names:
        folder = OWN / "native" / name
        now = native_written_on(name)
        for lang in LANGUAGES:
            tools, cases = load_specs(folder / f"{lang}_specs.json"), load_cases(folder / f"{lang}_cases.jsonl")
            found.append(Suite(f"native/{name}, {lang}", tools, cases, f"{lang}-{lang}", now))
    return found


def written_on(folder: Path) -> datetime:
    """When "tomorrow" is what the cases in *folder* have for it; those that have a key for it say it on any day."""
    return datetime(2026, 11, _WRITTEN_ON.get(folder.name.rpartition("_")[2], 21), 10, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Suite:
    """Tools and what is said to them."""

    name: str
    tools: tuple[ToolDefinition, ...]
    cases: tuple[Case, ...]
    lang: str = "en-us"
    now: datetime = datetime(2026, 11, 21, 10, tzinfo=timezone.utc)
    """When they are said."""


PUBLISHED = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"),
    *("ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth"),
)
"""The sets of toolboxes without an example, as their authors publish them, that ``calibrate.py`` fits on."""
MACHINES = ("first", "second", "third", "fourth")
"""The same of those that a household has installed together; nothing is fitted on the others there."""
PUBLISHED_ON = datetime(2026, 11, 30, 10, tzinfo=timezone.utc)
"""When that is said, and what ``test/data/machines`` has."""


@dataclass(frozen=True)
class Published:
    """A toolbox as its author publishes it, and what is said to it."""

    suite: Suite
    schemas: Mapping[str, type[BaseModel]]
    """The argument schema of each tool."""


def published(names: Sequence[str] = PUBLISHED) -> list[Published]:
    """The toolboxes of *names*, folders of ``test/data/published``, as they are loaded where they are installed."""
    found = []
    for name in names:
        for group in "ab":
            file = OWN / "published" / name / f"{group}.py"
            loaded = _loaded(name, file)
            tools = tuple(tool.definition for tool in loaded.tools)
            cases = load_cases(file.with_name(f"{group}_cases.jsonl"))
            suite = Suite(f"published/{name} {group}", tools, tuple(cases), now=PUBLISHED_ON)
            found.append(Published(suite, _schemas(loaded)))
    return found


def machines(names: Sequence[str] = MACHINES) -> list[Published]:
    """The toolboxes of *names*, folders of ``test/data/machines``, those of each together: what is said to what the
    assistant comes with is for none of them."""
    found = []
    for name in names:
        folder = OWN / "machines" / name
        boxes = [_loaded(name, file) for file in sorted(folder.glob("?.py"))]
        schemas = {tool: schema for box in boxes for tool, schema in _schemas(box).items()}
        tools = tuple(tool.definition for box in boxes for tool in box.tools)
        cases = (
            case if case.command in schemas else Case(case.utterance, None)
            for case in load_cases(folder / "cases.jsonl")
        )
        found.append(Published(Suite(f"machines/{name}", tools, tuple(cases), now=PUBLISHED_ON), schemas))
    return found


def _loaded(name: str, file: Path) -> LoadedToolBox:
    """The only toolbox in *file*, as it is loaded under the name *name*."""
    spec = importlib.util.spec_from_file_location(f"{file.parent.parent.name}_{name}_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where pydantic looks for the names in annotations
    spec.loader.exec_module(module)
    (made,) = (
        c for c in vars(module).values() if isinstance(c, type) and c.__module__ == spec.name and issubclass(c, ToolBox)
    )
    return load_toolbox(name, made())


def _schemas(box: LoadedToolBox) -> dict[str, type[BaseModel]]:
    return {name: tool.argument_schema for name, tool in box.toolbox.tools.items()}


def sgd(split: str, examples: int, cases: int = 400) -> Suite:
    """The services of *split* as single turns, by the set's own ``specs.py``."""
    data = shared_data() / "sgd"
    with tempfile.TemporaryDirectory() as folder:
        specs, out = Path(folder) / "specs.json", Path(folder) / "cases.jsonl"
        command = [sys.executable, data / "specs.py", data / f"{split}.tools.json", data / f"{split}.jsonl"]
        subprocess.run([*map(str, command), str(examples), str(cases), str(specs), str(out)], check=True, stdout=-3)
        return Suite(f"sgd {split}, {examples} examples", load_specs(specs), load_cases(out))


def one_of_each(suite: Suite) -> Suite:
    """*suite* with one service of each kind: what is said to ``Restaurants_1`` is as good for ``Restaurants_2``."""
    first: dict[str, str] = {}
    for tool in suite.tools:
        service = re.match(r"([a-z_]+)_(\d+)_", tool.name)
        if service:
            first.setdefault(service.group(1), service.group(2))
    kept = {
        t.name for t in suite.tools if (s := re.match(r"([a-z_]+)_(\d+)_", t.name)) and first[s.group(1)] == s.group(2)
    }
    return Suite(
        f"{suite.name}, one of each",
        tuple(t for t in suite.tools if t.name in kept),
        tuple(c for c in suite.cases if c.command is None or c.command in kept),
    )


def clinc(examples: int, intents: int, seed: int = 1, cases: int = 500, none: float = 0.33) -> Suite:
    """Some of CLINC's intents as tools; the others, and what is out of scope in its training file, are for no tool."""
    data = shared_data()
    described = {
        row[0]: row[2]
        for row in (line.rstrip("\n").split("\t") for line in (data / "intent_descriptions.tsv").open())
        if len(row) > 2
    }
    items = [json.loads(line) for line in (data / "clinc150" / "train.jsonl").open(encoding="utf-8")]
    rng = random.Random(seed)
    rng.shuffle(items)
    names = sorted({item["intent"] for item in items if item["intent"]})
    rng.shuffle(names)
    shown: dict[str, list[str]] = {name: [] for name in names[:intents]}
    rest = []
    for item in items:
        known = shown.get(item["intent"] or "")
        if known is not None and len(known) < examples:
            known.append(item["utterance"])
        else:
            rest.append(item)
    tools = tuple(
        ToolDefinition(
            name, described.get(name, name), "clinc", {"type": "object"}, {}, examples=tuple(map(ToolExample, said))
        )
        for name, said in shown.items()
    )
    mine = [Case(i["utterance"], i["intent"]) for i in rest if i["intent"] in shown]
    others = [Case(i["utterance"], None) for i in rest if i["intent"] and i["intent"] not in shown]
    outside = [Case(i["utterance"], None) for i in rest if i["intent"] is None]
    return Suite(
        f"clinc, {intents} intents, {examples} examples",
        tools,
        tuple(mine[: int(cases * (1 - none))] + others[: int(cases * none)] + outside),
    )


def without_examples(suite: Suite, every: int = 2) -> Suite:
    """*suite* where each tool in *every* declares no example."""
    tools = tuple(t if at % every else replace(t, examples=(), keywords=()) for at, t in enumerate(suite.tools))
    return replace(suite, name=f"{suite.name}, 1 in {every} without", tools=tools)


def hwu(examples: int, cases_each: int = 6, without: int = 14) -> Suite:
    """House requests: the intents as tools with what slots they have; *without* intents are for no tool."""
    data = shared_data()
    described = {
        row[0]: row[2]
        for row in (line.rstrip("\n").split("\t") for line in (data / "intent_descriptions.tsv").open())
        if len(row) > 2
    }
    slots = {
        row[0]: row[1].split(" | ")[0]
        for row in (line.rstrip("\n").split("\t") for line in (data / "slot_descriptions.tsv").open())
    }
    by_intent: dict[str, list[dict]] = defaultdict(list)
    for line in (data / "hwu64" / "train.jsonl").open(encoding="utf-8"):
        item = json.loads(line)
        by_intent[item["intent"]].append(item)
    rng = random.Random(5)
    tools, cases = [], []
    names = sorted(by_intent)
    rng.shuffle(names)
    for at, intent in enumerate(names):
        items = [i for i in by_intent[intent] if len(i["utterance"]) < 120]
        rng.shuffle(items)
        if len(items) < 40:
            continue
        if at < without:
            cases += [Case(i["utterance"], None) for i in items[:8]]
            continue
        counts = Counter(s["slot"] for i in items for s in i["slots"])
        kept = [name for name, count in counts.items() if count >= 0.08 * len(items)]
        tools.append(
            ToolDefinition(
                intent,
                described.get(intent, intent),
                "hwu",
                {"type": "object"},
                {},
                parameters=tuple(ToolParameter(name, description=slots.get(name, "")) for name in kept),
                examples=tuple(ToolExample(i["utterance"], _said(i, kept)) for i in items[:examples]),
            )
        )
        cases += [Case(i["utterance"], intent, _said(i, kept)) for i in items[examples : examples + cases_each]]
    return Suite(f"hwu64, {examples} examples", tuple(tools), tuple(cases))


def _said(item: dict, kept: Sequence[str]) -> dict[str, str]:
    return {s["slot"]: s["value"] for s in item["slots"] if s["slot"] in kept}


def toolboxes(examples: bool) -> Suite:
    """The development toolboxes of ``test/data/toolboxes_dev.json``, in the style of published OPM toolboxes."""
    tools = load_specs(OWN / "toolboxes_dev.json")
    cases = load_cases(OWN / "toolboxes_dev.jsonl")
    if not examples:
        tools = tuple(replace(tool, examples=(), keywords=()) for tool in tools)
    return Suite(f"toolboxes, {'with' if examples else 'no'} examples", tools, cases)


def house() -> Suite:
    """The made-up house."""
    return Suite("made-up house", load_specs(OWN / "house_commands.json"), load_cases(OWN / "house_cases.jsonl"))


def spoken(lang: str) -> Suite:
    """Four tools in another language than English, with nine or ten examples, and what is said to them and nearby."""
    folder = OWN / "lang_dev"
    return Suite(
        f"{lang}, development",
        load_specs(folder / f"{lang}_specs.json"),
        load_cases(folder / f"{lang}_cases.jsonl"),
        f"{lang}-{lang}",
    )


def everyday_tools() -> tuple[ToolDefinition, ...]:
    """The tools of the everyday toolbox."""
    from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
    from ovos_toolbox_everyday import EverydayToolBox

    box = EverydayToolBox()
    return tuple(tool.definition for tool in load_toolbox("everyday", box).tools)


def installed_fits() -> dict[str, dict[str, list[str]]]:
    """``tools``: of a set → first-party tools that do the same. ``lines``: for no tool of a set → the first-party tools
    that they are for."""
    found: dict[str, dict[str, list[str]]] = json.loads((OWN / "installed_fits.json").read_text(encoding="utf-8"))
    return found


def everyday() -> Suite:
    """The everyday toolbox and its spoken cases. They were written when it had six tools: what was for none of these
    and is for one of today's is left out."""
    fits = installed_fits()["lines"]
    cases = [case for case in load_cases(OWN / "everyday_spoken.jsonl") if case.command or case.utterance not in fits]
    return Suite("everyday, spoken", everyday_tools(), tuple(cases))


def household_files() -> list[Path]:
    """What households say, of which something is fitted on."""
    files = (OWN / "household").rglob("*.jsonl")
    return sorted(path for path in files if path.parent.name not in HOUSEHOLDS_NOT_FITTED)


def household() -> Suite:
    """All first-party tools that users ask for, and what the household files say to one of them or to none."""
    from ovos_phal_plugin_jarvis.config import JarvisConfig
    from ovos_phal_plugin_jarvis.runtime.runtime import Runtime

    runtime = Runtime(JarvisConfig(), limit_rate=False)
    try:
        installed = runtime.registry.snapshot.understood
    finally:
        runtime.shutdown()
    known, cases = {tool.name for tool in installed}, []
    for path in household_files():
        for told in map(json.loads, path.open(encoding="utf-8")):
            if not told.keys() & {"commands", "before", "lang"} and told["command"] in {None, *known}:
                cases.append(Case(told["utterance"], told["command"]))
    return Suite("household", tuple(installed), tuple(cases))


def strangers(home: Suite) -> list[Suite]:
    """The groups of tools that nobody here wrote, each with ten examples a tool: alone, with lines of *home* for
    nothing; and some beside the tools of *home*, where every line is for one of the group."""
    rng = random.Random(1)
    groups = [(OWN / "unseen_2026_11", "fresh")]
    later = [OWN / f"unseen_2026_11_{name}" for name in STRANGERS]
    later.append(OWN / "strangers_learned")
    groups += [(folder, group) for folder in later for group in "abc" if (folder / f"{group}_specs.json").is_file()]
    suites = []
    for at, (folder, group) in enumerate(groups):
        tools = load_specs(folder / f"{group}_specs.json")
        cases = tuple(load_cases(folder / f"{group}_cases.jsonl"))
        if (folder / f"{group}_asides.jsonl").is_file():
            cases += tuple(load_cases(folder / f"{group}_asides.jsonl"))
        others = tuple(Case(case.utterance, None) for case in rng.sample(home.cases, 50))
        now = written_on(folder)
        suites.append(Suite(f"{folder.name} {group}, alone", tools, cases + others, now=now))
        if at % 3 == 1:
            wanted = tuple(case for case in cases if case.command)
            suites.append(Suite(f"{folder.name} {group}, beside", (*tools, *home.tools), wanted, now=now))
    return suites


def authored(folder: Path | None = None, examples: int = 0, seed: int = 1, most: int = 20) -> list[Suite]:
    """The authored domains that the encoder's recipe holds out, a suite for each: their requests, the talk on their
    subjects that asks for nothing, and requests to the others.

    Args:
        folder: of the authored tools; the recipe's own if None.
        examples: that each tool shows; they are no cases.
        seed: of the values that are put into the templates.
        most: requests to each tool.
    """
    from ovos_phal_plugin_jarvis.nlu.encoder.recipe import corpora

    tools, _ = corpora.authored(folder or corpora.OWN_TOOLS)
    held_out = [tool for tool in tools if corpora.held_out(tool.domain)]
    rng = random.Random(seed)
    said = {tool.key: [_rendered(tool, one, rng) for one in tool.said] for tool in held_out}
    for cases in said.values():
        rng.shuffle(cases)
    suites = []
    for domain in sorted({tool.domain for tool in held_out}):
        own = [tool for tool in held_out if tool.domain == domain]
        others = [tool for tool in held_out if tool.domain != domain]
        definitions, cases = [], []
        for tool in own:
            mine = said[tool.key]
            shown = tuple(ToolExample(case.utterance, case.parameters or {}) for case in mine[:examples])
            definitions.append(_definition(tool, shown))
            cases += mine[examples : examples + most]
        nothing = [Case(" ".join(words), None) for tool in own for words in tool.talk]
        nothing += [Case(said[t.key][0].utterance, None) for t in rng.sample(others, min(len(others), 40))]
        suites.append(Suite(f"{domain}, {examples} examples", tuple(definitions), tuple(cases + nothing)))
    return suites


_TYPES = {"duration": "timedelta"}
"""What the recipe calls otherwise than the Jarvis SDK."""


def _definition(tool: Any, examples: tuple[ToolExample, ...]) -> ToolDefinition:
    parameters = tuple(
        ToolParameter(
            p.name,
            _TYPES.get(p.type, p.type),
            p.required,
            p.descriptions[0],
            enum_values=p.values or None if p.type != "bool" else None,
        )  # fmt: skip
        for p in tool.parameters
    )
    return ToolDefinition(
        plain_name(tool.names[0]), tool.descriptions[0], tool.domain, {"type": "object"}, {}, parameters, examples
    )


def _rendered(tool: Any, said: Any, rng: random.Random) -> Case:
    """One thing said, with values in the places of its parameters."""
    known = {p.name: p for p in tool.parameters}
    arguments: dict[str, Any] = dict(said.choices)

    def value(match: re.Match[str]) -> str:
        p = known[match[1]]
        if not p.values:
            arguments[p.name] = text = rng.choice(p.fillers)
            return text
        arguments[p.name] = chosen = rng.choice([v for v in p.values if p.says.get(v)] or list(p.values))
        return rng.choice(p.says.get(chosen) or [chosen])

    text = re.sub(r"\{(\w+)\}", value, said.template).lower()
    spelled = {name: v == "true" if known[name].type == "bool" else v for name, v in arguments.items()}
    return Case(text, plain_name(tool.names[0]), spelled)


def snips_dev(examples: int = 70, *, heard: bool = False, most: int = 700) -> Suite:
    """The Snips commands and the published cases."""
    cases = load_cases(shared_data() / "snips" / "dev.jsonl")[:most]
    if heard:
        return Suite("snips, as a recogniser writes it", snips(examples), tuple(map(heard_case, cases)))
    return Suite(f"snips, {examples} examples", snips(examples), cases)


def out_of_scope(count: int = 200) -> list[Case]:
    """CLINC's requests that no assistant has a tool for."""
    items = [json.loads(line) for line in (shared_data() / "clinc150" / "dev.jsonl").open(encoding="utf-8")]
    return [Case(item["utterance"], None) for item in items if item["intent"] is None][:count]


def slurp_without_everyday(count: int = 2000) -> list[Case]:
    """SLURP utterances that the everyday toolbox has no tool for: all but those of time, sums, timers, alarms, lists,
    reminders and the volume."""
    items = [json.loads(line) for line in (shared_data() / "slurp" / "devel.jsonl").open(encoding="utf-8")]
    kept = [
        Case(item["utterance"], None)
        for item in items
        if item["scenario"] not in ("datetime", "alarm", "lists", "calendar", "audio")
        and item["action"] != "maths"
        and "timer" not in item["utterance"]
    ]
    return kept[:: max(1, len(kept) // count)][:count]


def plain_name(name: str) -> str:
    """A name in snake case."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name.replace(".", "_")).lower().replace("__", "_")
