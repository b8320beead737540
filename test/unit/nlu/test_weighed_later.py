"""Tools that can't be meant, however their arguments turn out, are weighed only for those who ask about all."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.nlu import ExampleTranslator, accounting
from ovos_phal_plugin_jarvis.nlu.candidates import Candidate
from ovos_phal_plugin_jarvis.nlu.learning.calibration import (
    NAMES,
    NAMES_DECLARED,
    WITHOUT_EXAMPLES,
    Evidence,
    EvidenceDeclared,
    confidence,
    most,
)
from ovos_phal_plugin_jarvis.nlu.learning.forest import forests
from ovos_phal_plugin_jarvis.nlu.reasons import NOT_FOR, Reason
from ovos_phal_plugin_jarvis.nlu.weighing import Weighing
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

PLAIN = "put rye bread on the shopping list"
NOTHING = "the moon was full over the seaside"
SAID = [PLAIN, "set a pasta timer for nine minutes", "cancel the tea timer", "stop the timer and start it", NOTHING]


def told(found: Sequence[Candidate]) -> list[tuple[Any, ...]]:
    return [(c.definition.name, c.confidence, c.refused, c.filled, c.account) for c in found]


@pytest.mark.parametrize("said", SAID)
def test_whoever_asks_about_all_is_told_as_if_all_had_been_weighed_at_once(
    said: str, english: ExampleTranslator, context: TranslationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    best = english._reader(context)
    first = best.likeliest(said)
    later = best.candidates(said)
    monkeypatch.setattr(Weighing, "_most", lambda *args: 1.0)
    at_once = english._reader(context).candidates(said)
    assert told(later) == told(at_once)
    assert first is later[0]


@pytest.fixture
def weighed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tools that are weighed, by name, from now on."""
    found: list[str] = []
    candidate = Weighing._candidate

    def counted(self: Weighing, heard: Any, name: str, *args: Any) -> Any:
        found.append(name)
        return candidate(self, heard, name, *args)

    monkeypatch.setattr(Weighing, "_candidate", counted)
    return found


def test_a_tool_that_can_not_be_meant_is_left_for_later(
    english: ExampleTranslator, context: TranslationContext, weighed: list[str]
) -> None:
    reader = english._reader(context)
    assert reader.best(PLAIN) is not None
    assert weighed == ["add_item"]
    assert len(reader.candidates(PLAIN)) > 1
    assert len(weighed) > 1


def test_so_are_all_where_none_can_be_believed(
    english: ExampleTranslator, context: TranslationContext, weighed: list[str]
) -> None:
    reader = english._reader(context)
    assert reader.best(NOTHING) is None
    before = len(weighed)
    assert reader.likeliest(NOTHING) is not None, "whoever asks is told all the same"
    assert len(weighed) > before


def test_nobody_looks_why_a_tool_is_refused_that_can_not_be_meant(
    english: ExampleTranslator, context: TranslationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    reasons = accounting.reasons

    def counted(*args: Any) -> Iterator[Reason]:
        looked.append(1)
        return reasons(*args)

    monkeypatch.setattr(accounting, "reasons", counted)
    reader = english._reader(context)
    found = reader.candidates(PLAIN)
    before = len(looked)
    assert before < len(found), "only the likeliest are asked why"
    told(found)
    assert len(looked) > before


def test_a_tool_with_another_reason_keeps_its_own(english: ExampleTranslator, context: TranslationContext) -> None:
    account = english._reader(context).candidates("don't cancel the tea timer")[0].account
    assert account.reasons
    other = Reason(NOT_FOR, ["lamps"])
    assert account.beside(before=[other]).reasons == (other, *account.reasons)
    assert account.beside(behind=[other]).reasons == (*account.reasons, other)
    assert account.beside(behind=[other]).without(NOT_FOR) == account.without(NOT_FOR)
    assert account.beside(behind=[other]) != account


@pytest.mark.parametrize("said", [*SAID, "pasta", "nine minutes", "could you", "the tea one", "put it on", "timers"])
def test_the_best_is_the_one_of_all(
    said: str, english: ExampleTranslator, context: TranslationContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    best = english._reader(context).best(said)
    monkeypatch.setattr(Weighing, "_most", lambda *args: 1.0)
    of_all = english._reader(context)
    of_all.candidates(said)
    expected = of_all.best(said)
    assert told([x for x in [best] if x is not None]) == told([x for x in [expected] if x is not None])


@pytest.mark.parametrize(
    "group",
    ["declared", "examples", "examples, no lexicon", "declared+encoder", "few+encoder", "examples+encoder"],
)
@pytest.mark.parametrize("known", [NAMES, ("share", "none", "declared", "margin")])
def test_no_evidence_makes_a_tool_likelier_than_the_most(group: str, known: Sequence[str]) -> None:
    foreseen = {name: {"share": 2.0, "margin": -0.5}.get(name, 0.3) for name in known}
    bound = most(foreseen, group)
    for rest in (0.0, 1.0):
        for genuine in (-8.0, 8.0):
            open_to = dict.fromkeys(NAMES, rest) | {"genuine": genuine}
            evidence = Evidence(**(open_to | foreseen))
            assert confidence(evidence, group) <= bound + 1e-12


@pytest.mark.parametrize("seed", range(20))
def test_the_most_of_a_tool_without_examples(seed: int) -> None:
    chosen = random.Random(seed)
    told = {name: chosen.uniform(-5, 20) for name in NAMES_DECLARED}
    foreseen = {name: told[name] for name in chosen.sample(NAMES_DECLARED, len(NAMES_DECLARED) // 2)}
    assert confidence(EvidenceDeclared(**told), WITHOUT_EXAMPLES) <= most(foreseen, WITHOUT_EXAMPLES) + 1e-12


@pytest.mark.parametrize("seed", range(20))
def test_the_most_that_trees_can_tell_is_that_of_the_likeliest_rest(seed: int) -> None:
    chosen = random.Random(seed)
    forest = forests()["examples+encoder"]
    count = len(NAMES)
    numbers = [chosen.choice([None, chosen.uniform(-8, 8)]) for _ in range(count)]
    told = 0.0
    for tree in forest._trees():
        found: list[float] = []
        open_ = [0]
        while open_:
            node = tree[open_.pop()]
            if len(node) == 1:
                found.append(node[0])
                continue
            number = numbers[int(node[0])]
            open_ += [int(node[2])] if number is None or number <= node[1] else []
            open_ += [int(node[3])] if number is None or number > node[1] else []
        told += max(found)
    assert forest.most(numbers) == pytest.approx(1 / (1 + math.exp(-forest._baseline - told)))
