"""Times of day as calls hold them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.nlu.dialogue.clock_times import DAY, clock_time, seconds_of


@given(st.integers(0, DAY - 1))
def test_what_is_written_is_read_back(seconds: int) -> None:
    assert seconds_of(clock_time(seconds, "00:00:00")) == seconds
    assert seconds_of(clock_time(seconds, "00:00")) == seconds - seconds % 60


@pytest.mark.parametrize("value", ["24:00", "7:30", "07:60", "07:30:61", "07:30 ", "0730", "", None, 730, ["07:30"]])
def test_what_is_no_time_of_day(value: object) -> None:
    assert seconds_of(value) is None
