"""The words that explain a request to a tool: those of its name, description and schema, and those of its examples.

What one word may stand for comes from the language (which words mean the same to a tool), for English from WordNet too.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.deeds import Deed, Spoken
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.learning.declarations import parted_value, plain_name, split_name, summary
from ovos_phal_plugin_jarvis.nlu.text import tokenize
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

ENGLISH = "en"
"""What tools are mostly declared in, whatever their users speak."""
_EMPTY = frozenset(
    [
        "tool",
        "get",
        "do",
        "run",
        "use",
        "this",
        "given",
        "return",
        "returns",
        "value",
        "values",
        "result",
        "results",
        "string",
        "text",
        "name",
        "user",
        "users",
        "number",
        "numbers",
        "e.g.",
        "eg",
        "etc",
        "optional",
        "default",
        "defaults",
        "true",
        "false",
        "new",
        "one",
        "service",
        "via",
        "using",
        "based",
        "such",
    ]
)
"""Words of definitions that tell nothing of what is asked for, unless they stand in the tool's own name."""
_NEGATED = re.compile(r"\b(?:not|never|don't|doesn't|no|except|instead|rather|unless)\b", re.IGNORECASE)
_MAX_DESCRIPTION = 400
_MAX_ENUM = 60
_MOST = 12
"""Synonyms of a word that are looked at."""
_PART = 0.8
"""How near one of the words is that stand for one of another language."""


VALUE, EXAMPLE, DECLARED, MEANING, FILLER, LEFT = "value", "example", "declared", "meaning", "filler", "left"
"""What may explain a word of a request; ``LEFT`` where nothing does."""
NEGATED_WITHIN = 3
"""So many words behind a negation may be what it negates."""
EXPLAINED = 0.3
"""How near a word must be to one of the definition's to be explained by it."""


@dataclass(frozen=True)
class Declared:
    """The words of one definition, each with what it weighs, 0 to 1."""

    verbs: frozenset[str]
    """What it does: lemmas from name and description."""
    name: frozenset[str]
    """Lemmas of the name."""
    words: Mapping[str, float]
    """Lemma → weight: its own name most, what an argument is called least."""
    parameters: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Argument → lemmas that name it."""
    spelt: frozenset[str] = frozenset()
    """All words of its name and of the first sentence of its description, those of grammar too."""
    named: frozenset[str] = frozenset()
    """The words of its name, those of grammar too."""

    def opposes(self, other: Declared) -> bool:
        """Whether the two name the two sides of something: ``light_on`` and ``light_off``."""
        one, another = self.spelt - other.spelt, other.spelt - self.spelt
        opposites = language(ENGLISH).opposites
        return any((one & a and another & b) or (one & b and another & a) for a, b in opposites)


@lru_cache(maxsize=20_000)
def lemma(word: str) -> str:
    """The form under which an English *word* is found in a dictionary; *word* itself where it is in none."""
    net = english_wordnet()
    return net.lemma(word) if net else word


def base(word: str, lang: Language) -> str:
    """One form for all forms of *word*."""
    return lemma(word) if lang.code == ENGLISH else lang.stem(word)


def names_deed(value: str, deed: str, lang: Language) -> bool:
    """Whether the *value* of an argument is called as what its tool does, the *deed* in the form of :func:`base`: what
    orders a tool to merge is mostly none of the ways to do so. Never where no *deed* is known."""
    return bool(deed) and base(value.lower(), lang) == deed


def verbs_of(word: str, lang: Language) -> list[str]:
    """The verbs that *word* may be a form of, where there is a dictionary: "written" is one of "write"."""
    net = english_wordnet() if lang.code == ENGLISH else None
    return [form for form, pos in net.lemmas(word) if pos == "v"] if net is not None else []


def declared(definition: ToolDefinition) -> Declared:
    """What *definition* says of itself."""
    weights: dict[str, float] = {}
    english = language(ENGLISH)

    def add(words: Iterable[str], weight: float, *, own: bool = False) -> list[str]:
        found = []
        for word in words:
            form = lemma(word)
            if word in english.function_words or len(word) < 2 or (not own and word in _EMPTY):
                continue
            weights[form] = max(weights.get(form, 0.0), weight * (0.3 if word in _EMPTY else 1.0))
            found.append(form)
        return found

    name_words = split_name(plain_name(definition.named))
    name = add(name_words, 1.0, own=True)
    told = summary(definition.description[:_MAX_DESCRIPTION])
    sentences = [s for s in re.split(r"(?<=[.;!?])\s+|\n", told) if s.strip()]
    verbs = {lemma(w) for w in name_words if _may_be_verb(w)}
    for at, sentence in enumerate(sentences):
        # Later sentences often say what the tool does not do.
        if at and _NEGATED.search(sentence):
            continue
        words = [token.norm for token in tokenize(sentence)]
        if not at and words and _may_be_verb(words[0]):
            verbs.add(lemma(words[0]))
        add(words, 0.8 if not at else 0.4)
    for keyword in definition.keywords:
        add((token.norm for token in tokenize(keyword)), 1.0)
    spelt = {*name_words, *(token.norm for sentence in sentences[:1] for token in tokenize(sentence))}
    parameters: dict[str, frozenset[str]] = {}
    for parameter in definition.parameters:
        own_words = add(split_name(parameter.named), 0.4, own=True)
        add((token.norm for token in tokenize(parameter.description[:200])), 0.3)
        for value in (parameter.enum_values or ())[:_MAX_ENUM]:
            add((token.norm for token in tokenize(parted_value(value))), 0.5)
        parameters[parameter.name] = frozenset(own_words)
    return Declared(frozenset(verbs), frozenset(name), weights, parameters, frozenset(spelt), frozenset(name_words))


@lru_cache(maxsize=5_000)
def _may_be_verb(word: str) -> bool:
    net = english_wordnet()
    return net is not None and any(pos == "v" for _, pos in net.lemmas(word))


@lru_cache(maxsize=20_000)
def alike(word: str, lang: Language, *, wider: bool = True) -> tuple[tuple[str, float], ...]:
    """What may be said for *word*, with how near it is, 0 to 1; *word*'s own forms first.

    Args:
        word: a normalised word.
        lang: its language. A word of another language than English stands for English words of the same meaning.
        wider: whether what it is a kind of counts as well: a "kitchen" is a room.
    """
    found = {base(word, lang): 1.0, word: 1.0}
    parts = word.split()
    for part in parts if len(parts) > 1 else ():  # "living room", said as one word in another language
        for other, near in alike(part, lang, wider=wider) if part not in lang.function_words else ():
            found[other] = max(found.get(other, 0.0), _PART * near)
    net = english_wordnet() if lang.code == ENGLISH else None
    for name in _named_by(lang).get(lang.stem(word), ()):
        found.setdefault(name, 0.7)
    if net is not None:
        for form, _ in net.lemmas(word):
            found[form] = max(found.get(form, 0.0), 0.95)
        for other, weight in net.synonyms(word)[:_MOST]:
            if weight >= 0.2:
                found[other] = max(found.get(other, 0.0), 0.4 + 0.4 * weight)
        for other in net.derived(word):
            found[other] = max(found.get(other, 0.0), 0.75)
        for other, weight in net.wider(word)[:_MOST] if wider else ():
            if weight >= 0.25:
                found[other] = max(found.get(other, 0.0), 0.6 * weight)
    return tuple(found.items())


def may_say(word: str, value: str, lang: Language) -> bool:
    """Whether *word* may be said for *value*, one of a few, as far as a dictionary tells: "ewe" for "sheep", "orally"
    for "oral". False in a language without one."""
    net = english_wordnet() if lang.code == ENGLISH else None
    return net is not None and (net.means(word, value) or word in _adverbs(value))


def is_same_thing(word: str, other: str, lang: Language) -> bool:
    """Whether both are forms of one noun, as far as a dictionary tells."""
    net = english_wordnet() if lang.code == ENGLISH else None
    things = [{form for form, pos in net.lemmas(one) if pos == "n"} for one in (word, other)] if net else [set(), set()]
    return not things[0].isdisjoint(things[1])


def _adverbs(quality: str) -> frozenset[str]:
    """What the English adverb of *quality* may be: "urgent" → "urgently", "easy" → "easily". Not of "hard", which is
    one itself: "hardly" is another word."""
    net = english_wordnet()
    if net is None or any(pos == "r" for _, pos in net.lemmas(quality)):
        return frozenset()
    return frozenset([f"{quality}ly", f"{quality.removesuffix('y')}ily", f"{quality.removesuffix('e')}y"])


@lru_cache(maxsize=16)
def _named_by(lang: Language) -> dict[str, tuple[str, ...]]:
    """Stem of a word that people say → English names that authors give to what it means."""
    found: dict[str, list[str]] = {}
    for names, phrases in lang.meanings:
        for phrase in phrases:
            if " " not in phrase and len(phrase) > 2 and phrase not in lang.function_words:
                found.setdefault(lang.stem(phrase), []).extend(name for name in sorted(names) if "_" not in name)
    return {word: tuple(names) for word, names in found.items()} if lang.code != ENGLISH else {}


@lru_cache(maxsize=16)
def _meanings(lang: Language) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for names, words in lang.meanings:
        group = min(names)
        for word in {*words, *names}:
            if " " not in word and "_" not in word and len(word) > 2 and word not in lang.function_words:
                found.setdefault(lang.stem(word), []).append(group)
    return {word: tuple(sorted(groups)) for word, groups in found.items()}


def meanings_of(word: str, lang: Language) -> tuple[str, ...]:
    """Names for what *word* may mean; words of one meaning share one."""
    return _meanings(lang).get(lang.stem(word), ())


@lru_cache(maxsize=16)
def _opposites(lang: Language) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for one, other in lang.opposites:
        for left, right in ((one, other), (other, one)):
            for word in left:
                found.setdefault(base(word, lang), set()).update(base(w, lang) for w in right)
    return {word: frozenset(others) for word, others in found.items()}


@lru_cache(maxsize=16)
def parted_opposites(lang: Language) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Verb, particle and what the two exclude together, the verb and the excluded ones as :func:`base` writes them:
    "take the milk off" removes."""
    found: dict[tuple[str, str], set[str]] = {}
    for one, other in lang.opposites:
        for said, against in ((one, other), (other, one)):
            for phrase in said:
                words = phrase.split()
                if len(words) == 2:
                    against_base = {base(word, lang) for word in against if " " not in word}
                    found.setdefault((base(words[0], lang), words[1]), set()).update(against_base)
    return tuple((verb, particle, frozenset(against)) for (verb, particle), against in sorted(found.items()))


def opposites(word: str, lang: Language) -> frozenset[str]:
    """Words that exclude *word*, as :func:`base` writes them."""
    against = _opposites(lang).get(base(word, lang), frozenset())
    net = english_wordnet() if lang.code == ENGLISH else None
    if net is not None and word not in lang.function_words and word not in lang.light_words:
        against |= net.opposites(word)
    return against


@dataclass(frozen=True)
class Wording:
    """The words that one tool explains."""

    declared: Declared
    carriers: Counter[str] = field(default_factory=Counter)
    """Stems of words of its examples outside values → in how many."""
    meanings: frozenset[str] = frozenset()
    """Meanings of those words."""
    heads: frozenset[str] = frozenset()
    """Lemmas of the verbs that its examples begin with."""
    lang: Language = field(default_factory=lambda: language(ENGLISH))
    """What is spoken."""
    negated: frozenset[str] = frozenset()
    """Stems and meanings of what its own wording negates: "don't wake me" does, and says nothing of "don't delete"."""
    answers: bool = True
    """Whether it may tell something; see ``inquiry``."""
    reasons: bool = True
    """Whether it may tell why; see ``inquiry``."""
    excluded: frozenset[str] = frozenset()
    """Words, without an s at the end, by which its author says what it is not for ("Not for lamps.")."""
    stated: frozenset[str] | None = None
    """What its examples say something of where they only say how that is ("the tea is cold"); None where anything may
    be meant so. See ``acts.statements``."""
    stated_past: frozenset[str] = frozenset()
    """Those of them of which they say how that was."""
    kinds: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Argument → the kinds of mention that it may be made from; only those that are made from one."""
    ends: Mapping[str, bool] = field(default_factory=dict)
    """Argument → whether it is the least of something, rather than the most; only those that are either."""
    told: bool = False
    """Whether an example only tells what was done or how something is ("i fed the hens"): the tool writes such down."""
    told_of_none: bool = False
    """Whether several examples of one that is told things tell what is not so ("ben isn't coming")."""
    recounted: frozenset[str] | None = None
    """Stems of the words by which examples tell what whoever speaks did; None where it shows no example."""
    usual: frozenset[str] = frozenset()
    """Stems of the verbs by which they tell what that one does: "i fly at nine"."""
    reads: bool = False
    """Whether it only tells something, as far as its author says."""
    inquired: bool = False
    """Whether an example asks whether something was done."""
    writes: bool = False
    """Whether its author says that it writes things down."""

    def is_deed(self, word: str) -> bool:
        """Whether *word* is a form of a verb for what it does: "cleans", of what cleans."""
        return self._is_form(word, self.does)

    def takes_told(self, deed: Iterable[str]) -> bool:
        """Whether telling something may stand for a request, where the words *deed* say what was done: a tool that
        writes roasts down is told "i roasted six kilos", and not "i added six kilos", which is what it does itself."""
        writing = self.heads | self.lang.writing
        return self.told or (self.writes and not any(self._is_form(word, writing) for word in deed))

    def does_itself(self, deed: Iterable[str]) -> bool:
        """Whether one of the words *deed* is a verb for what it does, in any form."""
        return any(self._is_form(word, self.does) for word in deed)

    def is_spoken_to_by(self, deed: Deed) -> bool:
        """Whether *deed*, which is only spoken of, may be meant for it all the same: it does none such, or people tell,
        ask or negate such things to it, as its examples show."""
        stems = {*map(self.lang.stem, deed.words)}
        if self.reads:
            return True
        if deed.how is Spoken.DECLINED:
            said = [word for word in deed.words if self._is_form(word, self.does)]
            return not said or self.negates(said)
        if deed.how is Spoken.ASKED and self.inquired:
            return True
        if deed.how is Spoken.USUAL and not stems.isdisjoint(self.usual):
            return True
        # Where no dictionary tells what a form is of ("puesto"), it may be of what the tool does.
        unknown = self.lang.code != ENGLISH and deed.how is not Spoken.USUAL and not self.recounted
        if not unknown and not self.does_itself(deed.words):
            return True
        return deed.how is Spoken.TOLD and (self.takes_told(deed.words) or not stems.isdisjoint(self.recounted or ()))

    def _is_form(self, word: str, verbs: Iterable[str]) -> bool:
        forms = map(self.lang.stem, (word, *verbs_of(word, self.lang), *_without_prefix(word, self.lang)))
        return not {*map(self.lang.stem, verbs)}.isdisjoint(forms)

    def takes_more(self, kinds: Collection[str], given: Collection[str]) -> bool:
        """Whether an argument that is none of those *given* may be made from a mention of one of *kinds*."""
        return any(not taken.isdisjoint(kinds) for name, taken in self.kinds.items() if name not in given)

    def how(self, word: str) -> str:
        """What explains *word*; ``LEFT`` where nothing does."""
        if self.says(word):
            return EXAMPLE
        if word in self.lang.function_words or word in self.lang.light_words:
            return FILLER
        if self.nearness(word) >= EXPLAINED:
            return DECLARED
        if any(meaning in self.meanings for meaning in meanings_of(word, self.lang)):
            return MEANING
        return LEFT

    def negates(self, words: Iterable[str]) -> bool:
        """Whether its examples negate what the first of *words* that has a meaning says; they follow a negation."""
        word = _first_meaning(words, self.lang)
        return bool({self.lang.stem(word), *meanings_of(word, self.lang)} & self.negated)

    def says(self, word: str) -> bool:
        """Whether its examples say *word* outside values."""
        return self.carriers[self.lang.stem(word)] > 0

    def nearness(self, word: str) -> float:
        """How near *word* is to one of the definition's, 0 to 1, times what that word weighs."""
        words = self.declared.words
        return max((near * words.get(other, 0.0) for other, near in alike(word, self.lang, wider=False)), default=0.0)

    def explains(self, word: str) -> float:
        """How well it explains *word*, 0 to 1."""
        return 1.0 if self.says(word) else self.nearness(word)

    @property
    def does(self) -> frozenset[str]:
        """Verbs and particles for what it does."""
        return self.declared.verbs | self.heads


def _without_prefix(word: str, lang: Language) -> Iterable[str]:
    """*word* without what makes a participle of a verb around its stem: "stell" of "ge|stell|t"."""
    for form in lang.participles:
        prefix, middle, ending = form.partition("*")
        if middle and word.endswith(ending):
            yield word[: len(word) - len(ending)].rpartition(prefix)[2]


def is_deed(word: str, does: Collection[str], lang: Language) -> bool:
    """Whether *word* is one of the verbs *does*, in any form, or is mostly a verb: it says what is done, not with
    what."""
    net = english_wordnet() if lang.code == ENGLISH else None
    if net is None:
        return base(word, lang) in does
    if any(form in does for form, pos in net.lemmas(word) if pos == "v"):
        return True
    name, _ = next(iter(net.fields(net.lemma(word))), ("", 0.0))
    return name.startswith("verb.")


def _first_meaning(words: Iterable[str], lang: Language) -> str:
    """The first of *words* that is none of grammar, such as "need" in "don't need the"; empty where all are."""
    return next((word for word in words if word in lang.verbs or word not in lang.function_words), "")


def wording(declared: Declared, lang: Language, examples: Iterable[tuple[Sequence[str], set[int]]] = ()) -> Wording:
    """What a tool explains: its own words, and those of its examples as ``(words, places of values)``."""
    carriers: Counter[str] = Counter()
    meanings: Counter[str] = Counter()
    heads: Counter[str] = Counter()
    negated: set[str] = set()
    for words, values in examples:
        outside = [word for at, word in enumerate(words) if at not in values]
        carriers.update({lang.stem(word) for word in outside})
        meanings.update({meaning for word in outside for meaning in meanings_of(word, lang)})
        for at, word in enumerate(words):
            if word in lang.negations and at not in values:
                after = _first_meaning(words[at + 1 : at + 1 + NEGATED_WITHIN], lang)
                negated |= {lang.stem(after), *meanings_of(after, lang)} if after else set()
                if at + 1 == len(words) and lang.speakers.isdisjoint(words[1:at]):
                    negated.add(word)  # "weck mich morgen nicht"
        first = next(
            (word for word in outside if word not in lang.function_words and word not in lang.light_words), None
        )
        if first:
            heads[base(first, lang)] += 1
    return Wording(declared, carriers, frozenset(meanings), frozenset(heads), lang, frozenset(negated))


_SHARED_NAME = 2
"""Words of their names that two tools share at least that have one name but for a word."""
_SAME_WORDS = 0.75
"""Cosine of what two tools declare from which on they declare the same."""


class DeclaredIndex:
    """Ranks tools by how well their own words explain what was said."""

    def __init__(self, tools: Mapping[str, Declared]) -> None:
        self.tools = dict(tools)
        counts = Counter(word for tool in tools.values() for word in tool.words)
        total = len(tools) + 20
        self._rarity = {word: math.log(total / (1 + n)) / math.log(total) for word, n in counts.items()}
        self._places: dict[str, list[tuple[str, float]]] = {}
        for name, tool in self.tools.items():
            for word, weight in tool.words.items():
                self._places.setdefault(word, []).append((name, weight))
        self._mass = {name: sum(self._rarity[w] for w in tool.name) or 1.0 for name, tool in self.tools.items()}

    def twins(self, one: str, other: str) -> bool:
        """Whether the two declare that they do the same: ``find_hotel`` of two services."""
        a, b = self.tools[one], self.tools[other]
        if a.opposes(b):
            return False
        telling = language(ENGLISH).telling & (a.verbs | b.verbs)
        if a.name ^ b.name <= telling and a.name & b.name - telling:
            return True  # "find_vet" and "search_vet"
        if not a.verbs & b.verbs:
            return False
        if len(a.name & b.name) >= _SHARED_NAME and len(a.name ^ b.name) <= 1:
            return True
        both = sum(weight * b.words.get(word, 0.0) for word, weight in a.words.items())
        return both >= _SAME_WORDS * math.hypot(*a.words.values()) * math.hypot(*b.words.values())

    def differ_by_unsaid(self, one: str, other: str, words: Iterable[str], lang: Language) -> bool:
        """Whether one word of their names tells the two apart, as in ``search_single_room`` and ``search_double_room``,
        and none of *words* means either."""
        a, b = self.tools[one], self.tools[other]
        apart = a.name ^ b.name
        if (
            not a.verbs & b.verbs
            or len(a.name & b.name) < _SHARED_NAME
            or len(a.name - b.name) != 1
            or len(b.name - a.name) != 1
        ):
            return False
        return not any(meant in apart for word in words for meant, near in alike(word, lang) if near >= EXPLAINED)

    def rank(self, words: Sequence[str], lang: Language) -> list[tuple[str, float, float]]:
        """Tool, how much of *words* it explains, how much of its name is said; the best first."""
        said: dict[str, float] = defaultdict(float)
        named: dict[str, dict[str, float]] = defaultdict(dict)
        content = [word for word in words if word not in lang.function_words]
        for word in dict.fromkeys(content):
            best: dict[str, float] = {}
            for other, near in alike(word, lang):
                rarity = self._rarity.get(other)
                if rarity is None:
                    continue
                for name, weight in self._places[other]:
                    value = near * weight * rarity
                    if value > best.get(name, 0.0):
                        best[name] = value
                    if other in self.tools[name].name:
                        named[name][other] = max(named[name].get(other, 0.0), near * rarity)
            for name, value in best.items():
                said[name] += value
        found = [(name, value, sum(named[name].values()) / self._mass[name]) for name, value in said.items()]
        found.sort(key=lambda row: -(row[1] + 0.5 * row[2]))
        return found
