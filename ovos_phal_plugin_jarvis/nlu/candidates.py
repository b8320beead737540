"""A tool that an utterance may be for, and whether it is believed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ovos_phal_plugin_jarvis.nlu.accounting import Account, Explained, explained
from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.learning.calibration import ELSEWHERE, Evidence, EvidenceDeclared
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.reading import Heard
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

ACCEPT = 0.5
"""Confidence from which a tool is believed to be meant."""
_TO_ASK = 0.65
"""Confidence from which a missing argument is asked for: a question at a wrong time disturbs more than silence."""
UNLIKELY = 0.1
"""Confidence below which no tool is believed, whatever else speaks for it."""
_NAMED, _TO_ASK_NAMED, _TOLD = 0.9, UNLIKELY, -1.5
"""The same where all of the tool's name is said and every word is explained: "set a timer" lacks nothing but how long.
And log odds of being said to an assistant below which it is a remark after all ("she set a timer")."""
_REMARK = {False: (-2.0, 0.9), True: (-1.5, 0.8)}
"""Log odds of being said to an assistant below which it is a remark, and confidence from which it is a request in spite
of that: "our neighbour waters his lawn at midnight" is all of a tool's words, and nothing for it. By whether it is
weighed as ``NO_LEXICON``, whose weights know how it is put."""
_REMARK_WORD_FOR_WORD = (-0.5, 0.7)
"""The same of what was said in another language: how it is put tells less, word for word."""
_READ_WORD_FOR_WORD = 0.8
"""Log odds of the encoder for a tool below which the trees, which have seen how English puts words, are believed less
about what is English word for word. Set with ``_LEAST_UNREAD`` on ``test/data/native``: of 94 that were believed 13
right ones are lost by both, and 7 of 12 for nothing."""
_LEAST_UNREAD = 0.8
"""The confidence that they need then."""
SHOWN = 0.95
"""Confidence that a tool is meant by the very words of one of its examples, where no other tool has that example."""
SHOWN_SO = 0.8
"""The same where only the values are others: nobody has to be asked whether it was meant."""
_IN_SPITE = 0.7
"""Confidence at most, where what speaks against the tool is outweighed: what changes something asks first."""
RECALLED = "recalled"
"""What one of a tool's own examples says word for word is not weighed."""
ENOUGH, FEW_READ, BY_TREES = 10, "few+encoder", "examples+encoder"
"""Examples from which on a tool is weighed by trees, which have seen tools with as many; how those with fewer are
weighed; how it is."""
NO_LEXICON = "examples, no lexicon"
"""How tools with examples are weighed in a language without an encoder and a dictionary of meanings."""
# Reason codes, beside those of ``accounting``
UNSURE = "unsure"
AMBIGUOUS = "ambiguous"
LITTLE_SAID = "little_said"


@dataclass(frozen=True)
class Candidate:
    """A tool that an utterance may be for."""

    definition: ToolDefinition
    heard: Heard
    filled: Filled
    account: Account
    evidence: Evidence
    confidence: float
    """That this tool is meant, 0 to 1."""
    group: str = "declared"
    """By which weights it is weighed."""
    rival: Candidate | None = None
    """Another that is as likely, or declares the same."""
    accept: float = ACCEPT
    """Confidence from which it is believed."""
    reading: Reading | None = None
    """What the encoder reads in its words, where it was asked."""

    @property
    def refused(self) -> str | None:
        """The reason code why it can't be acted on; None where it can."""
        if self.account.refused:
            return self.account.refused
        if self.rival is not None:
            return AMBIGUOUS
        return UNSURE if self.confidence < self.least else None

    @property
    def least(self) -> float:
        """Confidence from which it is acted on, or asked about."""
        evidence = self.evidence
        if self.group == ELSEWHERE:
            return self.accept  # its trees know how it is put, and what is missing
        word_for_word = self.heard.is_word_for_word
        least, in_spite = _REMARK_WORD_FOR_WORD if word_for_word else _REMARK[self.group == NO_LEXICON]
        is_told = isinstance(evidence, EvidenceDeclared) and evidence.writes > 0  # and its trees know how that is put
        if evidence.directed < least and self.confidence < in_spite and not is_told:
            return in_spite
        if word_for_word and self.group == BY_TREES and evidence.read < _READ_WORD_FOR_WORD:
            return _LEAST_UNREAD
        if not self.filled.missing:
            return self.accept
        if evidence.named >= _NAMED and not self.account.left and evidence.directed >= _TOLD:
            return _TO_ASK_NAMED
        return max(self.accept, _TO_ASK)

    @property
    def in_spite(self) -> Candidate | None:
        """It without what speaks against it; None where nothing does, or not all of that is outweighed."""
        if not self.account.is_outweighed(self.evidence.directed, self.confidence):
            return None
        return replace(self, account=self.account.unreasoned, confidence=min(self.confidence, _IN_SPITE))

    @cached_property
    def explained(self) -> Explained:
        """Who explains which of its words."""
        return explained(self.heard, self.definition, self.filled, self.account.how)

    def why(self, heard: Heard) -> dict[str, Any]:
        """All that speaks for and against it, as JSON; see ``ExampleTranslator.explain``."""
        return {
            "tool": self.definition.name,
            "confidence": round(self.confidence, 3),
            "accept": self.least,
            "refused": self.refused,
            "outweighed": self.in_spite is not None,
            "about": list(self.account.about),
            "arguments": dict(self.filled.arguments),
            "missing": list(self.filled.missing),
            **({"read_as": " ".join(self.heard.words)} if self.heard.is_word_for_word else {}),
            "words": [[word, how] for word, how in zip(heard.words, self.account.how, strict=True)],
            "evidence": {name: round(value, 3) for name, value in vars(self.evidence).items() if value},
            "weighed_as": self.group,
        }


def by_confidence(found: Iterable[Candidate]) -> list[Candidate]:
    """*found*, the likeliest first."""
    return sorted(found, key=lambda candidate: -candidate.confidence)
