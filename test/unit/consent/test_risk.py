"""The reading of a tool: what it asks for, what it lets pass, and that nothing makes it fall over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ovos_phal_plugin_jarvis.consent.risk import (
    Decision,
    depends_on_arguments,
    only_selects,
    reading,
    risk,
    tokens,
)
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition


def definition(name, description="", arguments=(), **fields):
    """A definition. An argument is "name", "name:type", or (name, schema)."""
    properties = {}
    for argument in arguments:
        if isinstance(argument, str):
            key, _, kind = argument.partition(":")
            properties[key] = {"type": kind or "string"}
        else:
            properties[argument[0]] = argument[1]
    schema = {"type": "object", "properties": properties}
    return ToolDefinition(name, description, "somebodys-tools", schema, {}, **fields)


def names(text):
    return text.split()


RISKY_NAMES = names(
    """
    rm exec_shell runCommand FileWriter http_post wire DELETE-FILE DropTable deletefile sendmail
    get_rid_of_file list_and_purge fetch_and_execute send autobuy pizza_order order_pizza make_payment
    slack_post_message github_delete_repo format_disk reboot unlock_door open_garage_door turn_on_oven
    disable_security_alarm datei_loeschen türAufschließen geldÜberweisen nachricht_senden tuer_oeffnen
    eliminar_archivo enviar_mensaje abrir_la_puerta supprimer_fichier envoyer_message ouvrir_porte
    cancella_file apri_porta excluir_arquivo apagar_arquivo verwijder_bestand stuur_bericht
    """
)

ASKS = [
    *((name,) for name in RISKY_NAMES),
    # Arguments.
    ("safe_helper", "A safe read-only helper.", ["command"]),
    ("get_result", "Gets a result.", ["python_code"]),
    ("query_database", "Looks something up.", ["sql"]),
    ("summarize_file", "Summarises.", ["path", "output_path"]),
    ("note_keeper", "Keeps text.", ["path", "content"]),
    ("wallet", "Moves crypto.", ["amount:number", "address"]),
    ("whatsapp", "", ["recipient", "message"]),
    ("give", "", ["amount:number"]),
    ("do_it", "", ["code"]),
    ("control", "", [("action", {"enum": ["lock", "unlock"]})]),
    ("control", "", [("request", {"type": "object", "properties": {"op": {"enum": ["read", "delete"]}}})]),
    # Descriptions.
    ("helper", "Deletes all your files."),
    ("helper", "This tool allows you to send an email."),
    ("get_status", "Gets the status and deletes the old logs."),
    # Nothing that tells.
    ("frobnicate",),
    ("check_and_update",),
    ("update_firmware",),
    ("",),
    ("8ball",),
    ("удалить_файл",),
]

PASSES = [
    *(
        (name,)
        for name in names(
            """
        get_weather list_files get_deleted_files list_orders search_transfer_history get_email_count
        format_date write_poem cancel_timer set_reminder lightsOff vacuum_start set_thermostat lock_door
        close_garage_door play_music set_volume open_app wetter_abfragen licht_einschalten encender_luz
        apagar_luz leggi_notizie boodschappenlijst_toevoegen
            """
        )
    ),
    ("read_file", "Read the text of a file.", ["path"]),
    ("search_in_files", "Search for a pattern.", ["pattern", "path"]),
    ("convert_currency", "", ["amount:number", "from", "to"]),
    ("calculate_tip", "", ["amount:number"]),
    ("translate", "Translate a text.", ["text", "to"]),
    ("add", "Add two numbers.", ["a:integer", "b:integer"]),
    ("get_order", "", ["id"]),
    ("order_status", "Shows the status of an order.", ["id"]),
    ("lookup_airport", "Find an airport.", [("code", {"type": "string", "description": "The IATA code"})]),
    ("moon_phase", "The current phase of the moon."),
    ("encyclopedia_infobox", "Fetch the structured facts about an entity."),
    ("joke", "Tells a joke."),
    ("weather", "Weather for a city.", ["city"]),
    # What people say all day, and can take back.
    ("set_timer", "Set a timer.", ["duration_seconds:integer", "label"]),
    ("create_note", "", ["text"]),
    ("add_to_shopping_list", "", ["item"]),
    ("turn_on_light", "", ["room"]),
]


METHODS = {"enum": ["GET", "POST", "PUT", "PATCH", "DELETE"]}

# Tools as people write them: names that begin like reading while name, argument or description tells of a deed, and
# tools that do nothing but read.
WRITTEN = json.loads((Path(__file__).parents[2] / "data" / "consent_tools.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", WRITTEN["begin_like_reading"], ids=lambda c: c[0])
def test_a_name_that_begins_like_reading_hides_no_deed(case):
    found = risk(definition(*case))
    assert found.decision == "ask", found


@pytest.mark.parametrize("case", WRITTEN["only_read"], ids=lambda c: c[0])
def test_tools_that_only_read_do_not_ask(case):
    assert risk(definition(*case)).decision == "allow"


WEB = ["url", ("method", {"type": "string", "default": "GET"}), "headers", "body"]


@pytest.mark.parametrize(
    ("arguments", "decision"),
    [
        ({"url": "x"}, "allow"),
        ({"url": "x", "method": "GET"}, "allow"),
        ({"url": "x", "method": " head "}, "allow"),
        ({"url": "x", "method": None, "body": ""}, "allow"),
        ({"url": "x", "method": "POST"}, "ask"),
        ({"url": "x", "method": "put"}, "ask"),
        ({"url": "x", "method": "PATCH"}, "ask"),
        ({"url": "x", "method": "DELETE"}, "ask"),
        ({"url": "x", "method": "PROPFIND"}, "ask"),
        ({"url": "x", "method": ["GET", "POST"]}, "ask"),
        ({"url": "x", "method": 5}, "ask"),
        ({"url": "x", "body": "hello"}, "ask"),
        ({"url": "x", "method": "GET", "body": {"a": 1}}, "ask"),
    ],
)
def test_a_web_request_is_judged_by_its_method_and_body(arguments, decision):
    for tool in (definition("get_page", "Get a page.", WEB), definition("fetch_url", "", WEB, declares_risk=True)):
        assert risk(tool, arguments).decision == decision
        assert risk(tool).decision == "ask" and depends_on_arguments(tool)


def test_a_web_request_in_an_object_is_judged_alike():
    inner = {"type": "object", "properties": {"url": {"type": "string"}, "method": METHODS}}
    tool = definition("get_page", "Get a page.", [("request", inner)])
    assert risk(tool, {"request": {"url": "x", "method": "GET"}}).decision == "allow"
    assert risk(tool, {"request": {"url": "x", "method": "DELETE"}}).decision == "ask"


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM notes",
        "select name, count(*) from t where day = '2026-11-22' group by name order by 2 desc limit 5;",
        "SELECT 'drop table x; -- it''s' AS a FROM \"delete\"",
        "SELECT avg(price) FROM orders WHERE id IN (SELECT id FROM open)",
    ],
)
def test_a_query_that_only_selects_runs(text):
    assert only_selects(text)
    for arguments in (["sql"], ["query"]):
        tool = definition("query_database", "Run a SQL query on the database.", arguments)
        assert risk(tool).decision == "ask" and depends_on_arguments(tool)
        assert risk(tool, {arguments[0]: text}).decision == "allow"


@pytest.mark.parametrize(
    "text",
    [
        "DELETE FROM notes",
        "select 1; drop table notes",
        "SELECT * INTO copy FROM notes",
        "SELECT * FROM notes INTO OUTFILE '/tmp/x'",
        "WITH gone AS (DELETE FROM notes RETURNING *) SELECT * FROM gone",
        "SELECT pg_sleep(100)",
        "SELECT load_extension('x')",
        "SELECT lo_export (1, '/etc/passwd')",
        'SELECT "pg_terminate_backend"(1)',
        "SELECT * FROM notes FOR UPDATE",
        "SELECT 1 -- \n; drop table notes",
        "SELECT /*! 1; drop table notes */ 1",
        "SELECT 'a\\'; drop table notes; -- '",
        "SELECT $$a$$",
        "SELECT 1 # x",
        "EXPLAIN ANALYZE DELETE FROM notes",
        "PRAGMA writable_schema = 1",
        "delete everything",
        "mutation { drop }",
        "ſelect 1",
        "",
        None,
        3,
        ["SELECT 1"],
        "SELECT " + "1," * 5000 + "1",
    ],
)
def test_a_query_that_does_not_surely_only_select_asks(text):
    assert not only_selects(text)
    tool = definition("query_database", "Look up rows with SQL.", ["query"])
    assert risk(tool, {"query": text}).decision == "ask"


def test_a_statement_of_a_tool_whose_name_says_that_it_runs_asks_whatever_it_says():
    assert risk(definition("execute_sql", "", ["sql"]), {"sql": "SELECT 1"}).decision == "ask"


def test_a_query_for_words_is_none_of_a_database():
    tool = definition("search_notes", "Search the notes.", ["query"])
    assert risk(tool, {"query": "delete everything"}).decision == "allow"


@pytest.mark.parametrize(("value", "decision"), [(True, "ask"), (False, "allow"), (None, "allow"), ("yes", "ask")])
def test_a_yes_or_no_that_makes_reading_a_deed(value, decision):
    tool = definition("read_mail", "Reads a mail.", ["id", "delete_after:boolean"])
    assert risk(tool).decision == "ask" and depends_on_arguments(tool)
    assert risk(tool, {"id": "1", "delete_after": value}).decision == decision
    assert risk(definition("list_files", "Lists files.", ["include_deleted:boolean"])).decision == "allow"


@pytest.mark.parametrize("case", ASKS, ids=lambda c: c[0])
def test_what_a_person_would_mind_asks(case):
    found = risk(definition(*case))
    assert found.decision == "ask" and found.reason and found.rule.startswith("reading."), found


@pytest.mark.parametrize("case", PASSES, ids=lambda c: c[0])
def test_reading_and_what_can_be_taken_back_does_not_ask(case):
    assert risk(definition(*case)).decision == "allow"


@pytest.mark.parametrize("name", RISKY_NAMES)
def test_no_description_of_reading_hides_a_risky_name(name):
    assert risk(definition(name, "Reads and shows something harmless.")).decision == "ask"


@pytest.mark.parametrize(
    ("hints", "decision"),
    [
        ({"readOnlyHint": True}, "allow"),
        ({"readOnlyHint": True, "destructiveHint": True}, "ask"),
        ({"readOnlyHint": False}, "ask"),
        ({"destructiveHint": True}, "ask"),
        ({"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}, "allow"),
        ({"destructiveHint": False}, "ask"),
        ({"idempotentHint": True}, "ask"),
        ({}, "ask"),
    ],
)
def test_what_the_author_declares_comes_before_the_reading(hints, decision):
    found = risk(definition("purge_cache", annotations=hints))
    assert found.decision == decision
    decides = hints.get("readOnlyHint") is not None or hints.get("destructiveHint")
    assert found.rule.startswith("declared." if decides else "reading.")


def test_an_author_who_calls_it_risky_is_believed():
    assert risk(definition("get_weather", is_risky=True)).rule == "declared.risky"


def test_a_command_whose_author_could_have_called_it_risky_asks_for_plain_evidence_only():
    assert (
        risk(definition("frobnicate", "Keeps things. Say it to send or delete them.", declares_risk=True)).decision
        == "allow"
    )
    assert risk(definition("send_email", declares_risk=True)).decision == "ask"
    assert risk(definition("helper", "", ["command"], declares_risk=True)).decision == "ask"


@pytest.mark.parametrize(
    ("arguments", "decision"),
    [
        ({"action": "unlock"}, "ask"),
        ({"action": "lock"}, "allow"),
        ({"action": "turn_on"}, "allow"),
        ({"action": "DELETE"}, "ask"),
        ({"action": ["turn_on", "erase"]}, "ask"),
        ({"action": 3}, "allow"),
        ({}, "allow"),
    ],
)
def test_the_value_of_an_action_counts(arguments, decision):
    assert risk(definition("control_device", "", ["device", "action"]), arguments).decision == decision


def test_striking_something_off_a_list_is_its_commands_own_affair():
    actions = [("action", {"enum": ["add", "remove", "clear", "send"]})]
    command = definition("shopping_list", "", actions, declares_risk=True)
    assert risk(command, {"action": "clear"}).decision == "allow"
    assert risk(command, {"action": "send"}).decision == "ask"
    assert risk(definition("shopping_list", "", actions), {"action": "clear"}).decision == "ask"


def test_an_enumeration_of_states_is_read_as_deeds():
    schema = {
        "type": "object",
        "properties": {"state": {"$ref": "#/$defs/S"}},
        "$defs": {"S": {"enum": ["locked", "unlocked"]}},
    }
    cover = ToolDefinition("set_cover", "", "x", schema, {}, declares_risk=True)
    assert risk(cover).decision == "ask"
    assert risk(cover, {"state": "locked"}).decision == "allow"
    assert risk(cover, {"state": "unlocked"}).decision == "ask"


@pytest.mark.parametrize(
    "text", ["Shows files. It never deletes anything.", "Shows files without deleting them. Does not send them."]
)
def test_a_denial_in_a_description_is_no_deed(text):
    assert risk(definition("file_info", text)).decision == "allow"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("deleteFile", ["delete", "file"]),
        ("HTTPPost2", ["http", "post"]),
        ("türÖffnen", ["tuer", "oeffnen"]),
        ("a.b-c d", ["a", "b", "c", "d"]),
        (None, []),
    ],
)
def test_the_words_of_a_name(name, parts):
    assert tokens(name) == parts


KEYS = ["properties", "items", "enum", "anyOf", "$defs", "$ref", "const", "type", "action", "description", "maxLength"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(
    st.text(max_size=60),
    st.text(max_size=200),
    JSON,
    st.none() | st.dictionaries(st.text(max_size=8), JSON, max_size=4),
)
def test_any_name_and_any_schema_can_be_read(name, description, schema, arguments):
    for of_schema in (schema, {"type": "object", "properties": schema}):
        found = reading(ToolDefinition(name, description, "x", of_schema, {}), arguments)
        assert isinstance(found, Decision) and found.decision in ("allow", "ask") and found.reason and found.rule


def test_a_schema_that_holds_itself_is_read():
    schema = {"type": "object", "properties": {}}
    schema["properties"]["inner"] = schema
    assert risk(ToolDefinition("frobnicate", "", "x", schema, {})).decision == "ask"


@pytest.mark.parametrize("wide", [True, False])
def test_a_schema_too_large_to_be_read_asks_at_once(wide):
    if wide:
        inner = {"anyOf": [{"type": "string"}] * 200_000}
    else:
        inner = {"type": "string"}
        for _ in range(20_000):
            inner = {"anyOf": [inner]}
    tool = definition("get_weather", "Get the weather.", [("city", inner)])
    assert risk(tool).rule == "reading.arguments.many"
    assert risk(tool, {"city": "x" * 1_000_000}).decision == "ask"
