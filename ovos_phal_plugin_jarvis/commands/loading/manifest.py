"""The manifest of a package: ``jarvis_package.yaml``, or the older ``jarvis_command.yaml``."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from ovos_phal_plugin_jarvis.foreign_text import text_of
from ovos_phal_plugin_jarvis.sdk.package import JarvisPackage
from ovos_phal_plugin_jarvis.sdk.secret import SCOPES, VALUE_TYPES

MANIFEST_NAMES: tuple[str, ...] = ("jarvis_package.yaml", "jarvis_command.yaml")
"""In the order they are looked for."""
COMPONENT_FILES: Mapping[str, str] = MappingProxyType(
    {
        "command": "command.py",
        "prompt_provider": "provider.py",
        "agent": "agent.py",
        "device_protocol": "protocol.py",
        "routine": "routine.json",
    }
)
"""Type of component → its file, where its path names a folder."""
COMPONENT_TYPES: frozenset[str] = frozenset(COMPONENT_FILES)
"""The types of component that run here; others are listed as skipped."""
_MAX_BYTES = 1_000_000
_MAX_VALUES = 100_000
"""Values in a manifest, with those that aliases repeat."""
_MAX_BITS = 1000
"""Of a number; what is much larger can't even be shown."""
_REQUIREMENT_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?(\[[A-Za-z0-9,._ -]+\])?")


class ManifestError(ValueError):
    """A manifest that cannot be used. The message names the file, the field and what to change."""


class _Part(BaseModel):
    # Other hosts know fields that we do not; they must not stop a package here.
    model_config = ConfigDict(extra="ignore", frozen=True)


class Author(_Part):
    """Who wrote the package."""

    github: str | None = None


class Component(_Part):
    """One thing that the package brings."""

    type: str = Field(min_length=1)
    name: str = Field(min_length=1)
    path: str = Field(min_length=1)
    """Of its module, below the package's folder, with ``/``."""

    @field_validator("path")
    @classmethod
    def _stays_inside(cls, value: str) -> str:
        path = PurePosixPath(value.replace("\\", "/"))
        if path.is_absolute() or ".." in path.parts or re.match(r"[A-Za-z]:", value):
            raise ValueError("must lie inside the package: a relative path without '..'")
        return str(path)


class Requirement(_Part):
    """A pip package that the package imports."""

    name: str
    version: str | None = None

    @field_validator("name")
    @classmethod
    def _is_a_name(cls, value: str) -> str:
        # What stands here ends up on pip's command line: an option or an address must not.
        if not _REQUIREMENT_NAME.fullmatch(value):
            raise ValueError("must be the bare name of a pip package; its version goes into 'version'")
        return value

    @field_validator("version", mode="before")
    @classmethod
    def _as_text(cls, value: Any) -> Any:
        return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value

    def to_pip_spec(self) -> str:
        """What pip is given."""
        return JarvisPackage(self.name, self.version).to_pip_spec()


class Secret(_Part):
    """A secret that installing makes room for."""

    key: str = Field(min_length=1)
    scope: Literal["integration", "user"] = "integration"
    value_type: Literal["string", "int", "bool", "user"] = "string"
    description: str = ""
    is_sensitive: bool = True
    required: bool = True
    friendly_name: str | None = None


class Manifest(_Part):
    """A manifest whose fields are all of the right kind."""

    schema_version: int = Field(1, ge=1, le=1)
    name: str = Field(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    display_name: str = ""
    description: str = Field(min_length=1)
    version: str = Field("0.1.0", min_length=1)
    author: Author = Author()
    license: str = ""
    categories: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()
    """Values of ``sys.platform`` or ``platform.system()``, in any case; empty: all."""
    keywords: tuple[str, ...] = ()
    components: tuple[Component, ...] = ()
    packages: tuple[Requirement, ...] = ()
    secrets: tuple[Secret, ...] = ()
    min_sdk_version: str | None = None
    apt_packages: tuple[str, ...] = ()
    """Programs of the Debian distribution that it needs."""
    post_install: tuple[dict[str, Any], ...] = ()
    """What it wants changed in the system, each a ``type`` with its fields."""
    setup_guide: str | None = None
    """Markdown that walks its user through setting it up."""
    notes: tuple[str, ...] = ()
    """What was read otherwise than it is written, a line each."""

    @model_validator(mode="before")
    @classmethod
    def _as_others_read_it(cls, content: Any) -> Any:
        return _tolerated(content) if isinstance(content, dict) else content

    @property
    def fits_here(self) -> bool:
        """Whether it is for the system that this is."""
        here = {sys.platform.casefold(), platform.system().casefold()}
        return not self.platforms or any(name.strip().casefold() in here for name in self.platforms)

    @field_validator("version", "min_sdk_version", mode="before")
    @classmethod
    def _version_as_text(cls, value: Any) -> Any:
        # YAML reads an unquoted 1.0 as a number.
        return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value

    @field_validator(
        "categories",
        "platforms",
        "keywords",
        "components",
        "packages",
        "secrets",
        "apt_packages",
        "post_install",
        mode="before",
    )
    @classmethod
    def _nothing_is_empty(cls, value: Any) -> Any:
        return () if value is None else value

    @field_validator("author", mode="before")
    @classmethod
    def _author_by_name(cls, value: Any) -> Any:
        if value is None or isinstance(value, str):
            return {"github": value}
        return value


_TEXTS = ("display_name", "license")
_LISTS = ("categories", "platforms", "keywords", "apt_packages")
_SPEC = re.compile(r"\s*([A-Za-z0-9][A-Za-z0-9._-]*(?:\[[^\]]*\])?)\s*((?:[=<>!~].*?)?)\s*")


def _tolerated(content: dict[Any, Any]) -> dict[str, Any]:
    """*content* with what older manifests write differently put as ours has it, and ``notes`` on each."""
    notes: list[str] = []
    ours: dict[str, Any] = {str(name): value for name, value in content.items()}
    version = ours.get("schema_version")
    if isinstance(version, (str, float)) and str(version).strip() in ("1", "1.0"):
        ours["schema_version"] = 1
    elif version is None:
        ours.pop("schema_version", None)
    for name in _TEXTS:
        if ours.get(name) is None:
            ours.pop(name, None)
    if ours.get("version") is None:
        ours.pop("version", None)
    for name in _LISTS:
        if isinstance(ours.get(name), str):
            notes.append(f"'{name}' is a text and counts as a list of one")
            ours[name] = [ours[name]]
    ours["packages"] = [_requirement(entry, notes) for entry in _entries(ours, "packages")]
    ours["secrets"] = [_secret(entry, notes) for entry in _entries(ours, "secrets")]
    ours["notes"] = tuple(notes)
    return ours


def _entries(content: dict[str, Any], name: str) -> Any:
    value = content.get(name)
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _requirement(entry: Any, notes: list[str]) -> Any:
    if not isinstance(entry, str):
        return entry
    fits = _SPEC.fullmatch(entry)
    if fits is None:
        return entry
    notes.append(f"the package '{entry}' is a text and counts as 'name: {fits[1]}'")
    return {"name": fits[1], "version": fits[2] or None}


def _secret(entry: Any, notes: list[str]) -> Any:
    if isinstance(entry, str):
        notes.append(f"the secret '{entry}' is a text and counts as 'key: {entry}'")
        return {"key": entry}
    if not isinstance(entry, dict):
        return entry
    ours = {name: value for name, value in entry.items() if value is not None}
    key, scope = ours.get("key"), ours.get("scope")
    if isinstance(scope, str) and scope not in SCOPES:
        notes.append(f"the secret '{key}' has the scope '{scope}', which counts as 'integration' here")
        ours["scope"] = SCOPES[0]
    kind = ours.get("value_type")
    if isinstance(kind, str) and kind not in VALUE_TYPES:
        notes.append(f"the secret '{key}' has the value type '{kind}', which counts as 'string' here")
        ours["value_type"] = VALUE_TYPES[0]
    return ours


def find_manifest(folder: Path) -> Path | None:
    """The manifest in *folder*, or None."""
    return next((folder / name for name in MANIFEST_NAMES if (folder / name).is_file()), None)


def load_manifest(path: Path) -> Manifest:
    """Read and check a manifest.

    Raises:
        ManifestError: naming every field that is missing or wrong, and what was expected there.
    """
    where = f"{path.parent.name}/{path.name}"
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise ManifestError(f"{where}: larger than {_MAX_BYTES} bytes, which no manifest is")
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ManifestError(f"{where}: cannot be read: {error.strerror or error}") from None
    except ManifestError:
        raise
    except Exception as error:  # noqa: BLE001 - PyYAML raises KeyError, AttributeError and more for a wrong tag
        raise ManifestError(f"{where}: is no valid YAML: {' '.join(text_of(error).split())}") from None
    if _size(content, {}) >= _MAX_VALUES:
        raise ManifestError(f"{where}: its aliases or numbers stand for far more than a manifest holds; write them out")
    if not isinstance(content, dict):
        raise ManifestError(f"{where}: must hold fields such as 'name:', not {_kind(content)}")
    try:
        return Manifest.model_validate(content)
    except ValidationError as error:
        raise ManifestError(f"{where}: " + "; ".join(_explain(e) for e in error.errors())) from None


def _size(content: Any, known: dict[int, int]) -> int:
    """How many values *content* is where every alias is written out: ten lines of aliases are a billion of them.

    Args:
        content: as YAML gives it; it may hold itself.
        known: id of what was counted → how many values that is.
    """
    if isinstance(content, int) and content.bit_length() > _MAX_BITS:
        return _MAX_VALUES
    inner = (*content, *content.values()) if isinstance(content, Mapping) else content
    if not isinstance(inner, (tuple, list, set)):
        return 1
    if id(content) not in known:
        known[id(content)] = 1
        known[id(content)] += sum(_size(value, known) for value in inner)
    return known[id(content)]


def resolve_component(folder: Path, component: Component) -> Path:
    """The file of *component*.

    Raises:
        ManifestError: where it is not there, or a link leads out of *folder*.
    """
    path = folder / component.path
    try:
        if path.is_dir():
            path = path / COMPONENT_FILES.get(component.type, "")
        path.resolve().relative_to(folder.resolve())
    except OSError as error:
        raise ManifestError(f"component '{component.name:.80}': its path can't be read: {error.strerror}") from None
    except ValueError:
        raise ManifestError(
            f"component '{component.name}': path '{component.path}' leads out of the package; "
            "put the file into the package's folder"
        ) from None
    if not path.is_file():
        raise ManifestError(f"component '{component.name}': there is no file '{component.path}' in the package")
    return path


_EXPECTED = {
    "tuple_type": "must be a list",
    "string_type": "must be a text",
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    **dict.fromkeys(("model_type", "dict_type", "model_attributes_type"), "must hold fields such as 'name:'"),
}
"""What authors are told in their own words, by the type of pydantic's error."""


def _explain(error: Any) -> str:
    field = ""
    for part in error["loc"]:
        field += f"[{part}]" if isinstance(part, int) else f".{part}" if field else str(part)
    if error["type"] == "missing":
        return f"the field '{field}' is missing"
    message = _EXPECTED.get(error["type"]) or str(error["msg"]).removeprefix("Value error, ")
    return f"'{field}': {message[:1].lower()}{message[1:]}, got {error['input']!r:.60}"


def _kind(value: Any) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"
