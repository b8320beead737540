"""What is learned over all tools: what tells them apart, and requests from other talk."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.cache import ModelCache, fingerprint
from ovos_phal_plugin_jarvis.nlu.learning.calibration import logit
from ovos_phal_plugin_jarvis.nlu.learning.intent import NONE, Intent, Item, background_for, rows_of, vocabulary_of
from ovos_phal_plugin_jarvis.nlu.learning.kept import Told, as_arrays, counts_from, from_arrays, told_from
from ovos_phal_plugin_jarvis.nlu.learning.linear import ModelError, Prepared, prepared
from ovos_phal_plugin_jarvis.nlu.learning.on_demand import OnDemand
from ovos_phal_plugin_jarvis.nlu.learning.rejection import (
    Form,
    Unexplained,
    Verifier,
    carriers,
    form_of,
    forms_of,
    openness,
)
from ovos_phal_plugin_jarvis.nlu.learning.slots import ToolModel
from ovos_phal_plugin_jarvis.nlu.learning.trained import Usual
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_FOLDS = 3
"""Parts of the examples that are held back in turn."""
_TYPICAL = 0.3
"""Share of a tool's held-back examples that look less sure than what is usual."""
_KEYWORD = 0.7
"""What a keyword weighs against an example."""
Together = tuple[Intent, Verifier, Mapping[str, Unexplained], Mapping[str, Usual]]
"""What tells the tools apart, a request from talk, and for each tool what tells against it and what is usual."""


def learn_together(
    definitions: Sequence[ToolDefinition],
    aligned: Mapping[str, tuple[AlignedExample, ...]],
    models: Mapping[str, ToolModel],
    lang: str,
    cache: ModelCache,
    goes_on: Callable[[], None],
) -> Together:
    """What tells the tools apart, and requests to them from other talk."""
    key = fingerprint("all", definitions, lang)
    spoken = language(lang)
    named = {d.name: d for d in definitions}

    def unexplained_by(name: str, told: Told | None, misread: Iterable[Form] = ()) -> Unexplained:
        typed = frozenset(n for n, p in models[name].profiles.items() if p.typed)
        return Unexplained(named[name], [*genuine[name], *misread], typed, spoken, told[0] if told else None)

    genuine = OnDemand(named, lambda name: forms_of_examples(name, aligned[name]))
    kept = cache.load(key)
    if kept is not None:
        try:
            meta, linear = kept[0], from_arrays(*kept)
            if not {"intent", "verifier"} <= linear.keys():
                raise ModelError("a part is missing")
            numbers = told_from(meta, list(named))
            return (
                Intent(linear["intent"], counts_from(meta)),
                Verifier(
                    linear["verifier"], OnDemand(named, lambda name: carriers(genuine[name]).get(name, Counter()))
                ),
                OnDemand(named, lambda name: unexplained_by(name, numbers[name])),
                {name: usual for name, (_, usual) in numbers.items()},
            )
        except ModelError as error:
            cache.refuse(key, error)
    items = [Item(e.heard, name) for name, found in aligned.items() for e in found]
    known = vocabulary_of(items)
    background = [Item(hear(said, lang, EPOCH), NONE) for said in background_for(definitions, spoken)]
    examples = [*(e for found in aligned.values() for e in found), *(None for _ in background)]
    said = [*items, *background]
    items += [Item(hear(word, lang, EPOCH), d.name, _KEYWORD) for d in definitions for word in d.keywords]
    items = [item for item in (*items, *background) if item.heard.words]
    goes_on()
    rows = prepared(rows_of(items, known))
    goes_on()
    intent = Intent.trained(items, rows, known)
    goes_on()
    forms = forms_of(intent, models, said, examples)
    misread: dict[str, list[Form]] = {}
    for form in forms:
        if not form.genuine:
            misread.setdefault(form.tool, []).append(form)
    goes_on()
    verifier = Verifier.trained(forms)
    goes_on()
    unexplained = {name: unexplained_by(name, None, misread.get(name, ())) for name in named}
    usual = _usual(definitions, aligned, models, items, rows, known)
    meta, arrays = as_arrays({"intent": intent.model, "verifier": verifier.model})
    meta["tools"] = {
        d.name: [
            unexplained[d.name].weights,
            [usual[d.name].openness, usual[d.name].examples, usual[d.name].share, usual[d.name].none],
        ]
        for d in definitions
    }
    meta["known"] = dict(known)
    cache.store(key, meta, arrays)
    return intent, verifier, unexplained, usual


def forms_of_examples(name: str, found: Iterable[AlignedExample]) -> list[Form]:
    """The forms of a tool's own examples."""
    return [form_of(name, e.heard, ((s.start, s.end, s.parameter) for s in e.spans)) for e in found]


def _usual(
    definitions: Sequence[ToolDefinition],
    aligned: Mapping[str, tuple[AlignedExample, ...]],
    models: Mapping[str, ToolModel],
    items: Sequence[Item],
    rows: Sequence[Prepared],
    known: Counter[str],
) -> dict[str, Usual]:
    """How sure each tool's examples look to a classifier that has not learned them."""
    shares: dict[str, list[float]] = {d.name: [] for d in definitions}
    nones: dict[str, list[float]] = {d.name: [] for d in definitions}
    for fold in range(_FOLDS):
        kept = [at for at, item in enumerate(items) if item.label == NONE or at % _FOLDS != fold]
        if not any(items[at].label != NONE for at in kept):
            continue
        intent = Intent.trained([items[at] for at in kept], [rows[at] for at in kept], known)
        held = [item for at, item in enumerate(items) if item.label != NONE and at % _FOLDS == fold]
        for item, likely in zip(held, intent.rank_all(held), strict=True):
            ranked = dict(likely)
            total = sum(p for label, p in ranked.items() if label != NONE) or 1.0
            shares[item.label].append(logit(ranked.get(item.label, 0.0) / total))
            nones[item.label].append(logit(1 - ranked.get(NONE, 0.0)))
    return {
        d.name: Usual(
            openness({d.name: aligned[d.name]}, {d.name: models[d.name].profiles}),
            math.log(max(1, len(aligned[d.name]))),
            _quantile(shares[d.name], _TYPICAL),
            _quantile(nones[d.name], _TYPICAL),
        )
        for d in definitions
    }


def _quantile(found: Sequence[float], share: float) -> float:
    return sorted(found)[int(share * len(found))] if found else 0.0
