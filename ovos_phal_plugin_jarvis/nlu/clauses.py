"""Words around a request that make it none, or one for later: "she said cancel all timers", "if it rains set an alarm".

Who tells what somebody else said asks for nothing yet. What depends on something that the assistant does not watch must
not be done at once. Both are told by the words alone, from the language's tables; the tools' own wording may say
otherwise, which ``nlu.segmentation`` finds out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import phrase_pattern, strip_request, tokenize

_IS = "'s"
_MOST_BEFORE = 4
"""Words that may name who says something: "the man from the bank told me …"."""
_MOST_ASIDE = 9
"""Words of a remark beside a request."""
_MOST_NAMED = 2
"""Words that name what a remark is about: "the little baby 's asleep"."""


def reports(text: str, lang: str) -> str:
    """The word by which *text* tells what somebody else says ("told"); empty where it does not.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    words = [token.norm for token in tokenize(strip_request(text, lang), lang)]
    for at, word in enumerate(words[: _MOST_BEFORE + 1]):
        if word in spoken.reports:
            return word if _tells(words, at, spoken) else ""
        if (not at and _orders(word, spoken)) or word in spoken.speakers:
            return ""
    return ""


def _orders(word: str, spoken: Language) -> bool:
    return word in spoken.verbs and word not in spoken.question_words


def _tells(words: list[str], at: int, spoken: Language) -> bool:
    """Whether the word at *at* tells what follows it, rather than a clause behind which a request stands: "my wife says
    it's cold turn on the heating"."""
    rest = words[at + 1 :]
    if not any(is_content(word, spoken) for word in rest):
        return False
    introduced = {word for word in spoken.fillers if " " not in word}
    if any(_orders(word, spoken) and at and rest[at - 1] in introduced for at, word in enumerate(rest)):
        return False  # "she told me to hurry so set a timer"
    if (
        words[0] in spoken.question_words
        and rest[0] not in spoken.persons
        and not any(_orders(word, spoken) for word in rest[:3])
    ):
        return False  # "who said to be or not to be"
    behind = next((word for word in rest if word not in spoken.persons), "")
    if behind in spoken.function_words - spoken.articles - spoken.subjects - spoken.states - {_IS}:
        return True  # "told me to", "said that"
    first = next(i for i, word in enumerate(rest) if is_content(word, spoken) or word in spoken.verbs)
    if rest[first] in spoken.verbs:
        return True
    return not any(word in spoken.verbs and is_content(word, spoken) for word in rest[first + 1 :])


def muses(text: str, lang: str) -> str:
    """The words by which *text* only says what somebody may do or likes ("i might"); empty where it does not.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    pattern = phrase_pattern(language(lang), "musings")
    found = pattern.match(strip_request(text, lang)) if pattern is not None else None
    return found.group() if found is not None else ""


def passes_on(text: str, lang: str) -> tuple[str, str] | None:
    """The word by which *text* wants somebody else to be told what to do ("tell my wife to turn it down"), and who that
    is; None where it does not.

    Args:
        text: an utterance, or a part of one.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    said = strip_request(text, lang)
    relays, order = phrase_pattern(spoken, "relays"), phrase_pattern(spoken, "relayed")
    relay = relays.match(said) if relays is not None else None
    if relay is None or order is None:
        return None
    rest = said[relay.end() :]
    for found in order.finditer(rest):
        who = [token.norm for token in tokenize(rest[: found.start()], lang)]
        if len(who) > _MOST_BEFORE or not re.search(r"\w", rest[found.end() :]):
            break
        named = [word for word in who if word not in spoken.function_words or word in spoken.persons]
        if named and not spoken.addressing & {*who, *relay.group().lower().split()}:
            return relay.group(), " ".join(who)
    return None


def may_be_several(text: str, lang: str) -> bool:
    """Whether *text* may ask for more than one thing: whether an order or another thing is said behind a joint.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    joint = phrase_pattern(spoken, "joints")
    for found in joint.finditer(text) if joint is not None else ():
        words = [token.norm for token in tokenize(text[found.end() :], lang)]
        if len(words) > 1 and found.start() and (words[0] in spoken.verbs or words[0] in spoken.articles):
            return True
    return False


def conditions(text: str, lang: str) -> Iterator[tuple[int, int]]:
    """The characters of the words in *text* that may make a request depend on something, politeness left out.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    pattern = phrase_pattern(spoken, "conditions", "moments")
    polite = phrase_pattern(spoken, "politeness", "openings", "joints")
    taken = [found.span() for found in polite.finditer(text)] if polite is not None else []
    for found in pattern.finditer(text) if pattern is not None else ():
        held = any(start <= found.start() and found.end() <= end and end - start > 2 for start, end in taken)
        if not held and re.search(r"\w", text[found.end() :]):
            yield found.span()


def _orders_behind(text: str, lang: str) -> bool:
    """Whether an order stands behind the clause that *text* begins with, rather than a question: "(if) I drive ten
    miles how far is that" only asks."""
    spoken = language(lang)
    words = [token.norm for token in tokenize(text, lang)]
    return any(
        _orders(word, spoken) and is_content(word, spoken) and words[at - 1] not in spoken.subjects | spoken.speakers
        for at, word in enumerate(words)
        if at
    )


def depends(text: str, lang: str) -> bool:
    """Whether what *text* orders depends on something, as far as the words tell.

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    return any(text[:start].strip() or _orders_behind(text[end:], lang) for start, end in conditions(text, lang))


def aside(text: str, lang: str, *, negated: bool = False) -> int | None:
    """Where in *text* the remark goes on behind the words that make it one ("i can't see" without …); None where *text*
    is no clause that says only why or how somebody feels.

    What limits, negates, joins or takes back is none, whatever it begins with.

    Args:
        text: what stands before or behind a request.
        lang: BCP-47 tag.
        negated: whether it may be said what somebody does not do ("she's not coming").
    """
    spoken = language(lang)
    tokens = tokenize(text, lang)
    if not tokens or len(tokens) > _MOST_ASIDE:
        return None
    calling = phrase_pattern(spoken, "callings", "manners", "politeness")
    left = text
    while calling is not None and left and (found := calling.match(left)) is not None:
        left = left[found.end() :].lstrip(" ,.!")
    if not left:
        return len(text)
    opening = phrase_pattern(spoken, "asides", "apologies", "reasons")
    begins = opening.match(text) if opening is not None else None
    end = begins.end() if begins is not None else _subject_and_state([token.norm for token in tokens], spoken)
    if begins is None and end is not None:
        end = tokens[end].end
    if end is None:
        begun = phrase_pattern(spoken, "particles")
        skipped = begun.match(text) if begun is not None else None
        rest = text[skipped.end() :].lstrip(" ,.!") if skipped is not None else ""
        goes_on = aside(rest, lang, negated=negated) if rest else None
        return None if goes_on is None else len(text) - len(rest) + goes_on
    if not re.search(r"\w", text[end:]):
        return None
    tables: tuple[str, ...] = _LIMITING
    if explains(text, lang):
        tables = _GOING_ON  # "because it isn't needed" takes nothing back
    elif negated and tokens[0].norm in spoken.subjects:
        tables = tuple(table for table in _LIMITING if table not in ("negations", "cancel"))
    limits = phrase_pattern(spoken, *tables)
    return None if limits is not None and limits.search(text, end) else end


def explains(text: str, lang: str) -> bool:
    """Whether *text* begins with a word that a clause says why behind ("because", "so that").

    Args:
        text: what stands behind a request.
        lang: BCP-47 tag.
    """
    why = phrase_pattern(language(lang), "reasons")
    return why is not None and why.match(text) is not None


_LIMITING = (
    "conditions",
    "moments",
    "exceptions",
    "contrasts",
    "joints",
    "consequences",
    "corrections",
    "cancel",
    "refuse",
    "negations",
    "instead_of",
    "before",
    "last",
    "other_ones",
    "reports",
)
"""Tables of words with which more is said than a remark."""

_GOING_ON = ("conditions", "moments", "contrasts", "joints", "consequences", "before")
"""Those of them behind which more may be asked for than what is explained."""


def _subject_and_state(words: list[str], spoken: Language) -> int | None:
    """The place of the word that says what somebody or something is, where *words* begin with who or what that is."""
    named = (spoken.subjects | spoken.points) - spoken.demonstratives - spoken.articles
    if words[0] in named:
        at = 1
    elif words[0] in spoken.articles or words[1:2] == [_IS]:
        at = named_at = int(words[0] in spoken.articles)
        while at < len(words) and at < _MOST_NAMED + named_at and is_content(words[at], spoken):
            at += 1
        if at == named_at:
            return None
    else:
        return None
    negated = {word for word in spoken.negations if " " not in word}
    says = spoken.states | (spoken.auxiliaries if at > 1 else frozenset())
    return at if at < len(words) and words[at] in says - negated else None
