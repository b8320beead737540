"""What a speaker says while looking for a word: "put some er [what's it called] chervil on the list"."""

from __future__ import annotations

import re
from functools import lru_cache

from ovos_phal_plugin_jarvis.nlu.acts.words import leading_on, may_order
from ovos_phal_plugin_jarvis.nlu.entities.numbers import is_number_word
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content, language
from ovos_phal_plugin_jarvis.nlu.text import MAX_CHARS, phrase_pattern, phrases_pattern, single_words, spoken_words


def without_thinking(text: str, lang: str) -> str:
    """*text* without what is said in it while looking for a word, where what is said before waits for that word: "two
    hundred and [let me see] forty". Behind what is whole it asks for something: "clear it and let me see the list".

    Args:
        text: an utterance.
        lang: BCP-47 tag.
    """
    spoken = language(lang)
    run, phrase = _run(spoken), phrase_pattern(spoken, "thinking")
    if run is None or phrase is None or len(text) > MAX_CHARS:
        return text
    for found in reversed(list(run.finditer(text))):
        before, behind = text[: found.start()], text[found.end() :]
        looked = phrase.search(found[0]) is not None
        if _counts_on(before, behind, spoken) or (
            looked and (_waits(before, behind, spoken) or _is_joined(before, found[0], spoken))
        ):
            text = f"{before.rstrip(' ,.')} {behind.lstrip(' ,')}"
    return text


@lru_cache(maxsize=16)
def _run(spoken: Language) -> re.Pattern[str] | None:
    """All that is said behind each other while looking for a word, sounds as well: "erm uh let me see"."""
    forms = (phrase_pattern(spoken, "thinking"), phrases_pattern(frozenset(spoken.hesitations)))
    if forms[0] is None:
        return None
    one = "|".join(form.pattern for form in forms if form is not None)
    return re.compile(rf"(?:{one})(?:\W+(?:{one}))*", re.IGNORECASE)


def _is_joined(before: str, said: str, spoken: Language) -> bool:
    """Whether *said*, which corrects elsewhere, goes on behind the joint at the end of *before*: "tea and let's say
    four eggs" takes no tea back."""
    corrects, words = phrase_pattern(spoken, "corrections"), spoken_words(before, spoken)
    joined = len(words) > 1 and words[-1] in single_words(spoken, "joints")
    return joined and corrects is not None and corrects.fullmatch(said.strip()) is not None


def _counts_on(before: str, behind: str, spoken: Language) -> bool:
    """Whether a number ends in a joint *before*, and goes on *behind*: "a hundred and", "fifty grams"."""
    words, following = spoken_words(before, spoken), spoken_words(behind, spoken)
    joined = len(words) > 1 and words[-1] in single_words(spoken, "joints")
    numbers = joined and following and all(is_number_word(each, spoken.code) for each in (words[-2], following[0]))
    return bool(numbers)


def _waits(before: str, behind: str, spoken: Language) -> bool:
    """Whether what is said *before* has something behind it in any case: a word of grammar, or an order that names
    nothing yet."""
    words, following = spoken_words(before, spoken), spoken_words(behind, spoken)
    if not words or not following:
        return False
    counted = is_number_word(following[0], spoken.code)
    named = counted or following[0] in spoken.articles
    named = named or (words[0] not in spoken.telling and is_content(following[0], spoken))
    if len(words) == 1 and may_order(words[0], spoken) and named:
        return True
    naming = spoken.function_words if counted else leading_on(spoken)
    naming = naming - spoken.persons - spoken.question_words - single_words(spoken, "joints")
    named = counted or is_content(following[0], spoken)
    return named and words[-1] in naming - spoken.states - spoken.auxiliaries
