"""Argument schemas that together use every feature the grammar expresses, as JSON Schema and as pydantic writes it."""

from __future__ import annotations

import datetime
from enum import Enum
from typing import Annotated, Any, Literal

from jsonschema import Draft202012Validator, FormatChecker
from pydantic import BaseModel, ConfigDict, Field


def _object(properties: dict[str, Any], required: list[str] | None = None, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required or list(properties), **more}


class Level(str, Enum):
    LOW = "low"
    HIGH = 'high "quoted" \\ back'


class Address(BaseModel):
    model_config = ConfigDict(extra="forbid")
    street: str = Field(min_length=1, max_length=12)
    number: int = Field(ge=1, le=9999)
    zip_code: str | None = Field(None, pattern=r"^[0-9]{4,5}$")


class Node(BaseModel):
    label: str = Field(max_length=4)
    children: list[Node] = Field(default_factory=list, max_length=2)


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = Field(ge=0, le=9)


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str = Field(max_length=5)


class Everything(BaseModel):
    level: Level
    address: Address
    day: datetime.date
    when: datetime.datetime
    at: datetime.time
    pet: Annotated[Cat | Dog, Field(discriminator="kind")]
    tree: Node | None = None
    scores: dict[str, float] = Field(default_factory=dict, max_length=2)
    pair: tuple[int, str] = (1, "x")
    flags: list[bool] = Field(default_factory=list, max_length=3)


PYDANTIC_MODELS: dict[str, type[BaseModel]] = {"everything": Everything, "address": Address, "tree": Node}

SCHEMAS: dict[str, dict[str, Any]] = {
    "nothing": {"type": "object", "properties": {}},
    "no_properties_at_all": {"type": "object"},
    "integers": _object(
        {
            "plain": {"type": "integer"},
            "small": {"type": "integer", "minimum": -17, "maximum": 1003},
            "open": {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10},
            "from": {"type": "integer", "minimum": 250},
            "to": {"type": "integer", "maximum": -3},
            "five": {"type": "integer", "multipleOf": 5},
            "step": {"type": "integer", "minimum": 1, "maximum": 99, "multipleOf": 7},
        }
    ),
    "numbers": _object(
        {
            "plain": {"type": "number"},
            "unit": {"type": "number", "minimum": 0, "maximum": 1},
            "narrow": {"type": "number", "exclusiveMinimum": 0.5, "maximum": 0.75},
            "cold": {"type": "number", "minimum": -40.5, "maximum": -0.25},
            "half": {"type": "number", "minimum": 0, "maximum": 10, "multipleOf": 0.5},
        }
    ),
    "strings": _object(
        {
            "free": {"type": "string", "maxLength": 30},
            "bounded": {"type": "string", "minLength": 3, "maxLength": 5},
            "empty": {"type": "string", "maxLength": 0},
            "code": {"type": "string", "pattern": r"^[A-Z]{2}-\d{1,4}(?:[a-c]|x?)$"},
            "slug": {"type": "string", "pattern": r"^[a-z][a-z0-9_]*$", "maxLength": 8, "minLength": 2},
            "negated": {"type": "string", "pattern": r"^[^\s\"]+$", "maxLength": 6},
        }
    ),
    "formats": _object(
        {
            "date": {"type": "string", "format": "date"},
            "moment": {"type": "string", "format": "date-time"},
            "time": {"type": "string", "format": "time"},
            "id": {"type": "string", "format": "uuid"},
            "mail": {"type": "string", "format": "email"},
            "address": {"type": "string", "format": "ipv4"},
            "link": {"type": "string", "format": "uri"},
            "length": {"type": "string", "format": "duration"},
        }
    ),
    "choices": _object(
        {
            "enum": {"enum": ["a", "b\n", "ü€😀", 3, None, True, {"k": [1]}]},
            "const": {"const": "always"},
            "typed": {"type": "string", "enum": ["x", "y"]},
            "bool": {"type": "boolean"},
            "null": {"type": "null"},
            "many": {"enum": [f"value {i}" for i in range(120)]},
        }
    ),
    "optionals": _object(
        {k: {"type": "integer", "minimum": 0, "maximum": 9} for k in "abcdef"},
        ["c", "e"],
        additionalProperties=False,
    ),
    "all_optional": {"type": "object", "properties": {k: {"type": "boolean"} for k in "abcd"}, "minProperties": 2},
    "arrays": _object(
        {
            "some": {
                "type": "array",
                "items": {"type": "integer", "minimum": 0, "maximum": 9},
                "minItems": 2,
                "maxItems": 4,
            },
            "any": {"type": "array", "items": {"enum": ["x", "y"]}, "maxItems": 3},
            "pair": {
                "type": "array",
                "prefixItems": [{"type": "boolean"}, {"enum": [1, 2]}],
                "minItems": 2,
                "maxItems": 2,
            },
            "unlike": {"type": "array", "items": {"enum": ["r", "g", "b"]}, "uniqueItems": True, "minItems": 1},
            "grid": {
                "type": "array",
                "items": {"type": "array", "items": {"type": "boolean"}, "maxItems": 2},
                "maxItems": 2,
            },
        }
    ),
    "nested": _object({"a": _object({"b": _object({"c": {"type": "integer", "minimum": 0, "maximum": 3}})})}),
    "any_of": _object(
        {
            "either": {
                "anyOf": [
                    {"type": "integer", "minimum": 0, "maximum": 99},
                    {"type": "string", "maxLength": 3},
                    {"type": "null"},
                ]
            },
            "one": {"oneOf": [{"type": "boolean"}, {"type": "string", "format": "date"}]},
            "list": {"type": ["string", "null"], "maxLength": 4},
            "both": {"allOf": [{"type": "integer"}, {"minimum": 3}, {"maximum": 7}]},
        }
    ),
    "references": {
        **_object({"root": {"$ref": "#/$defs/Node"}}),
        "$defs": {
            "Node": _object(
                {
                    "name": {"type": "string", "maxLength": 3},
                    "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
                },
                ["name"],
            )
        },
    },
    "mappings": _object(
        {
            "scores": {
                "type": "object",
                "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 5},
                "maxProperties": 2,
            },
            "named": {
                "type": "object",
                "propertyNames": {"pattern": "^[a-z]{1,4}$"},
                "additionalProperties": {"type": "boolean"},
                "maxProperties": 2,
            },
            "closed": {"type": "object", "additionalProperties": False},
            "rest": {"type": "object", "required": ["x"], "additionalProperties": {"enum": [1]}},
        }
    ),
    "untyped": _object(
        {"anything": {}, "bounded": {"minimum": 3, "maximum": 4}, "text": {"maxLength": 3}}, ["bounded"]
    ),
    "strange_names": _object(
        {'quote " here': {"type": "boolean"}, "ünïcode 😀": {"type": "boolean"}, "back\\slash": {"type": "boolean"}}
    ),
    **{name: model.model_json_schema() for name, model in PYDANTIC_MODELS.items()},
}

FORMATS = FormatChecker(())
"""The formats as tools read them: a time of day has no offset, though rfc3339-validator, once installed, wants one."""
FORMATS.checkers = {n: check for n, check in Draft202012Validator.FORMAT_CHECKER.checkers.items() if n != "time"}
