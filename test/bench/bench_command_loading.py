"""How long 200 commands take to load, and what 100 reloads leave behind. Run as a script; prints one JSON
document."""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
import threading
import time
from pathlib import Path

COMMAND = """
import helper
from jarvis_command_sdk import CommandExample, CommandResponse, IJarvisCommand, JarvisParameter


class Command(IJarvisCommand):
    command_name = "command_{number}"
    description = "Does thing {number}"
    keywords = ["thing"]
    required_secrets = []
    parameters = [JarvisParameter("city", "string"), JarvisParameter("days", "array<datetime>")]

    def generate_prompt_examples(self):
        return [CommandExample("do {number}", {{}}, is_primary=True)]

    def generate_adapter_examples(self):
        return [CommandExample(f"do it in {{n}}", {{"city": str(n)}}) for n in range(30)]

    def run(self, request_info, **kwargs):
        return CommandResponse.success_response({{"message": helper.VALUE}})
"""
MANIFEST = "name: p{number}\ndescription: d\nversion: '1'\n"


def write_packages(folder: Path, count: int) -> None:
    """*count* packages with a manifest, a helper and a command."""
    for number in range(count):
        package = folder / f"p{number}"
        (package / "commands" / "it").mkdir(parents=True)
        (package / "jarvis_package.yaml").write_text(MANIFEST.format(number=number))
        (package / "helper.py").write_text(f"VALUE = {number}\n")
        (package / "commands" / "it" / "command.py").write_text(COMMAND.format(number=number))


def counts() -> dict[str, int]:
    """What could be left behind, in numbers."""
    gc.collect()
    return {
        "modules": len(sys.modules),
        "import_hooks": len(sys.meta_path),
        "path_entries": len(sys.path),
        "threads": threading.active_count(),
        "open_files": len(list(Path("/proc/self/fd").iterdir())),
        "objects": len(gc.get_objects()),
    }


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ[variable] = str(Path(folder) / "home")
        from ovos_phal_plugin_jarvis.commands.loading.finder import find_commands
        from ovos_phal_plugin_jarvis.config import CommandsConfig

        packages = Path(folder) / "packages"
        write_packages(packages, 200)
        seconds = []
        for _ in range(3):
            start = time.perf_counter()
            found = find_commands(CommandsConfig(paths=(str(packages),)), points=())
            seconds.append(round(time.perf_counter() - start, 3))
            assert len(found.commands) == 200, dict(found.failed)
            found.close()
        twenty = CommandsConfig(paths=tuple(str(packages / f"p{n}") for n in range(20)))
        find_commands(twenty, points=()).close()
        before = counts()
        for _ in range(100):
            find_commands(twenty, points=()).close()
        left = {name: count - before[name] for name, count in counts().items()}
    print(json.dumps({"load_200_commands_s": seconds, "left_after_100_reloads_of_20": left}))


if __name__ == "__main__":
    main()
