"""``ovos.jarvis.data``: the records of commands, seen and changed by hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from ovos_bus_client.message import Message

from ovos_phal_plugin_jarvis.bus import topics
from ovos_phal_plugin_jarvis.bus.link import BusLink
from ovos_phal_plugin_jarvis.bus.requests import data_of, user_id
from ovos_phal_plugin_jarvis.bus.responder import Responder, error_fields
from ovos_phal_plugin_jarvis.foreign_text import log_error, type_name
from ovos_phal_plugin_jarvis.tools.errors import InvalidRequest, ToolError
from ovos_phal_plugin_jarvis.tools.execution.pool import Pool, PoolClosed, PoolFull

SECONDS = 30.0
"""That one request may take."""


class RecordControl(Protocol):
    """What can be done with records."""

    def control(
        self,
        action: str,
        command: str | None,
        key: str | None = None,
        fields: Mapping[str, Any] | None = None,
        user_id: int | None = None,
    ) -> dict[str, Any]: ...


class RecordService:
    """Answers for the records."""

    def __init__(self, link: BusLink, records: RecordControl, pool: Pool) -> None:
        """
        Args:
            link: the service's end of the messagebus.
            records: what is asked.
            pool: where requests are worked on; shut down by its owner.
        """
        self._records = records
        self._pool = pool
        self._responder = Responder(link)

    def bind(self) -> None:
        """Subscribe."""
        self._responder.on(topics.JARVIS_DATA, self._asked)

    def shutdown(self) -> None:
        """Remove the handler."""
        self._responder.close()

    def _asked(self, message: Message) -> None:
        data = data_of(message)
        texts = {key: data.get(key) for key in ("action", "command", "key")}
        for key, value in texts.items():
            if value is not None and not isinstance(value, str):
                raise InvalidRequest(f"'{key}' must be a text, got {type_name(value)}")
        fields = data.get("fields")
        if fields is not None and not isinstance(fields, Mapping):
            raise InvalidRequest(f"'fields' must be an object of fields and values, got {type_name(fields)}")
        work = partial(
            self._records.control,
            texts["action"] or "list",
            texts["command"] or None,
            texts["key"] or None,
            fields,
            _user(message, data),
        )

        def ended(answer: Any, error: BaseException | None) -> None:
            if isinstance(error, ToolError):
                answer = {**error_fields(error), "code": error.code}
            elif error is not None:
                log_error("a request for records failed", error)
                answer = {"error": "The records can't be had now; the log has the details", "code": "unavailable"}
            self._responder.respond(message, answer)

        try:
            self._pool.submit(work, SECONDS, ended)
        except (PoolFull, PoolClosed) as refusal:
            ended(None, refusal)


def _user(message: Message, data: Mapping[str, Any]) -> int | None:
    """Whose record is made: as the data says, else who speaks."""
    told = data.get("user_id")
    if told is None:
        return user_id(message)
    if isinstance(told, bool) or not isinstance(told, int) or told < 0:
        raise InvalidRequest("'user_id' must be a whole number of 0 or more")
    return told
