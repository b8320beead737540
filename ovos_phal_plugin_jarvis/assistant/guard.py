"""The first step: what may not go further is refused here, before anything is spent on it."""

from __future__ import annotations

import math
import re
import threading
import time
import unicodedata
from typing import Any

from ovos_phal_plugin_jarvis.config import AssistantConfig, ConfigError
from ovos_phal_plugin_jarvis.nlu.text import plain_apostrophes

_YMD = re.compile(r"\d{4}-\d{2}-\d{2}")


class Refusal(Exception):
    """A request that is not answered, with what its sender is told."""

    def __init__(self, code: str, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        """``invalid``, ``forbidden``, ``rate_limited``, ``timeout`` or ``unavailable`` (the bus contract)."""
        self.retry_after = retry_after
        """Seconds until another try makes sense."""

    def fields(self) -> dict[str, Any]:
        """The refusal as members of a response."""
        fields: dict[str, Any] = {"error": str(self), "code": self.code}
        if self.retry_after is not None:
            fields["retry_after"] = self.retry_after
        return fields


class Guard:
    """Checks size, form and rate. Calls may come from any thread."""

    def __init__(self, config: AssistantConfig, *, limit_rate: bool = True) -> None:
        """
        Args:
            config: the limits.
            limit_rate: False where one person types at one process, and there is nobody to keep out.

        Raises:
            ConfigError: the rate limit's storage can't be used.
        """
        self._max_chars = config.max_transcript_chars
        self._rate = _RateLimit(config) if limit_rate else None

    def admit(self, utterance: Any, session_id: str, field: str = "utterance") -> str:
        """The utterance, cleaned, if it may go on. Counts as a request of its session; raises as ``checked``, and where
        the session asks too often."""
        cleaned = self.checked(utterance, field)
        self.count(session_id)
        return cleaned

    def checked(self, utterance: Any, field: str = "utterance") -> str:
        """The utterance, cleaned, whoever asks and how often.

        Args:
            utterance: what the request holds.
            field: how the request calls it, for the message.

        Returns:
            The text without control characters and outer space, its apostrophes plain: no phrase of a language, and no
            pattern of a tool, knows the one that telephones write.

        Raises:
            Refusal: it is no text, empty or too long.
        """
        if not isinstance(utterance, str):
            raise Refusal(
                "invalid",
                f"Missing required field: '{field}'"
                if utterance is None
                else f"'{field}' must be a text, got {type(utterance).__name__}",
            )
        if len(utterance) > self._max_chars:
            raise Refusal("invalid", f"'{field}' has {len(utterance)} characters; at most {self._max_chars} are read")
        cleaned = plain_apostrophes(clean(utterance))
        if not cleaned:
            raise Refusal("invalid", f"'{field}' is empty")
        return cleaned

    def count(self, session_id: str) -> None:
        """Count a request of a session that holds no utterance: a button, an answer by id.

        Raises:
            Refusal: the session asks too often.
        """
        wait = self._rate.count(session_id) if self._rate is not None else 0
        if wait:
            raise Refusal("rate_limited", f"Too many requests; try again in {wait} s", retry_after=wait)


class _RateLimit:
    """Requests of each session within the last minute."""

    def __init__(self, config: AssistantConfig) -> None:
        self._config = config
        self._lock = threading.Lock()
        self._made: tuple[Any, Any] | None = None
        if config.rate_limit_storage != "memory://":
            self._limiter()  # which finds out at once whether the storage can be used

    def _limiter(self) -> tuple[Any, Any]:
        """The limiter and the rate, made at the first request: they cost memory and a tenth of a second."""
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    def _make(self) -> tuple[Any, Any]:
        from limits import RateLimitItemPerMinute
        from limits.errors import ConfigurationError
        from limits.storage import storage_from_string
        from limits.strategies import MovingWindowRateLimiter

        storage = self._config.rate_limit_storage
        try:
            limiter = MovingWindowRateLimiter(storage_from_string(storage))
        except (ConfigurationError, ImportError, NotImplementedError) as error:
            raise ConfigError(
                f"assistant.rate_limit_storage: '{storage}' can't be used: {error}. "
                "Use memory:// or, with the redis package installed, redis://host:port"
            ) from None
        return limiter, RateLimitItemPerMinute(self._config.requests_per_minute)

    def count(self, session_id: str) -> int:
        """Count a request; 0 where it may go on, else the seconds until one may."""
        limiter, rate = self._limiter()
        if limiter.hit(rate, "ovos-jarvis", session_id):
            return 0
        reset = limiter.get_window_stats(rate, "ovos-jarvis", session_id).reset_time
        return max(1, math.ceil(reset - time.time()))


def clean(text: str) -> str:
    """*text* without control characters, its white space single, each letter with its marks one character.

    What only formats (a soft hyphen, marks of direction) stands within words and goes; joiners belong to the spelling.
    """
    return " ".join(unicodedata.normalize("NFC", "".join(map(_printable, text))).split())


_JOINERS, _MAY_BREAK = "\u200c\u200d", "\u200b"
"""What joins letters, or keeps them apart, in scripts that need it; and what stands where a word may end."""


def _printable(sign: str) -> str:
    """*sign* as it is kept: a control character as a space, what only formats not at all."""
    category = unicodedata.category(sign)
    if category[0] != "C" or sign in _JOINERS:
        return sign
    return "" if category == "Cf" and sign != _MAY_BREAK else " "


def check_base_date(value: Any) -> str | None:
    """``baseDateYmd`` as it came, where it is a date or absent.

    Raises:
        Refusal: it is neither.
    """
    if value is None or value == "":
        return None
    if not isinstance(value, str) or not _YMD.fullmatch(value):
        raise Refusal("invalid", "'baseDateYmd' must be a date in the form YYYY-MM-DD")
    return value
