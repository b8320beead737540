"""The published surface, name by name and signature by signature: what a package may import, and how it is called.

Written from what is known of the published SDK (0.9.0) and from what packages were seen to use of it. A row is
``name``, ``parameters`` in their order: ``name`` (must be given), ``name=default``, after ``*`` by keyword only.
"""

from __future__ import annotations

import asyncio
import dataclasses
import http.server
import importlib
import inspect
import json
import os
import subprocess
import sys
import threading

import pytest

from ovos_phal_plugin_jarvis import sdk
from ovos_phal_plugin_jarvis.commands.loading.stand_ins import FOREIGN_MODULES

SUBMODULES = [
    "agent",
    "auth",
    "authentication",
    "bluetooth_audio",
    "button",
    "color",
    "command",
    "context",
    "context_provider",
    "date_keys",
    "device_manager",
    "device_protocol",
    "field_spec",
    "forge",
    "geocoding",
    "inbox",
    "interactive",
    "package",
    "parameter",
    "process",
    "prompt_provider",
    "proposable",
    "record_summary",
    "request",
    "response",
    "secret",
    "settings",
    "signals",
    "storage",
    "validation",
]

TOP_LEVEL = [
    "ALL_DATE_KEYS",
    "AgentSchedule",
    "Alert",
    "AuthStatus",
    "AuthenticationConfig",
    "BlastTier",
    "BluetoothAudio",
    "BluetoothSinkInfo",
    "Color",
    "CommandAntipattern",
    "CommandExample",
    "CommandResponse",
    "ContextOperation",
    "ContextResult",
    "DataBrowserMode",
    "DateKeys",
    "DeviceControlResult",
    "DeviceManagerDevice",
    "DiscoveredDevice",
    "FastPathPattern",
    "FieldSpec",
    "GeocodingHelper",
    "GeocodingResult",
    "IJarvisAgent",
    "IJarvisButton",
    "IJarvisCommand",
    "IJarvisDeviceManager",
    "IJarvisDeviceProtocol",
    "IJarvisParameter",
    "IJarvisPromptProvider",
    "IJarvisSecret",
    "InboxBackend",
    "InputRequest",
    "InteractiveAction",
    "InteractiveList",
    "InteractiveRow",
    "InteractiveRowAction",
    "InteractiveSection",
    "JarvisInbox",
    "JarvisPackage",
    "JarvisParameter",
    "JarvisSecret",
    "JarvisSignals",
    "JarvisStorage",
    "MissingSecretsError",
    "NAMED_COLORS",
    "PreRouteResult",
    "ProposableAction",
    "RecordSummary",
    "ReferenceableItem",
    "RequestInformation",
    "RequiresRecordField",
    "SignalsBackend",
    "StorageBackend",
    "TokenBundle",
    "UserSettings",
    "ValidationResult",
    "callback",
    "generate_spec",
    "generate_spec_markdown",
    "get_backend",
    "get_current_user_id",
    "get_home_context",
    "get_inbox_backend",
    "get_signals_backend",
    "home_location",
    "process_alive",
    "resolve_color",
    "set_backend",
    "set_current_user_id",
    "set_home_context",
    "set_inbox_backend",
    "set_signals_backend",
]

SIGNATURES = {
    # commands
    "IJarvisCommand.execute": "request_info, *, secrets=None, **kwargs",
    "IJarvisCommand.run": "request_info, **kwargs",
    "IJarvisCommand.validate_call": "**kwargs",
    "IJarvisCommand.pre_route": "voice_command, *, disabled_pattern_ids=frozenset()",
    "IJarvisCommand.post_process_tool_call": "args, voice_command",
    "IJarvisCommand.handle_action": "action_name, context",
    "IJarvisCommand.get_callbacks": "",
    "IJarvisCommand.store_auth_values": "values",
    # The SDK wants secrets; the node's own calls it without.
    "IJarvisCommand.needs_auth": "*, secrets=None, auth_status=None",
    "IJarvisCommand.refresh_token": "*, refresh_token, client_secret=None, timeout_seconds=15.0",
    "IJarvisCommand.init_data": "",
    "IJarvisCommand.to_openai_tool_schema": "date_context=None",
    "IJarvisCommand.get_command_schema": "date_context=None, use_adapter_examples=False",
    "IJarvisCommand.get_primary_example": "date_context=None",
    "IJarvisCommand.generate_prompt_examples": "",
    "IJarvisCommand.generate_adapter_examples": "",
    "IJarvisCommand.execute_context_operation": "operation, params",
    "IJarvisCommand.get_proposable_actions": "",
    "IJarvisCommand.editable_fields": "",
    "IJarvisCommand.display_summary": "record",
    "IJarvisCommand.data_browser_create": "fields, requesting_user_id",
    "CommandExample": "voice_command, expected_parameters, is_primary=False",
    "CommandAntipattern": "command_name, description",
    "PreRouteResult": "arguments, spoken_response=None",
    "FastPathPattern": "id, description, example, regex=None, handler=None",
    "callback": "name",
    "RequestInformation": "voice_command, conversation_id, is_validation_response=False, validation_context=None, "
    "user_id=None, is_pre_routed=False, home_context=None",
    "ValidationResult": "success, param_name, command_name, message=None, suggested_value=None, valid_values=None",
    # parameters, secrets, packages, buttons
    "JarvisParameter": "name, param_type, required=False, description=None, default=None, enum_values=None, "
    "refinable=False, options_source=None",
    "JarvisParameter.validate": "value",
    "JarvisParameter.to_dict": "",
    "JarvisSecret": "key, description, scope, value_type, required=True, is_sensitive=True, friendly_name=None, "
    "enum_values=None, presets=None",
    "JarvisPackage": "name, version=None",
    "JarvisPackage.to_pip_spec": "",
    "IJarvisButton": "button_text, button_action, button_type, button_icon=None, completion_message=None",
    "MissingSecretsError": "missing_secrets",
    # responses
    "CommandResponse": "context_data=None, success=True, error_details=None, wait_for_input=True, clear_history=False, "
    "metadata=None, actions=None, referenceable_items=None, is_chunked_response=False, chunk_session_id=None, "
    "on_response_complete=None",
    "CommandResponse.success_response": "context_data=None, wait_for_input=True, metadata=None, "
    "on_response_complete=None",
    "CommandResponse.error_response": "error_details, context_data=None, wait_for_input=False",
    "CommandResponse.follow_up_response": "context_data=None, metadata=None",
    "CommandResponse.final_response": "context_data=None, metadata=None",
    "CommandResponse.chunked_response": "session_id, context_data=None, metadata=None",
    "CommandResponse.validation_error": "results",
    "CommandResponse.with_items": "message, items, *, context_data=None, wait_for_input=True, metadata=None",
    "ReferenceableItem": "ref_id, label, attrs=<>, actions=<>",
    # login
    "AuthenticationConfig": "type, provider, friendly_name, client_id, keys, authorize_url=None, exchange_url=None, "
    "authorize_path=None, exchange_path=None, discovery_port=None, discovery_probe_path=None, scopes=<>, "
    "extra_authorize_params=<>, extra_exchange_params=<>, send_redirect_uri_in_exchange=True, supports_pkce=False, "
    "client_secret=None, native_redirect_uri=None, requires_background_refresh=False, refresh_interval_seconds=600, "
    "refresh_token_secret_key=None",
    "TokenBundle": "access_token, refresh_token, expires_in, raw=<>",
    "TokenBundle.expires_at": "now=None",
    "AuthStatus": "needs_auth, reason=None",
    # data
    "JarvisStorage": "command_name, secret_scope='integration'",
    "JarvisStorage.save": "key, data, expires_at=None",
    "JarvisStorage.get": "key",
    "JarvisStorage.get_all": "",
    "JarvisStorage.delete": "key",
    "JarvisStorage.delete_all": "",
    "JarvisStorage.get_secret": "key, scope=None",
    "JarvisStorage.set_secret": "key, value, scope=None, value_type='string'",
    "JarvisStorage.delete_secret": "key, scope=None",
    "StorageBackend.save": "command_name, data_key, data, expires_at=None",
    "StorageBackend.get_secret": "key, scope, user_id=None",
    "StorageBackend.set_secret": "key, value, scope, value_type='string', user_id=None",
    "set_backend": "backend",
    "UserSettings": "prefix, scope='integration'",
    "UserSettings.is_enabled": "name, default=False",
    "set_current_user_id": "user_id",
    "set_home_context": "value",
    "FieldSpec": "name, type, label=None, description=None, editable=True, required=False, enum_values=None, "
    "item_type=None, fields=None, placeholder=None, create_only=False",
    "RecordSummary": "title, subtitle=None, icon='information-outline'",
    "ContextOperation": "name, description, params_schema=<>",
    "ContextOperation.missing_required": "params",
    "ContextResult": "data=<>, error=None",
    "ContextResult.failed": "error",
    "ProposableAction": "callback, params=<>, outputs=<>, card_title='', confirm_label='Confirm', "
    "dismiss_label='Dismiss', editable=<>, blast_tier=<BlastTier.reversible: 'reversible'>, idempotency_param=None",
    # inbox, signals, lists
    "JarvisInbox": "command_name",
    "JarvisInbox.post": "*, title, summary='', body='', category='general', metadata=None, interactive_elements=None, "
    "user_id=None, create_push_notification=False, target_type='household'",
    "JarvisInbox.propose_action": "*, target_command, action, params, idempotency_key, node_id=None, title=None, "
    "summary='', body='', confirm_label='Confirm', dismiss_label='Dismiss', editable=None, field_types=None, "
    "blast_tier='reversible', source=None, descriptor=None, user_id=None, target_type='user', "
    "create_push_notification=True",
    "InboxBackend.post_inbox_item": "command_name, *, title, summary='', body='', category='general', metadata=None, "
    "user_id=None, create_push_notification=False, target_type='household'",
    "JarvisSignals": "source_agent",
    "JarvisSignals.emit": "*, kind, source_key, summary=None, facts=None, subject=None, scope=None, ttl_seconds=None, "
    "cacheable=False, salience=None, command=None",
    "JarvisSignals.emit_presence": "*, user_id, state='home', room=None, node_id=None, name=None, ttl_seconds=900",
    "SignalsBackend.emit_signal": "payload",
    "InteractiveList": "command_name, sections, actions, title_override=None, empty_text=None, context=None",
    "InteractiveSection": "rows, title=None",
    "InteractiveRow": "key, label, caption=None, control='none', default_selected=False, default_quantity=1, "
    "disabled_caption=None, requires_record_field=None, row_actions=None",
    "InteractiveAction": "label, callback, style='primary'",
    "InteractiveRowAction": "label, start_url, pattern, save_command_name, save_field, type='webview_pick'",
    "RequiresRecordField": "command_name, field, field_label=None",
    # agents and devices
    "AgentSchedule": "interval_seconds, run_on_startup=True",
    "Alert": "source_agent, title, summary, priority=2, created_at=<>, expires_at=<>, id=<>, dedupe_key=None, "
    "category='general', target_user_id=None",
    "IJarvisAgent.run": "",
    "IJarvisAgent.get_context_data": "",
    "IJarvisAgent.get_alerts": "",
    "IJarvisDeviceProtocol.discover": "timeout=5.0",
    "IJarvisDeviceProtocol.control": "ip, action, data=None, **kwargs",
    "IJarvisDeviceProtocol.get_state": "ip, **kwargs",
    "IJarvisDeviceProtocol.store_auth_values": "values",
    "IJarvisDeviceProtocol.on_removed": "device, **kwargs",
    "IJarvisDeviceProtocol.get_stream_source": "device",
    "DiscoveredDevice": "name, domain, manufacturer, model, protocol, entity_id, local_ip=None, mac_address=None, "
    "cloud_id=None, device_class=None, is_controllable=True, extra=<>",
    "DeviceControlResult": "success, entity_id, action, error=None, input_required=None",
    "InputRequest": "type, prompt, session_id, follow_up_action='pair_finish'",
    "IJarvisDeviceManager.collect_devices": "",
    "DeviceManagerDevice": "name, domain, entity_id, is_controllable=True, manufacturer=None, model=None, "
    "protocol=None, local_ip=None, mac_address=None, cloud_id=None, device_class=None, source='direct', area=None, "
    "state=None, extra=<>",
    # helpers
    "resolve_color": "value",
    "Color.from_name": "name",
    "GeocodingHelper": "provider='nominatim', api_key=None, user_agent='jarvis-assistant/1.0', default_region=None",
    "GeocodingHelper.resolve": "query",
    "GeocodingHelper.resolve_batch": "queries",
    "GeocodingResult": "lat, lon, display_name, raw=None",
    "BluetoothSinkInfo": "sink_name, device_name='Unknown'",
    "BluetoothAudio.get_sink": "",
    "BluetoothAudio.target_sink": "use_node_audio=False",
    "BluetoothAudio.playback_env": "use_node_audio=False",
    "BluetoothAudio.is_available": "",
    "process_alive": "pid, expected_comm=None",
    "generate_spec": "",
    "generate_spec_markdown": "",
}

ABSTRACT = {
    "IJarvisAgent": {"name", "description", "schedule", "required_secrets", "run", "get_context_data"},
    "IJarvisDeviceProtocol": {"protocol_name", "supported_domains", "discover", "control", "get_state"},
    "IJarvisDeviceManager": {"name", "friendly_name", "can_edit_devices", "collect_devices"},
    "SignalsBackend": {"emit_signal"},
    "InboxBackend": {"post_inbox_item"},
}


# -- names --


@pytest.mark.parametrize("name", SUBMODULES)
def test_every_module_is_found_under_the_published_name(name):
    ours = importlib.import_module(FOREIGN_MODULES[f"jarvis_command_sdk.{name}"])
    assert inspect.ismodule(ours)


@pytest.mark.parametrize("name", TOP_LEVEL)
def test_every_name_stands_at_the_top_and_is_listed(name):
    assert hasattr(sdk, name)
    assert name in sdk.__all__


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("auth", "AuthStatus TokenBundle MissingSecretsError"),
        ("bluetooth_audio", "BluetoothAudio BluetoothSinkInfo"),
        ("color", "Color NAMED_COLORS RGB resolve_color"),
        ("command", "IJarvisCommand PreRouteResult CommandExample CommandAntipattern FastPathPattern callback"),
        ("device_manager", "IJarvisDeviceManager DeviceManagerDevice"),
        ("device_protocol", "IJarvisDeviceProtocol DiscoveredDevice DeviceControlResult InputRequest"),
        ("forge", "generate_spec generate_spec_markdown"),
        ("geocoding", "GeocodingHelper GeocodingResult"),
        ("process", "process_alive"),
        ("signals", "JarvisSignals SignalsBackend set_signals_backend get_signals_backend"),
        ("storage", "JarvisStorage StorageBackend set_backend get_backend"),
    ],
)
def test_what_packages_import_of_a_module_is_there(module, names):
    ours = importlib.import_module(FOREIGN_MODULES[f"jarvis_command_sdk.{module}"])
    assert [name for name in names.split() if not hasattr(ours, name)] == []


# -- signatures --


def found(path):
    owner = sdk
    for part in path.split("."):
        owner = getattr(owner, part)
    return owner


def published(text):
    """Name → (its default or None where it must be given, whether by keyword only), in their order."""
    rows, keyword = {}, False
    for part in filter(None, (p.strip() for p in text.split(", "))):
        if part == "*":
            keyword = True
        elif not part.startswith("**"):
            name, _, default = part.partition("=")
            rows[name] = (default or None, keyword)
    return rows, "**" in text


@pytest.mark.parametrize("path", SIGNATURES)
def test_it_is_called_as_published(path):
    wanted, takes_any = published(SIGNATURES[path])
    parameters = {n: p for n, p in inspect.signature(found(path)).parameters.items() if n != "self"}
    assert takes_any == any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    ours = {n: p for n, p in parameters.items() if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)}
    positional = [name for name, (_, keyword) in wanted.items() if not keyword]
    assert [n for n, p in ours.items() if p.kind is not p.KEYWORD_ONLY][: len(positional)] == positional
    for name, (default, _) in wanted.items():
        if default is None:
            assert ours[name].default is inspect.Parameter.empty, name
        elif default == "<>":
            assert ours[name].default is not inspect.Parameter.empty, name
        else:
            assert repr(ours[name].default) == default, name
    # What ours takes beyond it must not be asked for.
    assert all(ours[name].default is not inspect.Parameter.empty for name in set(ours) - set(wanted))


@pytest.mark.parametrize("name", ABSTRACT)
def test_no_more_must_be_written_than_published(name):
    assert set(getattr(sdk, name).__abstractmethods__) == ABSTRACT[name]


def test_the_schema_of_a_command_takes_the_date_context_first():
    class Command(sdk.IJarvisCommand):
        command_name, description, keywords, parameters, required_secrets = "c", "d", [], [], []

        def generate_prompt_examples(self):
            return [sdk.CommandExample("a", {})]

        def generate_adapter_examples(self):
            return [sdk.CommandExample("b", {})]

        def run(self, request_info, **kwargs):
            return sdk.CommandResponse()

    def said(*args, **kwargs):
        return [e["voice_command"] for e in Command().get_command_schema(*args, **kwargs)["examples"]]

    assert said() == said(object()) == said(None, False) == ["a"]
    assert said(object(), True) == said(use_adapter_examples=True) == ["b"]


def test_media_starts_after_the_speech_from_every_factory_that_succeeds():
    def play():
        return None

    assert sdk.CommandResponse.success_response({"message": "x"}, False, None, play).on_response_complete is play
    for make in (sdk.CommandResponse.final_response, sdk.CommandResponse.follow_up_response):
        assert make({"message": "x"}, on_response_complete=play).on_response_complete is play


# -- colours --


@pytest.mark.parametrize(
    ("value", "rgb"),
    [
        ("green", (0, 255, 0)),
        ("Sky-Blue", (135, 206, 235)),
        ("sky_blue", (135, 206, 235)),
        (" WARM  WHITE ", (255, 214, 170)),
        ("grey", (128, 128, 128)),
        ("daylight", (200, 220, 255)),
        ("1, 2,3", (1, 2, 3)),
        ("#Ff0080", (255, 0, 128)),
        ([1, 2, 255], (1, 2, 255)),
        ((0, 0, 0), (0, 0, 0)),
        ("ff0080", None),
        ("facade", None),
        ("#ff008", None),
        ("1,2,256", None),
        ("1,2", None),
        ("-1,2,3", None),
        ("chartreuse", None),
        ("", None),
        (None, None),
        (7, None),
        ([1, 2], None),
        ([1, 2, -3], None),
        ([True, False, True], None),
        ([1, 2, float("nan")], None),
        ([1, 2, "x"], None),
        ({"r": 1}, None),
    ],
)
def test_a_colour_is_resolved_or_is_none(value, rgb):
    assert sdk.resolve_color(value) == rgb


def test_colours_have_names_and_aliases():
    assert len(sdk.Color) == 30
    assert len(sdk.NAMED_COLORS) == 38
    assert sdk.Color.from_name("Hot Pink") is sdk.Color.PINK
    assert sdk.Color.WARM_WHITE.spoken_name == "warm white"
    assert sdk.Color.from_name("nothing") is None
    assert all(sdk.resolve_color(name) == rgb for name, rgb in sdk.NAMED_COLORS.items())


# -- signals --


class Heard(sdk.SignalsBackend):
    def __init__(self):
        self.payloads = []

    def emit_signal(self, payload):
        self.payloads.append(payload)
        return "no_cc_url"


@pytest.fixture
def heard():
    backend, before = Heard(), sdk.get_signals_backend()
    sdk.set_signals_backend(backend)
    yield backend
    sdk.set_signals_backend(before)


def test_a_signal_carries_what_was_said_of_it(heard):
    signals = sdk.JarvisSignals("watcher")
    assert signals.emit(kind="door.open", source_key="door:1", facts={"since": 3}, salience=0.0) == "no_cc_url"
    assert signals.emit(kind="", source_key="x") == signals.emit(kind="x", source_key="") == "invalid"
    assert heard.payloads == [
        {
            "signal": {
                "kind": "door.open",
                "source_key": "door:1",
                "cacheable": False,
                "source_agent": "watcher",
                "salience": 0.0,
            },
            "data": {"since": 3},
        }
    ]


def test_presence_is_seen_or_left(heard):
    signals = sdk.JarvisSignals("watcher")
    signals.emit_presence(user_id=4, room="kitchen")
    signals.emit_presence(user_id=4, state="away")
    first, second = (payload["signal"] for payload in heard.payloads)
    assert (first["kind"], first["source_key"], first["ttl_seconds"]) == ("presence.seen", "presence:4", 900)
    assert (second["kind"], second["source_key"]) == ("presence.left", "presence:4")


def test_without_a_backend_a_signal_is_told_as_such():
    before = sdk.get_signals_backend()
    sdk.set_signals_backend(None)
    try:
        assert sdk.JarvisSignals("a").emit(kind="k", source_key="s") == "no_backend"
    finally:
        sdk.set_signals_backend(before)


# -- devices --


class Lamp(sdk.IJarvisDeviceProtocol):
    protocol_name, supported_domains = "acme_lan", ["light"]

    async def discover(self, timeout=5.0):
        return [sdk.DiscoveredDevice("Lamp", "light", "Acme", "L1", "acme_lan", "light.lamp")]

    async def control(self, ip, action, data=None, **kwargs):
        return sdk.DeviceControlResult(True, "light.lamp", action)

    async def get_state(self, ip, **kwargs):
        return {"state": "on"}


def test_a_protocol_has_the_published_defaults():
    lamp = Lamp()
    assert (lamp.connection_type, lamp.required_secrets, lamp.description, lamp.authentication) == ("lan", [], "", None)
    assert lamp.friendly_name == "Acme Lan"
    assert [button.button_action for button in lamp.supported_actions] == ["turn_on", "turn_off"]
    (device,) = asyncio.run(lamp.discover())
    assert asyncio.run(lamp.get_stream_source(device)) is None
    assert asyncio.run(lamp.on_removed(device)) is None
    assert dataclasses.asdict(device)["extra"] == {}
    assert lamp.store_auth_values({"token": "x"}) is None


# -- places --


@pytest.fixture(scope="module")
def places():
    """A server that answers as Nominatim and as Google do; its address, and what was asked."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, self.headers.get("User-Agent")))
            if "broken" in self.path:
                self.send_error(500)
                return
            google = {"formatted_address": "Paris, France", "geometry": {"location": {"lat": 48.8, "lng": 2.3}}}
            plain = {"lat": "48.8", "lon": "2.3", "display_name": "Paris, France"}
            found = [] if "nowhere" in self.path else [google if "/google" in self.path else plain]
            body = json.dumps({"results": found} if "/google" in self.path else found).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *args):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def geocoding(places, monkeypatch):
    address, asked = places
    asked.clear()
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(sdk.GeocodingHelper, "NOMINATIM_URL", f"{address}/search")
    monkeypatch.setattr(sdk.GeocodingHelper, "GOOGLE_URL", f"{address}/google")
    return asked


@pytest.mark.parametrize("options", [{}, {"provider": "google", "api_key": "K"}])
def test_a_place_is_found_or_is_none(geocoding, options):
    helper = sdk.GeocodingHelper(default_region="FR", **options)
    found, blank, none = asyncio.run(helper.resolve_batch(["paris", "  ", "nowhere"]))
    assert found.coords == (48.8, 2.3) == (found.lat, found.lon)
    assert found.display_name == "Paris, France"
    assert found.raw
    assert (blank, none) == (None, None)
    assert len(geocoding) == 2
    assert "fr" in geocoding[0][0]


def test_google_without_a_key_is_nominatim_and_errors_are_raised(geocoding):
    import httpx

    helper = sdk.GeocodingHelper(provider="google", user_agent="test/1")
    assert asyncio.run(helper.resolve("paris")).coords == (48.8, 2.3)
    assert geocoding[0][0].startswith("/search")
    assert geocoding[0][1] == "test/1"
    with pytest.raises(httpx.HTTPError):
        asyncio.run(helper.resolve("broken"))


def test_places_need_httpx_and_say_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx", None)
    with pytest.raises(ImportError):
        asyncio.run(sdk.GeocodingHelper().resolve("paris"))


# -- sound and processes --


SINKS = """Sink #1
	State: SUSPENDED
	Name: alsa_output.platform-bcm2835
	Description: Built-in Audio
Sink #7
	State: RUNNING
	Name: bluez_output.AA_BB.1
	Description: Kitchen speaker
"""


@pytest.fixture
def pactl(tmp_path, monkeypatch):
    def answering(text, code=0):
        program = tmp_path / "pactl"
        program.write_text(f"#!/bin/sh\ncat <<'EOF'\n{text}EOF\nexit {code}\n")
        program.chmod(0o755)

    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setenv("PULSE_SINK", "before")
    return answering


def test_sound_goes_to_the_first_bluetooth_speaker(pactl):
    pactl(SINKS)
    assert sdk.BluetoothAudio.get_sink() == sdk.BluetoothSinkInfo("bluez_output.AA_BB.1", "Kitchen speaker")
    assert sdk.BluetoothAudio.is_available()
    assert sdk.BluetoothAudio.target_sink() == "bluez_output.AA_BB.1"
    assert sdk.BluetoothAudio.target_sink(use_node_audio=True) is None
    assert sdk.BluetoothAudio.playback_env()["PULSE_SINK"] == "bluez_output.AA_BB.1"
    assert "PULSE_SINK" not in sdk.BluetoothAudio.playback_env(use_node_audio=True)
    assert os.environ["PULSE_SINK"] == "before"


@pytest.mark.parametrize("answer", [("", 0), (SINKS, 1), (SINKS.partition("Sink #7")[0], 0), None])
def test_without_a_bluetooth_speaker_sound_stays(pactl, monkeypatch, answer, tmp_path):
    if answer is None:
        monkeypatch.setenv("PATH", str(tmp_path))
    else:
        pactl(*answer)
    assert sdk.BluetoothAudio.get_sink() is None
    assert not sdk.BluetoothAudio.is_available()
    assert sdk.BluetoothAudio.playback_env()["PULSE_SINK"] == "before"


def test_a_process_is_alive_under_its_own_name_only():
    with subprocess.Popen(["sleep", "30"]) as process:
        try:
            assert sdk.process_alive(process.pid)
            assert sdk.process_alive(process.pid, "sleep")
            assert not sdk.process_alive(process.pid, "mpv")
        finally:
            process.kill()
            process.wait()
        assert not sdk.process_alive(process.pid)
    assert sdk.process_alive(1)
    for nobody in (0, -1, 2**31 - 1, 2**70):
        assert not sdk.process_alive(nobody)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="names are cut at 15 characters by Linux only")
def test_a_long_name_is_compared_as_far_as_the_system_keeps_it(tmp_path):
    program = tmp_path / "a-player-with-a-long-name"
    program.symlink_to("/bin/sleep")
    with subprocess.Popen([str(program), "30"]) as process:
        try:
            assert sdk.process_alive(process.pid, program.name)
        finally:
            process.kill()


# -- described --


def test_the_interface_describes_itself():
    spec = sdk.generate_spec()
    json.dumps(spec)
    by_class = {interface["class"]: interface for interface in spec["interfaces"]}
    abstract = {member["name"] for member in by_class["IJarvisDeviceProtocol"]["members"] if member["abstract"]}
    assert abstract == ABSTRACT["IJarvisDeviceProtocol"]
    page = sdk.generate_spec_markdown()
    assert all(f"## {name}" in page for name in [*by_class, "CommandResponse", "JarvisParameter"])


# -- the services of the older commands --


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("get_secret_value", "key, scope, user_id=None"),
        ("get_secret", "key, scope, user_id=None"),
        ("get_secret_value_int", "key, scope, user_id=None"),
        ("set_secret", "key, value, scope, value_type='string', user_id=None"),
        ("delete_secret", "key, scope, user_id=None"),
        ("get_all_secrets", "scope, user_id=None"),
    ],
)
def test_the_secret_service_is_called_as_published(name, wanted):
    service = importlib.import_module(FOREIGN_MODULES["services.secret_service"])
    parameters = inspect.signature(getattr(service, name)).parameters.values()
    shown = [p.name if p.default is p.empty else f"{p.name}={p.default!r}" for p in parameters]
    assert ", ".join(shown) == wanted
