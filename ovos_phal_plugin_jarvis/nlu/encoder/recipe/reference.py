"""What the torch network says to a few utterances, for the test that holds the run-time to it.

``python -m ovos_phal_plugin_jarvis.nlu.encoder.recipe.reference WEIGHTS OUT.json``
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from ovos_phal_plugin_jarvis.nlu.encoder.cards import CardParameter, ToolCard
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.model import Model, Rows
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.training import NOTICE
from ovos_phal_plugin_jarvis.nlu.encoder.texts import (
    GAP,
    Values,
    Vocabulary,
    parameter_words,
    tool_words,
    type_id,
    utterance_words,
    value_words,
)
from ovos_phal_plugin_jarvis.nlu.encoder.weights import Shape, Tensors, read
from ovos_phal_plugin_jarvis.nlu.encoder.words import WordVectors, split_words

CARDS = (
    ToolCard(
        "watering.start",
        "Opens a valve of the irrigation for a while",
        (
            CardParameter("zone", "Part of the garden", "string", True),
            CardParameter("runtime", "How long it waters", "duration"),
            CardParameter("strength", "", "string", False, ("gentle", "normal", "strong")),
        ),
    ),
    ToolCard("stopWatering", "Closes all valves"),
    ToolCard(
        "humidity", "", (CardParameter("x1", "Which sensor"), CardParameter("history", "Also of the last days", "bool"))
    ),
)
UTTERANCES = (
    "give the tomatoes a gentle sprinkle for ten minutes",
    "that is enough water",
    "how damp is it at the qwzzuk sensor, and what was it yesterday?",
    "my sister came by with her dog",
    "zone 3",
)


def model_of(shape: Shape, tensors: Tensors) -> Model:
    """The torch network with the weights of a file."""
    model = Model(shape).eval()
    state = {}
    for name in model.state_dict():
        whole, dot, rest = name.partition(".")
        state[name] = torch.from_numpy(tensors[whole.replace("_", ".") + dot + rest])
    model.load_state_dict(state)
    return model


@torch.no_grad()
def reference(path: Path) -> list[dict[str, Any]]:
    """For each utterance and card: both comparisons, the logit, and the logits of spans and choices."""
    shape, tensors = read(path)
    model = model_of(shape, tensors)
    words = WordVectors(
        tensors["vocabulary"].tolist(),
        tensors["words"],
        tensors["words.scale"],
        tensors["ngrams"],
        tensors["ngrams.scale"],
    )

    def encode(texts: tuple[str, ...] | list[str], kind: int) -> tuple[torch.Tensor, torch.Tensor]:
        rows = torch.from_numpy(words.vectors(texts))
        rows[[i for i, w in enumerate(texts) if w == GAP]] = 0
        states, pooled = model.encode(rows[None], torch.ones(1, len(texts), dtype=torch.bool), torch.tensor([kind]))
        return states, pooled

    out = []
    for utterance in UTTERANCES:
        said = utterance_words(split_words(utterance))
        states, pooled = encode(said, 0)
        mask = torch.ones(1, len(said), dtype=torch.bool)
        for card in CARDS:
            text, tool = encode(tool_words(card), 1)
            parameters = torch.zeros(0, shape.width)
            if card.parameters:
                parameters = torch.cat([encode(parameter_words(p), 2)[1] for p in card.parameters])
                parameters += model.types(torch.tensor([type_id(p) for p in card.parameters]))
                parameters += model.required(torch.tensor([int(p.required) for p in card.parameters]))
            tokens = torch.cat([text, parameters[None]], 1)
            every = torch.ones(1, tokens.shape[1], dtype=torch.bool)
            whole, each = model.compare(states, mask, pooled, tool, tokens, every)
            rows = Rows(
                torch.tensor([0]),
                torch.tensor([0]),
                torch.tensor([Vocabulary.of(card).flags(said)], dtype=torch.float32),
                torch.arange(len(parameters))[None],
            )
            fit, ps, us = model.read(
                rows, states, mask, tool, [layer.keys(text) for layer in model.reader],
                torch.ones(1, text.shape[1], dtype=torch.bool),
                parameters if len(parameters) else torch.zeros(1, shape.width), torch.stack([whole[0], each[0]], 1),
            )  # fmt: skip
            slots: dict[str, list[float]] = {}
            for i, p in enumerate(card.parameters):
                if p.choices:
                    values = torch.cat([encode(value_words(v), 3)[1] for v in p.choices])[None]
                    match = torch.from_numpy(Values(p.choices).match(said))[None]
                    logits = model.choices(
                        ps[:, i], us, mask, values, torch.ones(values.shape[:2], dtype=torch.bool), match
                    )
                else:
                    logits = model.spans(ps[:, i], us, mask)
                slots[p.name] = [round(v, 5) for v in torch.softmax(logits[0], 0).tolist()]
            found = {"whole": whole.item(), "each": each.item(), "fit": fit.item(), "probabilities": slots}
            out.append({"utterance": utterance, "tool": card.name, **found})
    return out


if __name__ == "__main__":
    found = {"about": NOTICE, "cards": [asdict(card) for card in CARDS], "found": reference(Path(sys.argv[1]))}
    Path(sys.argv[2]).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
