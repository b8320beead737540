"""An OPM toolbox made of typed functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from ovos_plugin_manager.templates.agent_tools import AgentTool

from ovos_phal_plugin_jarvis.sdk.declared import FunctionTool
from ovos_phal_plugin_jarvis.tools.command_toolbox import CommandToolBox

_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class FunctionToolBox(CommandToolBox):
    """A toolbox whose tools are its methods that ``@tool`` stands above, and the ``commands`` that it lists.

    ``self.config`` is its configuration and ``self.bus`` the messagebus, or None.

    >>> class CoffeeToolBox(FunctionToolBox):
    ...     @tool(examples={"make me a coffee": {}})
    ...     def brew_coffee(self, cups: int = 1) -> str:
    ...         \"\"\"Brew coffee.\"\"\"
    ...         return f"Brewing {cups}."
    """

    toolbox_id: str = ""
    """Stable, without ``:`` and ``.``; made of the class's name where it is empty (``CoffeeToolBox`` is ``coffee``)."""
    commands: ClassVar[Sequence[Any]] = ()
    """Functions that ``@tool`` stands above, commands, and classes of commands that are built without arguments."""

    def __init__(self, config: dict[str, Any] | None = None, bus: Any = None) -> None:
        """
        Args:
            config: the toolbox's own configuration.
            bus: a messagebus client, or None.
        """
        cls = type(self)
        name = re.sub("tool(box)?$", "", cls.__name__, flags=re.IGNORECASE) or cls.__name__
        self._id = cls.toolbox_id or _WORDS.sub("-", name).lower()
        self._fixed = [*self._methods(), *map(_built, self.commands)]
        self.config = config or {}  # OPM's constructor asks for the tools before it keeps them
        super().__init__(self._id, self._fixed, config, bus)

    def live_commands(self) -> Iterable[Any]:
        """Override it for commands that come and go while the service runs. It is asked each time when somebody asks
        for the tools anew (``ovos.persona.tools.discover``, a reload), under a deadline: answer from memory."""
        return ()

    def discover_tools(self) -> list[AgentTool]:
        """One tool for each command that there is now."""
        if type(self).live_commands is not FunctionToolBox.live_commands:
            self._offer(self._id, [*self._fixed, *self.live_commands()])
        return super().discover_tools()

    def _methods(self) -> Iterator[FunctionTool]:
        """Its tools in the order they are written, bound to it; a subclass's own wins."""
        names = [name for cls in reversed(type(self).__mro__) for name in vars(cls)]
        for name in dict.fromkeys(names):
            if isinstance(getattr(type(self), name, None), FunctionTool):
                yield getattr(self, name)


def _built(command: Any) -> Any:
    return command() if isinstance(command, type) else command
