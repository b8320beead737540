"""The toolbox itself: its tools, and the file that they share."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from ovos_utils.log import LOG

from ovos_phal_plugin_jarvis import CommandToolBox
from ovos_phal_plugin_jarvis.sdk.clock import home_now
from ovos_toolbox_planner.day_tools import DateSet, DateShift
from ovos_toolbox_planner.days import ExecutionDays
from ovos_toolbox_planner.habit_tools import HabitCreate, HabitProgress, HabitSetCompleted
from ovos_toolbox_planner.note_tools import PlannerUndo, ReadReflection, ReflectionAppend, ReflectionSet
from ovos_toolbox_planner.planner import Planner
from ovos_toolbox_planner.reading import grammars
from ovos_toolbox_planner.scope import scope_of, serving
from ovos_toolbox_planner.storage import Storage
from ovos_toolbox_planner.task_tools import ListTasks, TaskCreate, TaskDelete, TaskSetCompleted
from ovos_toolbox_planner.tool import Desk, PlannerTool

TOOLBOX_ID = "ovos-toolbox-planner"
TOOLS: tuple[type[PlannerTool], ...] = (
    DateShift,
    DateSet,
    HabitCreate,
    TaskCreate,
    TaskSetCompleted,
    TaskDelete,
    HabitSetCompleted,
    ReflectionAppend,
    ReflectionSet,
    ListTasks,
    HabitProgress,
    ReadReflection,
    PlannerUndo,
)


class PlannerToolBox(CommandToolBox):
    """Tasks and a note for each day, and habits."""

    is_fallback = True
    """A package that somebody installs beside it is meant where it may be."""

    def __init__(
        self,
        config: dict[str, Any] | None = None,
        bus: Any = None,
        *,
        now: Callable[[Mapping[str, Any] | None], datetime] = home_now,
    ) -> None:
        """
        Args:
            config: ``database``, the path of the file; by default ``ovos-jarvis/planner.db`` under the XDG data
                directory.
            bus: a messagebus client, or None.
            now: the user's time, from the session of a request.

        Raises:
            ValueError: ``database`` is no path.
        """
        unknown = sorted(set(config or {}) - {"database", "enabled", "isolation"})
        if unknown:
            LOG.warning(f"{TOOLBOX_ID}: no such setting: {', '.join(unknown)}")
        path = (config or {}).get("database")
        if path is not None and (not isinstance(path, str) or not path):
            raise ValueError(f"{TOOLBOX_ID}: 'database' must be the path of a file, got {path!r:.60}")
        self.storage = Storage(Path(path).expanduser() if path else None)
        self.planner = Planner(self.storage)
        desk = Desk(self.planner, ExecutionDays(), now)
        super().__init__(TOOLBOX_ID, [tool(desk) for tool in TOOLS], config=config, bus=bus)

    def bind(self, bus: Any) -> None:
        """Serve on *bus*, and read meanwhile what a first request would wait for."""
        super().bind(bus)
        threading.Thread(target=grammars, name="planner-requests", daemon=True).start()

    def run_tool(self, name: str, arguments: Any, context: Any) -> Any:
        """Run a tool, which then knows whose request it serves."""
        with serving(scope_of(context)):
            return super().run_tool(name, arguments, context)

    def shutdown(self) -> None:
        """Let go of the file."""
        self.storage.close()
