"""One package's life on a running service: installed from a git repository, set up, logged in, asked, heard, its data
changed, updated, removed with nothing left."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from auth_loopback_server import AuthServer, Browser
from typer.testing import CliRunner

from ovos_phal_plugin_jarvis.cli.app import app
from ovos_phal_plugin_jarvis.config import PLUGIN_ID
from ovos_phal_plugin_jarvis.stores import open_stores
from processes import BusCaller, Home, free_port

PROGRAM = str(Path(sys.executable).with_name("ovos-jarvis"))
ALONE = {"toolboxes": {name: {"enabled": False} for name in ("ovos-toolbox-everyday", "ovos-toolbox-planner")}}
"""Nothing but the package, so that nothing else is learned at each load."""
MANIFEST = """
    name: letters
    version: {version}
    description: Writes letters and tells of answers.
    author: {{github: somebody}}
    components:
      - {{type: command, name: write_letter, path: commands/write_letter/command.py}}
      - {{type: agent, name: postman, path: agents/postman/agent.py}}
    secrets:
      - {{key: LETTERS_KEY, scope: integration, value_type: string, description: Key of the post office}}
"""
COMMAND = """
    import re

    from jarvis_command_sdk import (
        AuthenticationConfig, CommandResponse, FieldSpec, IJarvisButton, IJarvisCommand, JarvisParameter, JarvisSecret,
        JarvisStorage, PreRouteResult,
    )

    STORAGE = JarvisStorage("letterbox")


    class WriteLetter(IJarvisCommand):
        command_name = "write_letter"
        description = "Write a letter to somebody."
        keywords = ["letter"]
        parameters = [JarvisParameter("to", "string", required=True), JarvisParameter("subject", "string")]
        required_secrets = [JarvisSecret("LETTERS_KEY", "Key of the post office", "integration", "string")]
        all_possible_secrets = [
            *required_secrets, JarvisSecret("LETTERS_TOKEN", "Token", "integration", "string", required=False)
        ]
        authentication = AuthenticationConfig(
            type="oauth", provider="post-office", friendly_name="Post office", client_id="the-client",
            keys=["access_token"], authorize_url="{url}/auth/authorize", exchange_url="{url}/auth/token",
            supports_pkce=True,
        )
        data_browser_storage_name = "letterbox"

        def store_auth_values(self, values):
            STORAGE.set_secret("LETTERS_TOKEN", values["access_token"])

        def editable_fields(self):
            return [FieldSpec("subject", "string"), FieldSpec("answered", "bool")]

        def pre_route(self, voice_command):
            found = re.fullmatch(r"write a letter to (\\w+) about (.+)", voice_command)
            return found and PreRouteResult({{"to": found[1], "subject": found[2]}})

        def generate_prompt_examples(self):
            return []

        generate_adapter_examples = generate_prompt_examples

        def run(self, request_info, *, secrets, to, subject=""):
            assert secrets["LETTERS_KEY"] and STORAGE.get_secret("LETTERS_TOKEN")
            response = CommandResponse.follow_up_response(
                {{"message": "Dear {{}}, {words}. Send it?".format(to), "draft": {{"to": to, "subject": subject}}}}
            )
            response.actions = [
                IJarvisButton("Send", "send_click", "primary"), IJarvisButton("Cancel", "cancel_click", "x")
            ]
            return response

        def handle_action(self, action_name, context):
            if action_name != "send_click":
                return super().handle_action(action_name, context)
            STORAGE.save(context["draft"]["to"], {{**context["draft"], "answered": False}})
            return CommandResponse.final_response({{"message": "The letter is on its way."}})
"""
AGENT = """
    from jarvis_command_sdk import AgentSchedule, Alert, IJarvisAgent, JarvisStorage


    class Postman(IJarvisAgent):
        name = "postman"
        description = "Looks for answers"
        schedule = AgentSchedule(interval_seconds=3600, run_on_startup=False)
        required_secrets = []
        answers = []

        async def run(self):
            self.answers = [r for r in JarvisStorage("letterbox").get_all() if r["answered"]]

        def get_context_data(self):
            return {"answers": len(self.answers)}

        def get_alerts(self):
            return [
                Alert("postman", "Answer", "{} answered about {}.".format(r["to"], r["subject"]), dedupe_key=r["to"])
                for r in self.answers
            ]
"""


def git(folder, *arguments):
    user = (
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b.c",
        "-c",
        "init.defaultBranch=main",
        "-c",
        "commit.gpgsign=false",
    )
    subprocess.run(["git", *user, *arguments], cwd=folder, check=True, capture_output=True, timeout=60)


def write(folder, version, words, url):
    for name, text in {
        "jarvis_package.yaml": MANIFEST.format(version=version),
        "commands/write_letter/command.py": COMMAND.format(words=words, url=url),
        "agents/postman/agent.py": AGENT,
    }.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip())
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", version)
    git(folder, "tag", f"v{version}")


@pytest.fixture
def place(tmp_path, monkeypatch):
    folder = tmp_path / "letters"
    folder.mkdir()
    home = Home(
        folder / "home", free_port(), {PLUGIN_ID: ALONE, "ovos-phal-plugin-tools": {"enabled": False}}, lang="en-us"
    )

    with AuthServer() as server:
        for name, value in home.environment.items():
            if name.startswith("XDG_") or name == "HOME":
                monkeypatch.setenv(name, value)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")
        monkeypatch.setenv("DISPLAY", ":0")
        browser = Browser()
        monkeypatch.setattr("webbrowser.open", browser)
        with home.run(PROGRAM, "up", "--no-prompt") as service:
            home.wait_until(lambda: "tools on the messagebus" in home.log.read_text(), service, "up")
            caller = BusCaller(home.port)
            try:
                yield folder, home, server, caller
            finally:
                caller.close()
                browser.close()


def run(*arguments, typed=""):
    done = CliRunner().invoke(app, arguments, input=typed)
    assert done.exit_code == 0, (arguments, done.output, done.exception)
    return json.loads(done.stdout) if "--json" in arguments else done.stdout


def test_a_package_comes_works_changes_and_goes(place):
    folder, home, server, caller = place
    repository = folder / "repository"
    repository.mkdir()
    git(repository, "init", "-q")
    write(repository, "1.0.0", "hello", server.url)

    def ask(utterance):
        return caller.ask("ovos.jarvis.ask", {"utterance": utterance}).data

    def write_letter(words):
        assert ask(words)["confirmation_required"], "it goes out of the house"
        return ask("yes")

    # installed, and set up as the installation says
    assert not ask("write a letter to anna about lunch")["understood"]
    installed = run("commands", "install", f"git+file://{repository}", "--yes", "--json")
    assert "write_letter" in json.dumps(installed)
    caller.ask("ovos.tools.reload", timeout=60)
    unset = write_letter("write a letter to anna about lunch")
    assert "LETTERS_KEY" in unset["results"][0]["error"] and "LETTERS_KEY" not in unset["say"], unset
    run("secrets", "set", "LETTERS_KEY", "k-123")
    assert "Logged in at post-office" in run("auth", "login", "post-office")

    # asked, and its button pressed by voice
    draft = write_letter("write a letter to anna about lunch")
    assert draft["say"] == "Dear anna, hello. Send it?" and [a["button_text"] for a in draft["actions"]] == [
        "Send",
        "Cancel",
    ]
    assert ask("send it")["say"] == "The letter is on its way."

    # its data changed by hand, and its agent heard
    start = caller.count()
    caller.ask("ovos.jarvis.agents", {"action": "run", "name": "postman"})
    assert caller.arrived("ovos.jarvis.alert", start, 0.2) == [], "nobody has answered"
    edit = {"action": "edit", "command": "write_letter", "key": "anna", "fields": {"answered": "yes"}}
    assert caller.ask("ovos.jarvis.data", edit).data["record"] == {"to": "anna", "subject": "lunch", "answered": True}
    caller.ask("ovos.jarvis.agents", {"action": "run", "name": "postman"})
    (alert,) = caller.arrived("ovos.jarvis.alert", start, 60, until=1)
    assert alert.data["summary"] == "anna answered about lunch."
    assert "anna answered about lunch" in ask("any news")["say"]
    assert "anna" not in ask("any news")["say"], "each once"

    # updated: the words are new, what it keeps is not
    write(repository, "1.1.0", "good day", server.url)
    run("commands", "update", "letters", "--yes", "--json")
    caller.ask("ovos.tools.reload", timeout=60)
    assert write_letter("write a letter to otto about tea")["say"] == "Dear otto, good day. Send it?"
    assert [r["key"] for r in caller.ask("ovos.jarvis.data", {"command": "write_letter"}).data["records"]] == ["anna"]

    # removed: nothing of it is left
    removed = run("commands", "remove", "letters", "--purge", "--yes", "--json")
    assert "LETTERS_KEY" in json.dumps(removed)
    caller.ask("ovos.tools.reload", timeout=60)
    assert not ask("write a letter to otto about tea")["understood"]
    assert caller.ask("ovos.jarvis.agents", {}).data["agents"] == []
    assert "error" in caller.ask("ovos.jarvis.data", {"command": "write_letter"}).data
    with open_stores() as stores:
        assert stores.data.items("letterbox") == stores.data.items("write_letter") == {}
        assert stores.secrets.values("integration") == {} and stores.secrets.all("integration") == []
        assert stores.auth.all() == []
    names = [str(path.relative_to(home.folder)) for path in home.folder.rglob("*") if "cache" not in path.parts]
    assert [name for name in names if "letter" in name or "postman" in name] == []
