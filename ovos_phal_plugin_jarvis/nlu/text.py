"""Words of an utterance, with their places in it, and what people say around a request without meaning anything."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

MAX_TOKENS = 120
"""Words after this many are not read: no request is that long, and it bounds the time bad input can take."""
MAX_CHARS = 2000

_TOKEN = re.compile(
    r"\d+(?:[.,:]\d+)*(?=(?:st|nd|rd|th)\b)(?:st|nd|rd|th)"  # 3rd
    r"|\d+(?:[.,:]\d+)*"  # 12, 3.5, 1,000, 5:30
    r"|[oO]['’]?[cC]lock\b"
    r"|[^\W\d_]+(?:['’](?!s\b|S\b)[^\W\d_]+)*"  # letters of any script, don't, o'neil
    r"|['’][sS]\b"
    r"|[%$€£+*/=°×÷&-]"
)
_JOINED = {
    "whats": "what",
    "thats": "that",
    "hows": "how",
    "wheres": "where",
    "whos": "who",
    "whens": "when",
    "heres": "here",
    "theres": "there",
    "lets": "let",
    "todays": "today",
    "tomorrows": "tomorrow",
    "yesterdays": "yesterday",
    "tonights": "tonight",
}
_PLAIN = {
    "dont": "don't",
    "cant": "can't",
    "wont": "won't",
    "im": "i'm",
    "ive": "i've",
    "id": "i'd",
    "youre": "you're",
    "doesnt": "doesn't",
    "isnt": "isn't",
    "didnt": "didn't",
}
_SIGNS = {"%": "percent", "+": "plus", "*": "times", "×": "times", "/": "over", "÷": "over", "&": "and", "=": "equals"}


@dataclass(frozen=True)
class Token:
    """One word of an utterance."""

    text: str
    """As it was written."""
    norm: str
    """Lower case, NFKC, one form for each apostrophe."""
    start: int
    """First character in the utterance."""
    end: int
    """One past the last character."""

    def __len__(self) -> int:
        return self.end - self.start


def fold(text: str) -> str:
    """*text* in lower case, compatibility forms and curly apostrophes made plain."""
    return unicodedata.normalize("NFKC", text).replace("’", "'").lower()


@lru_cache(maxsize=4096)
def tokenize(text: str) -> tuple[Token, ...]:
    """The words of *text* in order; punctuation is left out, signs that mean something (``% $ +``) are kept.

    A possessive or contracted "'s" is a word of its own, also where a recogniser wrote "whats".
    """
    found: list[Token] = []
    text = text[:MAX_CHARS]
    for match in _TOKEN.finditer(text):
        word, start, end = match.group(), match.start(), match.end()
        if word == "-" and not _is_sign(text, start):
            continue
        norm = fold(word)
        if norm in _JOINED:
            found.append(Token(word[:-1], _JOINED[norm], start, end - 1))
            found.append(Token(word[-1:], "'s", end - 1, end))
        else:
            found.append(Token(word, _PLAIN.get(norm) or _SIGNS.get(norm, norm), start, end))
        if len(found) >= MAX_TOKENS:
            break
    return tuple(found)


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


_LEADING = re.compile(
    r"^(?:(?:hey|hi|hiya|hello|ok|okay|so|well|um+|uh+|er+|erm|ah|oh|please|alright|right|yo|now then|"
    r"(?:hey |ok |okay )?(?:jarvis|mycroft|alexa|siri|google|computer|assistant|neon)|"
    r"(?:can|could|would|will) you (?:please |kindly |just |quickly |maybe |possibly )*(?!tell\b)(?=\w)|"
    r"i(?:['’]?d| would) (?:like|love) (?:to know|to have|to get|(?=an? ))|i(?:['’]?d| would) like you to|"
    r"(?:i (?:wanna|want to|need to|(?:['’]?d| would) like to) know|remind me|(?:a |one )?quick (?:\w+ )?question)"
    r"[\s,:;-]+(?=(?:what|which|who|how)s?\b)|"
    r"i want you to|i need you to|be so kind and|be a dear and|go ahead and|"
    r"do me a favou?r and|would you mind|if you (?:can|could|don't mind)|just|kindly|"
    r"i was wondering if you could|"
    r"could you be so kind (?:and|as to))\b[\s,.:;!-]*)+",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"(?:[\s,.!?;:-]*\b(?:please|thanks|thank you|thank you very much|thanks a lot|cheers|for me please|"
    r"if you (?:can|could|would|don't mind|please)|"
    r"would you|will you|could you|can you|jarvis|mycroft|right now please|when you can|"
    r"when you get a (?:chance|moment|minute)))+[\s.!?,;:]*$",
    re.IGNORECASE,
)
_EMBEDDED = re.compile(
    r"^(?:(?:can|could|would) you )?(?:please )?(?:tell me|let me know|do you know|"
    r"i(?:['’]?d like| want| need) to know) (what|who|where|when) (.{1,80}?) (is|are|was|were)$",
    re.IGNORECASE,
)
_FILLER = re.compile(r"(?<![\w'])(?:um+|uh+|erm?|hmm+|you know|i mean)(?![\w'])[\s,]*", re.IGNORECASE)
_FALSE_START = re.compile(
    r"^.{0,60}?\b(?:no wait|wait no|no sorry|sorry i mean|i mean|scratch that|"
    r"actually no|oh wait)\b[\s,.:;-]*(?=\S+\s+\S+\s+\S)",
    re.IGNORECASE,
)
_STUTTER = re.compile(r"\b(\w+)(?:[\s,.-]+\1\b)+", re.IGNORECASE)
# Said twice on purpose: "very very", "bye bye", a number read digit by digit.
_DOUBLED = {
    "very",
    "really",
    "bye",
    "knock",
    "so",
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "no",
    "yeah",
    "new",
}
_STUTTERED = {
    "a",
    "an",
    "the",
    "to",
    "set",
    "what",
    "what's",
    "i",
    "in",
    "on",
    "for",
    "is",
    "play",
    "turn",
    "my",
    "can",
    "could",
    "add",
    "and",
    "of",
    "tell",
    "me",
    "please",
    "it",
    "how",
    "give",
    "put",
    "start",
    "show",
}


def strip_request(text: str) -> str:
    """*text* without greeting, wake word, politeness, fillers, stutter and what the speaker took back.

    Only what carries no meaning goes, and never everything: an utterance that is nothing but politeness is
    returned as it is.
    """
    text = text[:MAX_CHARS].strip()
    cleaned = _FALSE_START.sub("", text)
    cleaned = _FILLER.sub("", cleaned)
    cleaned = _STUTTER.sub(_unstutter, cleaned)
    for _ in range(3):
        before = cleaned
        cleaned = _LEADING.sub("", cleaned)
        cleaned = _TRAILING.sub("", cleaned)
        if cleaned == before:
            break
    cleaned = cleaned.strip(" \t\n.?!")
    embedded = _EMBEDDED.match(cleaned)
    if embedded and not re.search(r"\b(?:it|that|there|this)$", embedded.group(2), re.IGNORECASE):
        cleaned = f"{embedded.group(1)} {embedded.group(3)} {embedded.group(2)}"
    return cleaned if tokenize(cleaned) else text


def _unstutter(match: re.Match[str]) -> str:
    word = match.group(1).lower()
    return match.group(1) if word in _STUTTERED and word not in _DOUBLED else match.group()
