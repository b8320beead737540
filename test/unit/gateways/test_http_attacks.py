"""Who does not get in, and what does not leak: the table of attacks, each against a running service over real HTTP."""

from __future__ import annotations

import json
import socket
import ssl
import subprocess
import sys
import time
from pathlib import Path

import pytest
from ovos_utils.log import LOG

from http_gateway import SECONDS, gateway, house_with_a_disk
from ovos_phal_plugin_jarvis.config import HttpConfig, JarvisConfig, with_environment
from ovos_phal_plugin_jarvis.gateways.http import limits, server
from ovos_phal_plugin_jarvis.stores.tokens import TokenStore

erased = []
prepare = house_with_a_disk(erased)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    config = {"policy": {"tools": {"erase_disk": "allow"}}}  # so that whoever gets in has done harm
    with gateway(tmp_path_factory.mktemp("attacks"), config, prepare, learned=False) as made:
        made.token("everybody", "translate", "act", "admin")
        yield made


@pytest.fixture
def logged(monkeypatch):
    lines = []
    for level in ("debug", "info", "warning", "error"):
        monkeypatch.setattr(LOG, level, lambda text, *_args, **_more: lines.append(str(text)))
    return lines


HARM = "/api/tools/erase_disk"


def page(served, name="page"):
    """The cookie and the CSRF token of a page that has logged in."""
    made = served.post("/api/session", {"token": served.token(name, "translate", "act", "admin")}, token=None)
    return made.headers["set-cookie"].split(";")[0], made.json["csrf"]


def harmless_token(served):
    return served.token("reader", "translate")


ATTACKS = {
    "no token": (401, lambda s: {"token": None}),
    "an empty token": (401, lambda s: {"token": None, "headers": {"Authorization": "Bearer "}}),
    "a wrong token": (401, lambda s: {"token": "jarvis_" + "A" * 43}),
    "another scheme": (401, lambda s: {"token": None, "headers": {"Authorization": f"Basic {s.tokens['everybody']}"}}),
    "a token in two": (401, lambda s: {"token": s.tokens["everybody"][:-1]}),
    "a huge token": (401, lambda s: {"token": "x" * 20_000}),
    "a token that may not": (403, lambda s: {"token": harmless_token(s)}),
    "a token in the query": (401, lambda s: {"token": None, "path": f"{HARM}?token={s.tokens['everybody']}"}),
    "a cookie of nobody": (401, lambda s: {"token": None, "headers": {"Cookie": "jarvis_session=" + "A" * 43}}),
    "the token as a cookie": (
        401,
        lambda s: {"token": None, "headers": {"Cookie": f"jarvis_session={s.tokens['everybody']}"}},
    ),
    "CSRF: a cookie alone": (403, lambda s: {"token": None, "headers": {"Cookie": page(s)[0]}}),
    "CSRF: another page's": (
        403,
        lambda s: {"token": None, "headers": {"Cookie": page(s)[0], "X-CSRF-Token": page(s)[1]}},
    ),
    "CSRF: a form": (
        403,
        lambda s: {
            "token": None,
            "body": b"args=1",
            "headers": {"Cookie": page(s)[0], "Content-Type": "application/x-www-form-urlencoded"},
        },
    ),
    "a foreign origin": (403, lambda s: {"headers": {"Origin": "https://evil.example"}}),
    "an origin that begins like ours": (
        403,
        lambda s: {"headers": {"Origin": f"http://127.0.0.1:{s.port}.evil.example"}},
    ),
    "our host over another scheme": (403, lambda s: {"headers": {"Origin": f"https://127.0.0.1:{s.port}"}}),
    "our host at another port": (403, lambda s: {"headers": {"Origin": "http://127.0.0.1:1"}}),
    "the origin of a file": (403, lambda s: {"headers": {"Origin": "null"}}),
    "DNS rebinding": (403, lambda s: {"headers": {"Host": f"evil.example:{s.port}"}}),
    "DNS rebinding from its own page": (
        403,
        lambda s: {"headers": {"Host": f"evil.example:{s.port}", "Origin": f"http://evil.example:{s.port}"}},
    ),
    "another address as host": (403, lambda s: {"headers": {"Host": "192.0.2.7"}}),
    "a host with a user": (403, lambda s: {"headers": {"Host": "127.0.0.1@evil.example"}}),
    "an empty host": (403, lambda s: {"headers": {"Host": ""}}),
    "no JSON": (415, lambda s: {"body": b"{}", "headers": {"Content-Type": "text/plain"}}),
    "10 MB": (413, lambda s: {"body": b'{"args": "' + b"x" * 10_000_000 + b'"}'}),
    "deep JSON": (400, lambda s: {"body": b'{"args":' + b"[" * 50_000 + b"]" * 50_000 + b"}"}),
    "deep objects": (400, lambda s: {"body": b'{"a":' * 100 + b"1" + b"}" * 100}),
    "JSON that is none": (400, lambda s: {"body": b'{"args": NaN}'}),
    "bytes that are no text": (400, lambda s: {"body": b'{"args": "\xff\xfe"}'}),
    "an array": (400, lambda s: {"body": []}),
    "an encoded slash": (404, lambda s: {"path": "/api/tools/..%2f..%2ferase_disk"}),
    "another method": (405, lambda s: {"method": "PUT"}),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_nobody_gets_in_and_nothing_leaks(served, logged, name):
    erased.clear()
    status, make = ATTACKS[name]
    attack = make(served)
    headers = {"Content-Type": "application/json", **attack.pop("headers", {})}
    path, method, body = attack.pop("path", HARM), attack.pop("method", "POST"), attack.pop("body", {})
    try:
        answer = served.ask(method, path, body, headers=headers, **attack)
    except (ConnectionResetError, BrokenPipeError):
        assert name == "10 MB"  # refused before all of it was sent
        return
    assert answer.status == status, answer.body
    assert answer.json["error"] and answer.json["code"] and "\n" not in answer.json["error"]
    assert not erased
    known = b"\n".join(token.encode() for token in served.tokens.values())
    for token in known.split(b"\n"):
        assert token not in answer.body and not any(token.decode() in line for line in logged)
    assert b"Traceback" not in answer.body and str(served.folder).encode() not in answer.body


def test_the_same_request_without_an_attack_does_it(served):
    """Or the table above would show nothing."""
    erased.clear()
    assert served.post(HARM, {}).status == 200 and len(erased) == 1
    cookie, csrf = page(served)
    answer = served.post(HARM, {}, token=None, headers={"Cookie": cookie, "X-CSRF-Token": csrf})
    assert answer.status == 200 and len(erased) == 2


def test_a_revoked_token_and_its_page_are_out_at_once(served):
    erased.clear()
    cookie, csrf = page(served, "leaver")
    assert served.post(HARM, {}, token=served.token("leaver")).status == 200
    store = TokenStore(served.folder)  # as the command line does, in another process
    assert store.revoke("leaver") and not store.revoke("leaver")
    store.close()
    assert served.post(HARM, {}, token=served.token("leaver")).status == 401
    assert served.post(HARM, {}, token=None, headers={"Cookie": cookie, "X-CSRF-Token": csrf}).status == 401
    assert len(erased) == 1


@pytest.mark.parametrize(
    "path",
    [
        "/console/../app.py",
        "/console/%2e%2e/app.py",
        "/console/..%2fapp.py",
        "/console/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "/console//etc/passwd",
        "/console/..\\app.py",
        "/console/index.html%00.js",
        "/console/./../../../../../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/console/__pycache__/x.pyc",
    ],
)
def test_no_path_leads_out_of_the_page(served, path):
    answer = served.get(path, token=None)
    assert answer.status == 404 and answer.json["code"] == "not_found"


def raw(served, data, timeout=SECONDS):
    """What the server sends to bytes as they are."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=timeout) as connection:
        connection.sendall(data)
        found = b""
        while True:
            try:
                part = connection.recv(65_536)
            except ConnectionResetError:
                return found
            if not part:
                return found
            found += part


@pytest.mark.parametrize(
    "head",
    [
        b"GET /api/metrics HTTP/1.1\r\nHost: localhost\r\nX-A: a\rSet-Cookie: b\r\nConnection: close\r\n\r\n",
        b"GET /api/metrics\r\nSet-Cookie: x HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/metrics HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        b"GET http://evil.example/api/metrics HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
        b"GET /api/metrics HTTP/1.1\r\nConnection: close\r\n\r\n",
        b"GET /api/metrics HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        b"POST /api/stop HTTP/1.1\r\nHost: [::1]\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ],
    ids=["header", "line", "two hosts", "absolute", "no host", "huge", "smuggling", "tls"],
)
def test_a_head_that_is_none_is_refused(served, head):
    connection_ends = head if head[:1] != b"\x16" else head + b"\r\n\r\n"
    found = raw(served, connection_ends)
    assert b"set-cookie" not in found.lower()
    if found:
        assert found.split(b" ", 2)[1] in (b"400", b"401", b"403", b"431"), found[:200]


def test_what_a_client_names_stands_in_no_header(served):
    name = "x%0d%0aSet-Cookie:%20a=b"
    for answer in (
        served.get(f"/api/tools/{name}"),
        served.get("/api/tools", headers={"X-Request-Id": "mine", "X-Conversation-Id": "c"}),
        served.post("/api/ask", {"utterance": "x"}, headers={"X-Conversation-Id": "y" * 65}),
    ):
        assert "set-cookie" not in answer.headers and answer.headers["x-request-id"] != "mine"


def test_a_secret_in_a_tools_error_does_not_leave_by_http_either(served):
    answer = served.post("/api/tools/add", {"args": {"a": "password=hunter2"}})
    assert answer.status == 400 and b"hunter2" not in answer.body


# Slow, and many


def slow(served, data=b""):
    connection = socket.create_connection(("127.0.0.1", served.port), timeout=SECONDS)
    connection.sendall(data)
    return connection


def ends(connection):
    """Whether the server closes it, in time."""
    try:
        while connection.recv(65_536):
            pass
    except ConnectionResetError:
        pass
    except TimeoutError:
        return False
    finally:
        connection.close()
    return True


def test_a_head_and_a_body_that_do_not_come_are_not_waited_for(served, monkeypatch):
    monkeypatch.setattr(server, "HEADER_SECONDS", 0.3)
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.3)
    token = served.tokens["everybody"].encode()
    head = b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
    asks = head + b"\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
    waiting = [slow(served), slow(served, b"GET /api"), slow(served, head), slow(served, asks + b'{"utt')]
    assert all(map(ends, waiting))


def test_a_body_that_does_not_come_is_told_so(served, monkeypatch):
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.2)
    token = served.tokens["everybody"].encode()
    head = b"POST /api/ask HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token
    found = raw(served, head + b"\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
    assert found.startswith(b"HTTP/1.1 408 ") and b'"code":"timeout"' in found


def test_many_who_say_nothing_keep_nobody_out(served, monkeypatch):
    monkeypatch.setattr(server, "MAX_CONNECTIONS", 20)
    silent = [slow(served, b"GET /api/metrics HTTP/1.1\r\nX-Slow: ") for _ in range(100)]
    try:
        for _ in range(5):
            assert served.get("/api/metrics").status == 200
    finally:
        for connection in silent:
            connection.close()


def test_a_page_that_never_reads_its_events_is_left(served, monkeypatch):
    """Its connection ends, and nobody else's events wait for it."""
    monkeypatch.setattr(server, "WRITE_SECONDS", 0.3)
    token = served.tokens["everybody"].encode()
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", served.port))
    deaf.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + token + b"\r\n\r\n")
    readers = lambda: served.get("/api/metrics").json["http"]["event_readers"]  # noqa: E731
    until = time.monotonic() + SECONDS
    while readers() == 0:
        assert time.monotonic() < until
        time.sleep(0.05)
    from ovos_bus_client import Message

    while readers() > 0:
        assert time.monotonic() < until, "it is still written to"
        for number in range(20):
            served.plugin.bus.emit(Message("ovos.jarvis.alert", {"title": "x" * 50_000, "n": number}))
        time.sleep(0.05)
    deaf.close()


def test_events_reach_who_reads_them(served):
    from ovos_bus_client import Message

    token = served.tokens["everybody"]
    with slow(
        served, f"GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
    ) as connection:
        found, until = b"", time.monotonic() + SECONDS
        while b"retry:" not in found:
            found += connection.recv(4096)
        mine = {"session": {"session_id": "http:everybody"}}
        served.plugin.bus.emit(Message("ovos.jarvis.progress", {"say": "of another"}, {"session": {"session_id": "x"}}))
        served.plugin.bus.emit(Message("ovos.jarvis.alert", {"title": "Rain\r\nevent: fake"}))
        served.plugin.bus.emit(Message("ovos.jarvis.progress", {"say": "mine"}, mine))
        while b'"say": "mine"' not in found:
            assert time.monotonic() < until
            found += connection.recv(4096)
    events = found.decode()
    assert "event: alert\n" in events and "event: progress\n" in events and "of another" not in events
    assert "\nevent: fake" not in events and "id: " in events


# What can't be served


def test_a_port_in_use_and_a_certificate_that_is_not_there_are_told_in_one_line(served, tmp_path):
    def why(**config):
        with pytest.raises(server.CannotServe) as raised, served.beside(**config):
            pass
        assert "\n" not in str(raised.value)
        return str(raised.value)

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        config = HttpConfig(enabled=True, port=taken.getsockname()[1])
        with pytest.raises(server.CannotServe, match="is in use by another program; choose another"):
            server.HttpServer(None, config).start()
    missing = str(tmp_path / "none.pem")
    assert "there is no file" in why(tls={"cert": missing, "key": missing})
    assert "http.tls.cert" in why(tls={"key": missing})
    broken = tmp_path / "broken.pem"
    broken.write_text("no certificate")
    assert "can't be used" in why(tls={"cert": str(broken)})
    assert "no address that can be served" in why(host="no.such.host.invalid")


def test_over_tls_the_cookie_is_for_tls_alone(served, tmp_path):
    made = tmp_path / "cert.pem"
    subprocess.run([sys.executable, "-c", CERTIFICATE, str(made)], check=True)
    with served.beside(tls={"cert": str(made)}) as over_tls:
        assert over_tls.http.address.startswith("https://")
        context = ssl.create_default_context(cafile=str(made))
        body = json.dumps({"token": served.tokens["everybody"]}).encode()
        head = (
            b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"
        )
        plain = socket.create_connection(("127.0.0.1", over_tls.port), timeout=SECONDS)
        with context.wrap_socket(plain, server_hostname="localhost") as connection:
            connection.sendall(head + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
            found = b""
            while part := connection.recv(4096):
                found += part
        assert b" 200 " in found.split(b"\r\n")[0] and b"SameSite=Strict; Secure" in found


CERTIFICATE = """
import datetime, ipaddress, sys
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
key = ec.generate_private_key(ec.SECP256R1())
name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
now = datetime.datetime.now(datetime.timezone.utc)
made = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    .serial_number(7).not_valid_before(now - datetime.timedelta(days=1))
    .not_valid_after(now + datetime.timedelta(days=9))
    .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False).sign(key, hashes.SHA256()))
written = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
open(sys.argv[1], "wb").write(written + made.public_bytes(serialization.Encoding.PEM))
"""


def test_only_digests_of_tokens_are_on_the_disk(served):
    for path in Path(served.folder).glob("tokens.db*"):
        kept = path.read_bytes()
        assert not any(token.encode() in kept for token in served.tokens.values())
    assert oct((Path(served.folder) / "tokens.db").stat().st_mode)[-3:] == "600"


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, HttpConfig(enabled=True)),
        (
            {
                "ASSISTANT_ALLOWED_ORIGINS": "https://a.example, https://b.example",
                "ASSISTANT_RPM": "7",
                "ASSISTANT_MAX_TRANSCRIPT_CHARS": "3000",
                "ASSISTANT_DEBUG": "true",
            },
            HttpConfig(
                enabled=True,
                allowed_origins=("https://a.example", "https://b.example"),
                rpm=7,
                max_transcript_chars=3000,
                debug=True,
            ),
        ),
        ({"ASSISTANT_DEBUG": "0", "ASSISTANT_RPM": ""}, HttpConfig(enabled=True)),
    ],
)
def test_the_environment_of_the_guide_wins(environment, wanted):
    config = JarvisConfig(http=HttpConfig(enabled=True))
    read = with_environment(config, environment)
    assert read.http == wanted and read.assistant.max_transcript_chars >= wanted.max_transcript_chars
    assert with_environment(JarvisConfig(), environment) == JarvisConfig()  # without HTTP it says nothing


def test_a_variable_that_holds_no_number_is_named():
    from ovos_phal_plugin_jarvis.config import ConfigError

    for value in ("many", "0", "-3", "1.5"):
        with pytest.raises(ConfigError, match="ASSISTANT_RPM"):
            with_environment(JarvisConfig(http=HttpConfig(enabled=True)), {"ASSISTANT_RPM": value})


def test_a_key_of_openai_has_its_model_translate():
    environment = {"OPENAI_API_KEY": "sk-x", "OPENAI_MODEL": "tiny", "ASSISTANT_OPENAI_TIMEOUT_MS": "2500"}
    llm = with_environment(JarvisConfig(http=HttpConfig(enabled=True)), environment).llm
    assert (llm.engine, llm.config["model"], llm.config["key"], llm.timeout) == (
        "ovos-chat-openai-plugin",
        "tiny",
        "sk-x",
        2.5,
    )
    configured = JarvisConfig(http=HttpConfig(enabled=True), llm={"model": "mine.gguf"})
    assert with_environment(configured, environment).llm.model == "mine.gguf"  # who has configured a model has chosen
