"""Questions on the messagebus that any number of skills may answer."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any
from uuid import uuid4

from ovos_bus_client.message import Message

MARK = "ovos_toolbox_skills"
"""Context key of what is asked here: whatever is sent because of it keeps the context."""
LOOK_UP_SECONDS = 0.1
"""Between two looks at whether anybody still waits."""


def ask(
    bus: Any,
    questions: Sequence[Message],
    topics: Iterable[str],
    seconds: float,
    done: Callable[[list[Message]], bool] = lambda found: False,
    first: float | None = None,
    least: float = 0.0,
    given_up: threading.Event | None = None,
) -> list[Message]:
    """Send *questions* and collect what they bring about.

    Args:
        bus: a messagebus client.
        questions: what is sent; each gets the same mark into its context.
        topics: of the messages that are collected, where they carry the mark.
        seconds: to wait at most.
        done: asked with all that has come whenever something comes; True ends the wait.
        first: seconds after which the wait ends where nothing at all has come.
        least: seconds before *done* is asked, in which others may begin.
        given_up: set where nobody waits for the answers any more, which ends the wait.
    """
    mark = uuid4().hex
    found: list[Message] = []
    arrived = threading.Condition()

    def take(message: Message) -> None:
        if message.context.get(MARK) != mark:
            return
        with arrived:
            found.append(message)
            arrived.notify()

    stop = listen(bus, topics, take)
    try:
        for question in questions:
            question.context[MARK] = mark
            bus.emit(question)
        begun = time.monotonic()
        with arrived:
            while True:
                patience = seconds if found or first is None else min(first, seconds)
                passed = time.monotonic() - begun
                if passed >= patience or (passed >= least and done(found)):
                    break
                if given_up is not None and given_up.is_set():
                    break
                left = patience - passed if passed >= least else min(least, patience) - passed
                arrived.wait(left if given_up is None else min(left, LOOK_UP_SECONDS))
            return list(found)
    finally:
        stop()


def listen(bus: Any, topics: Iterable[str], handler: Callable[[Message], None]) -> Callable[[], None]:
    """Have *handler* told of every message of *topics*; returns what ends that.

    Each topic has a function of its own: bus clients leave a function behind that listens to topics which have an older
    and a newer name and to others too.
    """
    handlers = [(topic, partial(handler)) for topic in dict.fromkeys(topics)]
    for topic, own in handlers:
        bus.on(topic, own)

    def stop() -> None:
        for topic, own in handlers:
            bus.remove(topic, own)

    return stop
