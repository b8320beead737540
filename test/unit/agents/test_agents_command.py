"""``ovos-jarvis agents`` where no service runs: in this process, with the same stores."""

from __future__ import annotations

import json

import pytest
from ovos_utils.log import LOG
from typer.testing import CliRunner

from ovos_phal_plugin_jarvis.cli import setup
from ovos_phal_plugin_jarvis.cli.agents import app
from ovos_phal_plugin_jarvis.config import load_config
from toolboxes_for_tests import put_in_place


@pytest.fixture
def agents(monkeypatch, packages):
    put_in_place(monkeypatch)
    config = load_config({"commands": {"paths": [str(packages / "storm_watch")]}})
    monkeypatch.setattr(setup, "read_config", lambda as_json=False: config)
    monkeypatch.setattr(LOG, "create_logger", LOG.create_logger)

    def run(*arguments, ok=True):
        done = CliRunner().invoke(app, [*arguments, "--local"])
        assert (done.exit_code == 0) is ok, done.output
        return done.output

    return run


def test_agents_are_listed_run_paused_and_resumed(agents):
    assert "storm_agent  storm-watch  10 min  waiting  never" in agents("list")
    assert "No service runs" in agents("list")
    assert "storm_agent ran. Alerts not told yet: 0" in agents("run", "storm_agent")
    agents("pause", "storm_agent")
    listed = json.loads(agents("list", "--json"))
    assert listed["agents"][0]["paused"] is True and listed["service"] is False
    agents("resume", "storm_agent")
    assert "  waiting  " in agents("list")
    assert "there is no agent 'wind'; there are: storm_agent" in agents("pause", "wind", ok=False)
