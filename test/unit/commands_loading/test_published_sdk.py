"""With the real SDK on the path, packages import that one, and what they keep still lands in our stores."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

from ovos_phal_plugin_jarvis import sdk
from ovos_phal_plugin_jarvis.commands.loading.finder import find_commands
from ovos_phal_plugin_jarvis.config import CommandsConfig
from ovos_phal_plugin_jarvis.sdk import others
from ovos_phal_plugin_jarvis.stores import open_stores

COUNTER = """
from jarvis_command_sdk import (
    CommandExample, CommandResponse, IJarvisCommand, JarvisInbox, JarvisStorage, get_current_user_id, home_location,
    get_home_context,
)


class Counter(IJarvisCommand):
    command_name, description, keywords, parameters, required_secrets = "count_up", "Counts", [], [], []

    def generate_prompt_examples(self):
        return [CommandExample("count", {})]

    def generate_adapter_examples(self):
        return self.generate_prompt_examples()

    def run(self, request_info, **kwargs):
        storage = JarvisStorage("count_up", secret_scope="user")
        count = (storage.get("count") or {"n": 0})["n"] + 1
        storage.save("count", {"n": count})
        storage.set_secret("TOKEN", f"t{count}")
        tag = JarvisInbox("count_up").post(title=str(count))
        where = home_location(get_home_context())
        said = f"{count} {get_current_user_id()} {where} {storage.get_secret('TOKEN')} {tag}"
        return CommandResponse.final_response({"message": said})
"""


@pytest.fixture
def published(tmp_path, monkeypatch):
    """A stand-in of the published SDK, first on the path: the same surface, but other objects than ours."""
    place = tmp_path / "site" / "jarvis_command_sdk"
    place.mkdir(parents=True)
    for file in Path(sdk.__file__).parent.glob("*.py"):
        text = re.sub(r"ovos_phal_plugin_jarvis\.sdk\b", "jarvis_command_sdk", file.read_text(encoding="utf-8"))
        (place / file.name).write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    monkeypatch.setattr(others, "_others", [])
    yield
    for name in [n for n in sys.modules if n.partition(".")[0] == "jarvis_command_sdk"]:
        del sys.modules[name]
    importlib.invalidate_caches()


class Inbox(sdk.InboxBackend):
    def post_inbox_item(self, command_name, **item):
        return "ok"


@pytest.mark.parametrize("backend_first", [True, False])
def test_what_a_package_keeps_with_the_real_sdk_lands_in_our_stores(published, tmp_path, backend_first):
    file = tmp_path / "commands" / "count" / "command.py"
    file.parent.mkdir(parents=True)
    file.write_text(COUNTER)
    config = CommandsConfig(paths=(str(tmp_path / "commands"),))
    with open_stores(tmp_path / "data") as stores:
        try:
            if backend_first:
                sdk.set_backend(stores.backend())
            found = find_commands(config, points=())
            sdk.set_backend(stores.backend())
            sdk.set_inbox_backend(Inbox())
            sdk.set_current_user_id(7)
            sdk.set_home_context({"location": "Porto"})
            (loaded,) = found.commands
            assert type(loaded.command.run).__name__ == "method"
            assert sys.modules[type(loaded.command).__mro__[1].__module__].__name__.startswith("jarvis_command_sdk")
            request = sdk.RequestInformation("count", "c")
            said = [loaded.command.run(request).context_data["message"] for _ in range(2)]
            assert said == ["1 7 Porto t1 ok", "2 7 Porto t2 ok"]
            assert stores.data.get("count_up", "count") == {"n": 2}
            assert stores.secrets.get("TOKEN", "user", 7) == "t2"
            found.close()
        finally:
            sdk.set_backend(None)
            sdk.set_inbox_backend(None)
            sdk.set_current_user_id(None)
            sdk.set_home_context(None)
    assert sys.modules["jarvis_command_sdk"].get_backend() is None
