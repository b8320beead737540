"""The user's place, as mycroft.conf really tells it: in a process of its own, since ovos_config reads it at import."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from ovos_phal_plugin_jarvis.sdk.clock import chosen_city, chosen_zone

ASK = """
import json
from ovos_config import Configuration
from ovos_phal_plugin_jarvis.runtime.device import home_context
from ovos_phal_plugin_jarvis.sdk.clock import home_zone
Configuration().get("location")
print(json.dumps([str(home_zone()), home_context()]))
"""
PORTO = {
    "city": {"name": "Porto"},
    "coordinate": {"latitude": 41.15, "longitude": -8.61},
    "timezone": {"code": "Europe/Lisbon"},
}


@pytest.mark.parametrize(
    ("location", "told"),
    [
        (PORTO, ["Europe/Lisbon", {"location": "Porto", "timezone": "Europe/Lisbon"}]),
        ({"timezone": {"code": "Asia/Kolkata"}}, ["Asia/Kolkata", {"timezone": "Asia/Kolkata"}]),
        ({"city": {"name": "Porto"}}, [None, {"location": "Porto"}]),
        ({}, [None, None]),
    ],
)
def test_what_the_user_chose_counts_and_what_was_packaged_does_not(tmp_path, location, told):
    (tmp_path / "mycroft").mkdir()
    (tmp_path / "mycroft" / "mycroft.conf").write_text(json.dumps({"location": location}))
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "TZ": "Pacific/Auckland", "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    zone, home = json.loads(done.stdout.splitlines()[-1])
    assert home == told[1]
    assert zone == told[0] if told[0] else zone not in ("America/Chicago", "CST", "CDT")


@pytest.mark.parametrize("location", [None, 7, "Porto", [], {"city": 7, "timezone": 7}, {"city": {"name": []}}, {}])
def test_a_place_of_another_form_is_none(location):
    assert chosen_city(location) is None and chosen_zone(location) is None
