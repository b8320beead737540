"""The examples of docs/http.md, against a service with all that is installed."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from http_gateway import gateway


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with gateway(tmp_path_factory.mktemp("page"), learned=False) as made:
        yield made


PAGE = (Path(__file__).parents[2] / "docs" / "http.md").read_text()
ALL = re.findall(r"^curl .*?(?:\n(?= )[^\n]*)*$", PAGE, re.MULTILINE)


# What words are translated to is held in test_http_guide.py, where the tools are learned.
CURLS = [command for command in ALL if "/api/assistant" not in command]


@pytest.mark.parametrize("command", CURLS, ids=lambda command: shlex.split(command)[2][-20:])
def test_the_pages_curl_examples_are_answered(served, command):
    words = iter(shlex.split(command.replace("\\\n", " ").replace("$TOKEN", served.token("page"))))
    assert (next(words), next(words)) == ("curl", "-s")
    url, headers, body = next(words).removeprefix("http://127.0.0.1:8765"), {}, None
    for option in words:
        if option == "-H":
            name, _, value = next(words).partition(": ")
            headers[name] = value
        else:
            assert option == "-d"
            body = next(words).encode()
    answer = served.ask("GET" if body is None else "POST", url, body, token=None, headers=headers)
    assert answer.status == 200, answer.body
    assert "144" in answer.body.decode() or answer.json["total"] >= 2


def test_there_are_examples():
    assert len(ALL) == 4 and len(CURLS) == 3
