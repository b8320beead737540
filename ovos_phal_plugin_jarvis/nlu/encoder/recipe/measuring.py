"""How well weights do on what they were not trained on, by the run-time itself.

``python -m ovos_phal_plugin_jarvis.nlu.encoder.recipe.measuring WEIGHTS --data FOLDER`` measures any file of them.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ovos_phal_plugin_jarvis.nlu.encoder.cards import CardParameter, Reading, ToolCard
from ovos_phal_plugin_jarvis.nlu.encoder.encoder import Encoder
from ovos_phal_plugin_jarvis.nlu.encoder.recipe import corpora
from ovos_phal_plugin_jarvis.nlu.encoder.words import split_words

SHORTLIST = 6
THRESHOLD = 0.5

# What a small assistant has installed; SLURP's requests are for none of these but the ones left out below.
EVERYDAY = (
    ToolCard("get_time", "Tells the time, here or in another city", (CardParameter("place", "City or country"),)),
    ToolCard("get_date", "Tells the date or the day of the week", (CardParameter("day", "Which day", "date"),)),
    ToolCard("calculate", "Works out a sum", (CardParameter("expression", "The sum", "string", True),)),
    ToolCard(
        "set_timer",
        "Starts a timer",
        (CardParameter("duration", "How long", "duration", True), CardParameter("name", "Name of the timer")),
    ),
    ToolCard("cancel_timer", "Stops a timer", (CardParameter("name", "Name of the timer"),)),
    ToolCard("list_timers", "Tells which timers run and how long they still have"),
)


@dataclass
class Case:
    """One utterance, the position of its tool or None, and what is to be filled in; None: not told."""

    words: list[str]
    tool: int | None
    arguments: dict[str, str | None] = field(default_factory=dict)


@dataclass
class Scores:
    """Counts over cases that have a tool, and over those that have none."""

    cases: list[Case]
    ranked: list[list[int]]
    readings: list[list[Reading]]  # of the shortlist
    gold: list[Reading | None]


def card(tool: corpora.Tool) -> ToolCard:
    """A tool as its author declared it."""
    return ToolCard(
        tool.names[0],
        tool.descriptions[0],
        tuple(CardParameter(p.name, p.descriptions[0], p.type, p.required, p.values) for p in tool.parameters),
    )


def dialogue_cases(data: Path, some: int, none: int) -> tuple[list[ToolCard], list[Case]]:
    """SGD's dev half: as ``specs.py`` chooses its cases."""
    cards = []
    for entry in json.loads((data / "sgd" / "dev.tools.json").read_text(encoding="utf-8")):
        parameters = tuple(
            CardParameter(p["name"], p["description"], "string", False, tuple(p.get("enum", ())))
            for p in entry["parameters"]
        )
        name = re.sub(r"(?<!^)(?=[A-Z])", "_", entry["name"].replace(".", "_")).lower().replace("__", "_")
        cards.append((entry["name"], ToolCard(name, entry["description"], parameters)))
    at = {name: i for i, (name, _) in enumerate(cards)}
    meant: list[Case] = []
    nothing: list[Case] = []
    with (data / "sgd" / "dev.jsonl").open(encoding="utf-8") as file:
        for row in map(json.loads, file):
            if row.get("carried") or len(row["utterance"]) >= 140:
                continue
            words = split_words(row["utterance"])
            if row["tool"] is None:
                nothing.append(Case(words, None))
            else:
                meant.append(Case(words, at[row["tool"]], dict(row["arguments"])))
    rnd = random.Random(3)
    return [c for _, c in cards], rnd.sample(meant, some) + rnd.sample(nothing, none)


def authored_cases(tools: Sequence[corpora.Tool], each: int) -> tuple[list[ToolCard], list[Case]]:
    """Templates of authored tools, filled once."""
    rnd = random.Random(5)
    cases = []
    for position, tool in enumerate(tools):
        known = {p.name: p for p in tool.parameters}
        for said in rnd.sample(tool.said, min(each, len(tool.said))):
            text, arguments = said.template, dict(said.choices)
            wanted: dict[str, str | None] = dict(arguments)
            for name in re.findall(r"\{(\w+)\}", text):
                p = known[name]
                if p.values:
                    value = rnd.choice(p.values)
                    spoken = rnd.choice(p.says.get(value) or [value])
                else:
                    value = spoken = rnd.choice(p.fillers)
                text = text.replace("{" + name + "}", spoken)
                wanted[name] = value
            wanted |= dict.fromkeys(said.unknown & set(known))
            cases.append(Case(split_words(text), position, wanted))
    return [card(tool) for tool in tools], cases


def run(encoder: Encoder, cards: Sequence[ToolCard], cases: Sequence[Case]) -> Scores:
    """Rank and read every case."""
    index = encoder.index(cards)
    scores = Scores(list(cases), [], [], [])
    for case in cases:
        ranked = [i for i, _ in encoder.rank(case.words, index, SHORTLIST)]
        wanted = ranked if case.tool is None or case.tool in ranked else [*ranked, case.tool]
        readings = encoder.read(case.words, index, wanted)
        scores.ranked.append(ranked)
        scores.readings.append(readings[: len(ranked)])
        scores.gold.append(None if case.tool is None else next(r for r in readings if r.tool == case.tool))
    return scores


def filled(reading: Reading, words: Sequence[str]) -> dict[str, str]:
    """The likeliest arguments of a reading."""
    out = {name: " ".join(words[first:last]) for name, (first, last) in reading.places().items()}
    for name, choices in reading.choices.items():
        if choices[0][0]:
            out[name] = choices[0][0]
    return out


def _plain(value: str) -> list[str]:
    return [w for w in split_words(value) if w not in ("a", "an", "the")]


def f1(pairs: Iterable[tuple[dict[str, str], dict[str, str | None]]]) -> float:
    """Of arguments found and wanted; those whose value is not told count neither way."""
    right = found = wanted = 0
    for got, asked in pairs:
        skipped = {name for name, value in asked.items() if value is None}
        got = {name: value for name, value in got.items() if name not in skipped}
        right += sum(_plain(value) == _plain(asked.get(name) or "") for name, value in got.items())
        found += len(got)
        wanted += len(asked) - len(skipped)
    return 2 * right / max(1, found + wanted)


def figures(scores: Scores) -> dict[str, float]:
    """What is told of a set of cases."""
    meant = [i for i, c in enumerate(scores.cases) if c.tool is not None]
    nothing = [i for i, c in enumerate(scores.cases) if c.tool is None]
    best = [max(readings, key=lambda r: r.score) for readings in scores.readings]
    out: dict[str, float] = {}
    if meant:
        cases = scores.cases
        right = [best[i].tool == cases[i].tool for i in meant]
        given = [(filled(g, cases[i].words), cases[i].arguments) for i in meant if (g := scores.gold[i])]
        full = [f1([pair]) == 1 or not (pair[0] or pair[1]) for pair in given]
        out |= {
            "right tool of a forced choice": float(np.mean(right)),
            "shortlist's first": float(np.mean([scores.ranked[i][0] == cases[i].tool for i in meant])),
            "among the first three": float(np.mean([cases[i].tool in scores.ranked[i][:3] for i in meant])),
            "right tool and likely": float(
                np.mean([best[i].tool == cases[i].tool and best[i].probability >= THRESHOLD for i in meant])
            ),
            "slot F1 given the tool": f1(given),
            "slot F1 end to end": f1(
                (filled(best[i], cases[i].words), cases[i].arguments)
                if best[i].tool == cases[i].tool and best[i].probability >= THRESHOLD
                else ({}, cases[i].arguments)
                for i in meant
            ),
            "tool and all arguments": float(np.mean([r and f for r, f in zip(right, full, strict=True)])),
            "cases": len(meant),
        }
    if nothing:
        out["acted though nothing fits"] = float(np.mean([best[i].probability >= THRESHOLD for i in nothing]))
        out["cases for nothing"] = len(nothing)
    if meant and nothing:
        out["told apart (area under ROC)"] = _area([best[i].score for i in meant], [best[i].score for i in nothing])
    return {name: round(value, 3) for name, value in out.items()}


def _area(high: Sequence[float], low: Sequence[float]) -> float:
    a, b = np.array(high)[:, None], np.array(low)[None]
    return float((a > b).mean() + 0.5 * (a == b).mean())


def reliability(scores: Sequence[Scores]) -> list[tuple[str, int, float, float]]:
    """For each tenth of the probability: how many best readings, their mean probability, how many were right."""
    pairs = [(p, right) for s in scores for p, right in _outcomes(s)]
    out = []
    for low in range(10):
        inside = [(p, r) for p, r in pairs if low / 10 <= p < (low + 1) / 10 + (low == 9)]
        if inside:
            out.append(
                (f"{low / 10:.1f}-{(low + 1) / 10:.1f}", len(inside), round(float(np.mean([p for p, _ in inside])), 3),
                 round(float(np.mean([r for _, r in inside])), 3))
            )  # fmt: skip
    return out


def _outcomes(scores: Scores) -> list[tuple[float, bool]]:
    best = [max(readings, key=lambda r: r.score) for readings in scores.readings]
    return [(b.probability, b.tool == c.tool) for b, c in zip(best, scores.cases, strict=True)]


def calibrate(encoder: Encoder, data: Path, held_out: Sequence[corpora.Tool]) -> tuple[float, float]:
    """Scale and bias that make the best reading's probability the share of right ones, on held-out tools and talk."""
    sets = [run(encoder, *dialogue_cases(data, 500, 250)), run(encoder, EVERYDAY, slurp(data, 200))]
    if held_out:
        sets.append(run(encoder, *authored_cases(held_out, 8)))
    x, y, w = [], [], []
    for scores in sets:
        best = [max(readings, key=lambda r: r.score) for readings in scores.readings]
        x += [b.score for b in best]
        y += [float(b.tool == c.tool) for b, c in zip(best, scores.cases, strict=True)]
        w += [1 / len(best)] * len(best)
    scale, bias = 1.0, 0.0
    logits, right, weight = np.array(x), np.array(y), np.array(w) / sum(w)
    for _ in range(4000):
        p = 1 / (1 + np.exp(-(scale * logits + bias)))
        scale -= 0.05 * float((weight * (p - right) * logits).sum())
        bias -= 0.05 * float((weight * (p - right)).sum())
    return scale, bias


def slurp(data: Path, some: int | None) -> list[Case]:
    """SLURP's requests that the everyday tools have nothing for."""
    with (data / "slurp" / "devel.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    cases = [
        Case(split_words(row["utterance"]), None)
        for row in rows
        if row["scenario"] != "datetime"
        and row["action"] not in ("maths", "convert")
        and "timer" not in row["utterance"]
    ]
    return cases if some is None else random.Random(7).sample(cases, some)


def out_of_scope(data: Path) -> tuple[list[ToolCard], list[Case]]:
    """CLINC150's dev half: its intents as tools (learned, by other utterances) and what is out of their scope."""
    intents, _ = corpora.intents(data)
    tools = [tool for tool in intents if tool.source == "clinc150"]
    at = {tool.key: i for i, tool in enumerate(tools)}
    with (data / "clinc150" / "dev.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    nothing = [Case(split_words(r["utterance"]), None) for r in rows if r["intent"] is None]
    meant = [Case(split_words(r["utterance"]), at[k]) for r in rows if (k := f"clinc150:{r['intent']}") in at]
    return [card(tool) for tool in tools], random.Random(9).sample(meant, 300) + nothing


def snips_cases(data: Path, some: int) -> tuple[list[ToolCard], list[Case]]:
    """Snips' seven commands by their definitions alone."""
    tools = json.loads((data / "snips" / "commands_70.json").read_text(encoding="utf-8"))
    cards = [
        ToolCard(
            t["command_name"],
            t.get("description", ""),
            tuple(
                CardParameter(p["name"], p.get("description") or "", "string", False, tuple(p.get("enum_values") or ()))
                for p in t["parameters"]
            ),
        )
        for t in tools
    ]
    at = {t["command_name"]: i for i, t in enumerate(tools)}
    with (data / "snips" / "dev.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return cards, [
        Case(split_words(r["utterance"]), at[r["command"]], {k: str(v) for k, v in r["parameters"].items()})
        for r in random.Random(4).sample(rows, some)
    ]


def by_group(scores: Scores, groups: Sequence[str]) -> dict[str, list[float]]:
    """For each group of tools: cases, right tool of a forced choice, slot F1 given the tool."""
    out: dict[str, list[float]] = {}
    best = [max(readings, key=lambda r: r.score) for readings in scores.readings]
    for group in sorted(set(groups)):
        own = [i for i, c in enumerate(scores.cases) if c.tool is not None and groups[c.tool] == group]
        if own:
            right = float(np.mean([best[i].tool == scores.cases[i].tool for i in own]))
            pairs = [
                (filled(g, scores.cases[i].words), scores.cases[i].arguments) for i in own if (g := scores.gold[i])
            ]
            out[group] = [len(own), round(right, 3), round(f1(pairs), 3)]
    return out


def measure(encoder: Encoder, data: Path, held_out: Sequence[corpora.Tool], *, quick: bool) -> dict[str, Any]:
    """Figures by set; ``quick``: on fewer cases."""
    some = 250 if quick else 1000
    cards, cases = dialogue_cases(data, some, some // 2)
    dialogue = run(encoder, cards, cases)
    everyday = run(encoder, EVERYDAY, slurp(data, 200 if quick else 1000))
    out: dict[str, Any] = {"sgd dev": figures(dialogue), "slurp, everyday tools": figures(everyday)}
    if held_out:
        own = run(encoder, *authored_cases(held_out, 5 if quick else 12))
        out["authored domains"] = figures(own)
    if not quick:
        out["clinc150 dev"] = figures(run(encoder, *out_of_scope(data)))
        out["snips"] = figures(run(encoder, *snips_cases(data, 300)))
        out["sgd dev by service"] = by_group(dialogue, [c.name.split("_")[0] for c in cards])
        if held_out:
            out["authored by domain"] = by_group(own, [tool.domain for tool in held_out])
        out["reliability"] = reliability([dialogue, everyday, *([own] if held_out else [])])
    return out


def main() -> None:
    """Measure a file of weights and print the figures as JSON."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tools", type=Path, default=corpora.OWN_TOOLS)
    given = parser.parse_args()
    held_out = [tool for tool in corpora.authored(given.tools)[0] if corpora.held_out(tool.domain)]
    print(json.dumps(measure(Encoder.load(given.weights), given.data, held_out, quick=False), indent=1))


if __name__ == "__main__":
    main()
