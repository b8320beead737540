"""The alerts that wait to be told: ranked, bounded, each told once, also after a restart."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from itertools import islice
from typing import Any, Protocol

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis.foreign_text import MAX_NAME, log_error, text_of
from ovos_phal_plugin_jarvis.sdk.agent import Alert

MAX_WAITING = 50
"""Alerts that wait at most; of more, the least important go, and of those the newest."""
MAX_OF_ONE = 25
"""Of one agent, where those of others would go for them."""
_MAX_USER = 2**63
MAX_READ = 10_000
"""Alerts of one run that are looked at."""
MAX_TITLE, MAX_SUMMARY = 200, 1000
"""Characters that are kept of them."""
MAX_TOLD = 2000
"""Alerts that are remembered as told."""
AGAIN_AFTER = timedelta(hours=24)
"""What holds on for longer is told again."""
OWNER, RECORD = "ovos-jarvis-alerts", "queue"
"""Where the queue is kept."""
_LOW, _HIGH = 1, 3


class Records(Protocol):
    """Where something is kept over a restart, such as ``stores.data.DataStore``."""

    def get(self, command: str, key: str) -> dict[str, Any] | None: ...
    def save(self, command: str, key: str, data: dict[str, Any]) -> None: ...


class AlertQueue:
    """Alerts of agents and of packages. Calls may come from any thread."""

    def __init__(
        self,
        records: Records | None = None,
        queued: Callable[[Alert], Any] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """
        Args:
            records: where they are kept; None keeps them in memory only.
            queued: told of each alert that is newly queued. Must not block.
            clock: seconds since 1970.
        """
        self._records = records
        self._queued = queued
        self._clock = clock
        self._lock = threading.RLock()
        self._waiting: list[Alert] = []
        self._told: dict[str, float] = {}
        """What was told, and until when an equal one says nothing new."""
        self._watchers: list[Callable[[int], Any]] = []
        self.dropped = 0
        """Alerts that were left out because more important ones fill the queue."""
        self._load()

    def add(self, alerts: Iterable[Alert]) -> int:
        """Queue those of *alerts* that are new; how many that were."""
        now = self._now()
        with self._lock:
            before = {alert.id for alert in self._waiting}
            known = {_key(alert) for alert in self._waiting}
            for alert in alerts:
                key = _key(alert)
                told_until = self._told.get(key)
                if told_until is not None and told_until > now.timestamp():
                    # It holds on: what is raised again and again is told once, for a day.
                    continue
                if alert.expires_at <= now or key in known or alert.id in before:
                    continue
                known.add(key)
                self._waiting.append(alert)
            self._rank(now)
            left_out = len(self._waiting) - MAX_WAITING
            if left_out > 0:
                self._waiting = _fair(self._waiting)
                self._rank(now)
                self.dropped += left_out
                LOG.warning(f"{left_out} alerts are left out: {MAX_WAITING} that are more important wait already")
            fresh = [alert for alert in self._waiting if alert.id not in before]
            if fresh or left_out > 0:
                self._changed()
        for alert in fresh if self._queued is not None else ():
            self._queued(alert)  # type: ignore[misc]
        return len(fresh)

    def pending(self, user_id: Any = None, everybody: bool = True) -> list[Alert]:
        """Those that wait and are not too old, the most important first.

        Args:
            user_id: who asks.
            everybody: also those that are for another user.
        """
        with self._lock:
            self._rank(self._now())
            return [a for a in self._waiting if everybody or a.target_user_id in (None, user_id)]

    def take(self, user_id: Any = None, everybody: bool = True, only: Iterable[str] | None = None) -> list[Alert]:
        """As ``pending``; they are told now, and wait no more.

        Args:
            user_id: who asks.
            everybody: also those that are for another user.
            only: the ids of those that are told; None for all.
        """
        with self._lock:
            ids = None if only is None else set(only)
            found = [a for a in self.pending(user_id, everybody) if ids is None or a.id in ids]
            if not found:
                return []
            gone = {alert.id for alert in found}
            self._waiting = [alert for alert in self._waiting if alert.id not in gone]
            now = self._now()
            for alert in found:
                self._told[_key(alert)] = min(max(alert.expires_at, now), now + AGAIN_AFTER).timestamp()
            self._changed()
            return found

    def on_change(self, watcher: Callable[[int], Any]) -> None:
        """Have *watcher* called with the number that wait, whenever that changes."""
        with self._lock:
            self._watchers = [*self._watchers[-MAX_WAITING:], watcher]

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), timezone.utc)

    def _rank(self, now: datetime) -> None:
        self._waiting = sorted(
            (alert for alert in self._waiting if alert.expires_at > now),
            key=lambda alert: (-alert.priority, alert.created_at),
        )

    def _changed(self) -> None:
        now = self._clock()
        lasting = {key: until for key, until in self._told.items() if until > now}
        self._told = dict(sorted(lasting.items(), key=lambda entry: entry[1])[-MAX_TOLD:])
        number = len(self._waiting)
        if self._records is not None:
            record = {"waiting": [alert.to_dict() for alert in self._waiting], "told": self._told}
            try:
                self._records.save(OWNER, RECORD, record)
            except Exception as error:  # noqa: BLE001 - a full disk must not cost the alert
                log_error("the alerts that wait can't be kept", error)
        for watcher in self._watchers:
            try:
                watcher(number)
            except Exception as error:  # noqa: BLE001 - foreign code
                log_error("what a package does when alerts change failed", error)

    def _load(self) -> None:
        try:
            record = self._records.get(OWNER, RECORD) if self._records is not None else None
        except Exception as error:  # noqa: BLE001 - the assistant starts, whatever became of the file
            log_error("the alerts that waited can't be read", error)
            return
        for entry in (record or {}).get("waiting") or ():
            try:
                self._waiting.append(_from_record(entry))
            except (TypeError, ValueError, KeyError) as error:
                LOG.warning(f"an alert that was kept can't be read: {error}")
        told = (record or {}).get("told")
        if isinstance(told, Mapping):
            self._told = {str(key): float(until) for key, until in told.items() if isinstance(until, (int, float))}


def read_alerts(given: Any, agent: str) -> list[Alert]:
    """What an agent's ``get_alerts`` returned, as alerts of our own; what is none is logged and left out.

    Their members are read here, which may run the author's code: call it where that code may run.
    """
    if given is None:
        return []
    found, wrong, example = [], 0, ""
    alerts = iter(given)
    for entry in islice(alerts, MAX_READ):
        try:
            found.append(_own(entry, agent))
        except Exception as error:  # noqa: BLE001 - foreign code
            wrong, example = wrong + 1, example or text_of(error)
    if wrong:
        LOG.warning(f"agent '{agent}': {wrong} of its alerts are none and left out: {example}")
    if next(alerts, None) is not None:
        LOG.warning(f"agent '{agent}' raised more than {MAX_READ} alerts; those behind are left out")
    return found


def _own(given: Any, agent: str) -> Alert:
    title, summary = _text(given.title, MAX_TITLE), _text(given.summary or "", MAX_SUMMARY)
    if not title and not summary:
        raise ValueError("it has neither a title nor a summary")
    priority = given.priority
    if isinstance(priority, bool) or not isinstance(priority, int):
        raise ValueError(f"its priority is {text_of(priority, 30)!r}; use 1, 2 or 3")
    dedupe, user = getattr(given, "dedupe_key", None), getattr(given, "target_user_id", None)
    return Alert(
        source_agent=_text(given.source_agent or agent, MAX_NAME) or agent,
        title=title,
        summary=summary,
        priority=min(max(int(priority), _LOW), _HIGH),
        created_at=_time(given.created_at),
        expires_at=_time(given.expires_at),
        id=_text(given.id, MAX_NAME),
        dedupe_key=_text(dedupe, MAX_TITLE) or None if dedupe is not None else None,
        category=_text(getattr(given, "category", "") or "general", MAX_NAME),
        target_user_id=_user(user),
    )


def _fair(ranked: list[Alert]) -> list[Alert]:
    """As many of them as may wait: the first, save that what one agent has raised beyond its share comes last."""
    seen: Counter[str] = Counter()
    within: list[Alert] = []
    beyond: list[Alert] = []
    for alert in ranked:
        seen[alert.source_agent] += 1
        (within if seen[alert.source_agent] <= MAX_OF_ONE else beyond).append(alert)
    return [*within, *beyond][:MAX_WAITING]


def _user(given: Any) -> int | str | None:
    if isinstance(given, str):
        return _text(given, MAX_NAME)
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int) or abs(given) >= _MAX_USER:
        # Not for nobody in particular: what is meant for one must not be told to all.
        raise ValueError("its target_user_id is no user")
    return int(given)


def _text(given: Any, most: int) -> str:
    if not isinstance(given, str):
        raise TypeError(f"it holds {text_of(given, 30)!r} where a text is due")
    return " ".join(text_of(given, most * 2).split())[:most]  # without what would steer a terminal


def _time(given: Any) -> datetime:
    if not isinstance(given, datetime):
        raise TypeError(f"it holds {text_of(given, 30)!r} where a time is due")
    return (given if given.tzinfo else given.replace(tzinfo=timezone.utc)).astimezone(timezone.utc)


def _key(alert: Alert) -> str:
    """Equal for alerts that say the same."""
    if alert.dedupe_key:
        return f"{alert.source_agent}\n{alert.dedupe_key}"
    return f"{alert.source_agent}\n\n{alert.title.strip().casefold()}\n{alert.summary.strip().casefold()}"


def _from_record(entry: Mapping[str, Any]) -> Alert:
    made = Alert(**{name: entry[name] for name in ("source_agent", "title", "summary", "priority", "id")})
    return replace(
        made,
        created_at=_time(datetime.fromisoformat(entry["created_at"])),
        expires_at=_time(datetime.fromisoformat(entry["expires_at"])),
        dedupe_key=entry.get("dedupe_key"),
        category=str(entry.get("category") or "general"),
        target_user_id=entry.get("target_user_id"),
    )
