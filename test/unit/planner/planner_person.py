"""Somebody who asks a planner as the tool service does."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.tools.command_schema import CommandOutput
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.errors import InvalidArguments, ToolFailed
from ovos_toolbox_planner import PlannerToolBox

NOW = datetime(2026, 1, 5, 9, 30, tzinfo=timezone.utc)
"""A Monday."""


class Person:
    """Somebody who asks a planner; each call is a request of its own unless it is part of a ``plan``."""

    def __init__(self, box: PlannerToolBox, lang: str = "en-us", user: int | None = None, session: str = "kitchen"):
        self.box = box
        self.context = InvocationContext(lang=lang, user_id=user, conversation_id=session)
        self._plans = 0

    def call(self, name: str, /, **arguments: Any) -> CommandOutput:
        """What a call answers; raises as the toolbox does."""
        return self.plan((name, arguments))[0]

    def say(self, name: str, /, **arguments: Any) -> str:
        """What is said, whether or not it could be done."""
        try:
            return self.call(name, **arguments).message
        except ToolFailed as error:
            return str(error)

    def asked(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """What is refused and asked about."""
        with pytest.raises(InvalidArguments) as refused:
            self.call(name, **arguments)
        return dict(refused.value.details[0])

    def plan(self, *calls: tuple[str, dict[str, Any]], **changed: Any) -> list[CommandOutput]:
        """The answers to the calls of one plan."""
        self._plans += 1
        context = replace(self.context, plan_id=f"plan {self._plans}", **changed)
        outputs = []
        for name, given in calls:
            model = next(tool for tool in self.box.discover_tools() if tool.name == name).argument_schema
            output = self.box.run_tool(name, model.model_validate(given), context)
            assert isinstance(output, CommandOutput)
            outputs.append(output)
        return outputs

    def tasks(self) -> list[tuple[str, bool]]:
        """Title and state of the tasks of the day."""
        return [(task["title"], task["completed"]) for task in self.call("list_tasks").context_data["tasks"]]
