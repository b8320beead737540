"""How deep a frame is nested is found without parsing it, and agrees with what a parser would find."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.tools.nesting import MAX_DEPTH, outline, too_deep

TEXTS = st.text(alphabet=st.sampled_from('[]{}"\\a\n\u00e9'), max_size=8)
JSON = st.recursive(
    st.none() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=40,
)


def depth(value):
    if isinstance(value, dict):
        return 1 + max(map(depth, value.values()), default=0)
    return 1 + max(map(depth, value), default=0) if isinstance(value, list) else 0


@given(JSON, st.integers(0, 8), st.booleans())
def test_it_agrees_with_a_parser(value, limit, ascii_only):
    text = json.dumps(value, ensure_ascii=ascii_only)
    assert too_deep(text, limit) == too_deep(text.encode(), limit) == (depth(value) > limit)


@given(st.text(alphabet=st.sampled_from('[]{}"\\,:1'), max_size=60))
def test_any_text_is_taken(text):
    too_deep(text, 3)
    outline(text)


@pytest.mark.parametrize("opening, closing", [("[", "]"), ('{"a":', "}"), ('[{"]": ', "}]")])
@pytest.mark.parametrize("size", [MAX_DEPTH, MAX_DEPTH + 1, 70_000])
def test_across_the_pieces_it_is_read_in(opening, closing, size):
    levels = size // opening.count("[") if opening == "[" else size
    text = opening * levels + "1" + closing * levels
    assert too_deep('["' + "[" * 65_500 + '",' + text + "]", levels * (2 if "]" in opening else 1)) is True
    assert too_deep(text, levels * (2 if "]" in opening else 1)) is False


def test_what_can_be_told_of_a_message_that_is_too_deep():
    deep = '{"v": ' * 5000 + "1" + "}" * 5000
    text = (
        '{"type": "ovos.tools.invoke", "data": {"name": "x]", "args": %s}, "context": {"session": {"session_id": "s"}}}'
    )
    read = outline(text % deep)
    assert read["type"] == "ovos.tools.invoke" and read["data"]["name"] == "x]"
    assert read["context"] == {"session": {"session_id": "s"}}
    assert outline("[" * 5000) is None and outline('{"a":' * 1_000_000) is None
