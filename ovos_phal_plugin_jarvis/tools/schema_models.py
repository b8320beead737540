"""Models for tools that live elsewhere: they hold values as they came, and show the schema that came with them."""

from __future__ import annotations

from typing import Any, ClassVar

from ovos_plugin_manager.templates.agent_tools import ToolArguments, ToolOutput


class ForeignArguments(ToolArguments):
    """Arguments of a tool that lives elsewhere. Whoever derives from it says how they are checked."""

    model_config: ClassVar[Any] = {"extra": "allow"}
    foreign_schema: ClassVar[dict[str, Any]] = {"type": "object"}

    @classmethod
    def model_json_schema(cls, *arguments: Any, **options: Any) -> dict[str, Any]:
        return cls.foreign_schema


class ForeignOutput(ToolOutput):
    """The result of a tool that lives elsewhere; whoever made it has checked it."""

    model_config: ClassVar[Any] = {"extra": "allow"}
    foreign_schema: ClassVar[dict[str, Any]] = {"type": "object"}

    @classmethod
    def model_json_schema(cls, *arguments: Any, **options: Any) -> dict[str, Any]:
        return cls.foreign_schema

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Any:
        return holding(cls, obj)


def holding(cls: Any, values: Any) -> Any:
    """A model of *cls* that holds *values* as they are."""
    if isinstance(values, cls):
        return values
    model = cls.model_construct()
    # Not through the constructor: a stranger chooses the names.
    object.__setattr__(model, "__pydantic_extra__", dict(values))
    object.__setattr__(model, "__pydantic_fields_set__", set(values))
    return model
