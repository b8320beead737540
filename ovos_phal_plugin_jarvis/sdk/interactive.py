"""Lists that a user ticks off on a screen. Every limit is checked when a part is made, so that a list which
does not fit fails in its author's tests and not on the screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

CONTROLS: tuple[str, ...] = ("none", "checkbox", "checkbox_stepper")
STYLES: tuple[str, ...] = ("primary", "secondary", "destructive")
MAX_SECTIONS = 6
MAX_ROWS = 100
MAX_ACTIONS = 6
MAX_ROW_ACTIONS = 2
MAX_LABEL = 120
MAX_CAPTION = 200


def _filled(owner: str, name: str, value: Any) -> None:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{owner}: '{name}' must be a non-empty string")


def _at_most(owner: str, name: str, value: str | None, limit: int) -> None:
    if value is not None and len(value) > limit:
        raise ValueError(f"{owner}: '{name}' must be at most {limit} characters, got {len(value)}")


def _one_of(owner: str, name: str, value: str, allowed: Sequence[str]) -> None:
    if value not in allowed:
        raise ValueError(f"{owner}: '{name}' must be one of {', '.join(allowed)}, got '{value}'")


@dataclass
class RequiresRecordField:
    """A row may be chosen only while the record whose key is the row's has a value in ``field``."""

    command_name: str
    """Whose record."""
    field: str
    field_label: str | None = None
    """How the field is called on the screen."""

    def __post_init__(self) -> None:
        _filled("RequiresRecordField", "command_name", self.command_name)
        _filled("RequiresRecordField", "field", self.field)

    def to_dict(self) -> dict[str, Any]:
        """The condition as data."""
        described = {"command_name": self.command_name, "field": self.field}
        if self.field_label is not None:
            described["field_label"] = self.field_label
        return described


@dataclass
class InteractiveRowAction:
    """A button of a row that opens a web page; the first group of ``pattern``, found in an address the user
    goes to, is kept in the row's record."""

    label: str
    start_url: str
    """``https://…``; ``{label}`` and ``{value}`` stand for the row's label and what is kept now."""
    pattern: str
    """A regular expression with a group."""
    save_command_name: str
    save_field: str
    type: str = "webview_pick"

    def __post_init__(self) -> None:
        owner = f"InteractiveRowAction '{self.label}'"
        _filled("InteractiveRowAction", "label", self.label)
        _at_most(owner, "label", self.label, MAX_LABEL)
        _one_of(owner, "type", self.type, ("webview_pick",))
        if not self.start_url.startswith("https://"):
            raise ValueError(f"{owner}: 'start_url' must start with https://, got '{self.start_url}'")
        try:
            groups = re.compile(self.pattern).groups
        except re.error as error:
            raise ValueError(f"{owner}: 'pattern' does not compile: {error}") from error
        if not groups:
            raise ValueError(f"{owner}: 'pattern' needs a capture group around what is to be kept")
        _filled(owner, "save_command_name", self.save_command_name)
        _filled(owner, "save_field", self.save_field)

    def to_dict(self) -> dict[str, Any]:
        """The button as data."""
        return {
            "label": self.label,
            "type": self.type,
            "start_url": self.start_url,
            "pattern": self.pattern,
            "save": {"command_name": self.save_command_name, "field": self.save_field},
        }


@dataclass
class InteractiveRow:
    """One line of a list."""

    key: str
    """Unique in the list; what a callback is told."""
    label: str
    caption: str | None = None
    control: str = "none"
    default_selected: bool = False
    default_quantity: int = 1
    """1 to 99, for ``checkbox_stepper``."""
    disabled_caption: str | None = None
    """Shown while ``requires_record_field`` is not met."""
    requires_record_field: RequiresRecordField | None = None
    row_actions: list[InteractiveRowAction] | None = None

    def __post_init__(self) -> None:
        owner = f"InteractiveRow '{self.key}'"
        _filled("InteractiveRow", "key", self.key)
        _filled(owner, "label", self.label)
        _at_most(owner, "label", self.label, MAX_LABEL)
        _at_most(owner, "caption", self.caption, MAX_CAPTION)
        _at_most(owner, "disabled_caption", self.disabled_caption, MAX_CAPTION)
        _one_of(owner, "control", self.control, CONTROLS)
        quantity = self.default_quantity
        if not isinstance(quantity, int) or isinstance(quantity, bool) or not 1 <= quantity <= 99:
            raise ValueError(f"{owner}: 'default_quantity' must be a whole number in 1..99, got {quantity!r}")
        if len(self.row_actions or ()) > MAX_ROW_ACTIONS:
            raise ValueError(f"{owner}: at most {MAX_ROW_ACTIONS} 'row_actions', got {len(self.row_actions or ())}")

    def to_dict(self) -> dict[str, Any]:
        """The row as data, without what it has not."""
        described: dict[str, Any] = {"key": self.key, "label": self.label}
        if self.caption is not None:
            described["caption"] = self.caption
        described["control"] = self.control
        described["default"] = {"selected": self.default_selected}
        if self.control == "checkbox_stepper":
            described["default"]["quantity"] = self.default_quantity
        if self.disabled_caption is not None:
            described["disabled_caption"] = self.disabled_caption
        if self.requires_record_field is not None:
            described["requires_record_field"] = self.requires_record_field.to_dict()
        if self.row_actions is not None:
            described["row_actions"] = [action.to_dict() for action in self.row_actions]
        return described


@dataclass
class InteractiveSection:
    """Rows under a heading, or under none."""

    rows: list[InteractiveRow]
    title: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The section as data."""
        described: dict[str, Any] = {} if self.title is None else {"title": self.title}
        described["rows"] = [row.to_dict() for row in self.rows]
        return described


@dataclass
class InteractiveAction:
    """A button under the list; it calls the command's ``@callback`` with what was chosen."""

    label: str
    """``{n}`` stands for how many rows are chosen."""
    callback: str
    style: str = "primary"

    def __post_init__(self) -> None:
        owner = f"InteractiveAction '{self.label}'"
        _filled("InteractiveAction", "label", self.label)
        _at_most(owner, "label", self.label, MAX_LABEL)
        _filled(owner, "callback", self.callback)
        _one_of(owner, "style", self.style, STYLES)

    def to_dict(self) -> dict[str, Any]:
        """The button as data."""
        return {"label": self.label, "callback": self.callback, "style": self.style}


@dataclass
class InteractiveList:
    """The whole list: the metadata of an inbox item of category :attr:`CATEGORY`."""

    CATEGORY: ClassVar[str] = "interactive_list"
    VERSION: ClassVar[int] = 1

    command_name: str
    """Whose callbacks the buttons call."""
    sections: list[InteractiveSection]
    actions: list[InteractiveAction]
    title_override: str | None = None
    empty_text: str | None = None
    """Shown where there are no rows."""
    context: dict[str, Any] | None = None
    """Handed to the callbacks as it is."""

    def __post_init__(self) -> None:
        owner = f"InteractiveList of '{self.command_name}'"
        _filled("InteractiveList", "command_name", self.command_name)
        for name, count, limit in (
            ("sections", len(self.sections), MAX_SECTIONS),
            ("actions", len(self.actions), MAX_ACTIONS),
        ):
            if not 1 <= count <= limit:
                raise ValueError(f"{owner}: '{name}' must hold 1..{limit} entries, got {count}")
        keys = [row.key for section in self.sections for row in section.rows]
        if len(keys) > MAX_ROWS:
            raise ValueError(f"{owner}: at most {MAX_ROWS} rows total, got {len(keys)}")
        seen: set[str] = set()
        for key in keys:
            if key in seen:
                raise ValueError(f"{owner}: duplicate row key '{key}'")
            seen.add(key)

    def to_dict(self) -> dict[str, Any]:
        """The list as data, without what it has not."""
        described: dict[str, Any] = {
            "type": self.CATEGORY,
            "version": self.VERSION,
            "command_name": self.command_name,
        }
        for name in ("title_override", "empty_text", "context"):
            if getattr(self, name) is not None:
                described[name] = getattr(self, name)
        described["sections"] = [section.to_dict() for section in self.sections]
        described["actions"] = [action.to_dict() for action in self.actions]
        return described
