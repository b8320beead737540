"""What a user's answer to a question means."""

from __future__ import annotations

_YES = frozenset(
    {
        "yes",
        "yeah",
        "yep",
        "yup",
        "sure",
        "ok",
        "okay",
        "confirm",
        "confirmed",
        "correct",
        "right",
        "affirmative",
        "absolutely",
        "definitely",
        "ja",
        "jawohl",
        "klar",
        "sim",
        "claro",
        "si",
        "sí",
        "oui",
        "da",
        "tak",
    }
)
_YES_PHRASES = frozenset(
    {
        "do it",
        "go ahead",
        "please do",
        "of course",
        "go on",
        "that's right",
        "thats right",
        "yes please",
        "make it so",
        "mach das",
        "bitte",
        "por favor",
    }
)
_NO = frozenset(
    {
        "no",
        "nope",
        "nah",
        "cancel",
        "stop",
        "abort",
        "negative",
        "never",
        "nein",
        "não",
        "nao",
        "non",
        "nie",
        "don't",
        "dont",
    }
)
_NO_PHRASES = frozenset({"never mind", "nevermind", "forget it", "leave it", "lass es", "not now"})
_FILLERS = frozenset({"please", "thanks", "thank", "you", "hey", "well", "um", "uh", "oh", "then", "so", "just"})


def answer(utterance: str) -> bool | None:
    """True for a yes, False for a no, None for anything else.

    A yes has to be the whole of what is said: "yes" agrees, "yes and also delete the rest" is a new request.
    """
    text = utterance.lower().strip(" .,!?").replace("’", "'")
    if text in _NO_PHRASES:
        return False
    if text in _YES_PHRASES:
        return True
    words = [word.strip(".,!?") for word in text.split()]
    rest = " ".join(words[1:])
    if words and words[0] in _NO and (len(words) <= 4):
        return False
    if words and words[0] in _YES and (all(w in _FILLERS or w in _YES for w in words[1:]) or rest in _YES_PHRASES):
        return True
    return None
