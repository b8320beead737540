"""Buttons under a response."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass
class IJarvisButton:
    """A button; pressing it calls the command's ``handle_action`` with the response's ``context_data``."""

    button_text: str
    button_action: str
    """What ``handle_action`` gets as ``action_name``; ``cancel_click`` is handled for you."""
    button_type: Literal["primary", "secondary", "destructive"]
    button_icon: str | None = None
    """The name of a Material Community icon."""
    completion_message: str | None = None
    """Shown in place of the buttons once it was pressed."""

    def to_dict(self) -> dict[str, str]:
        """The button as it is sent, without its empty fields."""
        fields = {
            "button_text": self.button_text,
            "button_action": self.button_action,
            "button_type": self.button_type,
            "button_icon": self.button_icon,
            "completion_message": self.completion_message,
        }
        return {name: value for name, value in fields.items() if value}
