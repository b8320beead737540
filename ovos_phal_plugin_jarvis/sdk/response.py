"""What a command answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ovos_phal_plugin_jarvis.sdk.button import IJarvisButton
from ovos_phal_plugin_jarvis.sdk.validation import ValidationResult


@dataclass
class ReferenceableItem:
    """Something in an answer that the user may refer to next: "mark those as read", "send me the third".

    Raises:
        ValueError: where ``ref_id`` or ``label`` is empty.
    """

    ref_id: str
    """The command's own handle."""
    label: str
    """How a person would call it."""
    attrs: dict[str, Any] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    """What may be done with it."""

    def __post_init__(self) -> None:
        for name in ("ref_id", "label"):
            value = getattr(self, name)
            if not isinstance(value, str) or not value.strip():
                raise ValueError(f"ReferenceableItem {name} must be a non-empty string, got {value!r}")

    def to_dict(self) -> dict[str, Any]:
        """The item as it is sent; a copy, safe to change."""
        return {
            "ref_id": self.ref_id,
            "label": self.label,
            "attrs": dict(self.attrs),
            "actions": list(self.actions),
        }


@dataclass
class CommandResponse:
    """The outcome of ``run``. The factories below set what usually goes together."""

    context_data: dict[str, Any] | None = None
    """What was found or done. ``context_data["message"]`` is what is spoken."""
    success: bool = True
    error_details: str | None = None
    """What went wrong; setting it makes ``success`` false."""
    wait_for_input: bool = True
    """Whether the conversation stays open for the user's next words."""
    clear_history: bool = False
    """Whether the conversation starts afresh with the next turn."""
    metadata: dict[str, Any] | None = None
    """For the host only: it reaches neither a model nor the speech."""
    actions: list[IJarvisButton] | None = None
    """Buttons; ``handle_action`` is called when one is pressed."""
    referenceable_items: list[ReferenceableItem] | None = None
    is_chunked_response: bool = False
    """Whether there is more to come under ``chunk_session_id``."""
    chunk_session_id: str | None = None
    on_response_complete: Callable[[], Any] | None = field(default=None, repr=False, compare=False)
    """Called without arguments once the speech has ended: media starts there."""

    def __post_init__(self) -> None:
        if self.error_details:
            self.success = False

    def actions_as_dicts(self) -> list[dict[str, str]]:
        """The buttons as they are sent."""
        return [button.to_dict() for button in self.actions or []]

    def referenceable_items_as_dicts(self) -> list[dict[str, Any]]:
        """The items as they are sent."""
        return [item.to_dict() for item in self.referenceable_items or []]

    @classmethod
    def success_response(
        cls,
        context_data: dict[str, Any] | None = None,
        wait_for_input: bool = True,
        metadata: dict[str, Any] | None = None,
        on_response_complete: Callable[[], Any] | None = None,
    ) -> CommandResponse:
        """It worked; the user may go on. *on_response_complete*: see the field of that name."""
        return cls(
            context_data=context_data,
            wait_for_input=wait_for_input,
            metadata=metadata,
            on_response_complete=on_response_complete,
        )

    @classmethod
    def error_response(
        cls,
        error_details: str,
        context_data: dict[str, Any] | None = None,
        wait_for_input: bool = False,
    ) -> CommandResponse:
        """It did not work, for the reason *error_details*."""
        return cls(
            context_data=context_data,
            success=False,
            error_details=error_details,
            wait_for_input=wait_for_input,
        )

    @classmethod
    def follow_up_response(
        cls,
        context_data: dict[str, Any] | None = None,
        metadata: dict[str, Any] | None = None,
        *,
        on_response_complete: Callable[[], Any] | None = None,
    ) -> CommandResponse:
        """It worked, and the user is expected to say more."""
        return cls(
            context_data=context_data,
            wait_for_input=True,
            metadata=metadata,
            on_response_complete=on_response_complete,
        )

    @classmethod
    def final_response(
        cls,
        context_data: dict[str, Any] | None = None,
        metadata: dict[str, Any] | None = None,
        *,
        on_response_complete: Callable[[], Any] | None = None,
    ) -> CommandResponse:
        """It worked, and the conversation ends here."""
        return cls(
            context_data=context_data,
            wait_for_input=False,
            metadata=metadata,
            on_response_complete=on_response_complete,
        )

    @classmethod
    def chunked_response(
        cls,
        session_id: str,
        context_data: dict[str, Any] | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> CommandResponse:
        """One page of something long; *session_id* is how the next page is asked for."""
        return cls(
            context_data=context_data,
            wait_for_input=True,
            metadata=metadata,
            is_chunked_response=True,
            chunk_session_id=session_id,
        )

    @classmethod
    def validation_error(cls, results: list[ValidationResult]) -> CommandResponse:
        """Arguments were refused: the failed ones of *results*, each with what would have been accepted."""
        refused = [result for result in results if not result.success]
        return cls(
            context_data={
                "_validation_error": True,
                "errors": [
                    {"param": r.param_name, "message": r.message, "valid_values": r.valid_values} for r in refused
                ],
            },
            success=False,
            error_details="\n".join(r.message for r in refused if r.message),
            wait_for_input=False,
        )

    @classmethod
    def with_items(
        cls,
        message: str,
        items: list[ReferenceableItem],
        context_data: dict[str, Any] | None = None,
        wait_for_input: bool = True,
        metadata: dict[str, Any] | None = None,
    ) -> CommandResponse:
        """*message* is spoken, and the user may refer to *items* next."""
        return cls(
            context_data={**(context_data or {}), "message": message},
            wait_for_input=wait_for_input,
            metadata=metadata,
            referenceable_items=list(items),
        )
