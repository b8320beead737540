"""The interface described as data, for a program or a model that writes packages."""

from __future__ import annotations

import importlib
import inspect
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

_HERE = "ovos_phal_plugin_jarvis.sdk"
_INTERFACES = (
    ("command", "IJarvisCommand", "commands/{name}/command.py"),
    ("agent", "IJarvisAgent", "agents/{name}/agent.py"),
    ("device_protocol", "IJarvisDeviceProtocol", "device_families/{name}/protocol.py"),
    ("device_manager", "IJarvisDeviceManager", "device_managers/{name}/manager.py"),
    ("prompt_provider", "IJarvisPromptProvider", "prompt_providers/{name}/provider.py"),
)
_SHAPES = (
    ("response", "CommandResponse"),
    ("parameter", "JarvisParameter"),
    ("secret", "JarvisSecret"),
    ("examples", "CommandExample"),
    ("agent", "AgentSchedule"),
    ("agent", "Alert"),
    ("authentication", "AuthenticationConfig"),
    ("device_protocol", "DiscoveredDevice"),
    ("device_protocol", "DeviceControlResult"),
    ("device_manager", "DeviceManagerDevice"),
    ("request", "RequestInformation"),
    ("validation", "ValidationResult"),
    ("package", "JarvisPackage"),
    ("button", "IJarvisButton"),
)


def generate_spec() -> dict[str, Any]:
    """The interface as JSON takes it: ``interfaces`` (what a package's classes derive from, where their file
    is, each member with its text and whether it must be written) and ``shapes`` (what they construct)."""
    return {
        "import": "jarvis_command_sdk",
        "manifest": {"files": ["jarvis_package.yaml", "jarvis_command.yaml"], "required": ["name", "description"]},
        "interfaces": [
            {
                "type": module,
                "class": name,
                "path": path,
                "description": _text(_named(module, name)),
                "members": _members(_named(module, name)),
            }
            for module, name, path in _INTERFACES
        ],
        "shapes": [
            {"class": name, "description": _text(_named(module, name)), "fields": _fields(_named(module, name))}
            for module, name in _SHAPES
        ],
    }


def generate_spec_markdown() -> str:
    """:func:`generate_spec` as a page of Markdown."""
    spec = generate_spec()
    lines = ["# What a package for Jarvis is made of", ""]
    for interface in spec["interfaces"]:
        lines += [f"## {interface['class']} (`{interface['path']}`)", "", interface["description"], ""]
        for member in interface["members"]:
            must = ", must be written" if member["abstract"] else ""
            lines.append(
                f"- `{member['name']}{member.get('signature', '')}` ({member['kind']}{must}): {member['text']}"
            )
        lines.append("")
    for shape in spec["shapes"]:
        lines += [f"## {shape['class']}", "", shape["description"], ""]
        for part in shape["fields"]:
            default = f" = `{part['default']}`" if "default" in part else ""
            lines.append(f"- `{part['name']}`: {part['type']}{default}")
        lines.append("")
    return "\n".join(lines)


def _named(module: str, name: str) -> Any:
    return getattr(importlib.import_module(f"{_HERE}.{module}"), name)


def _members(interface: type) -> list[dict[str, Any]]:
    members = []
    for name in sorted(n for n in dir(interface) if not n.startswith("_")):
        member = inspect.getattr_static(interface, name)
        described: dict[str, Any] = {
            "name": name,
            "kind": "property" if isinstance(member, property) else "method",
            "abstract": bool(getattr(member, "__isabstractmethod__", False)),
            "text": _text(member),
        }
        if described["kind"] == "method":
            described["signature"] = str(inspect.signature(getattr(interface, name)))
        members.append(described)
    return members


def _fields(shape: Any) -> list[dict[str, Any]]:
    if is_dataclass(shape):
        return [
            {"name": part.name, "type": str(part.type)}
            | ({"default": repr(part.default)} if part.default is not MISSING else {})
            for part in fields(shape)
        ]
    return [
        {"name": part.name, "type": str(part.annotation)}
        | ({"default": repr(part.default)} if part.default is not part.empty else {})
        for part in inspect.signature(shape).parameters.values()
    ]


def _text(described: Any) -> str:
    return " ".join((inspect.getdoc(described) or "").split())
