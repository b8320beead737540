"""Callbacks that a command lets others put before the user to confirm."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ovos_phal_plugin_jarvis.sdk.field_spec import FieldSpec
from ovos_phal_plugin_jarvis.sdk.parameter import IJarvisParameter


class BlastTier(str, Enum):
    """Whether what an action does can be undone."""

    reversible = "reversible"
    irreversible = "irreversible"


@dataclass
class ProposableAction:
    """A ``@callback`` that may be proposed.

    Raises:
        ValueError: for an empty callback, an unknown tier, and for ``editable`` or ``idempotency_param`` that
        name no
            parameter.
    """

    callback: str
    params: list[IJarvisParameter] = field(default_factory=list)
    outputs: list[FieldSpec] = field(default_factory=list)
    card_title: str = ""
    confirm_label: str = "Confirm"
    dismiss_label: str = "Dismiss"
    editable: list[str] = field(default_factory=list)
    """Names of parameters that the user may correct before confirming."""
    blast_tier: BlastTier = BlastTier.reversible
    idempotency_param: str | None = None
    """The parameter whose value makes a second, equal proposal do nothing."""

    def __post_init__(self) -> None:
        if not isinstance(self.callback, str) or not self.callback.strip():
            raise ValueError("ProposableAction callback must be a non-empty string")
        self.blast_tier = BlastTier(self.blast_tier)
        names = {param.name for param in self.params}
        strangers = [name for name in self.editable if name not in names]
        if strangers:
            raise ValueError(
                f"ProposableAction '{self.callback}': editable names no param of it: {', '.join(strangers)}"
            )
        if self.idempotency_param is not None and self.idempotency_param not in names:
            raise ValueError(
                f"ProposableAction '{self.callback}': idempotency_param '{self.idempotency_param}' names no param of it"
            )

    def to_dict(self) -> dict[str, Any]:
        """The action as data."""
        return {
            "callback": self.callback,
            "params": [param.to_dict() for param in self.params],
            "outputs": [output.to_dict() for output in self.outputs],
            "card_title": self.card_title,
            "confirm_label": self.confirm_label,
            "dismiss_label": self.dismiss_label,
            "editable": list(self.editable),
            "blast_tier": self.blast_tier.value,
            "idempotency_param": self.idempotency_param,
        }
