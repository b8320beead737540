"""What decides: configuration, then authors, then the reading; and who may call what."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ovos_phal_plugin_jarvis.config import load_usable_config
from ovos_phal_plugin_jarvis.consent.policy import Policy, problems
from ovos_phal_plugin_jarvis.runtime.policy import decisions
from ovos_phal_plugin_jarvis.tools.annotations import annotations_of, confirmation_phrase_of, is_called_risky
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.tools.snapshot import Snapshot
from toolboxes_for_tests import AddArgs, tool, toolbox_class


def policy(**section):
    config, wrong = load_usable_config({"policy": section})
    assert not wrong
    return Policy(config.policy)


def loaded(name="frobnicate", toolbox_id="somebodys-tools", **extras):
    made = tool(name, description="")
    for key, value in extras.items():
        setattr(made, key, value)
    return load_toolbox(toolbox_id, toolbox_class(toolbox_id, [made])()).tools[0]


@pytest.mark.parametrize(
    ("section", "decision", "rule"),
    [
        ({}, "ask", "reading.unknown"),
        ({"tools": {"frobnicate": "allow"}}, "allow", "config.tool"),
        ({"tools": {"somebodys-tools/frobnicate": "deny"}}, "deny", "config.tool"),
        ({"tools": {"others/frobnicate": "deny"}}, "ask", "reading.unknown"),
        ({"tools": {"frob*": "allow"}}, "allow", "config.tool"),
        ({"tools": {"frob*": "deny", "frobnicate": "allow"}}, "allow", "config.tool"),
        ({"tools": {"*": "deny", "frob*": "allow"}}, "allow", "config.tool"),
        ({"tools": {"*cate": "deny", "frob*": "allow"}}, "deny", "config.tool"),
        ({"toolboxes": {"somebodys-tools": "allow"}}, "allow", "config.toolbox"),
        ({"toolboxes": {"some*": "deny"}}, "deny", "config.toolbox"),
        ({"toolboxes": {"some*": "deny"}, "tools": {"frobnicate": "ask"}}, "ask", "config.tool"),
        ({"tools": {"FROBnicate": "deny"}}, "deny", "config.tool"),
        ({"tools": {"Somebodys-*/FROB*": "allow"}}, "allow", "config.tool"),
        ({"tools": {"FROBNICATE": "deny", "frobnicate": "allow"}}, "allow", "config.tool"),
        ({"tools": {"FROBNICATE": "allow", "Frobnicate": "deny"}}, "deny", "config.tool"),
        ({"toolboxes": {"Somebodys-Tools": "deny"}}, "deny", "config.toolbox"),
        ({"tools": {"fro[b]nicate": "deny", "frobnicat?": "deny"}}, "ask", "reading.unknown"),
    ],
)
def test_the_closest_configuration_counts(section, decision, rule):
    found = policy(**section).decide(loaded())
    assert (found.decision, found.rule) == (decision, rule)


def test_a_new_configuration_holds_at_once():
    live, subject = policy(), loaded()
    assert live.decide(subject).decision == "ask"
    live.configure(load_usable_config({"policy": {"tools": {"frobnicate": "allow"}}})[0].policy)
    assert live.decide(subject).decision == "allow"


@pytest.mark.parametrize("bad", [{"tools": {"x": "maybe"}}, {"tools": []}, {"toolz": {}}, {"callers": [{"who": "x"}]}])
def test_a_policy_that_can_not_be_used_is_told(bad):
    assert load_usable_config({"policy": bad})[1]


class Hints:
    readOnlyHint = True
    destructiveHint = None


class Raises:
    @property
    def annotations(self):
        raise RuntimeError("no")


class Extra(AddArgs):
    model_config = {"json_schema_extra": {"annotations": {"destructiveHint": True}, "is_risky": True}}


@pytest.mark.parametrize(
    ("extras", "rule"),
    [
        ({"annotations": {"readOnlyHint": True}}, "declared.read_only"),
        ({"annotations": Hints()}, "declared.read_only"),
        ({"readOnlyHint": True}, "declared.read_only"),
        ({"is_risky": True}, "declared.risky"),
        ({"annotations": {"readOnlyHint": "yes"}}, "reading.unknown"),
        ({"annotations": Raises()}, "reading.unknown"),
        ({"annotations": 7, "is_risky": "no"}, "reading.unknown"),
    ],
)
def test_authors_may_say_it_on_the_tool(extras, rule):
    assert policy().decide(loaded(**extras)).rule == rule


def test_authors_may_say_it_in_the_schema_and_on_the_toolbox():
    subject = load_toolbox("x", toolbox_class("x", [tool("frobnicate", description="", arguments=Extra)])()).tools[0]
    assert subject.definition.annotations == {"destructiveHint": True} and subject.definition.is_risky
    told = {"frobnicate": {"annotations": {"readOnlyHint": True}, "confirmation_phrase": "frobnicate {a}"}}
    box = toolbox_class("x", [tool("frobnicate", description="")])()
    box.tool_annotations = told
    subject = load_toolbox("x", box).tools[0]
    assert policy().decide(subject).rule == "declared.read_only"
    assert subject.definition.confirmation_phrase == "frobnicate {a}"


def test_places_that_raise_are_passed_over():
    assert annotations_of(Raises(), {"destructiveHint": True}) == {"destructiveHint": True}
    assert not is_called_risky(Raises(), None, 3) and confirmation_phrase_of(Raises(), {"confirmation_phrase": 3}) == ""


def context(source=None, session="default", site=None):
    return InvocationContext(
        conversation_id=session, message_context={"source": source, "session": {"session_id": session, "site_id": site}}
    )


@pytest.mark.parametrize(
    ("entry", "caller", "rule"),
    [
        ({"deny": ["frobnicate"]}, context(), "config.caller.deny"),
        ({"source": "hive*", "deny": ["frob*"]}, context("hivemind"), "config.caller.deny"),
        ({"source": "hive*", "deny": ["frob*"]}, context("audio"), None),
        ({"source": "hive*", "deny": ["FROB*"]}, context("HiveMind"), "config.caller.deny"),
        ({"site": "nursery", "deny": ["*"]}, context(site="nursery"), "config.caller.deny"),
        ({"site": "nursery", "deny": ["*"]}, context(site="study"), None),
        ({"session": "guest-*", "allow": ["get_*"]}, context(session="guest-1"), "config.caller.allow"),
        ({"session": "guest-*", "allow": ["somebodys-tools/*"]}, context(session="guest-1"), None),
        ({"allow": []}, context(), "config.caller.allow"),
        ({"source": "hive*", "deny": ["*"]}, context(["hivemind", "x"]), "config.caller.deny"),
        ({"source": "hive*", "deny": ["*"]}, context({"odd": 1}), None),
    ],
)
def test_callers(entry, caller, rule):
    found = policy(callers=[entry])
    for refuses in (found.refuses, found.refuses_program):
        error = refuses(loaded(), caller)
        assert (error.decision.rule if error else None) == rule
        assert error is None or (error.fields()["code"] == "forbidden" and "frobnicate" in str(error))


def test_programs_may_call_what_asks_unless_the_configuration_says_otherwise():
    assert policy().refuses_program(loaded(), context()) is None
    strict = policy(callers=[{"risky": "deny"}])
    assert strict.refuses_program(loaded(), context(), "not even an object").decision.rule == "config.caller.risky"
    assert strict.refuses_program(loaded("get_weather"), context(), {"a": 1}) is None
    assert strict.refuses(loaded(), context()) is None, "a user can be asked"


def test_what_is_denied_is_denied_to_everybody():
    found = policy(tools={"frobnicate": "deny"})
    assert found.refuses(loaded(), context()) and found.refuses_program(loaded(), context())


def test_names_that_nobody_has_are_told():
    box = load_toolbox("somebodys-tools", toolbox_class("somebodys-tools", [tool("frobnicate")])())
    snapshot = Snapshot({box.toolbox_id: box})
    section = {
        "tools": {"frobnicate": "ask", "frob*": "ask", "frobnicat": "deny", "x/*": "deny"},
        "toolboxes": {"somebodys-tools": "ask", "nobodys": "deny"},
        "callers": [{"deny": ["frobnicate", "nothing"]}],
    }
    told = problems(policy(**section).config, snapshot)
    assert len(told) == 4
    for key in ("policy.tools.frobnicat:", "policy.tools.x/*", "policy.toolboxes.nobodys", "'nothing'"):
        assert any(key in line for line in told)


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ({"tools": {"frob*": "allow", "*cate": "deny"}}, ["'frob*'", "'*cate'", "'frobnicate'", "deny counts"]),
        ({"tools": {"FROBNICATE": "allow", "Frobnicate": "deny"}}, ["'FROBNICATE'", "'Frobnicate'", "deny counts"]),
        ({"tools": {"frobni*": "allow", "*cate": "deny"}}, ["'frobni*'", "allow counts"]),
        ({"toolboxes": {"some*": "allow", "*tools": "ask"}}, ["policy.toolboxes", "'somebodys-tools'", "ask counts"]),
        ({"tools": {"*": "deny", "frob*": "allow", "frobnicate": "ask"}}, None),
        ({"tools": {"frob*": "deny", "*cate": "deny"}}, None),
        ({"tools": {"frob*": "deny", "*cate": "allow", "frobnicate": "ask"}}, None),
    ],
)
def test_patterns_that_disagree_are_told(section, told):
    box = load_toolbox("somebodys-tools", toolbox_class("somebodys-tools", [tool("frobnicate", description="")])())
    found = problems(policy(**section).config, Snapshot({box.toolbox_id: box}))
    assert len(found) == (1 if told else 0), found
    assert all(part in found[0] for part in told or ())


class Choice(AddArgs):
    action: str


def test_the_same_tool_may_ask_for_one_call_and_not_for_another():
    box = toolbox_class("x", [tool("control_light", description="", arguments=Choice)])()
    subject, decide = load_toolbox("x", box).tools[0], policy().decide
    found = [decide(subject, {"action": action}).decision for action in ("dim", "unlock", "dim")]
    assert found == ["allow", "ask", "allow"]


TRUSTED = [{"source": "panel", "level": 4}, {"site": "cellar", "level": 2}]


@pytest.mark.parametrize(
    ("needed", "callers", "session", "source", "allowed"),
    [
        (1, [], {"session_id": "default"}, None, True),
        (2, [], {"session_id": "default"}, None, False),
        (1, [], {"session_id": "kitchen"}, None, True),
        (2, [], {"session_id": "kitchen"}, None, False),
        # What a message says of itself is believed where it says less.
        (2, [], {"session_id": "kitchen", "auth_level": 5}, None, False),
        (1, [], {"session_id": "kitchen", "auth_level": 0}, None, False),
        (1, [], {"session_id": "default", "auth_level": 0}, None, False),
        (0, [], {"session_id": "kitchen", "auth_level": 0}, None, True),
        # Who is trusted is configured.
        (4, TRUSTED, {"session_id": "a"}, "panel", True),
        (4, TRUSTED, {"session_id": "a"}, "other", False),
        (4, TRUSTED, {"session_id": "a", "auth_level": 3}, "panel", False),
        (3, TRUSTED, {"session_id": "a", "auth_level": 3}, "panel", True),
        (3, TRUSTED, {"session_id": "a", "site_id": "cellar"}, "panel", False),
        (2, TRUSTED, {"session_id": "a", "site_id": "cellar"}, "panel", True),
        # The device's own session is anybody who stands there.
        (2, TRUSTED, {"session_id": "default"}, "panel", False),
        (2, TRUSTED, None, "panel", False),
        # What can't be read is no level.
        *(
            (1, TRUSTED, {"session_id": "a", "auth_level": level}, "panel", False)
            for level in ("5", True, -1, 4.5, [5])
        ),
    ],
)
def test_a_tool_may_need_a_level(needed, callers, session, source, allowed):
    rules = policy(levels={"frob*": needed, "others": 5}, callers=callers)
    context = {**({} if session is None else {"session": session}), **({"source": source} if source else {})}
    conversation = (session or {}).get("session_id", "default")
    asking = InvocationContext(conversation_id=conversation, message_context=context)

    for refuses in (rules.refuses, rules.refuses_program):
        refused = refuses(loaded(), asking)
        assert (refused is None) == allowed
        if refused is not None:
            assert refused.fields() == {"code": "forbidden", "rule": "config.level"}
            assert f"level {needed}" in str(refused)


def test_the_closest_level_counts_and_of_equal_ones_the_highest():
    asking = InvocationContext(conversation_id="default", message_context={})
    assert policy(levels={"*": 5, "frob*": 1}).refuses(loaded(), asking) is None
    assert policy(levels={"frob*": 1, "*cate": 3}).refuses(loaded(), asking) is not None
    assert policy(levels={"somebodys-tools/*": 3}).refuses(loaded(), asking) is not None


@pytest.mark.parametrize("level", [-1, 6, "high", None, 1.5])
def test_a_level_that_is_none_is_told(level):
    for section in ({"levels": {"x": level}}, {"callers": [{"level": level}]} if level is not None else {"levels": 3}):
        _, wrong = load_usable_config({"policy": section})
        assert len(wrong) == 1
        assert "policy." in wrong[0]


def test_the_list_of_what_is_decided_names_the_level():
    box = load_toolbox("somebodys-tools", toolbox_class("somebodys-tools", [tool("frobnicate"), tool("add")])())
    listed = decisions(policy(levels={"frob*": 3}), Snapshot({box.toolbox_id: box}))
    assert [found.get("level") for found in listed] == [3, None]
    assert listed[0]["reason"].endswith("from level 3 on")


def test_a_level_for_a_tool_that_nobody_has_is_told():
    assert problems(policy(levels={"nothing": 2}).config, Snapshot({}))[0].startswith("policy.levels.nothing")


@pytest.mark.parametrize(
    ("name", "section", "from_where"),
    [
        ("set_volume", {}, 0.75),
        ("get_volume", {}, 0.4),
        ("set_volume", {"tools": {"set_volume": "allow"}}, 0.0),
    ],
)
def test_the_less_sure_it_is_that_it_was_meant_the_less_runs_unasked(name, section, from_where):
    call = SimpleNamespace(tool=loaded(name))
    for confidence in (0.25, 0.5, 0.74, 0.75, 1.0):
        asks = policy(**section).asks_first([call], [{}], "risky", confidence=confidence)
        assert asks is (confidence < from_where)
        assert not policy(**section).asks_first([call], [{}], "never", confidence=confidence)
