"""Whatever bytes come, frames are read or refused, never more than one at a time is kept."""

from __future__ import annotations

import json
import struct

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.tools.execution.isolation import frames
from ovos_phal_plugin_jarvis.tools.execution.isolation.frames import BadFrame, FrameReader, encode

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(st.dictionaries(st.text(), JSON), max_size=4), st.integers(1, 50))
def test_frames_arrive_as_they_were_sent_however_they_are_cut(messages, size):
    data = b"".join(map(encode, messages))
    reader = FrameReader()
    read = [m for start in range(0, len(data), size) for m in reader.feed(data[start : start + size])]
    assert read == messages


@settings(deadline=None)
@given(st.lists(st.binary(max_size=200), max_size=5))
def test_rubbish_is_refused_or_waited_with(chunks):
    reader = FrameReader()
    try:
        for chunk in chunks:
            assert all(isinstance(message, dict) for message in reader.feed(chunk))
    except BadFrame as error:
        assert str(error).startswith("it ")


def nested(depth):
    value = 1
    for _ in range(depth - 1):
        value = [value]
    return {"v": value}


@pytest.mark.parametrize("beside", [{}, {"many": [[]] * 500}])
def test_depth(beside):
    assert list(FrameReader().feed(encode({**nested(256), **beside}))) == [{**nested(256), **beside}]
    with pytest.raises(BadFrame, match="nested more than 256 deep"):
        encode({**nested(257), **beside})
    body = json.dumps({**nested(257), **beside}).encode()
    with pytest.raises(BadFrame, match="nested more than 256 deep"):
        list(FrameReader().feed(struct.pack(">I", len(body)) + body))


def test_a_size_that_is_only_announced_is_not_waited_for():
    with pytest.raises(BadFrame, match="at most 10000000"):
        list(FrameReader().feed(struct.pack(">I", frames.MAX_FRAME + 1)))
    assert list(FrameReader().feed(struct.pack(">I", frames.MAX_FRAME))) == []


@pytest.mark.parametrize("value", [float("inf"), {1, 2}, b"x", {"a": object()}])
def test_what_json_has_no_form_for(value):
    with pytest.raises(BadFrame, match="JSON has no form for it"):
        encode({"v": value})
