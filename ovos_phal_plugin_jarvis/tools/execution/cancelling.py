"""Calls in flight, by the ids that their callers know them by, so that they can be cancelled."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable

from ovos_phal_plugin_jarvis.sdk.cancelling import Cancellation
from ovos_phal_plugin_jarvis.tools.context import InvocationContext

_Key = tuple[str, str, str]


class Flight:
    """One call, from when it was asked for until it is answered: once, by its end or by who cancels it."""

    def __init__(self, keys: tuple[_Key, ...], deadline: float, on_cancel: Callable[[], None]) -> None:
        self.keys = keys
        self.cancellation = Cancellation(deadline)
        self.on_cancel = on_cancel
        self._lock = threading.Lock()
        self._taken = False

    def take(self) -> bool:
        """Claim the right to answer it; True once."""
        with self._lock:
            mine, self._taken = not self._taken, True
        return mine


class Flights:
    """The calls that can still be cancelled.

    A call belongs to the session and the source that its message names, and only they may cancel it: ids are chosen by
    callers, who know nothing of each other. It keeps order, and is no protection: nobody proves who they are on a
    messagebus.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._flights: defaultdict[_Key, list[Flight]] = defaultdict(list)

    def begin(self, context: InvocationContext, deadline: float, on_cancel: Callable[[], None]) -> Flight:
        """Know a call by its ids until ``end``.

        Args:
            context: whose it is, and its ids.
            deadline: when it has to be answered, as ``time.monotonic()`` counts.
            on_cancel: answers it where it is cancelled.
        """
        flight = Flight(tuple((*context.owner, call_id) for call_id in context.call_ids), deadline, on_cancel)
        with self._lock:
            for key in flight.keys:
                self._flights[key].append(flight)
        return flight

    def end(self, flight: Flight) -> None:
        """Forget a call."""
        with self._lock:
            for key in flight.keys:
                self._flights[key].remove(flight)
                if not self._flights[key]:
                    del self._flights[key]

    def cancel(self, call_id: str, context: InvocationContext) -> int:
        """Cancel the calls that the session and source of *context* know by that id; how many were not answered yet."""
        with self._lock:
            found = list(self._flights.get((*context.owner, call_id), ()))
        taken = [flight for flight in found if flight.take()]
        for flight in taken:
            flight.cancellation.set()
            flight.on_cancel()
        return len(taken)
