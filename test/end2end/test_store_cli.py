"""``ovos-jarvis commands|secrets|auth`` as a user types them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from auth_loopback_server import AuthServer
from ovos_utils.log import LOG
from typer.testing import CliRunner

from ovos_phal_plugin_jarvis.cli import installed
from ovos_phal_plugin_jarvis.cli.app import app as APP
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.stores import open_stores

WEATHER = """
from jarvis_command_sdk import (
    AuthenticationConfig, CommandExample, CommandResponse, IJarvisCommand, JarvisSecret, JarvisStorage,
)

print("printed while it is imported")


class WeatherCommand(IJarvisCommand):
    command_name = "get_weather"
    description = "Weather [anywhere]"
    keywords = ["weather"]
    parameters = []
    associated_service = "OpenWeather"
    setup_guide = "## Get a key"
    required_secrets = [
        JarvisSecret("OPENWEATHER_API_KEY", "API key", "integration", "string", friendly_name="API key"),
    ]
    all_possible_secrets = [
        *required_secrets,
        JarvisSecret("OPENWEATHER_UNITS", "Units", "integration", "string", required=False, is_sensitive=False,
                     enum_values=["metric", "imperial"], presets={"metric": {"OPENWEATHER_WIND": "km/h"}}),
        JarvisSecret("OPENWEATHER_WIND", "Wind", "integration", "string", required=False, is_sensitive=False),
    ]

    @property
    def authentication(self):
        import os
        server = os.environ.get("TEST_AUTH_SERVER")
        return server and AuthenticationConfig(
            type="oauth", provider="weatherly", friendly_name="Weatherly", client_id="the-client",
            keys=["access_token"], authorize_url=server + "/auth/authorize", exchange_url=server + "/auth/token",
            supports_pkce=True)

    def store_auth_values(self, values):
        from services.secret_service import set_secret
        print("a careless print")
        from services.command_auth_service import clear_auth_flag
        set_secret("OPENWEATHER_API_KEY", values["access_token"], "integration")
        clear_auth_flag("weatherly")

    def init_data(self):
        return {"status": "success", "city": "Porto"}

    def generate_prompt_examples(self):
        return [CommandExample("weather", {})]

    def generate_adapter_examples(self):
        return self.generate_prompt_examples()

    def run(self, request_info, **kwargs):
        return CommandResponse.final_response({"message": "sunny"})
"""
BROKEN = "from jarvis_command_sdk import IJarvisCommand\nraise RuntimeError('[red] is broken')\n"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("CONFIG", "DATA", "CACHE", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    for name in ("base_path", "level", "diagnostic_mode"):  # the command line changes them for its process
        monkeypatch.setattr(LOG, name, getattr(LOG, name))
    section = {"commands": {"paths": [str(tmp_path / "installed")], "disabled": ["old_thing"]}}
    (tmp_path / "config" / "mycroft").mkdir(parents=True)
    (tmp_path / "config" / "mycroft" / "mycroft.conf").write_text(
        json.dumps({"PHAL": {"ovos-phal-plugin-jarvis": section}})
    )
    # ovos_config settles its paths when it is imported; what runs as a process of its own reads the file above.
    monkeypatch.setattr(installed, "read_config", lambda _as_json: load_config(section))
    return tmp_path


@pytest.fixture
def weather(home):
    folder = home / "source" / "weather"
    folder.mkdir(parents=True)
    (folder / "command.py").write_text(WEATHER)
    return folder


def run(*arguments: str, status: int = 0, stdin: str = ""):
    result = CliRunner().invoke(APP, arguments, input=stdin)
    assert result.exit_code == status, (result.stdout, result.stderr, result.exception)
    return result


def run_json(*arguments: str, status: int = 0, stdin: str = ""):
    return json.loads(run(*arguments, "--json", status=status, stdin=stdin).stdout)


def test_from_nothing_to_a_configured_command(weather, home):
    assert "get_weather" not in run("commands", "list").stdout
    shown = run("commands", "install", str(weather), stdin="n\n", status=1)
    assert "secret: OPENWEATHER_API_KEY (required) API key" in shown.stdout
    assert not (home / "installed").exists()
    assert "secrets set OPENWEATHER_API_KEY" in run("commands", "install", str(weather), stdin="y\n").stdout
    assert "missing: OPENWEATHER_API_KEY" in run("commands", "list").stdout
    assert run("secrets", "set", "OPENWEATHER_API_KEY", stdin="sesame\n").stdout == (
        "OPENWEATHER_API_KEY is set (integration).\n"
    )
    listed = run("commands", "list").stdout
    assert "ready" in listed and "OpenWeather" in listed and "sesame" not in listed
    assert "city: Porto" in run("commands", "init", "get_weather").stdout
    assert "Removed weather" in run("commands", "remove", "get_weather", "--yes").stdout
    with open_stores() as stores:
        assert stores.secrets.get("OPENWEATHER_API_KEY", "integration") == "sesame"


def test_list_as_a_settings_screen_needs_it(weather, home):
    run_json("commands", "install", str(weather), "--yes")
    (home / "installed" / "broken.py").write_text(BROKEN)
    run("secrets", "set", "OPENWEATHER_API_KEY", "sesame")
    run("secrets", "set", "OPENWEATHER_UNITS", "metric")
    view = run_json("commands", "list")
    (group,) = view["services"]
    assert group["service"] == "OpenWeather"
    (command,) = group["commands"]
    assert (command["name"], command["ready"], command["setup_guide"]) == (
        "get_weather",
        True,
        "## Get a key",
    )
    shown = {secret["key"]: secret for secret in command["secrets"]}
    assert shown["OPENWEATHER_API_KEY"]["friendly_name"] == "API key"
    assert shown["OPENWEATHER_API_KEY"]["value"] == "********"
    assert shown["OPENWEATHER_UNITS"]["value"] == "metric"
    assert shown["OPENWEATHER_UNITS"]["enum_values"] == ["metric", "imperial"]
    assert shown["OPENWEATHER_WIND"]["value"] == "km/h", "filled in by the preset"
    (reason,) = view["failed"].values()
    assert "[red] is broken" in reason
    assert view["disabled"] == ["old_thing"]
    table = run("commands", "list").stdout
    assert "[red] is broken" in table and "old_thing" in table
    assert "sesame" not in json.dumps(view) + table


def test_secrets(weather):
    run_json("commands", "install", str(weather), "--yes")
    rows = {row["key"]: row for row in run_json("secrets", "list")["secrets"]}
    assert rows["OPENWEATHER_API_KEY"]["state"] == "missing" and rows["OPENWEATHER_API_KEY"]["required"]
    assert "must be one of: metric, imperial" in run_json("secrets", "set", "OPENWEATHER_UNITS", "x", status=1)["error"]
    result = run("secrets", "set", "OPENWEATHER_APIKEY", "sesame")
    assert "no installed command declares OPENWEATHER_APIKEY; did you mean OPENWEATHER_API_KEY" in result.stderr
    listed = run("secrets", "list").stdout
    assert "no installed command declares it" in listed and "sesame" not in listed
    assert run_json("secrets", "unset", "OPENWEATHER_APIKEY")["state"] == "missing"
    assert "has no value" in run_json("secrets", "unset", "OPENWEATHER_APIKEY", status=1)["error"]
    assert "no value was given" in run_json("secrets", "set", "OPENWEATHER_API_KEY", status=1)["error"]
    assert "planet" in run("secrets", "set", "K", "v", "--scope", "planet", status=2).stderr
    run("secrets", "set", "MINE", "v", "--scope", "user", "--user", "7")
    with open_stores() as stores:
        assert stores.secrets.values("user", 7) == {"MINE": "v"}


def test_refusals_are_one_json_document(weather, home):
    assert "no file or folder" in run_json("commands", "install", "./nothing", "--yes", status=1)["error"]
    assert "--yes" in run_json("commands", "install", str(weather), status=1)["error"]
    assert "was not installed" in run_json("commands", "remove", "nothing", status=1)["error"]
    assert "no command 'nothing'" in run_json("commands", "init", "nothing", status=1)["error"]
    assert "known: none" in run_json("auth", "login", "nothing", status=1)["error"]
    assert "known: none" in run_json("auth", "status", "nothing", status=1)["error"]
    run("commands", "install", status=2)
    plan = run_json("commands", "install", str(weather), "--dry-run")
    assert plan["commands"] == ["get_weather"] and {s["key"] for s in plan["secrets"]} == {
        "OPENWEATHER_API_KEY", "OPENWEATHER_UNITS", "OPENWEATHER_WIND",
    }  # fmt: skip
    assert not (home / "installed").exists()


def test_a_wrong_configuration_is_one_line(home):
    (home / "config" / "mycroft" / "mycroft.conf").write_text(
        json.dumps({"PHAL": {"ovos-phal-plugin-jarvis": {"commands": {"paths": 5}}}})
    )
    done = subprocess.run([sys.executable, "-c", PROGRAM, "commands", "list", "--json"], capture_output=True, text=True)
    assert done.returncode == 1 and "commands.paths" in json.loads(done.stdout)["error"]


def test_completion(weather):
    run_json("commands", "install", str(weather), "--yes")
    for words, offered in (
        ("ovos-jarvis secrets set OPENWEATHER_U", "OPENWEATHER_UNITS"),
        ("ovos-jarvis commands remove get_", "get_weather"),
    ):
        result = CliRunner().invoke(
            APP, prog_name="ovos-jarvis",
            env={"_OVOS_JARVIS_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": words},
        )  # fmt: skip
        assert offered in result.stdout, (result.stdout, result.exception)


PROGRAM = "from ovos_phal_plugin_jarvis.cli import main; main()"


def test_stdout_holds_one_document_whatever_a_package_prints(weather):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "commands", "install", str(weather), "--yes", "--json"],
        capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert json.loads(done.stdout)["commands"] == ["get_weather"]
    assert "printed while it is imported" in done.stderr
    done = subprocess.run([sys.executable, "-c", PROGRAM, "commands", "list", "--json"], capture_output=True, text=True)
    assert json.loads(done.stdout)["services"]


def test_logging_in_from_a_terminal(weather, home):
    """The address goes to stderr; a browser, here a line of code, opens it and follows the redirect."""
    import requests

    run_json("commands", "install", str(weather), "--yes")
    with AuthServer() as server:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "auth", "login", "weatherly", "--no-browser", "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "TEST_AUTH_SERVER": server.url},
        )  # fmt: skip
        assert process.stderr is not None
        url = next(line.strip() for line in process.stderr if line.startswith("http"))
        with requests.Session() as session:
            session.trust_env = False
            assert "close this window" in session.get(url, timeout=10).text
        stdout, stderr = process.communicate()
        assert process.returncode == 0, stderr
        assert json.loads(stdout)["commands"] == ["get_weather"]
        assert "a careless print" in stderr
        with open_stores() as stores:
            assert stores.secrets.get("OPENWEATHER_API_KEY", "integration") in server.access_tokens
        os.environ["TEST_AUTH_SERVER"] = server.url
        try:
            (row,) = run_json("auth", "status")["providers"]
            assert row["logged_in"] and row["commands"] == ["get_weather"] and row["expires_at"]
            assert "logged in" in run("auth", "status", "weatherly").stdout
            server.refuse_user = True
            refusal = subprocess.Popen(
                [sys.executable, "-c", PROGRAM, "auth", "login", "weatherly", "--no-browser", "--json"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            assert refusal.stderr is not None
            url = next(line.strip() for line in refusal.stderr if line.startswith("http"))
            with requests.Session() as session:
                session.trust_env = False
                session.get(url, timeout=10)
            stdout, _stderr = refusal.communicate()
            assert refusal.returncode == 1 and "access_denied" in json.loads(stdout)["error"]
        finally:
            del os.environ["TEST_AUTH_SERVER"]


def git(folder, *arguments):
    quiet = ["git", "-c", "user.name=T", "-c", "user.email=t@localhost", "-c", "init.defaultBranch=main"]
    subprocess.run([*quiet, *arguments], cwd=folder, check=True, capture_output=True)


def release(folder, version, message="sunny"):
    manifest = f"name: weather\ndescription: Weather\nversion: {version}\nauthor: me\nplatforms: [Linux, darwin]\n"
    (folder / "jarvis_package.yaml").write_text(manifest + "apt_packages: [no-such-program-qq]\n")
    (folder / "command.py").write_text(WEATHER.replace("sunny", message))
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", version)
    git(folder, "tag", f"v{version}")


def test_from_a_repository_to_a_newer_version_and_away(weather, home):
    git(weather, "init", "-q")
    release(weather, "1.0.0")
    url = f"file://{weather}"
    done = run("commands", "install", f"{url}@v1.0.0", "--yes")
    assert "Installed weather: get_weather" in done.stdout
    assert "  ovos-jarvis secrets set OPENWEATHER_API_KEY\n  ovos-jarvis commands init get_weather\n" in done.stdout
    assert "system packages: no-such-program-qq" in done.stderr and "--system" in done.stderr
    assert run_json("commands", "outdated")["packages"][0]["target"] is None
    assert "up to date" in run("commands", "update").stdout

    release(weather, "1.1.0", "rainy")
    assert "v1.1.0" in run("commands", "outdated").stdout
    assert run_json("commands", "update", "weather", "--yes")["updated"][0]["plan"]["version"] == "1.1.0"
    (listed,) = run_json("commands", "list")["services"]
    assert listed["commands"][0]["version"] == "1.1.0"
    assert "rainy" in (home / "installed" / "weather" / "command.py").read_text()

    # One that can't be loaded leaves the old one in place.
    (weather / "command.py").write_text("1 / 0\n")
    git(weather, "commit", "-aqm", "broken")
    git(weather, "tag", "v1.2.0")
    assert "ZeroDivisionError" in run("commands", "update", "--yes", status=1).stderr
    assert run_json("commands", "outdated")["packages"][0]["installed"] == "1.1.0"

    run("commands", "remove", "weather", "--yes", "--purge")
    assert list((home / "installed").iterdir()) == []
    assert run_json("commands", "outdated")["packages"] == []
    assert "no git repository" in run("commands", "install", f"{url}-gone", "--yes", status=1).stderr


@pytest.mark.parametrize(
    ("result", "status"),
    [
        ({"status": "error", "message": "no hub answers"}, 1),
        ({"error": "no hub answers"}, 1),
        ({"status": "success", "error": None}, 0),
        ({"status": "no_init_required"}, 0),
        ({}, 0),
    ],
)
def test_a_setup_that_reports_an_error_is_one(monkeypatch, result, status):
    monkeypatch.setattr("ovos_phal_plugin_jarvis.commands.install.init.run_init", lambda *a, **k: result)
    done = run("commands", "init", "get_weather", status=status)
    assert (status == 1) == ("no hub answers" in done.stderr)
    assert run_json("commands", "init", "get_weather", status=status)["result"] == result


def test_searching_says_where_and_what(home, monkeypatch):
    index = home / "index.json"
    index.write_text(
        json.dumps([{"name": "tea", "description": "Makes tea", "source": "https://x/tea", "version": "1"}])
    )
    config = load_config({"commands": {"indexes": [str(index)]}})
    monkeypatch.setattr("ovos_phal_plugin_jarvis.cli.setup.read_config", lambda _as_json: config)
    assert run_json("commands", "search", "makes", "tea")["packages"][0]["source"] == "https://x/tea"
    assert "Anybody may publish there" in run("commands", "search").stdout
    assert "Nothing is found for 'coffee'" in run("commands", "search", "coffee").stdout
    index.unlink()
    assert "can't be read" in run_json("commands", "search", "tea", status=1)["error"]
