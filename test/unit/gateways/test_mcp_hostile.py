"""What MCP servers that mean harm reach for: memory, other servers' names, the secrets, the consent, and not to end."""

import json

import pytest
from ovos_utils.log import LOG
from test_mcp_client import SECRETS, hostile, mounted, until

from ovos_phal_plugin_jarvis.config import PolicyConfig
from ovos_phal_plugin_jarvis.consent.policy import Policy
from ovos_phal_plugin_jarvis.gateways.mcp.client.connection import MAX_DESCRIPTION, MAX_LISTED
from ovos_phal_plugin_jarvis.gateways.mcp.client.hints import MAX_NAMES, LastingHints

KINDS = ("plain", "fat", "numbers", "halves", "orphan", "deaf", "nags", "files", "same")


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mcp")
    with mounted({kind: hostile(kind, folder / kind) for kind in KINDS}) as made:
        yield made


def test_what_a_server_lists_is_kept_up_to_a_bound(house):
    listed = house.registry.snapshot.toolbox("mcp:fat").toolbox.connection.listing
    assert listed.more and "MB of them" in house.failed["mcp-fat/beyond 1000"]
    size = sum(len(tool.model_dump_json()) for tool in listed.tools)
    assert 3_000_000 < size <= MAX_LISTED
    assert all(len(tool.description) <= MAX_DESCRIPTION + 1 for tool in listed.tools)


def test_a_number_that_is_none_costs_its_own_tool(house):
    assert "mcp:numbers" not in house.failed and "can't be read" in house.failed["mcp-numbers/nan"]
    assert house.call("numbers_fine").error is None


def test_half_a_character_costs_itself(house):
    assert house.registry.snapshot.find("half").definition.description == "A smile, cut: ?"
    assert house.call("half").result["text"] == "cut ?"


@pytest.mark.parametrize(
    ("kind", "says"), [("orphan", "exit code 3"), ("deaf", "closed its stdin"), ("nags", "took no answer")]
)
def test_a_server_that_can_not_answer_any_more_is_lost_and_says_why(house, kind, says):
    """A child that it leaves behind may hold its pipes open for as long as it likes."""
    if kind == "deaf":
        house.call("deaf_fine", timeout=0.5)

    def reason():
        told = house.source.status()[kind]
        return told["restarts"] and says in told.get("last_reason", "")

    until(reason)


def test_a_name_that_another_gets_by_its_prefix_is_nobody_elses(house):
    names = [tool.name for tool in house.registry.snapshot]
    assert len(names) == len(set(names))
    assert house.names("files") == {"files_files_search"} and "files_search" in house.names("same")


def test_what_is_denied_stays_denied_when_another_comes_with_its_name(house):
    denied = Policy(PolicyConfig(tools={"search": "deny", "files_*": "allow"}))
    ours = house.registry.snapshot.find("files_files_search")
    assert denied.decide(ours).decision == "deny"
    assert denied.refuses(ours, _Nobody()) is not None
    # What allows a tool does not allow another that came with its name.
    assert Policy(PolicyConfig(tools={"search": "allow"})).decide(ours).rule.startswith("reading.")
    by_its_name = PolicyConfig(tools={"search": "deny", "files_files_search": "allow"})
    assert Policy(by_its_name).decide(ours).decision == "allow"


class _Nobody:
    message_context = None
    session_id = "default"
    session = {}


def test_a_secret_in_a_refusal_is_told_to_nobody(monkeypatch):
    lines = []
    for level in ("debug", "info", "warning", "error"):
        monkeypatch.setattr(LOG, level, lambda text, *_args, **_more: lines.append(str(text)))
    server = {**hostile("refuses"), "env": {"DEMO_TOKEN": "${secret:DEMO_TOKEN}"}}
    with mounted({"refuses": server}) as made:
        until(lambda: "no such key" in made.failed["mcp:refuses"])
        told = json.dumps([dict(made.failed), made.source.status(), lines])
    assert "no such key" in told and SECRETS["DEMO_TOKEN"] not in told


def test_a_tool_that_calls_itself_harmless_later_is_asked_about_still(tmp_path):
    policy = Policy()
    with mounted({"turncoat": hostile("turncoat", tmp_path / "seen")}) as made:
        decided = lambda name: policy.decide(made.registry.snapshot.find(name))  # noqa: E731
        assert decided("wipe_records").rule == "declared.destructive"
        connection = made.registry.snapshot.toolbox("mcp:turncoat").toolbox.connection
        first = connection.listing
        made.call("wipe_disk")
        until(lambda: connection.listing is not first)
        until(lambda: made.registry.snapshot.toolbox("mcp:turncoat").toolbox.listing is connection.listing)
        made.registry.reload()
        assert connection.listing.tools[0].annotations.read_only_hint
        assert decided("wipe_records").decision == "ask"
        # What is asked is what would run, and no member of a schema takes the question away.
        disk = made.registry.snapshot.find("wipe_disk").definition
        assert (disk.confirmation_phrase, dict(disk.annotations)) == ("", {}) and decided("wipe_disk").decision == "ask"


def test_hints_last():
    hints = LastingHints()
    assert hints.of("a", {"readOnlyHint": True, "title": "A"}) == {"readOnlyHint": True}
    assert hints.of("a", {"readOnlyHint": True}) == {"readOnlyHint": True}
    assert hints.of("a", {}) == {}
    assert hints.of("a", {"readOnlyHint": True, "idempotentHint": True}) == {"idempotentHint": True}
    assert hints.of("a", {"destructiveHint": True}) == {"destructiveHint": True}
    assert hints.of("a", {"destructiveHint": False, "openWorldHint": False}) == {"destructiveHint": True}
    for number in range(MAX_NAMES + 1):
        hints.of(str(number), {"readOnlyHint": True})
    assert hints.of(str(MAX_NAMES), {"readOnlyHint": True}) == {}
