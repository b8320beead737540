"""What waits to be told, when the user asks what is new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ovos_phal_plugin_jarvis.assistant.talk import consists_of
from ovos_phal_plugin_jarvis.consent.wording import clean
from ovos_phal_plugin_jarvis.nlu.lang.guess import heard_from_outside
from ovos_phal_plugin_jarvis.sdk.agent import Alert
from ovos_phal_plugin_jarvis.sdk.locale import Spoken, say, together

NEWS = "news"
"""The ``.voc`` file of the words that ask for it."""
MOST_AT_ONCE = 5
"""Alerts of one answer: nobody keeps more in mind."""


class Alerts(Protocol):
    """What waits (``commands.agents.alerts.AlertQueue``)."""

    def pending(self, user_id: Any = None, everybody: bool = True) -> list[Alert]: ...
    def take(self, user_id: Any = None, everybody: bool = True, only: Iterable[str] | None = None) -> list[Alert]: ...


def asks_for_news(utterance: str, lang: str) -> bool:
    """Whether *utterance*, all of it, asks what is new."""
    return consists_of(utterance, lang, NEWS)


def tell_news(alerts: Alerts, user_id: int | None, lang: str, room: int, look_only: bool = False) -> Spoken | None:
    """What is new, in words: as many alerts as one answer holds, the most important first, and how many are left.

    Those that are told wait no more. None where none waits.

    Args:
        alerts: what waits.
        user_id: who asks; what is for another user is not told.
        lang: that is spoken.
        room: characters of an answer.
        look_only: they wait on.
    """
    waiting = alerts.pending(user_id, False)
    if not waiting:
        return None
    number = 1
    while number < min(len(waiting), MOST_AT_ONCE) and len(_news(waiting, number + 1, lang)) <= room:
        number += 1
    if look_only:
        return _news(waiting, number, lang)
    told = alerts.take(user_id, False, [alert.id for alert in waiting[:number]])
    return _news([*told, *waiting[number:]], len(told), lang) if told else None


def in_words(alerts: Sequence[Alert], lang: str) -> Spoken:
    """Alerts as they are said, one after the other."""
    return together([_said(alert, lang) for alert in alerts], lang)


def _news(waiting: Sequence[Alert], number: int, lang: str) -> Spoken:
    parts = [in_words(waiting[:number], lang)]
    left = len(waiting) - number
    if left:
        parts.append(say("news_one_more" if left == 1 else "news_more", lang, number=left))
    return together(parts, lang)


def _said(alert: Alert, lang: str) -> Spoken:
    title, summary = clean(alert.title), clean(alert.summary)
    # A summary often begins with the title.
    texts = [summary] if summary.casefold().startswith(title.casefold()) and summary else [title, summary]
    whole = " ".join(text if text.endswith((".", "!", "?", "…")) else f"{text}." for text in texts if text)
    return heard_from_outside(whole, lang)
