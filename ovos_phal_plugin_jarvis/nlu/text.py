"""Words of an utterance, with their places in it, and what people say around a request without meaning anything."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from ovos_phal_plugin_jarvis.nlu.lang import Language, language

MAX_TOKENS = 120
"""Words after this many are not read: no request is that long, and it bounds the time bad input can take."""
MAX_CHARS = 2000
"""Characters after this many are not read either."""
_MOST_OPENINGS = 3
"""Phrases before what is said that are left out."""

_MARKED = ((0x300, 0x1D00), (0x1DC0, 0x1E00), (0x20D0, 0x2100), (0x302A, 0x309B), (0xA66F, 0xABF0), (0xFE20, 0xFE30))
"""Where the marks stand that belong to the letter before them: a vowel of Hindi, points of Hebrew, an accent that no
letter has."""
_MARKS = "".join(chr(c) for first, end in _MARKED for c in range(first, end) if unicodedata.category(chr(c))[0] == "M")
_LETTERS = rf"[^\W\d_]+(?:[{_MARKS}]+[^\W\d_]*)*"
_TOKEN = re.compile(
    r"\d+(?:[.,:]\d+)*(?=(?:st|nd|rd|th)\b)(?:st|nd|rd|th)"  # 3rd
    r"|\d+(?:[.,:]\d+)*"  # 12, 3.5, 1,000, 5:30
    r"|[oO](?:['’] ?| )?[cC]lock\b"  # as two words too, as a recogniser writes it
    rf"|{_LETTERS}(?:['’](?!s\b|S\b){_LETTERS})*"  # letters of any script, don't, o'neil
    r"|['’][sS]\b"
    r"|[%$€£+*/=°×÷&-]"
)
_SIGNS = {"%": "percent", "+": "plus", "*": "times", "×": "times", "/": "over", "÷": "over", "&": "and", "=": "equals"}
"""What signs are called inside the translator, in any language."""


class Token(NamedTuple):
    """One word of an utterance. A tuple is made in a fifth of the time of anything else that nobody can change, and
    there are dozens in each utterance."""

    text: str
    """As it was written."""
    norm: str
    """Lower case, NFKC, one form for each apostrophe."""
    start: int
    """First character in the utterance."""
    end: int
    """One past the last character."""


def fold(text: str) -> str:
    """*text* in lower case, compatibility forms and curly apostrophes made plain."""
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).replace("’", "'").lower()


_APOSTROPHES = "’ʼ‘´＇"
"""Signs that keyboards write for an apostrophe; telephones write the first by themselves."""
_BETWEEN_LETTERS = re.compile(rf"(?<=\w)[{_APOSTROPHES}](?=\w)")
_OPENS_QUOTE = re.compile(r"[‘‚]")


def plain_apostrophes(text: str) -> str:
    """*text* with the plain apostrophe for those that keyboards write, which no phrase of a language has; each sign
    keeps its place. What closes a quotation stays."""
    if text.isascii():
        return text
    text = _BETWEEN_LETTERS.sub("'", text)
    return text if _OPENS_QUOTE.search(text) else text.replace("’", "'")


_WRITTEN_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "œ": "oe", "æ": "ae"})


def without_accents(text: str) -> str:
    """*text* with plain letters for those with marks."""
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def written_plainly(word: str) -> frozenset[str]:
    """How *word* may be written in plain letters: "gießen" → "giessen", "lautstärke" → "lautstarke", "lautstaerke"."""
    return frozenset({without_accents(word.replace("ß", "ss")), without_accents(word.translate(_WRITTEN_OUT))})


def tokenize(text: str, lang: str = "en") -> tuple[Token, ...]:
    """The words of *text* in order; punctuation is left out, signs that mean something (``% $ +``) are kept.

    A possessive or contracted "'s" is a word of its own, also where a recogniser wrote "whats"; in a language that
    elides so is what stands before an apostrophe ("l'heure").

    Args:
        text: what was said or written.
        lang: BCP-47 tag of its language, whose usual spellings are evened out.
    """
    return _tokenized(text, language(lang))


@lru_cache(maxsize=1024)
def _tokenized(text: str, spoken: Language) -> tuple[Token, ...]:
    """The same words are asked for by several, in the regions of a language and without one."""
    return tuple(islice(_tokens(text[:MAX_CHARS], spoken), MAX_TOKENS))


def is_too_long(text: str, lang: str = "en") -> bool:
    """Whether there is more in *text* than :func:`tokenize` reads.

    Args:
        text: what was said or written.
        lang: BCP-47 tag of its language.
    """
    if len(text) > MAX_CHARS:
        return True
    most = len(tokenize(text, lang)) == MAX_TOKENS
    return most and next(islice(_tokens(text, language(lang)), MAX_TOKENS, None), None) is not None


def _tokens(text: str, spoken: Language) -> Iterator[Token]:
    """The words of *text* in order, however many."""
    elides, spelling = bool(spoken.entities.get("elides")), spoken.spelling
    for match in _TOKEN.finditer(text):
        word, (start, end) = match[0], match.span()
        if word == "-" and not _is_sign(text, start):
            continue
        norm = "'".join(fold(word).replace("'", " ").split()) if " " in word else fold(word)
        meant = spelling.get(norm)
        if meant is not None and " " in meant:
            yield from _parted(word, meant, start)
        elif elides and "'" in norm[1:-1]:
            cut = norm.rindex("'", 1, -1) + 1
            yield Token(word[:cut], norm[:cut], start, start + cut)
            yield Token(word[cut:], norm[cut:], start + cut, end)
        else:
            yield Token(word, meant or _SIGNS.get(norm, norm), start, end)


def _parted(word: str, meant: str, start: int) -> list[Token]:
    """The tokens of a word that stands for several: "whats" is "what" and "'s"."""
    parts = meant.split()
    found: list[Token] = []
    at = 0
    for number, part in enumerate(parts):
        left = len(parts) - 1 - number
        length = len(word) - at if not left else max(1, min(len(part.strip("'")), len(word) - at - left))
        if length > 0:
            found.append(Token(word[at : at + length], part, start + at, start + at + length))
        at += length
    return found


def _is_sign(text: str, at: int) -> bool:
    """Whether the hyphen at *at* is a minus: a number right after it and no word right before it."""
    after = text[at + 1 : at + 2]
    before = text[at - 1 : at] if at else " "
    return (after.isdigit() and not before.isalnum()) or (after == " " and before == " ")


_CODE = re.compile(r"[{}<>\\|\[\]]|--|;\s*$|\w_\w+\s*[(:=]")


def is_code(text: str) -> bool:
    """Whether *text* is markup or code rather than anything that was said."""
    return len(_CODE.findall(text[:MAX_CHARS])) > 1


_IDENTIFIER = re.compile(r"(?<![\w./-])[^\W\d_]+(?:_[^\W_]+)+(?![\w./-]*[./])")


def identifiers(text: str) -> list[str]:
    """Words of *text* in snake case, which nobody says; file names and entity ids, which hold a dot, are none."""
    return _IDENTIFIER.findall(text[:MAX_CHARS])


@dataclass(frozen=True)
class _Courtesies:
    """How a language says what carries no meaning around a request."""

    leading: re.Pattern[str]
    trailing: re.Pattern[str]
    trailing_words: frozenset[str]
    """Which words ``trailing`` ends with: it is long, and looked for at each place of the last words of a text."""
    trailing_length: int
    """How many words the longest phrase has that ``trailing`` ends with."""
    hesitations: re.Pattern[str]
    restarts: re.Pattern[str]
    embedded: re.Pattern[str]


_STUTTER = re.compile(r"\b(\w+)(?:[\s,.-]+\1\b)+", re.IGNORECASE)
_SIGNS_ONLY = re.compile(r"[\s,.!?;:-]{6,}")
"""Rows of signs, on which the patterns below would take long."""
_NEVER = r"(?!)"
_GAP, _APOSTROPHE = r"[\s,]+", "['’]?"
"""Between the words of a courtesy, and for an apostrophe in it."""


@lru_cache(maxsize=32)
def _courtesies(spoken: Language) -> _Courtesies:
    names = spoken.wake_words
    polite = (*spoken.politeness, *names)
    asking, questions = _any((*spoken.asking, *spoken.callings)), _any(sorted(spoken.question_words))
    last = (*polite, *spoken.sounds)
    before = _any((*spoken.fillers, *spoken.hesitations, *spoken.greetings, *polite, *spoken.openings))
    return _Courtesies(
        # "tell me" and "mate" ask nothing only where a question follows: what is said to a mate may be done for him.
        _compile(rf"^(?:(?:{asking}(?=[\s,:;-]+{questions})|{before}(?=[\s,.:;!?¿¡-]+\w))[\s,.:;!¿¡-]*)+"),
        _compile(rf"(?:[\s,.!?;:-]*{_any(last)})+[\s.!?,;:]*$"),
        frozenset(map(_last_word, last)),
        max((len(phrase.split()) for phrase in last), default=0),
        _compile(rf"{_any(spoken.hesitations)}[\s,]*"),
        _compile(rf"^.{{0,60}}?{_any(spoken.restarts)}[\s,.:;-]*(?=\S+\s+\S+\s+\S)"),
        _compile(
            rf"^(?:{_any((*spoken.asking, *spoken.openings))}[\s,]+)*(?P<asked>{questions})\s+"
            rf"(?P<about>.{{1,80}}?)\s+(?P<is>{_any(sorted(spoken.copulas))})$"
        ),
    )


_FIRST_RUN = re.compile(r"[^\w'’]*([\w'’]+)")


def _last_word(text: str) -> str:
    """The last word of *text* in small letters, without apostrophes; "" where it has none."""
    found = _FIRST_RUN.match(text[::-1])  # from behind: a pattern for the end would look from each place of a text
    return found.group(1)[::-1].replace("'", "").replace("’", "").lower() if found else ""


def _compile(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _any(phrases: Iterable[str]) -> str:
    """A pattern for any of *phrases* as whole words, the longest first, however their words are parted and with or
    without their apostrophes."""
    root = _branches(phrases)
    return rf"(?<![\w'’])(?:{_Spelling(_GAP, _APOSTROPHE).of(root) if root else _NEVER})(?![\w'’])"


def strip_request(text: str, lang: str = "en") -> str:
    """*text* without greeting, wake word, politeness, fillers, stutter and what the speaker took back.

    Only what carries no meaning goes, and never everything: an utterance that is nothing but politeness is
    returned as it is.

    Args:
        text: an utterance.
        lang: BCP-47 tag; of a language that is not installed only the wake words are known.
    """
    return _stripped(text[:MAX_CHARS], language(lang))


@lru_cache(maxsize=1024)
def _stripped(text: str, spoken: Language) -> str:
    """The parts of an utterance are looked at by several who each want them without politeness."""
    text = _SIGNS_ONLY.sub(" ", text).strip().lstrip("¿¡")
    known = _courtesies(spoken)
    cleaned = known.restarts.sub("", text)
    cleaned = known.hesitations.sub("", cleaned)
    cleaned = _STUTTER.sub(lambda match: _unstutter(match, spoken), cleaned)
    for _ in range(3):
        before = cleaned
        cleaned = known.leading.sub("", cleaned)
        cleaned = _without_trailing(cleaned, known)
        if cleaned == before:
            break
    cleaned = cleaned.strip(" \t\n.?!¿¡")
    embedded = known.embedded.match(cleaned)
    if embedded and embedded["about"].split()[-1].lower() not in spoken.points:
        # "what the capital of peru is": as most people ask it.
        cleaned = f"{embedded['asked']} {embedded['is']} {embedded['about']}"
    return cleaned if _tokenized(cleaned, spoken) else text


def _without_trailing(text: str, known: _Courtesies) -> str:
    """*text* without the courtesies at its end, one after the other: from behind there are few places to look at."""
    while _last_word(text) in known.trailing_words:
        before, *last = text.rsplit(None, known.trailing_length)
        found = known.trailing.search(text, len(before) if len(last) == known.trailing_length else 0)
        if found is None:
            break
        text = text[: found.start()]
    return text


def _unstutter(match: re.Match[str], spoken: Language) -> str:
    word = match.group(1).lower()
    stuttered = word in spoken.function_words or word in spoken.verbs or word in spoken.question_words
    return match.group(1) if stuttered and word not in spoken.doubled else match.group()


_CAMEL, _JOINED = re.compile(r"(?<=[a-z0-9])(?=[A-Z])"), re.compile(r"[_-]+")


def words_of(text: str) -> list[str]:
    """The words of a text or of a name in snake, kebab or camel case."""
    return [*_words_of(text)]


@lru_cache(maxsize=1024)
def _words_of(text: str) -> tuple[str, ...]:
    """The same arguments and tools are asked for their names again and again."""
    return tuple(token.norm for token in tokenize(_JOINED.sub(" ", _CAMEL.sub(" ", text))))


def spoken_words(text: str, language: Language) -> list[str]:
    """The words of what is said in *language*, as :func:`tokenize` evens them out."""
    return [token.norm for token in tokenize(text, language.code)]


def starts_of(row: Sequence[str], words: Sequence[str]) -> list[int]:
    """Where in *words* the words of *row* begin that stand there one after the other; nowhere if there are none."""
    row, words = [*row], [*words]
    return [at for at in range(len(words) - len(row) + 1) if row and words[at : at + len(row)] == row]


_MARKS, _DASHES = " \t\n.,;:!?…", "–—-"
_LEADING = re.compile(rf"(?:[{_MARKS}]|[{_DASHES}](?!\d))+")


def trimmed(text: str) -> str:
    """*text* without the marks and dashes at its ends. A minus before a number is no dash, nor is what ends a word."""
    return trimmed_left(trimmed_right(text))


def trimmed_left(text: str) -> str:
    """The same of its beginning only."""
    found = _LEADING.match(text) if not text[:1].isalnum() else None
    return text[found.end() :] if found is not None else text


def trimmed_right(text: str) -> str:
    """The same of its end only."""
    text = text.rstrip(_MARKS)
    while text and text[-1] in _DASHES and not text[-2:-1].isalnum():
        text = text[:-1].rstrip(_MARKS)
    return text


_PAUSE = r"(?:[\s,;:.!-]|…{1})+"
"""Its last sign stands by itself: a set with one beyond Latin 1 takes several times as long to compile, and there are
hundreds in the phrases of a language, for which the first request of a process waits."""
_Branches = dict[str, "_Branches"]
"""Words that may follow; the empty one where a phrase ends."""


_MOST_PATTERNS = 2048
"""Some 150 of each language that is spoken to the service: with room for fewer than all of them, a house that speaks
several compiled them again for each request."""


@lru_cache(maxsize=_MOST_PATTERNS)
def phrase_pattern(language: Language, *tables: str) -> re.Pattern[str] | None:
    """Any phrase of *tables* of *language*, the longest first, commas and pauses between its words allowed; None where
    they are empty."""
    return phrases_pattern(frozenset(phrase for table in tables for phrase in getattr(language, table)))


@lru_cache(maxsize=_MOST_PATTERNS)
def phrases_pattern(phrases: Collection[str]) -> re.Pattern[str] | None:
    """The same for any *phrases*, which have to be hashable."""
    root = _branches(map(fold, phrases))
    if not root:
        return None
    return re.compile(rf"(?<![\w'])(?:{_Spelling(_PAUSE).of(root)})(?![\w'])", re.IGNORECASE)


OPENING = ("fillers", "sounds", "particles", "noes", "urgings", "beside", "corrections", "callings")
"""Tables of words that ask for nothing before a request."""


def without_opening(text: str, language: Language, *tables: str) -> str:
    """*text* without phrases of *tables* of *language* at its beginning, unless they are all of it."""
    pattern = phrase_pattern(language, *tables)
    for _ in range(_MOST_OPENINGS):
        found = pattern.match(text) if pattern is not None else None
        if found is None or found.end() == len(text):
            break
        text = trimmed_left(text[found.end() :])
    return text


@lru_cache(maxsize=128)
def single_words(language: Language, table: str) -> frozenset[str]:
    """The phrases in *table* of *language* that are one word."""
    return frozenset(phrase for phrase in getattr(language, table) if " " not in phrase)


@lru_cache(maxsize=128)
def phrases_meaning(language: Language, *names: str) -> frozenset[str]:
    """The phrases of *language* that mean one of *names*, English words for what is done or how: "off", "remove"."""
    wanted = set(names)
    return frozenset(phrase for meant, phrases in language.meanings if meant & wanted for phrase in phrases)


@lru_cache(maxsize=32)
def frequency_pattern(language: Language, *without: str) -> re.Pattern[str] | None:
    """A pattern for what says in *language* how often something comes; but for what ``Language.frequencies`` has under
    the keys *without*."""
    said = (phrases for name, phrases in language.frequencies.items() if name not in without)
    return phrases_pattern(frozenset(phrase for phrases in said for phrase in phrases))


@lru_cache(maxsize=32)
def denying_words(language: Language) -> frozenset[str]:
    """Words of *language* that deny what they stand with: "not", "don't", and no "no" that only answers."""
    return single_words(language, "negations") - single_words(language, "noes")


@lru_cache(maxsize=32)
def pointing_words(language: Language) -> frozenset[str]:
    """Words of *language* that point to something or somebody: "that", "one", "them"."""
    return frozenset(word for phrase in language.pronouns for word in phrase.split()) | language.persons


def _branches(phrases: Iterable[str]) -> _Branches:
    """The words of *phrases*, each with those that may follow it."""
    root: _Branches = {}
    for phrase in phrases:
        node = root
        for word in phrase.split():
            node = node.setdefault(word, {})
        if node is not root:
            node[""] = {}
    return root


@dataclass(frozen=True)
class _Spelling:
    """How a pattern for phrases is spelled: as a tree of words, and of their first letters. It is compiled in a fifth
    of the time of a plain list, which the first request would wait for, and tried in a twentieth. That a phrase ends
    with a word is for whoever puts the pattern together to say, once behind all of it: behind each phrase it took half
    of the time to compile."""

    between: str
    """A pattern for what stands between two words."""
    apostrophe: str = "'"
    """A pattern for an apostrophe."""

    def of(self, node: _Branches) -> str:
        """A pattern for what may follow at *node*, the longest words first."""
        beginning: dict[str, list[str]] = {}
        for word in sorted(filter(None, node), key=lambda word: (-len(word), word)):
            beginning.setdefault(word[0] if word[0] != "'" else word, []).append(word)
        found = []
        for first, words in beginning.items():
            if len(words) == 1:
                found.append(self._from(words[0], 0, node))
            else:
                found.append(f"{re.escape(first)}(?:{'|'.join(self._from(word, 1, node) for word in words)})")
        return "|".join(found)

    def _from(self, word: str, letter: int, node: _Branches) -> str:
        """*word* of *node* from a *letter* of it on, and what may follow it."""
        after = node[word]
        rest = f"{self.between}(?:{self.of(after)})" if any(after) else ""
        spelled = re.escape(word[letter:]).replace("'", self.apostrophe)
        return spelled + (f"(?:{rest})?" if rest and "" in after else rest)
