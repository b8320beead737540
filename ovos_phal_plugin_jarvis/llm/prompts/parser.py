"""Reads tool calls out of what a model wrote, in whichever notation it used.

One scan from left to right: a notation counts only where the text is not already inside a call's JSON, so an
argument that happens to hold ``</tool_call>`` or ``<think>`` stays an argument. Time is linear in the length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ovos_phal_plugin_jarvis.llm.call_format import Call
from ovos_phal_plugin_jarvis.llm.escaped_values import ESCAPE, UnreadableValue, read
from ovos_phal_plugin_jarvis.llm.prompts.json_scan import UnreadableJson, json_end, read_json
from ovos_phal_plugin_jarvis.llm.prompts.reply import ParsedReply

MAX_REPLY_CHARS = 200_000
"""A longer reply is refused unread: engines stop after a few hundred tokens."""
MAX_CALLS = 32
"""Calls read from one reply; a model that repeats itself writes more."""

_HIDDEN = "think|thinking|thought|reasoning|reflection|scratch_?pad"
_MARK = re.compile(
    rf"(?P<hide><(?P<tag>{_HIDDEN})>)"
    rf"|(?P<unhide></(?:{_HIDDEN})>)"
    r"|(?P<tool_call><tool_call>)"
    r"|(?P<function><function[=>])"
    r"|(?P<tool_calls>\[TOOL_CALLS\])"
    r"|(?P<marked><start_function_call>)"
    r"|(?P<end><\|(?:im_end|im_start|eot_id|eom_id|end_of_text|endoftext|start_header_id)\|>"
    r"|</s>|<(?:end|start)_of_turn>|<eos>|<tool_response>|<start_function_response>|\[TOOL_RESULTS\]|\[INST\])"
    r"|(?P<noise></(?:tool_call|function)>|<end_function_call>|<\|python_tag\|>|```\w*)"
    r"|(?P<json>[{\[])",
    re.IGNORECASE,
)
_SPACE = re.compile(r"\s*")
_FUNCTION_NAME = re.compile(r"\s*([^\s<>{}\[\]\"]{1,200})\s*>?\s*")
_MISTRAL_NAME = re.compile(r"\s*([^\s<>{}\[\]\"]{1,200})\s*(?:\[ARGS\]\s*)?(?=\{)")
_MARKED_NAME = re.compile(r"\s*call[:\s]\s*([^\s<>{}\[\]\"]{1,200})\s*(?=\{)")
_FUNCTION_END = re.compile(r"</?function>|\Z", re.IGNORECASE)
_LOOKS_LIKE_JSON = re.compile(r"[{\[]\s*[\"{\[]")
_UNREADABLE = "the model's tool call could not be read: "


class ToolCallParser:
    """:func:`parse_reply` as an object, for hosts that pass a parser around."""

    def parse(self, raw: str) -> ParsedReply:
        """See :func:`parse_reply`."""
        return parse_reply(raw)


def parse_reply(raw: Any) -> ParsedReply:
    """What *raw*, a model's reply, says and calls. Never raises.

    Understood are Jarvis JSON, ``<tool_call>{…}</tool_call>``, ``<function=name>{…}</function>``,
    ``[TOOL_CALLS][…]``, ``<start_function_call>call:name{…}<end_function_call>``, bare JSON calls, each also in a
    code fence, with trailing commas, several in a row and with text around them. Blocks of thought are dropped,
    closed or not; what follows the end of the model's turn is not read, because the model wrote it in somebody else's
    name.
    """
    if not isinstance(raw, str):
        return ParsedReply(error=f"the reply is {type(raw).__name__}, not text")
    if len(raw) > MAX_REPLY_CHARS:
        return ParsedReply(error=f"the reply has {len(raw)} characters, more than {MAX_REPLY_CHARS}")
    # Half surrogate pairs, which no bus can carry.
    scan = _Scan(raw.encode("utf-8", "replace").decode("utf-8"))
    scan.run()
    return scan.reply()


class _Scan:
    """The state of one pass over a reply."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0
        self._spoken: list[str] = []
        self._calls: list[Call] = []
        self._error: str | None = None

    def reply(self) -> ParsedReply:
        lines = (line.strip() for line in "".join(self._spoken).splitlines())
        message = "\n".join(line for line in lines if line)
        if self._calls and not any(char.isalnum() for char in message):
            message = ""  # commas and brackets left over between calls
        return ParsedReply(message, tuple(self._calls[:MAX_CALLS]), self._error)

    def run(self) -> None:
        while self._position < len(self._text):
            found = _MARK.search(self._text, self._position)
            if found is None:
                self._spoken.append(self._text[self._position :])
                return
            self._spoken.append(self._text[self._position : found.start()])
            self._position = found.end()
            kind = found.lastgroup if found.lastgroup != "tag" else "hide"
            if kind == "end":
                return
            if kind == "hide":
                self._skip_past(f"</{found.group('tag')}>")
            elif kind == "unhide":
                # The opening tag was part of the prompt: all so far were thoughts.
                self._spoken.clear()
                self._calls.clear()
                self._error = None
            elif kind == "tool_call":
                self._tagged_call()
            elif kind == "function":
                self._function_call()
            elif kind == "tool_calls":
                self._listed_calls()
            elif kind == "marked":
                self._marked_call()
            elif kind == "json":
                self._position = found.start()
                self._bare_json()

    def _tagged_call(self) -> None:
        self._position = _skip_space(self._text, self._position)
        if self._text.startswith("<function", self._position):
            return
        value = self._json_value()
        if value is None:
            self._skip_past("</tool_call>")
        else:
            self._add_calls(value, "<tool_call>")

    def _function_call(self) -> None:
        name = _FUNCTION_NAME.match(self._text, self._position)
        if name is None:
            self._note("<function=…> names no function")
            return
        self._position = name.end()
        if self._text.startswith("{", self._position):
            arguments = self._json_value()
            if isinstance(arguments, Mapping):
                self._calls.append(Call(name.group(1), dict(arguments)))
                # Closed with a second opening tag, as Llama at times does.
                closed = _FUNCTION_END.match(self._text, self._position)
                self._position = closed.end() if closed else self._position
            else:
                self._skip_past("</function>")
        elif _FUNCTION_END.match(self._text, self._position):
            self._calls.append(Call(name.group(1)))
        else:
            self._note(f"the arguments of {name.group(1)} are not a JSON object")
            self._skip_past("</function>")

    def _marked_call(self) -> None:
        name = _MARKED_NAME.match(self._text, self._position)
        if name is None:
            self._note("<start_function_call> names no function")
            return
        try:
            arguments, self._position = read(self._text, name.end(), ESCAPE)
        except UnreadableValue as error:
            self._note(f"the arguments of {name.group(1)}: {error}")
            self._position = error.position
            self._skip_past("<end_function_call>")
            return
        self._calls.append(Call(name.group(1), arguments))

    def _listed_calls(self) -> None:
        named = _MISTRAL_NAME.match(self._text, self._position)
        if named:
            self._position = named.end()
            arguments = self._json_value()
            if isinstance(arguments, Mapping):
                self._calls.append(Call(named.group(1), dict(arguments)))
            return
        self._position = _skip_space(self._text, self._position)
        value = self._json_value()
        if value is not None:
            self._add_calls(value, "[TOOL_CALLS]")

    def _bare_json(self) -> None:
        start = self._position
        if not _LOOKS_LIKE_JSON.match(self._text, start):
            self._spoken.append(self._text[start])
            self._position = start + 1
            return
        value = self._json_value()
        if isinstance(value, Mapping) and _is_jarvis(value):
            self._add_jarvis(value)
            return
        entries = value if isinstance(value, list) else [value]
        calls = [_call(entry, strict=True) for entry in entries]
        if value is not None and calls and all(calls):
            self._calls += [call for call in calls if call]
        elif value is not None:
            self._spoken.append(self._text[start : self._position])

    def _json_value(self) -> Any:
        """The JSON value here, with the position moved behind it; None, and a note, where there is none."""
        start = self._position
        if not self._text.startswith(("{", "["), start):
            self._note("no JSON where a call was announced")
            return None
        try:
            end = json_end(self._text, start)
        except UnreadableJson as error:
            self._position = error.position
            self._note(str(error))
            return None
        self._position = end
        try:
            return read_json(self._text[start:end])
        except UnreadableJson as error:
            self._note(str(error))
            return None

    def _add_calls(self, value: Any, where: str) -> None:
        if isinstance(value, Mapping) and _is_jarvis(value):
            self._add_jarvis(value)
            return
        for entry in value if isinstance(value, list) else [value]:
            call = _call(entry, strict=False)
            if call:
                self._calls.append(call)
            else:
                self._note(f"{where} holds JSON that is no call")

    def _add_jarvis(self, value: Mapping[str, Any]) -> None:
        message = value.get("message")
        if isinstance(message, str):
            self._spoken.append(message)
        for entry in _jarvis_entries(value):
            call = _call(entry, strict=False)
            if call:
                self._calls.append(call)
            else:
                self._note("an entry of tool_calls is no call")
        error = value.get("error")
        if error:
            self._error = error if isinstance(error, str) else str(error)[:500]

    def _skip_past(self, closing: str) -> None:
        """Move behind *closing*; to the end where it never comes."""
        found = re.compile(re.escape(closing), re.IGNORECASE).search(self._text, self._position)
        self._position = found.end() if found else len(self._text)

    def _note(self, problem: str) -> None:
        self._error = self._error or _UNREADABLE + problem


def _skip_space(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _is_jarvis(value: Mapping[str, Any]) -> bool:
    if isinstance(value.get("tool_calls"), list) or isinstance(value.get("tool_call"), Mapping):
        return True
    return "message" in value and set(value) <= {"message", "tool_calls", "tool_call", "error"}


def _jarvis_entries(value: Mapping[str, Any]) -> Iterator[Any]:
    entries = value.get("tool_calls")
    if isinstance(entries, list):
        yield from entries
    if isinstance(value.get("tool_call"), Mapping):
        yield value["tool_call"]


def _call(entry: Any, *, strict: bool) -> Call | None:
    """*entry* as a call; *strict* wants arguments to be there, so that ``{"name": "Bob"}`` stays text."""
    if not isinstance(entry, Mapping):
        return None
    body = entry["function"] if isinstance(entry.get("function"), Mapping) else entry
    name = body.get("name")
    if not isinstance(name, str) or not name.strip():
        return None
    key = next((key for key in ("arguments", "parameters") if key in body), None)
    if key is None:
        return None if strict else Call(name.strip(), {}, _failure_message(entry))
    arguments = body[key]
    if isinstance(arguments, str):
        # The OpenAI interface carries the arguments as JSON text.
        try:
            arguments = read_json(arguments) if arguments.strip() else {}
        except UnreadableJson:
            return None
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, Mapping):
        return None
    return Call(name.strip(), dict(arguments), _failure_message(entry))


def _failure_message(entry: Mapping[str, Any]) -> str:
    message = entry.get("failure_message")
    return message if isinstance(message, str) else ""
