"""The remote server of docs/choosing-a-model.md: llama-cpp-python's own on loopback, through an OPM chat plugin."""

from __future__ import annotations

import json
import re
import shlex
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from ovos_phal_plugin_jarvis.config import LlmConfig
from ovos_phal_plugin_jarvis.llm.engines.factory import make_engine
from ovos_phal_plugin_jarvis.llm.prompts.choice import choose_provider
from ovos_phal_plugin_jarvis.llm.translator import ModelTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import ToolCall, Translation, TranslationContext
from tiny_gguf import write_tiny_gguf

PAGE = (Path(__file__).parents[2] / "docs" / "choosing-a-model.md").read_text(encoding="utf-8")
SCHEMA = {"type": "object", "properties": {"city": {"enum": ["Rome", "Oslo"]}}, "required": ["city"]}


class NoExamples:
    name = "examples"

    def translate(self, utterance: str, context: TranslationContext) -> Translation:
        return Translation()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("server")
    model = write_tiny_gguf(folder / "model.gguf")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    (line,) = re.findall(r"^python (-m llama_cpp\.server .*)$", PAGE, re.MULTILINE)
    arguments = shlex.split(line.replace("model.gguf", str(model)).replace("8000", port))
    process = subprocess.Popen(
        [sys.executable, *arguments, "--n_threads", "1"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}/v1"
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{url}/models", timeout=5).close()
                break
            except (urllib.error.URLError, OSError):
                assert process.poll() is None, "the server ended"
                time.sleep(0.1)
        yield url
    finally:
        process.terminate()
        process.wait(20)


def translator(url: str, **more: Any) -> tuple[ModelTranslator, Any]:
    """As the page configures it, with the address of the server here."""
    blocks = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
    (section,) = [b["PHAL"]["ovos-phal-plugin-jarvis"]["llm"] for b in blocks if "ovos-chat" in json.dumps(b)]
    plugin_config = {**section.pop("config"), "api_url": url, **more}
    config = LlmConfig(**section, timeout=60)
    engine = make_engine(config, cache_folder=Path("unused"), plugin_config=plugin_config)
    assert engine is not None
    tools = [ToolDefinition("weather", "The forecast.", "box", SCHEMA, {}, allow_direct_answer=True)]
    made = ModelTranslator(
        tools,
        lambda info: choose_provider(info.metadata, environ={}).provider,
        engine,
        fallback=NoExamples(),
        config=config,
    )
    return made, engine


CONTEXT = TranslationContext(now=datetime(2026, 6, 1, 12, tzinfo=timezone.utc))


def test_the_page_shows_a_server_that_answers(server: str) -> None:
    made, engine = translator(server)
    translation = made.translate("how is the weather in Rome?", CONTEXT)
    engine.close()
    assert translation.served_by == "llm", translation.reason
    assert translation.say or translation.calls


def test_calls_that_the_server_makes_arrive(server: str) -> None:
    choice = {"type": "function", "function": {"name": "weather"}}
    made, engine = translator(server, extra_params={"tool_choice": choice})
    translation = made.translate("how is the weather in Rome?", CONTEXT)
    engine.close()
    assert translation.served_by == "llm", translation.reason
    (call,) = translation.calls
    assert (call.name, call.toolbox_id) == ("weather", "box")
    assert call.arguments["city"] in ("Rome", "Oslo")


def test_results_are_phrased_over_the_line(server: str) -> None:
    made, engine = translator(server)
    made.translate("how warm is it?", CONTEXT)
    said = made.phrase({"degrees": 21}, "how warm is it?", ToolCall("weather", {"city": "Rome"}), CONTEXT)
    engine.close()
    assert said is None or said.isprintable()
    assert engine.status()["served"] == 2


def test_a_server_that_is_not_there_leaves_it_to_the_examples() -> None:
    made, engine = translator("http://127.0.0.1:9/v1")
    translation = made.translate("hello", CONTEXT)
    engine.close()
    assert translation.served_by == "examples"
    assert "ovos-chat-openai-plugin failed" in (translation.reason or "")
