"""Yes-or-no arguments of anyone's tools: where the words name what one is about, and whether it shall be.

What an argument is about is told by the words of its name and of its description ("true for the amount in money, false
for metered units"), their derivations and opposites, and by the words that only examples with a value say. Whether it
shall be is told by ``nlu.polarity``. What nobody can tell is noted as unclear, and refuses the request.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise, product

from ovos_phal_plugin_jarvis.nlu.entities import DATE, DURATION, TIME
from ovos_phal_plugin_jarvis.nlu.knowledge import english_wordnet
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.declarations import split_name
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, base, opposites
from ovos_phal_plugin_jarvis.nlu.polarity import polarity
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, Heard, hear, number_places
from ovos_phal_plugin_jarvis.nlu.text import single_words, tokenize, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition, ToolParameter

BOOLEAN = ("bool", "boolean")
_TRUTHS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
"""What an author may have written in an example for true and false."""
_EMPTY_NAMES = frozenset(
    words_of(
        "is are has have with include included including use using enable enabled allow allowed make do flag option "
        "want wants wanted need needs needed should set send add get be"
    )
)
"""Words of an argument's name that tell nothing of what it is about."""
_QUANTITIES = frozenset(["only", "just", "all", "every", "both", "each", "any"])
"""Words of a name that limit what the others say: "solar power" is not "solar only"."""
_COMPANY = frozenset(
    words_of("partner companion couple pair guest friend mate buddy company accompanied accompaniment")
)
"""Words of an argument's name that ask whether somebody comes along."""
_ALONE = frozenset(words_of("alone solo single unaccompanied"))
"""Words of one that ask whether nobody does."""
_SAME = 0.9
"""Weight from which a synonym is as good as the word."""
_NEAR = 4
"""Words within which the parts of a name stand: "the vent must stay open"."""
_SEGMENT = re.compile(r"\b(true|false)\b[\s=:,-]*(?:if|when|where|to|for|means)?\b", re.IGNORECASE)
_SHORT = 2
"""Words with meaning up to which what a description says of true or of false is the name of it."""
_LETTERS, _SHARE = 5, 0.6
"""Letters, and share of the longer word, that two forms of one word begin with, where no dictionary tells."""


def is_yes_or_no(parameter: ToolParameter) -> bool:
    """Whether the argument is true or false, however it is spelled."""
    spelled = {value.lower() for value in parameter.enum_values or ()}
    return parameter.param_type.lower() in BOOLEAN or spelled == {"true", "false"}


def truth(value: object) -> bool | None:
    """*value* of an example as the yes or no that its author means; None where it is neither."""
    return _TRUTHS.get(str(value).strip().lower())


@dataclass(frozen=True)
class Mention:
    """Words that name what a yes or no is about."""

    places: tuple[int, ...]
    sign: bool
    """What it is where they are not denied."""
    weak: bool = False
    """Whether they name it only where a word beside them says with or without."""


@dataclass(frozen=True)
class Said:
    """What words say of a yes or no."""

    start: int
    end: int
    value: bool | None
    """None where nobody can tell."""


class Booleans:
    """The yes-or-no arguments of one tool."""

    def __init__(self, definition: ToolDefinition, aligned: Sequence[AlignedExample], lang: Language) -> None:
        """
        Args:
            definition: the tool.
            aligned: its examples.
            lang: what is spoken.
        """
        self._texts = {p.name for p in definition.parameters if p.param_type in ("string", "str") and not p.enum_values}
        self._readers = {
            p.name: BooleanReader(p, definition, aligned, lang) for p in definition.parameters if is_yes_or_no(p)
        }

    def fill(self, heard: Heard, filled: Filled, only: Collection[str] | None = None) -> None:
        """Put what *heard* says of them into *filled*, and take the words for explained.

        Args:
            heard: the request.
            filled: what is known already, which is changed: a text ends before what is said of a yes or no behind it.
            only: the arguments that are looked for; None for all.
        """
        for name, reader in self._readers.items():
            if name in filled.arguments or (only is not None and name not in only):
                continue
            closed = {at for start, end, other in filled.spans if other not in self._texts for at in range(start, end)}
            said = reader.read(heard, closed)
            own = [one for one in said if self._is_free(one, heard, filled)]
            values = {one.value for one in own}
            if not own:
                continue
            if len(values) > 1 or None in values:
                filled.unclear.update(at for one in own for at in range(one.start, one.end))
                continue
            filled.arguments[name] = reader.as_declared(values.pop() is True)
            for one in own:
                self._cut(one, heard, filled)
                filled.covered.update(range(one.start, one.end))
                filled.flags.update(range(one.start, one.end))

    def _is_free(self, said: Said, heard: Heard, filled: Filled) -> bool:
        """Whether the words belong to no text, or stand at the end of one that begins before them."""
        places = set(range(said.start, said.end))
        for start, end, _ in filled.spans:
            if places & set(range(start, end)) and not (start < said.start and end <= said.end):
                return False
        return True

    def _cut(self, said: Said, heard: Heard, filled: Filled) -> None:
        for start, end, name in list(filled.spans):
            if start < said.start < end:
                filled.move(name, start, said.start, heard)


class BooleanReader:
    """How one yes-or-no argument is said."""

    def __init__(
        self, parameter: ToolParameter, definition: ToolDefinition, aligned: Sequence[AlignedExample], lang: Language
    ) -> None:
        """
        Args:
            parameter: the argument.
            definition: its tool.
            aligned: the tool's examples.
            lang: what is spoken.
        """
        self._lang = lang
        self._parameter = parameter
        shown = [(e, truth(e.arguments.get(parameter.name))) for e in aligned]
        self._shared = _shared(parameter, definition, [e for e, value in shown if value is None], lang)
        self._deeds = _deeds(definition, [e for e, value in shown if value is None], lang)
        words = split_name(parameter.named)
        english = language(ENGLISH)
        turned = single_words(english, "negations") | {"exclude", "omit", "disable"}
        self._sign = turned.isdisjoint(words)
        plain = [w for w in words if w not in turned | _EMPTY_NAMES and is_content(w, english)]
        # "guest_network" is about a network: the last word says what a name is about.
        self._along = _along(plain[-1:], self._sign, lang)
        limited = not (_QUANTITIES | single_words(english, "conditions")).isdisjoint(words)
        self._name: tuple[str, ...] = () if limited else tuple(plain)
        self._related = tuple(_related(word, lang, alone=len(self._name) == 1) for word in self._name)
        self._against = tuple(_against(word, lang) for word in self._name)
        self._is_state = len(self._name) > 1 and any(map(_is_state, self._name))
        self._begins_with_deed = len(self._name) == 2 and _may_be_done(self._name[0])
        told = {} if limited else _told(parameter, definition, self._shared, lang)
        self._kinds = frozenset(form for form, sign in told.items() if sign and _is_thing(form))
        self._marked: set[str] = set()
        """Forms of the words beside which an example says with or without."""
        self._shown = {} if limited else self._learned([(e, v) for e, v in shown if v is not None], told)
        parts = len(self._name) > 1
        self._told = {f: sign for f, sign in told.items() if not parts or not self._is_part(f)} if not aligned else {}
        self._otherwise = self._said_otherwise([(e, v) for e, v in shown if v is not None])

    def as_declared(self, value: bool) -> bool | str:
        """*value* as the tool spells it."""
        spelled = [said for said in self._parameter.enum_values or () if truth(said) is value]
        return spelled[0] if spelled else value

    def read(self, heard: Heard, closed: Collection[int]) -> list[Said]:
        """What is said of it, by place.

        Args:
            heard: the request.
            closed: words that say something else.
        """
        found = []
        mentions = self._mentions(heard, closed)
        passing = {at for mention in mentions for at in mention.places}
        for mention in mentions:
            within = passing | self._modifiers(heard, mention, closed)
            around = polarity(heard, mention.places, closed, within, self._deeds)
            if around is None or (mention.weak and not around.marked):
                continue
            value = None if around.value is None else around.value is mention.sign
            if value is not None and self._beside(heard, mention.places[0]) in self._otherwise:
                value = not value
            found.append(Said(around.start, around.end, value))
        return found

    def _said_otherwise(self, given: Sequence[tuple[AlignedExample, bool]]) -> frozenset[tuple[str, str]]:
        """The word that names it, with the quality before it, where all examples with both mean the opposite of what
        they would tell: who comes "with her [own tools]" needs none, and who comes without them does."""
        turned: dict[tuple[str, str], set[bool]] = {}
        for example, value in given:
            closed = {at for at in range(len(example.words)) if not example.outside(at)}
            for mention in self._mentions(example.heard, closed):
                around = polarity(example.heard, mention.places, closed, (), self._deeds)
                before, word = self._beside(example.heard, mention.places[0])
                quality = before in self._lang.light_words | self._lang.privatives
                if around is not None and around.value is not None and quality:
                    turned.setdefault((before, word), set()).add((around.value is mention.sign) is not value)
        return frozenset(words for words, found in turned.items() if found == {True})

    def _beside(self, heard: Heard, at: int) -> tuple[str, str]:
        """The word before *at*, and the form of the one there."""
        return heard.words[at - 1] if at else "", base(heard.words[at], self._lang)

    def _modifiers(self, heard: Heard, mention: Mention, closed: Collection[int]) -> set[int]:
        """The word before the mention that says of which kind it is: "leave the liquid feed out"."""
        at = mention.places[0] - 1
        word = heard.words[at] if at >= 0 and at not in closed else ""
        own = word and is_content(word, self._lang) and base(word, self._lang) not in self._shared
        return {at} if own and word not in self._lang.verbs and (_is_thing(word) or _is_quality(word)) else set()

    def _mentions(self, heard: Heard, closed: Collection[int]) -> list[Mention]:
        numbers = number_places(heard.mentions)
        free = [at for at in range(len(heard.words)) if at not in closed and at not in numbers]
        named = [*self._named(heard, free), *self._by_company(heard, closed)]
        taken = {at for mention in named for at in mention.places}
        return named + [x for x in self._by_words(heard, free) if taken.isdisjoint(x.places)]

    def _named(self, heard: Heard, free: Sequence[int]) -> Iterator[Mention]:
        """Where all words of its name are said, one or another by its opposite, or its last one by itself; or the deed
        that it begins with: the "charge" of ``charge_fee``."""
        if not self._name or all(base(word, self._lang) in self._shared for word in self._name):
            return
        said = [
            [(at, turned) for at in free for turned in self._says(heard.words[at], part)]
            for part in range(len(self._name))
        ]
        whole = [x for x in product(*said) if self._is_one(heard, [at for at, _ in x], set(free))] if all(said) else []
        for chosen in _apart(whole):
            sign = sum(turned for _, turned in chosen) % 2 == 0
            yield Mention(tuple(sorted(at for at, _ in chosen)), sign is self._sign)
        if whole or len(self._name) < 2:
            return
        answers = single_words(self._lang, "yeses") | single_words(self._lang, "noes")
        for at, turned in chain.from_iterable(said):
            if answers.intersection(heard.words[at + 1 : at + 2]):
                yield Mention((at,), turned is not self._sign, weak=True)
        if self._is_state:
            return
        alone = [part for part in (-1, 0) if base(self._name[part], self._lang) not in self._shared]
        for part in alone:
            persons = heard.lang.persons if part else heard.lang.persons - heard.lang.points
            for at, turned in said[part] if part or self._begins_with_deed else ():
                deed = heard.words[at + 1 : at + 2] and heard.words[at + 1] in persons
                yield Mention((at,), turned is not self._sign, weak=not (deed or self._is_participle(heard.words[at])))

    def _says(self, word: str, part: int) -> Iterator[bool]:
        """False where *word* says that part of the name, True where it says its opposite."""
        form = base(word, self._lang)
        single = len(self._name) == 1
        if single and form in self._shared:
            return
        kind = not single and not self._is_state and part == len(self._name) - 1 and form in self._kinds
        if kind or _is_form(word, self._related[part], self._lang):
            yield False
        elif form in self._against[part] or self._is_private(word, part):
            yield True

    def _is_private(self, word: str, part: int) -> bool:
        """Whether *word* denies that part of the name by its first syllable: "unrated"."""
        rests = (word.removeprefix(prefix) for prefix in self._lang.privatives if word.startswith(prefix))
        return any(_is_form(rest, self._related[part], self._lang) for rest in rests)

    def _is_one(self, heard: Heard, places: Sequence[int], free: Collection[int]) -> bool:
        """Whether the words at *places* stand together, with nothing of another kind between them."""
        ordered = sorted(places)
        if len(set(ordered)) < len(ordered):
            return False
        if any(b - a > _NEAR for a, b in pairwise(ordered)):
            return False
        parting = single_words(heard.lang, "joints") | single_words(heard.lang, "contrasts")
        between = [at for at in range(ordered[0] + 1, ordered[-1] + 1) if at not in ordered]
        whole = all(at in free and heard.words[at] not in parting for at in between)
        return whole and not any(heard.breaks_before(at) for at in range(ordered[0] + 1, ordered[-1] + 1))

    def _is_participle(self, word: str) -> bool:
        """Whether an English *word* is a form of a verb that nothing else is: "wrapped"."""
        return self._lang.code == ENGLISH and word.endswith("ed") and _may_be_done(word)

    def _by_company(self, heard: Heard, closed: Collection[int]) -> Iterator[Mention]:
        """What says that somebody comes along, or nobody does, where it is about that."""
        for phrase, sign in self._along.items():
            for at in range(len(heard.words) - len(phrase) + 1):
                places = tuple(range(at, at + len(phrase)))
                said = tuple(heard.words[at : at + len(phrase)]) == phrase and not {*closed} & {*places}
                if said and not _is_of_a_thing(heard, at, at + len(phrase)):
                    yield Mention(places, sign)

    def _by_words(self, heard: Heard, free: Sequence[int]) -> Iterator[Mention]:
        """Words by which examples or the description tell a value."""
        found: dict[int, tuple[bool, bool]] = {}
        for at in free:
            form = base(heard.words[at], self._lang)
            sign = self._shown.get(form, self._told.get(form))
            if sign is not None and is_content(heard.words[at], self._lang):
                found[at] = sign, form in self._marked
        for at, (sign, sure) in found.items():
            word = heard.words[at]
            beside = any(found.get(other, (not sign,))[0] is sign for other in (at - 1, at + 1))
            telling = sure or beside or _is_quality(word) or self._is_participle(word) or _is_led(heard, at)
            yield Mention((at,), sign, weak=not telling)

    def _learned(
        self, given: Sequence[tuple[AlignedExample, bool | None]], told: Mapping[str, bool]
    ) -> dict[str, bool]:
        """Form of a word that only examples with a value say → what it says."""
        signs: dict[str, set[bool]] = {}
        for example, value in given:
            closed = {at for at in range(len(example.words)) if not example.outside(at)}
            numbers = number_places(example.heard.mentions)
            for at, word in enumerate(example.words):
                form = base(word, self._lang)
                if at in closed | numbers or form in self._shared or not is_content(word, self._lang):
                    continue
                around = polarity(example.heard, (at,), closed, (), self._deeds)
                if around is None or around.value is None:
                    continue
                signs.setdefault(form, set()).add(around.value is value)
                self._marked.update([form] if around.marked else [])
        verbs = {base(word, self._lang) for word in self._lang.verbs}
        return {
            form: next(iter(own))
            for form, own in signs.items()
            if len(own) == 1
            and form not in verbs
            and told.get(form, next(iter(own)) if form in self._marked else None) in own
            and (len(self._name) < 2 or not self._is_part(form) or self._stands_alone(form, [e for e, _ in given]))
        }

    def _is_part(self, form: str) -> bool:
        return any(_is_form(form, part, self._lang) for part in (*self._related, *self._against))

    def _stands_alone(self, form: str, examples: Iterable[AlignedExample]) -> bool:
        """Whether an example says one word of the name without the others: "no queen" of ``queen_seen``."""
        having = [{base(word, self._lang) for word in e.words} for e in examples]
        return any(form in forms and not any(self._is_part(f) for f in forms - {form}) for forms in having)


def _is_of_a_thing(heard: Heard, start: int, end: int) -> bool:
    """Whether the words of *heard* from *start* to before *end* say how many of a thing there are, or when it is,
    rather than who comes: "à deux [heures]", "à deux [kilomètres]", "[une] seule nuit"."""
    limiting = start > 0 and heard.words[start - 1] in heard.lang.articles
    counting = end - 1 in number_places(heard.mentions) and any(
        is_content(word, heard.lang) for word in heard.words[end : end + 1]
    )
    moment = any(x.kind in (TIME, DATE, DURATION) and x.start < end and start < x.end for x in heard.mentions)
    return limiting or counting or moment


def _along(name: Collection[str], sign: bool, lang: Language) -> dict[tuple[str, ...], bool]:
    """Phrases that say whether somebody comes along, and what each says of an argument with the words *name*, which
    is no where they hold a negation (*sign*); empty where it is not about that."""
    about = not _COMPANY.isdisjoint(name)
    if about is not _ALONE.isdisjoint(name):
        return {}
    found = ((phrase, along) for along, own in ((False, lang.alone), (True, lang.in_pairs)) for phrase in own)
    return {tuple(t.norm for t in tokenize(phrase, lang.code)): (along is about) is sign for phrase, along in found}


def _shared(
    parameter: ToolParameter, definition: ToolDefinition, without: Iterable[AlignedExample], lang: Language
) -> frozenset[str]:
    """Forms of the words that say nothing of *parameter*, as they name the tool, another argument or one of its
    values, or stand in an example that leaves it out."""
    others = [p for p in definition.parameters if p is not parameter]
    named = [definition.named, *(p.named for p in others), *(v for p in others for v in p.enum_values or ())]
    words = {word for text in named for word in words_of(text)}
    for example in without:
        words.update(word for at, word in enumerate(example.words) if example.outside(at))
    return frozenset(base(word, lang) for word in words)


def _deeds(definition: ToolDefinition, without: Iterable[AlignedExample], lang: Language) -> frozenset[str]:
    """Forms of the verbs for what the tool does."""
    words = {*split_name(definition.named), *words_of(definition.description)[:1]}
    for example in without:
        words.update(word for at, word in enumerate(example.words) if example.outside(at))
    return frozenset(base(word, lang) for word in words if is_content(word, lang))


def _told(
    parameter: ToolParameter, definition: ToolDefinition, shared: Collection[str], lang: Language
) -> dict[str, bool]:
    """Form of a word by which the description names the one or the other: the "money" of "true for the amount in money,
    false for metered units" is true. English, as descriptions are."""
    if lang.code != ENGLISH:
        return {}
    about = {*shared, *(base(word, lang) for word in words_of(definition.description))}
    parts = _SEGMENT.split(parameter.description)
    signs: dict[str, set[bool]] = {}
    for key, text in zip(parts[1::2], parts[2::2], strict=True):
        heard = hear(text.partition(". ")[0].strip(), ENGLISH, EPOCH, strip=False)
        numbers = number_places(heard.mentions)
        content = [at for at, w in enumerate(heard.words) if is_content(w, lang) and at not in numbers]
        if len(content) <= _SHORT and single_words(lang, "negations").isdisjoint(heard.words):
            for at in (at for at in content if _field(heard.words[at]) != "verb" or heard.words[at].endswith("ed")):
                signs.setdefault(base(heard.words[at], lang), set()).add(key.lower() == "true")
    return {form: next(iter(own)) for form, own in signs.items() if len(own) == 1 and form not in about}


@lru_cache(maxsize=4096)
def _related(word: str, lang: Language, *, alone: bool) -> frozenset[str]:
    """Forms of *word* of a name, of what is made from it, and unless it stands *alone* of what means the same."""
    found = {word, base(word, lang)}
    for names, phrases in lang.meanings if lang.code != ENGLISH else ():
        if word in names:
            found.update(base(phrase, lang) for phrase in phrases if " " not in phrase)
    net = english_wordnet() if lang.code == ENGLISH else None
    if net is not None:
        forms = {form for form, _ in net.lemmas(word)} or {word}
        found |= forms | {other for form in (*forms, word) for other in net.derived(form)}
        found |= {other for other, weight in net.synonyms(word) if weight >= _SAME and not alone}
    return frozenset(form for form in found if form not in lang.function_words)


@lru_cache(maxsize=4096)
def _against(word: str, lang: Language) -> frozenset[str]:
    """Forms of words that exclude *word* of a name."""
    found = set(opposites(word, language(ENGLISH))) if lang.code == ENGLISH else set[str]()
    for names, _ in lang.meanings if lang.code != ENGLISH else ():
        if word in names:
            found |= {other for form in _related(word, lang, alone=True) for other in opposites(form, lang)}
    return frozenset(found)


def _is_form(word: str, related: Collection[str], lang: Language) -> bool:
    """Whether *word* is one of *related* in any form."""
    if word in related or base(word, lang) in related:
        return True
    net = english_wordnet() if lang.code == ENGLISH else None
    if net is not None:
        return any(form in related for form, _ in net.lemmas(word))
    return any(_begin_alike(word, other) for other in related)


def _begin_alike(one: str, other: str) -> bool:
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return shared >= _LETTERS and shared >= _SHARE * max(len(one), len(other))


def _is_led(heard: Heard, at: int) -> bool:
    """Whether a preposition stands before the word: "in units"."""
    lang = heard.lang
    small = lang.function_words - lang.articles - lang.subjects - lang.persons - lang.states - lang.question_words
    return at > 0 and heard.words[at - 1] in small - single_words(lang, "joints")


@lru_cache(maxsize=4096)
def _field(word: str) -> str:
    """What an English *word* mostly is: "noun", "verb", "adj" or "adv"; empty where it is in no dictionary."""
    net = english_wordnet()
    shares: dict[str, float] = {}
    for name, share in net.fields(word) if net is not None else ():
        kind = name.partition(".")[0]
        shares[kind] = shares.get(kind, 0.0) + share
    return max(sorted(shares), key=lambda kind: shares[kind], default="")


@lru_cache(maxsize=1024)
def _may_be_done(word: str) -> bool:
    """Whether an English *word* may name a deed."""
    net = english_wordnet()
    return net is not None and any(pos == "v" for _, pos in net.lemmas(word))


def _is_quality(word: str) -> bool:
    """Whether an English *word* mostly says how something is: "loose"."""
    return _field(word) == "adj"


def _is_thing(word: str) -> bool:
    """Whether an English *word* mostly names something."""
    return _field(word) == "noun"


def _is_state(word: str) -> bool:
    """Whether *word* of a name says how the thing is that the others name: the "open" of ``vent_open``."""
    return _field(word) in ("adj", "adv", "") and not word.endswith("s")


def _apart(found: Sequence[tuple[tuple[int, bool], ...]]) -> Iterator[tuple[tuple[int, bool], ...]]:
    """Those of *found* that share no word, the closest together first."""
    taken: set[int] = set()
    for chosen in sorted(found, key=lambda x: max(at for at, _ in x) - min(at for at, _ in x)):
        places = {at for at, _ in chosen}
        if taken.isdisjoint(places):
            taken |= places
            yield chosen
