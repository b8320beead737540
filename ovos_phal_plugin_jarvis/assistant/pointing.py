"""What words point to in the last answer: a button of it, or things that it named and what to do with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ovos_phal_plugin_jarvis.nlu.entities import NUMBER, ORDINAL
from ovos_phal_plugin_jarvis.nlu.lang import Language, language
from ovos_phal_plugin_jarvis.nlu.lang.yes_no import bare_words
from ovos_phal_plugin_jarvis.nlu.learning.wording import ENGLISH, alike, lemma
from ovos_phal_plugin_jarvis.nlu.names import Names
from ovos_phal_plugin_jarvis.nlu.reading import EPOCH, hear
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.sdk.locale import OURS
from ovos_phal_plugin_jarvis.sdk.options import Option
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall

_MAX_WORDS = 16
"""Of words that point; more of them say something of their own."""
_NEAR = 0.65
_ACTS = {
    "send": ("send", "submit"),
    "discard": ("discard", "cancel"),
    "delete": ("delete", "remove"),
    "open": ("open", "show"),
    "save": ("save", "keep"),
    "reply": ("reply", "answer"),
    **{name: (name,) for name in ("read", "unread", "archive", "mark", "edit", "play")},
}
"""``act_<name>.voc``, which has what people say for it → names that authors give to that."""
_PLURAL_ENDINGS = ("los", "las", "les", "li")
"""Pronouns for several, written behind a verb."""


@dataclass(frozen=True)
class Item:
    """A thing that an answer named."""

    key: str
    label: str
    attrs: Mapping[str, Any] = field(default_factory=dict)
    actions: tuple[str, ...] = ()
    """Callbacks of the command that may be called with it."""


@dataclass(frozen=True)
class Items:
    """The things that an answer named, in order, and the call whose answer that was."""

    call: ToolCall
    items: tuple[Item, ...]

    @property
    def actions(self) -> tuple[str, ...]:
        """What may be done with any of them."""
        return tuple(dict.fromkeys(action for item in self.items for action in item.actions))


@dataclass(frozen=True)
class ItemAction:
    """What is to be done with which of them."""

    call: ToolCall
    action: str
    keys: tuple[str, ...]

    @property
    def data(self) -> dict[str, Any]:
        """What the callback is handed: the same as for a tap on a list."""
        return {"action": self.action, "selected": [{"key": key} for key in self.keys], "context": {}}


class Pointer:
    """An utterance, read for what it points to."""

    def __init__(self, utterance: str, lang: str) -> None:
        """
        Args:
            utterance: what was said.
            lang: BCP-47 tag.
        """
        self._lang = language(lang)
        self._tag = lang
        # "envoie-le" is two words.
        self._heard = hear(utterance.replace("-", " ") if self._lang.enclitics else utterance, lang, EPOCH)
        self._words = [_plain(word) for word in self._heard.words]
        negated = f" {' '.join(self._heard.words)} "
        self._useless = not 0 < len(self._words) <= _MAX_WORDS or any(
            f" {phrase} " in negated for phrase in self._lang.negations if phrase not in ("no",)
        )

    def button(self, texts: Sequence[str], definition: ToolDefinition | None) -> int | None:
        """Which of the buttons with those *texts* is meant; None where none is, or more than one may be.

        Args:
            texts: what stands on the buttons, in order.
            definition: of the tool that has shown them, whose nouns say nothing more ("send the email").
        """
        if self._useless or not texts:
            return None
        if len(texts) > 1 and (places := self._places(len(texts))) is not None:
            return places[0] if len(places) == 1 and not self._left(self._ordinal_words()) else None
        found: list[tuple[int, int]] = []
        for place, text in enumerate(texts):
            wanted = [word for word in map(_plain, words_of(text)) if any(map(str.isalnum, word))]
            taken = self._said(wanted)
            if taken and not self._left(taken, definition):
                found.append((sum(word not in _small(self._lang) for word in wanted) - len(taken), place))
        found.sort()
        if not found or (len(found) > 1 and found[0][0] == found[1][0]):
            return None
        return found[0][1]

    def action(self, items: Items, definition: ToolDefinition | None, *, asked: bool = False) -> ItemAction | None:
        """What is to be done with which of the *items*; None where the words say no such thing.

        Args:
            items: those of the last answer.
            definition: of the tool that has named them.
            asked: the answer asked which of them is meant: a place or a name will do where only one thing can be done.
        """
        if self._useless or not items.items or not items.actions:
            return None
        for action in sorted(items.actions, key=lambda action: -len(words_of(action))):
            words = words_of(action)
            # "delete_email" of an inbox is "delete".
            taken = self._said([w for w in words if w == words[0] or w not in _nouns(definition)], whole=True)
            if not taken and not (asked and len(items.actions) == 1):
                continue
            chosen, pointing = self._chosen(items, taken)
            able = [item for item in chosen if action in item.actions]
            if able and len(able) == len(chosen) and not self._left(taken | pointing, definition):
                return ItemAction(items.call, action, tuple(item.key for item in able))
        return None

    # Which words say what

    def _said(self, wanted: Iterable[str], whole: bool = False) -> set[int]:
        """The places of words that say *wanted*; none where not all that matters of it is said.

        Args:
            wanted: words of a button or of an action's name.
            whole: all of them have to be said.
        """
        matters = [word for word in wanted if whole or word not in _small(self._lang)]
        if not matters:
            return set()
        taken: set[int] = set()
        forms = [self._forms(at) for at in range(len(self._words))]
        for word in matters:
            names = {word, self._lang.stem(word), lemma(word)}
            found = {at for at, said in enumerate(forms) if said & names}
            if not found and word == matters[0]:
                return set()  # what it does is said first, on a button and by who presses it
            if not found and whole:
                return set()
            taken |= found
        return taken

    def _forms(self, at: int) -> set[str]:
        word = self._heard.words[at]
        forms = {
            self._words[at],
            self._lang.stem(word),
            *(name for name, near in alike(word, self._lang) if near >= 0.95),
        }
        if self._lang.code != ENGLISH:
            forms.update(name for name, near in alike(word, self._lang, wider=False) if near >= _NEAR)
        return forms | self._acts.get(at, set())

    @property
    def _acts(self) -> dict[int, set[str]]:
        found: dict[int, set[str]] = {}
        for phrase, name in _acts(self._tag).items():
            size = len(phrase)
            for at in range(len(self._words) - size + 1):
                if tuple(self._words[at : at + size]) == phrase:
                    for inside in range(at, at + size):
                        found.setdefault(inside, set()).update(_ACTS[name])
        # "Unread" is not "read" with a word before it.
        for names in found.values():
            if {"read", "unread"} <= names:
                names.discard("read")
        return found

    def _left(self, taken: Iterable[int], definition: ToolDefinition | None = None) -> list[str]:
        """Words that say something which nothing explains."""
        explained = set(taken)
        pressing = _phrases("press", self._tag)
        for phrase in pressing:
            for at in range(len(self._words) - len(phrase) + 1):
                if tuple(self._words[at : at + len(phrase)]) == phrase:
                    explained |= set(range(at, at + len(phrase)))
        own = _nouns(definition)
        return [
            word
            for at, word in enumerate(self._words)
            if at not in explained
            and word not in _small(self._lang)
            and word not in _phrase_words(self._tag)
            and not {word, self._lang.stem(word), lemma(word)} & own
        ]

    # Which of several

    def _ordinal_words(self) -> set[int]:
        return {
            at
            for mention in self._heard.mentions
            if mention.kind in (ORDINAL, NUMBER)
            for at in range(mention.start, mention.end)
        } | {at for at, word in enumerate(self._heard.words) if word in self._lang.last_ones}

    def _places(self, count: int) -> list[int] | None:
        """The places that are said, from 0; None where none is."""
        ordinals = [m for m in self._heard.mentions if m.kind == ORDINAL]
        numbers = [m for m in self._heard.mentions if m.kind == NUMBER and m.end - m.start == 1]
        firsts = [m for m in ordinals if m.value == 1 and any(n.start == m.end for n in numbers)]
        if firsts:  # "the first two"
            many = next(int(n.value) for n in numbers if n.start == firsts[0].end)
            return list(range(min(many, count)))
        places = [int(m.value) - 1 for m in ordinals]
        if set(self._heard.words) & self._lang.last_ones:
            places.append(count - 1)
        if not places:
            named = [
                n for n in numbers if n.start and tuple(self._words[n.start - 1 : n.start]) in _numbering(self._tag)
            ]
            places = [int(n.value) - 1 for n in named]
        if not places:
            return None
        return places if all(0 <= place < count for place in places) else []

    def _chosen(self, items: Items, taken: set[int]) -> tuple[Sequence[Item], set[int]]:
        """The items that are pointed to, and the places of the words that do."""
        places = self._places(len(items.items))
        if places is not None:
            return [items.items[place] for place in dict.fromkeys(places)], self._ordinal_words()
        named, words = self._named(items, taken)
        if named:
            return named, words
        said = set(self._heard.words)
        joined = self._lang.enclitics and any(self._words[at].endswith(_PLURAL_ENDINGS) for at in self._acts)
        if len(items.items) == 1 or joined or said & (self._lang.several | _plural(self._tag)):
            return items.items, {at for at, word in enumerate(self._heard.words) if word in self._lang.several}
        return (), set()

    def _named(self, items: Items, taken: set[int]) -> tuple[list[Item], set[int]]:
        options = []
        for item in items.items:
            told = [value for value in item.attrs.values() if isinstance(value, str) and 0 < len(value) <= 80]
            options.append(Option(item.key, (item.label, *told)))
        by_key = {item.key: item for item in items.items}
        found: dict[str, Item] = {}
        places: set[int] = set()
        for match in Names(options, self._lang).spoken(self._heard):
            span = set(range(match.start, match.end))
            if match.weak or span & taken or len(match.options) == len(items.items) > 1:
                continue
            found.update((option.value, by_key[option.value]) for option in match.options)
            places |= span
        return list(found.values()), places


def matched(utterance: str, lang: str, choices: Sequence[Any], names: Sequence[str] = ()) -> Any:
    """The one of *choices* that an answer to the question for them means, by its name, a part of it or its place; None
    where it means none, or may mean several.

    Args:
        utterance: the answer.
        lang: BCP-47 tag.
        choices: the values that were offered, in the order of the question.
        names: what each of them is called; by default what its own words are ("light.bed_left": bed left).
    """
    known, heard = language(lang), hear(utterance, lang, EPOCH)
    if not heard.words or len(heard.words) > _MAX_WORDS or not choices:
        return None
    texts = [choice for choice in choices if isinstance(choice, str | int | float)]
    if len(texts) != len(choices):
        return None
    pointer = Pointer(utterance, lang)
    places = pointer._places(len(choices))
    if places is not None and not pointer._left(pointer._ordinal_words()):
        return choices[places[0]] if len(places) == 1 else None
    options = []
    for place, choice in enumerate(choices):
        spoken = _spoken_names(str(choice))
        called = (names[place],) if place < len(names) and names[place] else ()
        # Told apart by what holds no word: a number would be named by who says it.
        options.append(Option("." * (place + 1), tuple(dict.fromkeys((*called, *spoken)))))
    found = Names(options, known).resolve(heard.text)
    # "Right" may say nothing, but not where one of the choices is called so.
    called_so = [frozenset(word for name in option.names for word in words_of(name)) for option in options]
    telling = called_so[0].union(*called_so) - called_so[0].intersection(*called_so) - known.articles
    small = (_small(known) | _phrase_words(lang)) - telling
    if found.one is None:
        core = " ".join(word for word in heard.words if word not in small)
        found = Names(options, known).resolve(core) if core and core != heard.text else found
    if found.one is None:
        return None
    longest = max(len(words_of(name)) for name in found.one.names)
    left = [word for word in heard.words if word not in small]
    return choices[len(found.one.value) - 1] if len(left) <= longest + 1 else None


def _spoken_names(choice: str) -> tuple[str, ...]:
    """What people may call a value that is written for programs: its words, without what kind of thing it is."""
    words = " ".join(words_of(choice.replace(".", " ").replace(":", " ")))
    _, dot, slug = choice.partition(".")
    bare = " ".join(words_of(slug.replace(".", " "))) if dot and " " not in choice else ""
    return tuple(name for name in dict.fromkeys((choice, bare, words)) if name)


def _plain(word: str) -> str:
    found = bare_words(word)
    return " ".join(found) if found else word


def _nouns(definition: ToolDefinition | None) -> frozenset[str]:
    if definition is None:
        return frozenset()
    words = {w for text in (definition.name, *definition.keywords) for w in words_of(text)}
    return frozenset(form for word in words for form in (word, lemma(word)))


@lru_cache(maxsize=32)
def _small(known: Language) -> frozenset[str]:
    """Words that say nothing here: grammar, what points, what is polite."""
    phrases = (*known.politeness, *known.fillers, *known.pronouns, *known.wake_words, *known.particles)
    words = {
        *known.function_words,
        *known.articles,
        *known.demonstratives,
        *known.ones,
        *known.several,
        *known.light_words,
        *(word for phrase in phrases for word in phrase.split() if len(phrase.split()) == 1),
    }
    return frozenset(words | {_plain(word) for word in words}) - frozenset(known.last_ones) - {"send", "mark", "read"}


@lru_cache(maxsize=32)
def _phrase_words(tag: str) -> frozenset[str]:
    """Words that go with pressing something."""
    return frozenset(word for phrase in _phrases("press", tag) for word in phrase)


@lru_cache(maxsize=32)
def _numbering(tag: str) -> frozenset[tuple[str, ...]]:
    """What stands before a number that is a place ("number two")."""
    return frozenset(phrase[-1:] for phrase in _phrases("press", tag))


@lru_cache(maxsize=32)
def _plural(tag: str) -> frozenset[str]:
    return frozenset(word for phrase in OURS.words("those", tag) for word in bare_words(phrase))


@lru_cache(maxsize=128)
def _phrases(name: str, tag: str) -> tuple[tuple[str, ...], ...]:
    return tuple(phrase for phrase in map(bare_words, OURS.words(name, tag)) if phrase)


@lru_cache(maxsize=32)
def _acts(tag: str) -> dict[tuple[str, ...], str]:
    return {phrase: name for name in _ACTS for phrase in _phrases(f"act_{name}", tag)}
