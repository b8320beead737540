"""The record of what ran: from the rooms that run tools to the file."""

from __future__ import annotations

from typing import Any

from ovos_phal_plugin_jarvis.assistant.reply import Reply
from ovos_phal_plugin_jarvis.config import AuditConfig
from ovos_phal_plugin_jarvis.consent.policy import Caller
from ovos_phal_plugin_jarvis.foreign_text import log_error
from ovos_phal_plugin_jarvis.stores.audit import AuditEntry, AuditLog, Exchange, exchanges_path, read_audit
from ovos_phal_plugin_jarvis.tools.audit import named
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.redaction import Redactor
from ovos_phal_plugin_jarvis.tools.snapshot import LoadedTool


class Auditor:
    """Owns the audit log and that of exchanges, where they are kept."""

    def __init__(self, config: AuditConfig) -> None:
        """
        Args:
            config: the ``audit`` section.
        """
        self._arguments = config.arguments
        self.log = (
            AuditLog(max_bytes=config.max_bytes, files=config.files, arguments=config.arguments)
            if config.enabled
            else None
        )
        self._exchanges = (
            AuditLog(exchanges_path(), max_bytes=config.max_bytes, files=config.files) if config.exchanges else None
        )

    def __call__(
        self,
        tool: LoadedTool,
        context: InvocationContext,
        outcome: str,
        rule: str,
        *,
        arguments: Any = None,
        elapsed_ms: float = 0.0,
    ) -> None:
        """See ``Audit``."""
        if self.log is None:
            return
        caller = Caller.of(context)
        self.log.record(
            AuditEntry(
                tool.name,
                tool.toolbox_id,
                outcome,
                rule,
                caller.source,
                caller.session,
                context.user_id,
                elapsed_ms,
                self._shown(tool, arguments) if self._arguments else {},
            )
        )

    def exchange(self, heard: str, reply: Reply, context: InvocationContext) -> None:
        """Take note of what was said and answered, where that is kept.

        Args:
            heard: what was said, or done instead.
            reply: the answer.
            context: who asked.
        """
        if self._exchanges is None:
            return
        caller = Caller.of(context)
        self._exchanges.record(
            Exchange(
                heard,
                str(reply.say),
                tuple({"tool": result.name, "outcome": result.code} for result in reply.results),
                context.lang,
                caller.source,
                caller.session,
                context.user_id,
                reply.elapsed_ms,
            )
        )

    def read(self, last: int) -> dict[str, Any]:
        """What was kept: ``kept`` (whether what is said is), the last ``exchanges`` and ``calls``, oldest first.

        Raises:
            OSError: a file can't be read.
        """

        def entries(log: AuditLog | None) -> list[dict[str, Any]]:
            return list(read_audit(log.path, last)) if log is not None and last > 0 else []

        kept = self._exchanges is not None
        return {"kept": kept, "exchanges": entries(self._exchanges), "calls": entries(self.log)}

    def close(self) -> None:
        """Let go of the files."""
        for log in (self.log, self._exchanges):
            if log is not None:
                log.close()

    def _shown(self, tool: LoadedTool, arguments: Any) -> dict[str, Any]:
        try:
            return dict(Redactor(tool.secrets() if tool.secrets is not None else ()).json(named(arguments)))
        except Exception as error:  # noqa: BLE001 - a tool has a say in what its secrets are
            log_error(f"the secrets of '{tool.name}' can't be told from its arguments, which are not kept", error)
            return {}
