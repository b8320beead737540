"""The fields of a command's records, for a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any


@dataclass
class FieldSpec:
    """One field of a record."""

    name: str
    type: str
    """string, int, bool, enum, datetime, id, array, object …; a type a screen does not know is shown as
    text."""
    label: str | None = None
    description: str | None = None
    editable: bool = True
    required: bool = False
    enum_values: list[str] | None = None
    item_type: str | None = None
    """Of an array."""
    fields: list[FieldSpec] | None = None
    """Of an object, or of the objects in an array."""
    placeholder: str | None = None
    create_only: bool = False
    """Asked for once, when a record is made."""

    def to_dict(self) -> dict[str, Any]:
        """The field as data, without what has its default."""
        written: dict[str, Any] = {}
        for spec in fields(self):
            value = getattr(self, spec.name)
            if spec.default is MISSING or value != spec.default:
                written[spec.name] = value
        if self.fields is not None:
            written["fields"] = [field.to_dict() for field in self.fields]
        return written

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FieldSpec:
        """The field that :meth:`to_dict` wrote; keys of a newer version are ignored.

        Raises:
            KeyError: where ``name`` or ``type`` is missing.
        """
        known = {spec.name: data[spec.name] for spec in fields(cls) if spec.name in data}
        known.update(name=data["name"], type=data["type"])
        if known.get("fields") is not None:
            known["fields"] = [cls.from_dict(field) for field in known["fields"]]
        return cls(**known)
