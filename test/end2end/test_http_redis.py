"""Two servers in processes of their own count a user's requests together in a real Redis, and alone without it."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import subprocess
import sys
import time

import pytest

from processes import free_port

WAITS = "waits for redis-server: apt install redis-server"
SECONDS = 60.0
SERVER = """
import asyncio, json, sys, threading
from pathlib import Path
from ovos_phal_plugin_jarvis.config import HttpConfig
from ovos_phal_plugin_jarvis.gateways.http.app import Parts, make_app
from ovos_phal_plugin_jarvis.gateways.http.server import HttpServer
from ovos_phal_plugin_jarvis.stores.tokens import TokenStore

class Service:
    async def ask(self, topic, data, context, timeout, *, progress=None, counted=False):
        return {"say": "", "commands": [], "translator": None}

    def listen(self, topics, heard):
        return lambda: None

config = HttpConfig(enabled=True, port=0, rpm=10, redis_url=sys.argv[2])
server = HttpServer(make_app(Parts(Service(), config, TokenStore(Path(sys.argv[1])))), config)
server.start()
print(server.address.rsplit(":", 1)[1], flush=True)
sys.stdin.read()
server.stop()
"""


@pytest.fixture(scope="module")
def redis_port(tmp_path_factory):
    program = shutil.which("redis-server")
    if program is None:
        assert not os.environ.get("JARVIS_TEST_EVERYTHING"), WAITS
        pytest.skip(WAITS)
    port, folder = free_port(), tmp_path_factory.mktemp("redis")
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    yield port, process
    process.kill()
    process.wait()


@pytest.fixture
def servers(tmp_path, redis_port):
    """Two processes behind the same tokens and the same Redis."""
    from ovos_phal_plugin_jarvis.stores.tokens import TokenStore

    store = TokenStore(tmp_path / "tokens")
    tokens = [store.new(name) for name in ("one", "other")]
    store.close()
    command = [sys.executable, "-c", SERVER, str(tmp_path / "tokens"), f"redis://127.0.0.1:{redis_port[0]}"]
    started = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    ports = []
    for process in started:
        while not (line := process.stdout.readline()).strip().isdigit():
            assert line, "the server did not start"
        ports.append(int(line))
    yield ports, tokens
    for process in started:
        process.stdin.close()
        assert process.wait(SECONDS) == 0


def asked(port, token):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    body = json.dumps({"transcript": "add task x", "baseDateYmd": "2026-01-05"})
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request("POST", "/api/assistant", body, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, answer.getheader("Retry-After")


def test_the_count_is_one_whichever_process_is_asked_and_without_redis_each_has_its_own(servers, redis_port):
    (first, second), (one, other) = servers
    until = time.monotonic() + SECONDS
    while True:  # Redis may not be up yet: until then each server counts by itself
        try:
            http.client.HTTPConnection("127.0.0.1", redis_port[0], timeout=1).connect()
            break
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.05)
    answers = [asked((first, second)[n % 2], one) for n in range(12)]
    assert [status for status, _ in answers] == [200] * 10 + [429] * 2
    assert all(1 <= int(wait) <= 60 for status, wait in answers if status == 429)
    assert asked(first, other)[0] == asked(second, other)[0] == 200  # the limit is each user's
    redis_port[1].kill()
    redis_port[1].wait()
    # People are still served, by a count of each process alone.
    assert [asked(first, one)[0] for _ in range(11)] == [200] * 10 + [429]
    assert asked(second, one)[0] == 200
