"""The records of a command, seen and changed by hand: typed by the fields that it declares."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from contextvars import copy_context
from datetime import date, datetime, time
from functools import partial
from typing import Any, TypeVar

from ovos_phal_plugin_jarvis.sdk import set_current_user_id
from ovos_phal_plugin_jarvis.sdk.field_spec import FieldSpec
from ovos_phal_plugin_jarvis.stores.data import DataStore

Result = TypeVar("Result")
Run = Callable[[str, Callable[[], Result]], Result]

ONE_USER = 1
"""Who creates a record where nobody says: a device with one user has no number for them."""
MAX_RECORD = 1_000_000
"""Characters of a record as JSON."""
MAX_LISTED = 10_000
_KEPT_BY_HOST = frozenset(["id", "data_key", "_data_key", "_expires_at", "user_id", "created_at"])
"""Fields that no one edits."""
_TRUTHS = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}


class RecordError(ValueError):
    """What was asked for can't be done. The message is one line that names the thing and what would do."""


class RecordBrowser:
    """Looks at the records of commands and changes them. Calls may come from any thread."""

    def __init__(self, commands: Callable[[], Mapping[str, Any]], data: Callable[[], DataStore | None], run: Run[Any]):
        """
        Args:
            commands: gives name → command of those that are loaded.
            data: where records are; None where nothing can be kept.
            run: runs a command's own code under a deadline; takes a name for it and the code. Raises what is wrong.
        """
        self._commands = commands
        self._data = data
        self._run = run

    def overview(self) -> dict[str, Any]:
        """The commands whose records may be seen: name, mode, how many there are, whether more may be added."""
        store = self._store()
        rows = []
        for name, command in sorted(self._commands().items()):
            told = self._run(f"data of {name}", partial(_declared, command, name))
            count = len(store.items(told["storage"]))
            if told["mode"] != "disabled" and (count or told["fields"] or told["create"]):
                rows.append({"command": name, "mode": told["mode"], "create": told["create"], "records": count})
        return {"commands": rows}

    def list(self, name: str) -> dict[str, Any]:
        """The records of a command, a title for each, and its fields."""
        command, told = self._of(name)
        records = self._store().items(told["storage"])
        shown = dict(list(records.items())[:MAX_LISTED])
        titles = self._run(f"data of {name}", lambda: [_summary(command, name, record) for record in shown.values()])
        return {
            "command": name,
            "mode": told["mode"],
            "create": told["create"],
            "fields": [spec.to_dict() for spec in told["fields"]],
            "total": len(records),
            "records": [{"key": key, **title} for key, title in zip(shown, titles, strict=True)],
        }

    def show(self, name: str, key: str) -> dict[str, Any]:
        """One record, whole."""
        _command, told = self._of(name)
        return {"command": name, "key": key, "record": self._record(name, told, key)}

    def add(self, name: str, fields: Mapping[str, Any], user_id: int | None = None) -> dict[str, Any]:
        """Let the command keep a record that somebody made by hand.

        Args:
            name: the command.
            fields: field → value, typed or as it was typed in.
            user_id: whose it is; None where nobody says.
        """
        command, told = self._of(name, writes=True)
        if not told["create"]:
            raise RecordError(f"{name} takes no records by hand: it makes them itself")
        specs = {spec.name: spec for spec in told["fields"] if spec.editable or spec.create_only}
        given = _typed(name, specs, fields)
        missing = [spec.name for spec in specs.values() if spec.required and given.get(spec.name) in (None, "")]
        if missing:
            raise RecordError(f"{name}: missing {', '.join(missing)}")

        def create() -> tuple[str, dict[str, Any]]:
            set_current_user_id(user_id)
            key, record = command.data_browser_create(given, ONE_USER if user_id is None else user_id)
            return str(key), dict(record)

        key, record = self._run(f"data of {name}", lambda: copy_context().run(create))
        store = self._store()
        kept = store.get(told["storage"], key)
        if user_id is None and kept is not None and kept.get("user_id") == ONE_USER:
            # It is everybody's at this device, and who asks for it by voice has no number either.
            record = {**kept, "user_id": None}
            store.update(told["storage"], key, record)
        return {"command": name, "key": key, "record": _plain(kept and record or record)}

    def edit(self, name: str, key: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Change fields of a record; what is not named stays, and so does the end of its time."""
        _command, told = self._of(name, writes=True)
        specs = {spec.name: spec for spec in told["fields"]}
        fixed = [field for field in fields if field in _KEPT_BY_HOST or (field in specs and not specs[field].editable)]
        if fixed:
            raise RecordError(f"{name}: {', '.join(fixed)} can't be changed")
        changes = _typed(name, specs, fields)
        if not changes:
            raise RecordError(f"{name}: say what to change, as FIELD=VALUE. Its fields: {', '.join(specs) or 'none'}")
        emptied = [field for field, value in changes.items() if specs[field].required and value in (None, "")]
        if emptied:
            raise RecordError(f"{name}: {', '.join(emptied)} can't be empty")
        record = {**self._record(name, told, key), **changes}
        if not self._store().update(told["storage"], key, record):
            raise RecordError(f"{name} has no record '{key:.80}'")
        return {"command": name, "key": key, "record": record}

    def remove(self, name: str, key: str) -> dict[str, Any]:
        """Forget a record."""
        _command, told = self._of(name, writes=True)
        if not self._store().delete(told["storage"], key):
            raise RecordError(f"{name} has no record '{key:.80}'")
        return {"command": name, "key": key, "removed": True}

    def _store(self) -> DataStore:
        store = self._data()
        if store is None:
            raise RecordError("the data folder can't be used, so there are no records; see: ovos-jarvis doctor")
        return store

    def _of(self, name: str, *, writes: bool = False) -> tuple[Any, dict[str, Any]]:
        known = self._commands()
        if name not in known:
            near = ", ".join(sorted(known)[:20]) or "none"
            raise RecordError(f"no command is called '{name:.80}'. Those with records: {near}")
        told = self._run(f"data of {name}", lambda: _declared(known[name], name))
        if told["mode"] == "disabled":
            raise RecordError(f"the records of {name} are not shown: its author has switched that off")
        if writes and told["mode"] == "readonly":
            raise RecordError(f"the records of {name} can be read only")
        return known[name], told

    def _record(self, name: str, told: Mapping[str, Any], key: str) -> dict[str, Any]:
        record = self._store().get(told["storage"], key)
        if record is None:
            raise RecordError(f"{name} has no record '{key:.80}'")
        return record


def typed(spec: FieldSpec, value: Any, name: str | None = None) -> Any:
    """*value* as a field of that kind: as it is where it fits, read where it is a text.

    Args:
        spec: the field.
        value: a JSON value, or what somebody typed.
        name: what the field is called in a message; by default by its own name.

    Raises:
        RecordError: it is no such value.
    """
    called, kind = name or spec.name, spec.type.lower()
    if value is None or (value == "" and kind not in ("string", "text")):
        return None
    text = value.strip() if isinstance(value, str) else None
    if kind in ("int", "integer"):
        return _number(called, "a whole number", int, value, text)
    if kind in ("float", "number"):
        return _number(called, "a number", float, value, text)
    if kind in ("bool", "boolean"):
        truth = value if isinstance(value, bool) else _TRUTHS.get((text or "").lower())
        return _or_wrong(called, "true or false", value, truth)
    if kind == "enum":
        chosen = [choice for choice in spec.enum_values or () if choice == text]
        chosen = chosen or [c for c in spec.enum_values or () if text is not None and c.lower() == text.lower()]
        return _or_wrong(called, f"one of {', '.join(spec.enum_values or ())}", value, chosen[0] if chosen else None)
    if kind in ("date", "datetime", "time"):
        return _or_wrong(called, _FORMS[kind], value, _moment(kind, text))
    if kind == "duration":
        return _number(called, "a number of seconds", float, value, text)
    if kind in ("array", "list"):
        return _array(spec, value, text, called)
    if kind in ("object", "dict"):
        members = _json(text) if text is not None else value
        if not isinstance(members, Mapping):
            raise _wrong(called, 'an object, such as {"a": 1}', value)
        if spec.fields is None:
            return dict(members)
        inner = {field.name: field for field in spec.fields}
        return _typed(called, inner, members)
    if kind in ("string", "text", "id", "user_ref"):
        if isinstance(value, bool | list | Mapping):
            raise _wrong(called, "a text", value)
        return value if kind in ("id", "user_ref") else str(value)
    return value  # a kind that nobody here knows is kept as it is


_FORMS = {
    "date": "a date, such as 2026-03-04",
    "datetime": "a date and a time, such as 2026-03-04T15:30",
    "time": "a time, such as 15:30",
}


def _typed(name: str, specs: Mapping[str, FieldSpec], fields: Mapping[str, Any]) -> dict[str, Any]:
    unknown = [field for field in fields if field not in specs]
    if unknown:
        known = ", ".join(specs) or "none"
        raise RecordError(f"{name}: no field is called '{str(unknown[0]):.80}'. Its fields: {known}")
    record = {field: typed(specs[field], value) for field, value in fields.items()}
    try:
        size = len(json.dumps(record, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise RecordError(f"{name}: the record can't be kept: {error}") from None
    if size > MAX_RECORD:
        raise RecordError(f"{name}: a record may have {MAX_RECORD} characters at most")
    return record


def _array(spec: FieldSpec, value: Any, text: str | None, called: str) -> list[Any]:
    items = value
    if text is not None:
        items = _json(text) if text.startswith("[") else [part.strip() for part in text.split(",") if part.strip()]
    if not isinstance(items, list | tuple):
        raise _wrong(called, "a list, such as a, b", value)
    item = FieldSpec(spec.name, spec.item_type or "", fields=spec.fields, enum_values=spec.enum_values)
    return [typed(item, part, f"{called}, item {place}") for place, part in enumerate(items, 1)]


def _number(called: str, what: str, kind: type[int] | type[float], value: Any, text: str | None) -> int | float:
    found: int | float | None = None
    if isinstance(value, int | float) and not isinstance(value, bool):
        found = value
    elif text:
        try:
            found = float(text) if kind is float else int(text)
        except ValueError:
            found = None
    try:
        finite = found is not None and math.isfinite(found)
    except OverflowError:  # a whole number of more than 308 digits
        finite = False
    if found is None or not finite or (kind is int and found != int(found)):
        raise _wrong(called, what, value)
    return int(found) if kind is int or float(found).is_integer() else found


def _moment(kind: str, text: str | None) -> str | None:
    if not text:
        return None
    try:
        if kind == "date":
            return date.fromisoformat(text).isoformat()
        if kind == "time":
            return time.fromisoformat(text).isoformat("seconds" if text.count(":") > 1 else "minutes")
        datetime.fromisoformat(text.replace("Z", "+00:00"))
        return text
    except ValueError:
        return None


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _or_wrong(called: str, what: str, value: Any, found: Any) -> Any:
    if found is None:
        raise _wrong(called, what, value)
    return found


def _wrong(called: str, what: str, value: Any) -> RecordError:
    shown = json.dumps(value, default=str, ensure_ascii=False)
    return RecordError(f"{called} must be {what}, got {shown:.80}")


def _declared(command: Any, name: str) -> dict[str, Any]:
    """What a command says of its records, as plain values; foreign code."""
    fields = getattr(command, "editable_fields", list)
    return {
        "mode": str(getattr(command, "data_browser_mode", "enabled") or "enabled"),
        "create": bool(getattr(command, "data_browser_supports_create", False)),
        "storage": str(getattr(command, "data_browser_storage_name", None) or name),
        "fields": [_spec(spec) for spec in (fields() if callable(fields) else fields) or ()],
    }


def _spec(spec: Any) -> FieldSpec:
    # By shape: it may be another SDK's.
    return FieldSpec.from_dict(_plain(spec if isinstance(spec, Mapping) else spec.to_dict()))


def _summary(command: Any, name: str, record: Mapping[str, Any]) -> dict[str, Any]:
    """A record in a list; an incomplete one, which its command can't read, is there as well."""
    try:
        shown = command.display_summary(dict(record))
        told = shown if isinstance(shown, Mapping) else shown.to_dict()
        return {"title": str(told.get("title") or name), "subtitle": told.get("subtitle") and str(told["subtitle"])}
    except Exception:  # noqa: BLE001 - foreign code, and one record must not hide the others
        texts: Sequence[str] = [value for value in record.values() if isinstance(value, str) and value]
        return {"title": texts[0] if texts else name, "subtitle": None}


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str))
