"""Small toolboxes that unit tests put in the place of installed ones."""

from __future__ import annotations

from ovos_plugin_manager.templates.agent_tools import AgentTool, ToolArguments, ToolBox, ToolOutput


class AddArgs(ToolArguments):
    a: int
    b: int = 1


class Sum(ToolOutput):
    result: int


def tool(
    name="add",
    call=lambda args: Sum(result=args.a + args.b),
    description="Add two numbers.",
    arguments=AddArgs,
    output=Sum,
):
    """An AgentTool; by default one that adds."""
    return AgentTool(name, description, arguments, output, call)


def toolbox_class(toolbox_id="math", tools=None):
    """A ToolBox class with these tools."""

    class Box(ToolBox):
        def __init__(self, config=None, bus=None):
            super().__init__(toolbox_id, config, bus)

        def discover_tools(self):
            return [tool()] if tools is None else list(tools() if callable(tools) else tools)

    return Box


def put_in_place(monkeypatch, **classes):
    """Let discovery find *classes* (name → class) and nothing that is installed."""
    from ovos_plugin_manager import persona

    from ovos_phal_plugin_jarvis.tools import sources

    monkeypatch.setattr(persona, "find_toolbox_plugins", lambda: {k.replace("_", "-"): v for k, v in classes.items()})
    monkeypatch.setattr(sources, "toolbox_entry_points", dict)
