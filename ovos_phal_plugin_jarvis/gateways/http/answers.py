"""What is answered: JSON, and errors of one form."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

CODES = {
    400: "invalid",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "timeout",
    409: "confirmation_required",
    413: "too_large",
    415: "invalid",
    429: "rate_limited",
    431: "too_large",
    500: "unavailable",
    503: "unavailable",
    504: "timeout",
}


class Problem(Exception):
    """A request that is not done, and what its sender is told."""

    def __init__(
        self, status: int, message: str, *, headers: Mapping[str, str] | None = None, code: str = "", **fields: Any
    ) -> None:
        """
        Args:
            status: of HTTP.
            message: one line that says what is wrong and what would mend it.
            headers: sent with it.
            code: one word for programs; by default that of the status.
            fields: further members of the answer.
        """
        super().__init__(message)
        self.status = status
        self.headers = dict(headers or {})
        self.fields = {"error": message, "code": code or CODES.get(status, "invalid"), **fields}

    def response(self) -> Response:
        """The answer."""
        return answer(self.fields, self.status, self.headers)


def answer(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """*data* as JSON."""
    written = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    # Half a character is JSON, and no UTF-8.
    body = written.encode("utf-8", "replace")
    return Response(body, status, dict(headers or {}), media_type="application/json")
