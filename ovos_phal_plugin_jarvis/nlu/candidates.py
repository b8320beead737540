"""Which tools an utterance may be for, with the arguments that each would get, and whether one is believed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime

from ovos_phal_plugin_jarvis.nlu.acceptance import confidence, logit
from ovos_phal_plugin_jarvis.nlu.classifier import NONE
from ovos_phal_plugin_jarvis.nlu.features import FUNCTION_WORDS
from ovos_phal_plugin_jarvis.nlu.reading import Heard, hear
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.nlu.tool_model import Filled
from ovos_phal_plugin_jarvis.nlu.training import Trained
from ovos_phal_plugin_jarvis.nlu.verifier import Form
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_TRIED = 3
"""Tools that are looked at closely."""
_FORM = 0.1
"""How much the form counts beside the words in choosing between tools."""
_SLOTS = 2.0
"""How much the least sure argument counts there: the wrong tool's tagger hesitates. Chosen on Snips training files."""
_TO_ASK = 0.85
"""Confidence from which a missing argument is asked for: a question at a wrong time disturbs more than silence."""
_HOPELESS = 0.05
"""Probability among the tools below which one is not looked at."""


@dataclass(frozen=True)
class Candidate:
    """A tool that an utterance may be for."""

    definition: ToolDefinition
    share: float
    """Its probability among the tools, by the words."""
    genuine: float
    """How likely the form is a request to this tool."""
    none: float
    """How likely the words are for no tool."""
    filled: Filled
    unexplained: float = 0.0
    """How much words that nothing explains speak against it, in log odds."""
    given: float | None = None
    """A confidence that does not come from examples."""

    @property
    def score(self) -> float:
        """For choosing between tools."""
        return math.log(self.share + 1e-6) + _FORM * logit(self.genuine) + _SLOTS * self.filled.probability

    @property
    def confidence(self) -> float:
        """That this tool is meant, 0 to 1."""
        if self.given is not None:
            return self.given
        return confidence(self.share, self.genuine, self.none, self.filled.probability, self.unexplained)


class Reader:
    """Reads the texts of one request with one trained model; remembers what it has read."""

    def __init__(self, trained: Trained, lang: str, now: datetime) -> None:
        self.trained = trained
        self._lang = lang
        self._now = now
        self._accept = trained.accept
        self._read: dict[str, list[Candidate]] = {}

    def hear(self, text: str) -> Heard:
        """*text* without politeness, as words with their mentions."""
        return hear(text, self._lang, self._now)

    def hear_raw(self, text: str) -> Heard:
        """*text* as it is, as words with their mentions: "no", "actually" and "wait" tell something after a call."""
        return hear(text, self._lang, self._now, strip=False)

    def candidates(self, text: str) -> list[Candidate]:
        """The tools that the whole of *text* may be for, believed or not, the likeliest first."""
        if text not in self._read:
            self._read[text] = self._candidates(self.hear(text))
        return self._read[text]

    def best(self, text: str, leniency: float = 1.0) -> Candidate | None:
        """The likeliest tool, where it is believed: from *leniency* times the usual threshold on."""
        found = self.candidates(text)
        if not found or found[0].confidence < (
            self._accept * leniency if not found[0].filled.missing else max(self._accept, _TO_ASK)
        ):
            return None
        return found[0]

    def is_new_request(self, text: str) -> bool:
        """Whether *text* is surely a request of its own, rather than an answer."""
        best = self.best(text)
        tokens = tokenize(text)
        return (
            best is not None and best.confidence >= 0.6 and len(tokens) > 2 and tokens[0].norm in self.trained.openers
        )

    def _says_something(self, heard: Heard) -> bool:
        """Whether there is more than function words, or an example is made of just these.

        One word alone is too little to act on, however well it fits, unless an example or a tool's name is no more.
        """
        if len(heard.words) == 1 and not heard.mentions:
            return tuple(heard.words) in self.trained.short
        return (
            bool(heard.mentions)
            or any(word not in FUNCTION_WORDS for word in heard.words)
            or tuple(heard.words) in self.trained.short
        )

    def _candidates(self, heard: Heard) -> list[Candidate]:
        if not heard.words or not self._says_something(heard):
            return []
        ranked = self.trained.classifier.rank(heard.words, heard.mentions)
        none = next((p for label, p in ranked if label == NONE), 0.0)
        total = sum(p for label, p in ranked if label != NONE)
        found: list[Candidate] = []
        for name, probability in [pair for pair in ranked if pair[0] != NONE][:_TRIED]:
            if not total or (found and probability < _HOPELESS * total):
                break
            model = self.trained.models[name]
            filled = model.fill(heard)
            form = Form(name, tuple(heard.words), tuple(sorted(filled.spans)))
            unexplained = self.trained.unexplained.get(name)
            found.append(
                Candidate(
                    model.definition,
                    probability / total,
                    self.trained.verifier.probability(form),
                    none,
                    filled,
                    unexplained.weight(form) if unexplained else 0.0,
                )
            )
        found.sort(key=lambda candidate: -candidate.score)
        if not found or found[0].confidence < self._accept:
            match = self.trained.schemas.match(heard)
            if match:
                found.insert(0, Candidate(match.definition, 1.0, 1.0, 0.0, match.filled, given=match.confidence))
        return found
