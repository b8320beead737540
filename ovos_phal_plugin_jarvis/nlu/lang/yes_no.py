"""Whether an answer is a yes or a no: one vocabulary for every question that is asked."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.nlu.lang.language import Language, language
from ovos_phal_plugin_jarvis.sdk.locale import bare_words

_MAX_WORDS = 12
_ENGINE_WORDS = 3
"""Words of an answer that a plugin is asked about: it finds a yes anywhere, and a sentence is no consent."""
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")


def yes_or_no(text: str, lang: str) -> bool | None:
    """True where *text*, all of it, agrees; False where all of it refuses; None for anything else.

    "yes but only the first", "cancel the timer" and "no problem" are None: they say something of their own, and
    whoever asked must ask again or take it as a new request. A yes taken back ("yes, no, stop") is a no.

    Args:
        text: the answer to a question.
        lang: BCP-47 tag. For a language that is not installed an OVOS yes/no plugin is asked, where there is one.
    """
    known = language(lang)
    if not known.installed:
        return _ask_plugin(text, lang)
    words = tuple(_WORD.findall(text.lower().replace("’", "'")))
    if not words or len(words) > _MAX_WORDS:
        return None
    return _whole(_vocabulary(known), words)


def calls_off(text: str, lang: str) -> bool:
    """Whether *text*, all of it, takes back what was asked for ("never mind", "stop that please"). A mere "no" does
    not: it answers a question.

    Args:
        text: what was said.
        lang: BCP-47 tag; nothing is known of a language that is not installed.
    """
    known = language(lang)
    words = bare_words(text)
    if not known.installed or not 0 < len(words) <= _MAX_WORDS:
        return False
    return _made_of(words, *_taking_back(known))


@lru_cache(maxsize=32)
def _taking_back(known: Language) -> tuple[set[tuple[str, ...]], set[tuple[str, ...]]]:
    """What takes a request back, and what may stand beside it."""
    names = (name for name in known.wake_words if " " not in name)  # "okay jarvis" agrees
    beside = (*known.refuse_more, *known.fillers, *known.refuse, *known.particles, *known.politeness, *names)
    return {bare_words(phrase) for phrase in known.cancel}, {bare_words(phrase) for phrase in beside}


def _made_of(words: tuple[str, ...], needed: set[tuple[str, ...]], beside: set[tuple[str, ...]]) -> bool:
    """Whether *words* are phrases of the two sets, one of the first among them."""
    ends = {(0, False)}
    for at in range(len(words)):
        for found in (False, True):
            if (at, found) in ends:
                for end in range(at + 1, len(words) + 1):
                    phrase = words[at:end]
                    if phrase in needed:
                        ends.add((end, True))
                    elif phrase in beside:
                        ends.add((end, found))
    return (len(words), True) in ends


class _Vocabulary:
    def __init__(self, known: Language) -> None:
        self.phrases: dict[tuple[str, ...], str] = {}
        # Later ones win: a phrase that refuses is never taken for filler.
        for role, phrases in (
            # "okay jarvis" agrees: only the name in it is filler.
            ("filler", (*known.fillers, *known.greetings, *(p for p in known.wake_words if " " not in p))),
            ("agree_more", known.agree_more),
            ("refuse_more", known.refuse_more),
            ("both", tuple(set(known.agree_more) & set(known.refuse_more))),
            ("yes", known.agree),
            ("no", (*known.refuse, *known.cancel)),
        ):
            self.phrases.update((tuple(_WORD.findall(phrase)), role) for phrase in phrases)
        self.longest = max(map(len, self.phrases), default=0)


@lru_cache(maxsize=32)
def _vocabulary(known: Language) -> _Vocabulary:
    return _Vocabulary(known)


def _whole(vocabulary: _Vocabulary, words: tuple[str, ...]) -> bool | None:
    """The answer that *words* make, each of them a part of it."""
    roles: list[str] = []
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + vocabulary.longest), at, -1):
            role = vocabulary.phrases.get(words[at:end])
            if role:
                roles.append(role)
                at = end
                break
        else:
            return None
    said = {role for role in roles if role in ("yes", "no")}
    more = set(roles) - {"filler", "both"}
    if said == {"yes"} and more <= {"yes", "agree_more"}:
        return True
    if said == {"no"} and more <= {"no", "refuse_more"}:
        return False
    # Taken back: only the last one counts where it is a no; a no that becomes a yes is asked again.
    return False if said == {"yes", "no"} and [r for r in roles if r in said][-1] == "no" else None


def _ask_plugin(text: str, lang: str) -> bool | None:
    if not 0 < len(_WORD.findall(text)) <= _ENGINE_WORDS:
        return None
    engine = _plugin()
    if engine is None:
        return None
    try:
        found = engine.yes_or_no("", text, lang)
    except Exception as error:  # noqa: BLE001 - a plugin of someone else's
        LOG.warning("The yes/no plugin failed on an answer in %s: %s", lang, error)
        return None
    return found if isinstance(found, bool) else None


@lru_cache(maxsize=1)
def _plugin() -> Any:
    """The yes/no engine that is installed (``opm.agents.yesno``), or None."""
    try:
        from ovos_plugin_manager.agents import find_yesno_plugins
    except ImportError:  # an OPM that knows none
        return None
    for name, engine in sorted(find_yesno_plugins().items()):
        try:
            return engine()
        except Exception as error:  # noqa: BLE001 - a plugin of someone else's
            LOG.warning("The yes/no plugin %s can't be used: %s", name, error)
    return None
