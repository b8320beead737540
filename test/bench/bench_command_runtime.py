"""How long a whole runtime with 200 commands takes to start and to reload, and what 100 reloads leave behind. Run as a
script; prints one JSON document."""

from __future__ import annotations

import json
import os
import tempfile
import time
from pathlib import Path

from bench_command_loading import counts, write_packages


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
            os.environ[variable] = str(Path(folder) / "home")
        os.environ.setdefault("OVOS_DEFAULT_LOG_LEVEL", "ERROR")
        from ovos_phal_plugin_jarvis.config import load_config
        from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
        from ovos_phal_plugin_jarvis.tools.context import InvocationContext
        from ovos_phal_plugin_jarvis.tools.validation import validate_call

        packages = Path(folder) / "packages"
        write_packages(packages, 200)
        config = load_config({"commands": {"paths": [str(packages)]}})

        def call(runtime: Runtime) -> None:
            tool = runtime.registry.snapshot.find("command_7")
            assert runtime.invoker.run(validate_call(tool, {"city": "Porto"}), InvocationContext()).error is None

        Runtime(config, with_installed=False).shutdown()  # what Python imports once
        start = time.perf_counter()
        runtime = Runtime(config, with_installed=False)
        started = time.perf_counter() - start
        assert len(runtime.registry.snapshot) == 200, dict(runtime.registry.snapshot.failed)
        reloads = []
        for _ in range(3):
            start = time.perf_counter()
            runtime.registry.reload()
            reloads.append(round(time.perf_counter() - start, 3))
        runtime.shutdown()

        write_packages(Path(folder) / "few", 20)
        runtime = Runtime(load_config({"commands": {"paths": [str(Path(folder) / "few")]}}))
        for _ in range(3):
            call(runtime)
            runtime.registry.reload()
        before = counts()
        for _ in range(100):
            call(runtime)
            runtime.registry.reload()
        left = {name: count - before[name] for name, count in counts().items()}
        runtime.shutdown()
        after = counts()
    print(
        json.dumps(
            {
                "start_with_200_commands_s": round(started, 3),
                "reload_200_commands_s": reloads,
                "left_after_100_reloads_of_20": left,
                "threads_after_shutdown": after["threads"],
                "modules_after_shutdown": after["modules"] - before["modules"],
            }
        )
    )


if __name__ == "__main__":
    main()
