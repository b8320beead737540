"""Which words of an utterance say which argument, and what each argument becomes: one tagger a tool, and templates."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu import entities as m
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning import values
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Profile, Span, is_closed
from ovos_phal_plugin_jarvis.nlu.learning.booleans import Booleans
from ovos_phal_plugin_jarvis.nlu.learning.choices import Choice
from ovos_phal_plugin_jarvis.nlu.learning.edges import Edges
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.linear import Linear, train_chain
from ovos_phal_plugin_jarvis.nlu.learning.listed import ListReader
from ovos_phal_plugin_jarvis.nlu.learning.measures import Measured, in_unit
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, split_name
from ovos_phal_plugin_jarvis.nlu.reading import Heard, number_places, read
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

_SURE_ROLE = 0.8
"""Probability below which the tagger is not believed about which number is which."""
_COPIES = 2
"""Copies of each example with other values."""
_C1, _C2, _ITERATIONS = 0.3, 0.02, 60
_SEED = 7
_CASED_SHARE = 0.2
_MANY = 300
"""Examples from which on they vary enough by themselves."""
FEW = 60
"""Examples below which a tagger learns from made-up values as well, and has seen too little to be believed about words
that it does not know."""
_MEANT = 0.5
"""Probability from which a choice that nobody named is taken; a required one is asked for below it."""
_CLEAR = 0.5
"""Share of a word's use from which on it is of a lexical field."""
_VAGUE = frozenset(["noun.Tops", "noun.attribute", "noun.cognition", "noun.act", "noun.relation", "noun.state"])
"""Fields that tell nothing of an argument."""
_SURE = 0.9
"""Probability from which a word outside every span is left there, where the examples are few."""


@dataclass
class Vocabulary:
    """What the examples say about single words: how often each stands outside every value, and in values of what."""

    carrier: Counter[str] = field(default_factory=Counter)
    inside: dict[str, Counter[str]] = field(default_factory=dict)
    """Word → parameter name → number of different values that hold it."""
    rich: bool = False
    """Whether there are examples enough to learn what kinds of things an argument's values are."""


def _shape(text: str) -> str:
    if text.isdigit():
        return f"9{min(len(text), 4)}"
    if text[:1].isdigit():
        return "9x"
    if text.isupper():
        return "A" if len(text) == 1 else "AA"
    return "Aa" if text[:1].isupper() else "a"


def sentence_features(
    heard: Heard, vocabulary: Vocabulary, *, lower: bool, own: Vocabulary | None = None
) -> list[list[str]]:
    """One list of features for each word.

    Args:
        heard: the utterance.
        vocabulary: what all examples say about words.
        lower: whether capitals are not looked at.
        own: what this very sentence added to *vocabulary*, to be taken away again; without it, a tagger that is
            trained learns to trust a dictionary that will not know the next sentence.
    """
    words = heard.words
    count = len(words)
    numbers = number_places(heard.mentions)
    texts = [token.text.lower() if lower else token.text for token in heard.tokens]
    shapes = [_shape(text) for text in texts]
    forms = ["#" if at in numbers else word for at, word in enumerate(words)]
    classes: list[list[str]] = [[] for _ in range(count)]
    for mention in heard.mentions:
        for at in range(mention.start, min(mention.end, count)):
            classes[at].append(("B" if at == mention.start else "I") + "~" + mention.kind)
    if vocabulary.rich:
        for at, word in enumerate(words):
            kind = _kind_of(word, heard.lang)
            if kind:
                classes[at].append(kind)
    carriers = [_carrier(word, vocabulary, own, heard.lang) for word in words]
    nowhere = ["^$"]
    around = [*nowhere * 2, *forms, *nowhere * 2]
    rows: list[list[str]] = []
    for at, (word, form) in enumerate(zip(words, forms, strict=True)):
        row = ["bias", f"w={form}", f"s={shapes[at]}", f"c={carriers[at]}"]
        if len(word) > 3:
            row.append(f"x3={word[-3:]}")
        row.append(f"w-2={around[at]}")
        row.append(f"w-1={around[at + 1]}")
        if at:
            row += (f"s-1={shapes[at - 1]}", f"c-1={carriers[at - 1]}")
        row.append(f"w1={around[at + 3]}")
        if at + 1 < count:
            row += (f"s1={shapes[at + 1]}", f"c1={carriers[at + 1]}")
        row.append(f"w2={around[at + 4]}")
        if at:
            row.append(f"w-1w={forms[at - 1]}|{form}")
        if at + 1 < count:
            row.append(f"ww+1={form}|{forms[at + 1]}")
        if at > 1:
            row.append(f"w-2w-1={forms[at - 2]}|{forms[at - 1]}")
        row += [f"k={kind}" for kind in classes[at]]
        if at:
            row += [f"k-1={kind}" for kind in classes[at - 1]]
        if at + 1 < count:
            row += [f"k+1={kind}" for kind in classes[at + 1]]
        if not classes[at]:
            row.append("k=none")
        row += _dictionary(word, vocabulary, own)
        rows.append(row)
    _add_anchors(rows, forms, carriers)
    return rows


@lru_cache(maxsize=20_000)
def _kind_of(word: str, lang: Language) -> str | None:
    """The lexical field of the nouns that an English *word* mostly stands for; None where it is many things."""
    net = english_wordnet() if lang.code == ENGLISH and word not in lang.function_words else None
    name, share = next(iter(net.fields(word)), ("", 0.0)) if net else ("", 0.0)
    return name if share >= _CLEAR and name.startswith("noun.") and name not in _VAGUE else None


def _carrier(word: str, vocabulary: Vocabulary, own: Vocabulary | None, lang: Language) -> str:
    """How much *word* belongs to the phrases around values: 2 often, 1 once, f a function word, 0 never."""
    seen = vocabulary.carrier[word] - (own.carrier[word] if own else 0)
    if seen > 1:
        return "2"
    if seen == 1:
        return "1"
    return "f" if word in lang.function_words else "0"


def _dictionary(word: str, vocabulary: Vocabulary, own: Vocabulary | None) -> list[str]:
    found: list[str] = []
    inside = vocabulary.inside.get(word)
    taken = own.inside.get(word) if own and inside else None
    for name, seen in inside.items() if inside else ():
        others = seen - (taken[name] if taken else 0)
        if others > 0:
            found.append(f"d={name}")
            if others > 2:
                found.append(f"d2={name}")
    return found


def _add_anchors(rows: list[list[str]], forms: list[str], carriers: list[str]) -> None:
    """The nearest word of the carrier phrase on each side: what a long title stands between."""
    count = len(forms)
    left, distance = "^", 0
    lefts = []
    for at in range(count):
        lefts.append(left)
        rows[at].append(f"L={left}")
        if distance < 1:
            rows[at].append(f"L0={left}")
        left, distance = (forms[at], 0) if carriers[at] == "2" else (left, distance + 1)
    right, distance = "$", 0
    for at in range(count - 1, -1, -1):
        rows[at].append(f"R={right}")
        rows[at].append(f"L={lefts[at]}|R={right}")
        right, distance = (forms[at], 0) if carriers[at] == "2" else (right, distance + 1)


@dataclass(frozen=True)
class TaggedSpan:
    """Words that say an argument, and how sure that is."""

    start: int
    end: int
    parameter: str
    probability: float


@dataclass(frozen=True)
class Tagged:
    """What a tagger says of an utterance."""

    spans: list[TaggedSpan]
    loose: frozenset[int]
    """Words outside every span of which that is not sure: they may belong to the text beside them."""


def vocabulary_of(examples: Sequence[AlignedExample]) -> Vocabulary:
    """What *examples* say about single words."""
    total = Vocabulary(rich=len(examples) >= FEW)
    seen: set[tuple[str, str]] = set()
    for example in examples:
        words = example.words
        covered: set[int] = set()
        for span in example.spans:
            covered.update(range(span.start, span.end))
            value = " ".join(words[span.start : span.end])
            if (span.parameter, value) in seen:
                continue
            seen.add((span.parameter, value))
            for word in set(words[span.start : span.end]):
                total.inside.setdefault(word, Counter())[span.parameter] += 1
        total.carrier.update({word for at, word in enumerate(words) if at not in covered})
    return total


def _own(words: Sequence[str], spans: Sequence[Span]) -> Vocabulary:
    own = Vocabulary()
    covered: set[int] = set()
    for span in spans:
        covered.update(range(span.start, span.end))
        for word in set(words[span.start : span.end]):
            own.inside.setdefault(word, Counter())[span.parameter] += 1
    own.carrier.update({word for at, word in enumerate(words) if at not in covered})
    return own


def labels_of(count: int, spans: Sequence[Span]) -> list[str]:
    """``B-name``, ``I-name`` and ``O`` for *count* words."""
    labels = ["O"] * count
    for span in spans:
        labels[span.start] = f"B-{span.parameter}"
        for at in range(span.start + 1, span.end):
            labels[at] = f"I-{span.parameter}"
    return labels


_SYLLABLES = tuple(
    a + b
    for a in ("b", "ch", "d", "f", "gr", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v", "z")
    for b in ("a", "an", "e", "el", "i", "in", "o", "or", "u", "um", "ar", "is")
)


def made_up_words(rng: random.Random, like: Sequence[str]) -> list[str]:
    """As many words as *like*, give or take one, that nobody has heard."""
    count = max(1, len(like) + rng.choice((-1, 0, 0, 0, 1)))
    return ["".join(rng.choice(_SYLLABLES) for _ in range(rng.choice((1, 2, 2, 3)))) for _ in range(count)]


def swap_values(
    heard: Heard, spans: Sequence[Span], pools: Mapping[str, Sequence[str]], rng: random.Random, made_up: frozenset[str]
) -> tuple[Heard, list[Span]]:
    """*heard* with other values where its arguments are said, and with made-up words for those in *made_up*."""
    texts: list[str] = []
    found: list[Span] = []
    at = 0
    written = [token.text for token in heard.tokens]
    for span in spans:
        texts.extend(written[at : span.start])
        start = len(texts)
        value: Sequence[str] = written[span.start : span.end]
        capital = value[0][:1].isupper()
        if span.parameter in made_up:
            value = [word.title() if capital else word for word in made_up_words(rng, value)]
        elif pools.get(span.parameter) and rng.random() < 0.75:
            chosen = [token.text for token in tokenize(rng.choice(pools[span.parameter]))]
            value = (chosen if capital else [text.lower() for text in chosen]) or value
        texts.extend(value)
        found.append(Span(start, len(texts), span.parameter))
        at = span.end
    texts.extend(written[at:])
    text = " ".join(texts)
    tokens = tokenize(text, heard.lang.code)
    if len(tokens) != len(texts):
        return heard, list(spans)
    return read(text, tokens, heard.lang.code, heard.now), found


def value_pools(examples: Iterable[AlignedExample]) -> dict[str, list[str]]:
    """Argument → values of the tool's own examples, with repetitions."""
    pools: dict[str, list[str]] = {}
    for example in examples:
        for span in example.spans:
            pools.setdefault(span.parameter, []).append(example.heard.said(span.start, span.end))
    return pools


def _around(words: Sequence[str], span: Span) -> tuple[str, str]:
    before = words[span.start - 1] if span.start else "^"
    after = words[span.end] if span.end < len(words) else "$"
    return before, after


def _leads(examples: Sequence[AlignedExample]) -> dict[str, set[str]]:
    """Word before a value -> the arguments that it stands before."""
    found: dict[str, set[str]] = {}
    for example in examples:
        for span in example.spans:
            found.setdefault(_around(example.words, span)[0], set()).add(span.parameter)
    return found


def _led(example: AlignedExample, leads: Mapping[str, set[str]]) -> frozenset[str]:
    """Arguments of *example* that the word before them tells: what their own words are does not matter then."""
    return frozenset(span.parameter for span in example.spans if len(leads[_around(example.words, span)[0]]) == 1)


def has_capitals(texts: Sequence[str]) -> bool:
    """Whether a word after the first begins with a capital: written text, not a recogniser's."""
    return any(text[:1].isupper() and text != "I" for text in texts[1:])


def _texts(heard: Heard) -> list[str]:
    return [token.text for token in heard.tokens]


class Tagger:
    """Says which words say which argument of one tool. Capitals tell names apart, so text that has them has a model
    of its own. Immutable."""

    def __init__(self, lower: Linear, cased: Linear | None, vocabulary: Vocabulary, few: bool) -> None:
        """
        Args:
            lower: for text in lower case.
            cased: for text with capitals; None where the examples have none.
            vocabulary: what the examples say about words.
            few: whether there were few examples.
        """
        self.lower = lower
        self.cased = cased
        self._vocabulary = vocabulary
        self._few = few

    @classmethod
    def trained(cls, examples: Sequence[AlignedExample], free: frozenset[str]) -> Tagger | None:
        """Learned from *examples*, in which the arguments in *free* hold free text; None where none says any."""
        if not any(example.spans for example in examples):
            return None
        vocabulary = vocabulary_of(examples)
        written = sum(has_capitals(_texts(example.heard)) for example in examples) >= _CASED_SHARE * len(examples)
        copies = _with_copies(examples, free)
        many = len(examples) > _MANY
        return cls(
            _train(copies, vocabulary, many, lower=True),
            _train(copies, vocabulary, many, lower=False) if written else None,
            vocabulary,
            len(examples) < FEW,
        )

    @classmethod
    def kept(cls, lower: Linear, cased: Linear | None, examples: Sequence[AlignedExample]) -> Tagger:
        """What was learned before from *examples*."""
        return cls(lower, cased, vocabulary_of(examples), len(examples) < FEW)

    def tag(self, heard: Heard) -> Tagged:
        """The arguments that the words say, by place."""
        words = heard.words
        if not words:
            return Tagged([], frozenset())
        model = self.cased if self.cased is not None and has_capitals(_texts(heard)) else self.lower
        labels, sure = model.tag(sentence_features(heard, self._vocabulary, lower=model is self.lower))
        loose = frozenset(
            at
            for at, label in enumerate(labels)
            if self._few and label == "O" and sure[at] < _SURE and self._is_strange(words[at], heard.lang)
        )
        return Tagged(spans_of(labels, sure), loose)

    def _is_strange(self, word: str, lang: Language) -> bool:
        """Whether no example says *word* outside a value, and it is no function word."""
        return self._vocabulary.carrier[word] == 0 and word not in lang.function_words and word.isalpha()


_Copy = tuple[Heard, Sequence[Span], Vocabulary]
"""A sentence to learn from, its spans, and what the example that it was made of added to the vocabulary."""


def _with_copies(examples: Sequence[AlignedExample], free: frozenset[str]) -> list[_Copy]:
    """Each of *examples*, followed by copies of it with other values."""
    rng = random.Random(_SEED)
    leads = _leads(examples)
    pools = value_pools(examples)
    found: list[_Copy] = []
    for example in examples:
        copies: list[tuple[Heard, Sequence[Span]]] = [(example.heard, example.spans)]
        if example.spans and len(examples) <= _MANY:
            copies += [swap_values(example.heard, example.spans, pools, rng, frozenset()) for _ in range(_COPIES)]
            if len(examples) < FEW:
                copies.append(swap_values(example.heard, example.spans, pools, rng, free & _led(example, leads)))
        own = _own(example.words, example.spans)
        found += [(heard, spans, own) for heard, spans in copies]
    return found


def _train(copies: Sequence[_Copy], vocabulary: Vocabulary, many: bool, *, lower: bool) -> Linear:
    sequences = (
        (sentence_features(heard, vocabulary, lower=lower, own=own), labels_of(len(heard.words), spans))
        for heard, spans, own in copies
    )
    return train_chain(sequences, c1=_C1 / 3 if many else _C1, c2=_C2, iterations=_ITERATIONS * (3 if many else 1))


def spans_of(labels: Sequence[str], probabilities: Sequence[float]) -> list[TaggedSpan]:
    """The runs of equal labels; a run is as sure as its least sure word."""
    found: list[TaggedSpan] = []
    start = 0
    while start < len(labels):
        if labels[start] == "O":
            start += 1
            continue
        name = labels[start][2:]
        end = start + 1
        while end < len(labels) and labels[end] == f"I-{name}":
            end += 1
        found.append(TaggedSpan(start, end, name, min(probabilities[start:end])))
        start = end
    return found


Roles = tuple[str, ...]
_LONGEST = 12
_USUAL = 0.7
"""Share of the templates that must agree on an order."""


class RoleTemplates:
    """Templates such as "subtract # from #" with the argument that each place stands for."""

    def __init__(self, aligned: Sequence[AlignedExample], parameters: frozenset[str]) -> None:
        """
        Args:
            aligned: the tool's examples.
            parameters: arguments that are made from mentions of the same kind.
        """
        self._wide: dict[tuple[str, ...], Counter[Roles]] = {}
        self._narrow: dict[tuple[str, ...], Counter[Roles]] = {}
        for example in aligned:
            spans = [span for span in example.spans if span.parameter in parameters]
            if len(spans) < 2:
                continue
            roles = tuple(span.parameter for span in spans)
            places = [(span.start, span.end) for span in spans]
            wide, narrow = _cores(example.words, places)
            self._wide.setdefault(wide, Counter())[roles] += 1
            self._narrow.setdefault(narrow, Counter())[roles] += 1

    def roles(self, words: Sequence[str], places: Sequence[tuple[int, int]]) -> Roles | None:
        """The arguments that mentions at *places* stand for, in order; None where no template fits or they disagree."""
        if len(places) < 2 or places[-1][1] - places[0][0] > _LONGEST:
            return None
        wide, narrow = _cores(words, places)
        for known, core in ((self._wide, wide), (self._narrow, narrow)):
            seen = known.get(core)
            if seen and len(seen) == 1:
                return next(iter(seen))
        return None

    def usual(self, count: int) -> Roles | None:
        """The order in which *count* arguments mostly come, where nothing better is known."""
        orders: Counter[Roles] = Counter()
        for seen in self._wide.values():
            orders.update({roles: number for roles, number in seen.items() if len(roles) == count})
        best = orders.most_common(1)
        return best[0][0] if best and best[0][1] >= _USUAL * sum(orders.values()) else None


def _cores(words: Sequence[str], places: Sequence[tuple[int, int]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words from the first place to the last with ``#`` in the places: with the word before them, and without."""
    narrow: list[str] = []
    at = places[0][0]
    for start, end in places:
        narrow.extend(words[at:start])
        narrow.append("#")
        at = end
    before = words[places[0][0] - 1] if places[0][0] else "^"
    return (before, *narrow), tuple(narrow)


_SHOWN = 3
"""Values from which on it tells something that none of them has a word of grammar."""
_UNSEEN = 0.5
"""How sure a text is that only the word before it tells."""
_ALIKE = 0.8
"""Share of an argument's values that are days, or times, from which on it holds nothing else."""


class Shapes:
    """What the texts of each argument look like in a tool's examples, to mend what a tagger that has seen ten of them
    takes for one: days, numbers and words of grammar around and inside names.

    English has general knowledge for this, and is read without.
    """

    def __init__(self, aligned: Sequence[AlignedExample], lang: Language) -> None:
        """
        Args:
            aligned: the tool's examples.
            lang: what is spoken.
        """
        self._lang = lang
        self._count: Counter[str] = Counter()
        self._longest: dict[str, int] = {}
        self._kinds: dict[str, Counter[str]] = {}
        self._grammar: dict[str, set[str]] = {}
        """Argument → where its values have words of grammar: ``first``, ``last``, ``inside``."""
        self._before: dict[str, set[str]] = {}
        """Argument → words of grammar that stand before its values."""
        self._outside = {lang.stem(word) for e in aligned for at, word in enumerate(e.words) if e.outside(at)}
        for example in aligned:
            for span in example.spans:
                self._count[span.parameter] += 1
                self._longest[span.parameter] = max(self._longest.get(span.parameter, 0), span.end - span.start)
                over = {x.kind for x in example.heard.mentions if x.start < span.end and x.end > span.start}
                self._kinds.setdefault(span.parameter, Counter()).update(over)
                words = example.words[span.start : span.end]
                self._grammar.setdefault(span.parameter, set()).update(_places_of_grammar(words, lang))
                before, _ = _around(example.words, span)
                if before in lang.function_words:
                    self._before.setdefault(span.parameter, set()).add(before)

    def mend(self, heard: Heard, filled: Filled, typed: frozenset[str]) -> None:
        """Let each text of *filled* that is not in *typed* end where its kind of text ends, and go where it is none."""
        for span in list(filled.spans):
            start, end, name = span
            if span not in filled.spans or name in typed or not self._count[name]:
                continue
            if not isinstance(filled.arguments.get(name), str):
                continue
            place = self._place(heard, start, end, name, filled.covered - set(range(start, end)))
            if place == (start, end):
                continue
            if place is None:
                filled.drop(name)
            else:
                filled.move(name, *place, heard)

    def _place(self, heard: Heard, start: int, end: int, name: str, others: set[int]) -> tuple[int, int] | None:
        """Where the text at *start* to *end* really stands; None where there is none."""
        kinds = self._kinds[name]
        for kind in (m.DATE, m.TIME):
            if kinds[kind] >= _ALIKE * self._count[name]:
                days = [x for x in heard.mentions if x.kind == kind and others.isdisjoint(range(x.start, x.end))]
                over = [x for x in days if x.start < end and x.end > start] or days
                if not over:
                    return None
                first = over[0].start
                while "first" not in self._grammar[name] and self._is_grammar(heard.words[first]):
                    first += 1
                return first, over[0].end
        strange = {
            at
            for x in heard.mentions
            if x.kind in (m.DATE, m.TIME, m.DURATION, m.MONEY, m.NUMBER) and not kinds[x.kind]
            # "media" and "uno" are halves and ones, and names.
            if x.kind != m.NUMBER or (x.value > 1 and x.value == int(x.value))
            for at in range(x.start, x.end)
        }
        grammar = self._grammar[name]
        if self._count[name] >= _SHOWN:
            if "inside" not in grammar:
                first = next((at for at in range(start, end) if not self._is_grammar(heard.words[at])), end)
                end = next((at for at in range(first, end) if self._is_grammar(heard.words[at])), end)
            while start < end and "first" not in grammar and self._is_grammar(heard.words[start]):
                start += 1
            while start < end and "last" not in grammar and self._is_grammar(heard.words[end - 1]):
                end -= 1
        while start < end and start in strange:
            start += 1
        while start < end and end - 1 in strange:
            end -= 1
        return (start, end) if start < end else None

    def find(self, heard: Heard, filled: Filled, name: str) -> None:
        """Let *filled* have the text *name*, which is required and that no tagger saw: the only strange words of the
        request, where they stand behind a word of grammar that examples have before such a text."""
        if self._count[name] < _SHOWN or any(self._kinds[name][kind] for kind in (m.DATE, m.TIME)):
            return
        mentioned = {at for x in heard.mentions if x.kind != m.PLACE for at in range(x.start, x.end)}
        strange = [
            at
            for at, word in enumerate(heard.words)
            if at not in filled.covered | mentioned
            and not self._is_grammar(word)
            and word not in self._lang.light_words
            and self._lang.stem(word) not in self._outside
        ]
        runs = [at for at in strange if at - 1 not in strange]
        led = [at for at in runs if at and heard.words[at - 1] in self._before.get(name, ())]
        if len(led) != 1 or len(runs) > 2:
            return
        start = end = led[0]
        while end in strange and end - start < self._longest[name]:
            end += 1
        filled.arguments[name] = heard.said(start, end)
        filled.take(start, end, name)
        filled.probability = min(filled.probability, _UNSEEN)

    def _is_grammar(self, word: str) -> bool:
        return word in self._lang.function_words


def _places_of_grammar(words: Sequence[str], lang: Language) -> set[str]:
    places = ["first", *["inside"] * (len(words) - 2), "last"] if len(words) > 1 else ["first"]
    return {place for word, place in zip(words, places, strict=True) if word in lang.function_words}


class ToolModel:
    """What was learned about one tool."""

    def __init__(
        self,
        definition: ToolDefinition,
        aligned: Sequence[AlignedExample],
        profiles: dict[str, Profile],
        tagger: Tagger | None,
        lang: Language,
        models: Mapping[str, Linear | None] | None = None,
        *,
        chooses: bool = True,
    ) -> None:
        """
        Args:
            definition: the tool.
            aligned: its examples.
            profiles: how its arguments are made from words.
            tagger: which words say which.
            lang: what is spoken.
            models: what choices learned before, by argument; they learn now where it is None.
            chooses: whether what nobody says in so many words is chosen by what is meant.
        """
        self.definition = definition
        self.profiles = profiles
        self.tagger = tagger
        rules = [
            *definition.rules,
            *definition.critical_rules,
            definition.description,
            " ".join(split_name(definition.name)),
            *(p.description for p in definition.parameters),
        ]
        self._typed = frozenset(name for name, profile in profiles.items() if profile.typed)
        said = {name: p.parameter for name, p in profiles.items() if not p.typed}
        measured = {name: Measured.of(name, aligned, definition) for name in self._typed}
        self._measured = {name: found for name, found in measured.items() if found is not None}
        self._times = {name: parameter for name, parameter in said.items() if values.is_time(parameter)}
        self._roles = _role_templates(profiles, aligned)
        self._shapes = Shapes(aligned, lang) if lang.code != ENGLISH else None
        self._edges = Edges(profiles, aligned, lang) if len(aligned) < FEW else None
        self._lists = {
            name: ListReader(p.parameter, aligned, lang)
            for name, p in profiles.items()
            if p.parameter.lists_names and not p.typed
        }
        self._backward = {name: _backward(name, aligned) for name, p in profiles.items() if "days_back" in p.formats}
        self._booleans = Booleans(definition, aligned if chooses else (), lang)
        self.choices: dict[str, Choice] = {}
        for name, profile in profiles.items():
            if chooses and (_is_choice(profile) or _is_implied(profile)):
                choice = Choice(profile.parameter, aligned, rules, lang, self._typed, models=models)
                if choice.useful:
                    self.choices[name] = choice

    @property
    def learned(self) -> frozenset[str]:
        """Arguments that are chosen by what is meant, as examples show it."""
        return frozenset(
            name
            for name, profile in self.profiles.items()
            if name in self.choices and sum(profile.implied.values()) > 0 and not profile.parameter.enum_values
        )

    def fill(self, heard: Heard, tagged: Tagged | None = None) -> Filled:
        """The arguments that *heard* gives; *tagged* says which words say which, where that is known."""
        filled = Filled()
        tagged = self._tagged(heard) if tagged is None else tagged
        spans = self._with_lists(heard, _widened(heard, tagged, self._typed, self._times))
        for profile in self.profiles.values():
            if profile.parameter.param_type.lower() in values.TEMPORAL_LISTS:
                self._fill_dates(heard, profile, filled)
        self._fill_roles(heard, spans, filled)
        for span in spans:
            self._fill_span(heard, span, spans, filled)
        if self._shapes is not None:
            self._shapes.mend(heard, filled, self._typed)
            wanted = [
                n
                for n, p in self.profiles.items()
                if p.parameter.required and n not in filled.arguments and n not in self.choices and not p.typed
            ]
            if len(wanted) == 1:
                self._shapes.find(heard, filled, wanted[0])
        for name, profile in self.profiles.items():
            if name not in filled.arguments and profile.typed:
                self._fill_mention(heard, profile, filled, spans)
        for name, words in self._backward.items():
            self._turn_back(heard, filled, name, words)
        self._booleans.fill(heard, filled)
        for name, choice in self.choices.items():
            if name in filled.arguments:
                continue
            taken = self._of_texts(filled)
            value, probability = choice.pick(heard, taken)
            if value is not None and probability > _MEANT:
                if choice.is_said(value, heard, taken):
                    filled.arguments[name] = value
                else:
                    filled.supposed[name] = str(value)
        self.mend(heard, filled)
        for name, profile in self.profiles.items():
            if name not in filled.arguments and profile.constant is not None:
                filled.arguments[name] = profile.constant
            if name not in filled.arguments and profile.parameter.required and profile.parameter.default is None:
                filled.missing.append(name)
        return filled

    def of_others(self, heard: Heard, filled: Filled) -> frozenset[str]:
        """Choices of which *heard* says a value of somebody else than the examples do: none is meant."""
        taken = self._of_texts(filled)
        return frozenset(name for name, choice in self.choices.items() if choice.is_of_another(heard, taken))

    def unmeant(self, heard: Heard, filled: Filled) -> frozenset[str]:
        """Arguments for which *heard* has something that no example's words make one of them: a value of a few that is
        somebody else's, a number that counts something else."""
        counted = [x for x in heard.mentions if x.kind == m.NUMBER]
        others = {name for name in self._measured if len(self._own(counted, name, heard)) < len(counted)}
        return self.of_others(heard, filled) | others

    def _own(self, mentions: list[m.Mention], name: str, heard: Heard) -> list[m.Mention]:
        """Those of *mentions* that may be the number *name*: not the "hundred" of "a hundred nylon spacers" where each
        example says millimetres."""
        measured = self._measured.get(name)
        return [x for x in mentions if x.kind != m.NUMBER or measured is None or measured.may_be(heard, x)]

    def _of_texts(self, filled: Filled) -> set[int]:
        return {at for start, end, said in filled.spans if said not in self._typed for at in range(start, end)}

    def mend(self, heard: Heard, filled: Filled) -> None:
        """Let the texts of *filled* end where they do, as far as a few examples tell."""
        if self._edges is not None:
            self._edges.mend(heard, filled)

    def _turn_back(self, heard: Heard, filled: Filled, name: str, words: frozenset[str]) -> None:
        """Count a number of days back where a word says so that only examples which count back have."""
        days = filled.arguments.get(name)
        lengths = {(x.start, x.end) for x in heard.mentions if x.kind == m.DURATION}
        counted = any(place == name and (start, end) in lengths for start, end, place in filled.spans)
        if counted and isinstance(days, int | float):
            said = {word for at, word in enumerate(heard.words) if at not in filled.covered}
            filled.arguments[name] = -abs(days) if said & words else abs(days)

    def _tagged(self, heard: Heard) -> Tagged:
        if self.tagger is None:
            return Tagged([], frozenset())
        return self.tagger.tag(heard)

    def _with_lists(self, heard: Heard, spans: list[TaggedSpan]) -> list[TaggedSpan]:
        """*spans* with the things that each list holds."""
        for name, reader in self._lists.items():
            own = [span for span in spans if span.parameter == name]
            if own:
                spans = [span for span in spans if span.parameter != name]
                # Of two places of one text the less sure one may belong to the list: "and aunt [eve] saying …".
                best = {s.parameter: s for s in sorted(spans, key=lambda s: s.probability)}
                others = {at for span in best.values() for at in range(span.start, span.end)}
                sure = min(span.probability for span in own)
                things = reader.things(heard, [(span.start, span.end, span.probability) for span in own], others)
                spans += [TaggedSpan(start, end, name, sure) for start, end in things]
        return sorted(spans, key=lambda span: span.start)

    def _fill_roles(self, heard: Heard, spans: list[TaggedSpan], filled: Filled) -> None:
        """Arguments of one kind whose places a template tells apart; what the tagger says of words goes first."""
        texts = {at for span in spans if span.parameter not in self._typed for at in range(span.start, span.end)}
        for kind, templates in self._roles.items():
            places = [x for x in heard.mentions if x.kind == kind and texts.isdisjoint(range(x.start, x.end))]
            roles = templates.roles(heard.words, [(x.start, x.end) for x in places])
            if (
                roles is None
                and len(places) > 1
                and any(span.probability < _SURE_ROLE for span in spans if span.parameter in self._typed)
            ):
                roles = templates.usual(len(places))
            for mention, name in zip(places, roles or (), strict=False):
                profile = self.profiles[name]
                said = in_unit([mention], heard, profile.parameter)
                value = values.convert(
                    profile.formats, heard.said(mention.start, mention.end), said, profile.parameter, heard.now
                )
                if value is not None and name not in filled.arguments:
                    filled.arguments[name] = value
                    filled.take(mention.start, mention.end, name)

    def _fill_span(self, heard: Heard, span: TaggedSpan, spans: Sequence[TaggedSpan], filled: Filled) -> None:
        profile = self.profiles.get(span.parameter)
        if profile is None or profile.parameter.param_type.lower() in values.TEMPORAL_LISTS:
            return
        said = set(range(span.start, span.end))
        if said <= filled.covered or (profile.typed and said & filled.covered):
            return
        inside = [x for x in heard.mentions if span.start <= x.start and x.end <= span.end]
        if profile.typed:
            kinds = {values.kind_of(name) for name in profile.formats}
            near = [x for x in heard.mentions if x.start < span.end and x.end > span.start]
            near = [x for x in near if m.TIME in kinds or heard.counts(x)]
            # "An alarm for six": what is a time of day may be said as a bare hour.
            inside = [x for x in near if x.kind in kinds] or [x for x in near if m.TIME in kinds and x.kind == m.NUMBER]
            # "80 dollars" is a sum of money, and where "dollars" says another argument a number.
            others = {at for other in spans if other is not span for at in range(other.start, other.end)}
            first = values.kind_of(profile.formats[0])
            inside = [x for x in inside if x.kind == first or others.isdisjoint(range(x.start, x.end))] or inside
            meant = in_unit(self._own(inside, span.parameter, heard), heard, profile.parameter)
            if inside and not meant:
                return  # it counts something else, whatever examples say with that number
            inside = meant
        value = None
        if not profile.typed or not inside:
            value = profile.known.get(" ".join(heard.words[span.start : span.end]))
            if value is not None and profile.typed:
                value = values.cast(value, profile.parameter)
        if value is None or isinstance(value, list):
            value = values.convert(
                profile.formats, heard.said(span.start, span.end), inside, profile.parameter, heard.now
            )
        if value is None:
            return
        if profile.parameter.lists_names:
            filled.arguments.setdefault(span.parameter, []).append(value)
        elif span.parameter in filled.arguments:
            return
        else:
            filled.arguments[span.parameter] = value
        start = min([span.start, *(x.start for x in inside)]) if profile.typed else span.start
        end = max([span.end, *(x.end for x in inside)]) if profile.typed else span.end
        filled.take(start, end, span.parameter)
        filled.probability = min(filled.probability, span.probability)

    def _fill_dates(self, heard: Heard, profile: Profile, filled: Filled) -> None:
        """A list of dates is every date that was said, in order."""
        days = [x for x in heard.mentions if x.kind == m.DATE]
        if not profile.spoken and not profile.parameter.required and profile.implied and not days:
            return
        keys = [key for x in days for key in x.value.values()]
        if keys:
            filled.arguments[profile.parameter.name] = list(dict.fromkeys(keys))
            clocks = {at for x in heard.mentions if x.kind == m.TIME for at in range(x.start, x.end)}
            for x in days:
                # "half past six tonight" is a time as well; its argument shall find it whole.
                if clocks.isdisjoint(range(x.start, x.end)):
                    filled.take(x.start, x.end, profile.parameter.name)

    def _fill_mention(self, heard: Heard, profile: Profile, filled: Filled, spans: list[TaggedSpan]) -> None:
        """An argument made from a mention that the tagger left unmarked: the only one of its kind that is free."""
        kind = values.kind_of(profile.formats[0])
        kinds = {kind} | {values.kind_of(name) for name in profile.formats if name == "number"}
        own = [x for x in heard.mentions if x.kind in kinds and (m.TIME in kinds or heard.counts(x))]
        free = [x for x in own if not filled.covered.intersection(range(x.start, x.end))]
        free = in_unit(self._own(free, profile.parameter.name, heard), heard, profile.parameter)
        if not free and kind == m.TIME and profile.parameter.required:
            free = [x for x in heard.mentions if self._is_bare_hour(x, heard, filled)]
            free = free if len(free) == 1 else []
        if not free or profile.parameter.name in filled.arguments:
            return
        rivals = [
            p
            for n, p in self.profiles.items()
            if n not in filled.arguments
            and p.typed
            and n != profile.parameter.name
            and values.kind_of(p.formats[0]) == kind
        ]
        if rivals and not profile.parameter.required:
            return
        share = profile.spoken / max(1, profile.spoken + profile.absent)
        if not profile.parameter.required and profile.spoken and share < 0.3:
            return
        mention = (
            max((x for x in free if x.kind == kind), key=lambda x: x.end - x.start, default=free[0])
            if not rivals
            else free[0]
        )
        value = values.convert(
            profile.formats, heard.said(mention.start, mention.end), [mention], profile.parameter, heard.now
        )
        if value is not None:
            filled.arguments[profile.parameter.name] = value
            filled.take(mention.start, mention.end, profile.parameter.name)

    @staticmethod
    def _is_bare_hour(mention: m.Mention, heard: Heard, filled: Filled) -> bool:
        """Whether *mention* is a number that may be an hour, and belongs to nothing else: "an alarm for seven"."""
        places = set(range(mention.start, mention.end))
        return (
            mention.kind == m.NUMBER
            and mention.value == int(mention.value)
            and 0 <= mention.value <= 24
            and heard.words[mention.start] not in heard.lang.articles
            and not places & filled.covered
            and not any(x is not mention and places & set(range(x.start, x.end)) for x in heard.mentions)
        )


def _backward(name: str, aligned: Sequence[AlignedExample]) -> frozenset[str]:
    """Words beside the numbers of *name* that only examples have whose number is below zero: "back", "earlier"."""
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for example in aligned:
        days = example.arguments.get(name)
        counted = {(x.start, x.end) for x in example.heard.mentions if x.kind == m.DURATION}
        said = any(span.parameter == name and (span.start, span.end) in counted for span in example.spans)
        if said and isinstance(days, int | float):
            found[days < 0].update(word for at, word in enumerate(example.words) if example.outside(at))
    return frozenset(found[True] - found[False])


def _is_implied(profile: Profile) -> bool:
    """Whether a number may be meant without being said, as in "squared". A required one never is: it is asked for."""
    return (
        profile.typed
        and not profile.parameter.required
        and profile.constant is None
        and any(count > 1 for count in profile.implied.values())
    )


def _widened(
    heard: Heard, tagged: Tagged, typed: frozenset[str], times: Mapping[str, ToolParameter]
) -> list[TaggedSpan]:
    """The spans, each text with the loose words beside it: "roast" of "the roast chicken timer"; those of *times* with
    all of the moment that they are a part of."""
    free = tagged.loose - {at for x in heard.mentions for at in range(x.start, x.end)}
    found = []
    for span in tagged.spans:
        start, end = span.start, span.end
        if span.parameter in times:
            start, end = _whole_moment(heard, start, end, times[span.parameter])
        elif span.parameter not in typed:
            while start - 1 in free:
                start -= 1
            while end in free:
                end += 1
            start, end = _within_quotes(heard, *_outside_moments(heard, start, end))
        found.append(replace(span, start=start, end=end))
    return found


def _whole_moment(heard: Heard, start: int, end: int, parameter: ToolParameter) -> tuple[int, int]:
    """*start* and *end* with all of the day or time for *parameter* that they are most of, and nothing of another one:
    "ten past one" whole."""
    for kind in values.moments(parameter):
        cut = [x for x in heard.mentions if x.kind == kind and x.start < end and start < x.end]
        most = max(cut, key=lambda x: min(x.end, end) - max(x.start, start), default=None)
        if most is not None:
            start, end = min(start, most.start), max(end, most.end)
    return _outside_moments(heard, start, end)


def _outside_moments(heard: Heard, start: int, end: int) -> tuple[int, int]:
    """The text at *start* to *end* without the half of a day, a time or a number that it cuts: in "at two pm pick up
    grandma" it begins behind "pm", and in "against dennis forty seven moves" it ends before "forty"."""
    for mention in heard.mentions:
        if mention.kind not in (m.DATE, m.TIME, m.DURATION, m.NUMBER):
            continue
        if mention.start < start < mention.end < end:
            start = mention.end
        elif start < mention.start < end < mention.end:
            end = mention.start
    return start, end


def _within_quotes(heard: Heard, start: int, end: int) -> tuple[int, int]:
    """The text at *start* to *end* without words of grammar beside what stands in quotes: those are all of it. Beside a
    word with meaning the quotes are a part: "“Dune” was great"."""
    for mention in heard.mentions:
        if mention.kind == m.QUOTED and start <= mention.start and mention.end <= end:
            beside = (*heard.words[start : mention.start], *heard.words[mention.end : end])
            if not any(is_content(word, heard.lang) for word in beside):
                return mention.start, mention.end
    return start, end


def _role_templates(profiles: dict[str, Profile], aligned: Sequence[AlignedExample]) -> dict[str, RoleTemplates]:
    """Kind of mention → templates, for each kind that more than one argument is made from."""
    by_kind: dict[str, set[str]] = {}
    for name, profile in profiles.items():
        kind = values.kind_of(profile.formats[0]) if profile.formats else None
        if kind:
            by_kind.setdefault(kind, set()).add(name)
    return {kind: RoleTemplates(aligned, frozenset(names)) for kind, names in by_kind.items() if len(names) > 1}


def _is_choice(profile: Profile) -> bool:
    """Whether the argument is one of a few values rather than something said."""
    parameter = profile.parameter
    if is_closed(parameter):
        return True
    if profile.typed or not profile.implied:
        return False
    distinct = len(profile.implied)
    return distinct <= 12 and sum(profile.implied.values()) >= max(
        1, 0.3 * (profile.spoken + sum(profile.implied.values()))
    )
