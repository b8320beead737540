"""Whether an utterance really asks for the tool that it looks like: a second look, at its form once the values are out.

"what time is <movie_name> playing" is a familiar form whatever film is named; "what time is the party on saturday" is
not, though its words are. The classifier sees words, this sees forms; both must agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ovos_phal_plugin_jarvis.nlu.maxent import Maxent, train_maxent
from ovos_phal_plugin_jarvis.nlu.meanings import classes_of
from ovos_phal_plugin_jarvis.nlu.numerals import is_number_word
from ovos_phal_plugin_jarvis.nlu.words import FUNCTION_WORDS

YES, NO = "yes", "no"


@dataclass(frozen=True)
class Form:
    """An utterance as one tool reads it."""

    tool: str
    words: tuple[str, ...]
    spans: tuple[tuple[int, int, str], ...]
    """First word, one past the last, argument; in order, apart."""
    genuine: bool = True
    """Whether the utterance is for this tool."""


def abstract(form: Form) -> list[str]:
    """The words of *form* with ``<argument>`` for each value."""
    found: list[str] = []
    at = 0
    for start, end, name in form.spans:
        found.extend(form.words[at:start])
        found.append(f"<{name}>")
        at = end
    found.extend(form.words[at:])
    return ["#" if is_number_word(word) else word for word in found]


def carriers(forms: Sequence[Form]) -> dict[str, Counter[str]]:
    """Tool → how many of its utterances hold each word, and each meaning (``~cancel``), outside their values."""
    seen: dict[str, Counter[str]] = {}
    for form in forms:
        if form.genuine:
            words = set(abstract(form))
            meanings = {f"~{meaning}" for word in words for meaning in classes_of(word)}
            seen.setdefault(form.tool, Counter()).update(words | meanings)
    return seen


def features(form: Form, carrier: Counter[str], *, own: bool) -> dict[str, float]:
    """Feature → weight.

    Args:
        form: the utterance as the tool reads it.
        carrier: how many of the tool's utterances hold each word outside values.
        own: whether *form* is one of those, to be taken off again.
    """
    words = abstract(form)
    taken = 1 if own else 0
    found: dict[str, float] = {"bias": 1.0}
    strange = strange_content = values = 0
    for word in words:
        if word.startswith("<"):
            values += 1
        elif carrier[word] - taken <= 0 and all(carrier[f"~{c}"] - taken <= 0 for c in classes_of(word)):
            strange += 1
            strange_content += word not in FUNCTION_WORDS and word != "#"
    found[f"strange{min(strange, 4)}"] = 1.0
    found[f"strange-content{min(strange_content, 3)}"] = 1.0
    found["strange-share"] = strange_content / max(1, len(words))
    found[f"values{min(values, 3)}"] = 0.5
    found[f"words{min(len(words) - values, 6)}"] = 0.5
    padded = ["^", *words, "$"]
    for at, word in enumerate(padded[:-1]):
        if at:
            found[f"u={form.tool}|{word}"] = 0.5
        found[f"b={form.tool}|{word}|{padded[at + 1]}"] = 0.7
        found[f"b={word}|{padded[at + 1]}"] = 0.4
        if at + 2 < len(padded):
            found[f"t={form.tool}|{word}|{padded[at + 1]}|{padded[at + 2]}"] = 0.7
    return found


class Verifier:
    """A trained model at work. Not thread-safe: one at a time may ask it."""

    def __init__(self, model: bytes, carrier: dict[str, Counter[str]]) -> None:
        """
        Args:
            model: from :meth:`trained`.
            carrier: see :func:`carriers`.
        """
        self._model = Maxent(model)
        self._carrier = carrier

    @classmethod
    def trained(cls, forms: Sequence[Form]) -> Verifier:
        """Learned from *forms*, genuine and not."""
        carrier = carriers(forms)
        rows = [features(form, carrier.get(form.tool, Counter()), own=form.genuine) for form in forms]
        return cls(train_maxent(rows, [YES if form.genuine else NO for form in forms]), carrier)

    def probability(self, form: Form) -> float:
        """How likely *form* is a genuine request to its tool, 0 to 1."""
        return self._model.probabilities(features(form, self._carrier.get(form.tool, Counter()), own=False)).get(
            YES, 0.0
        )
