"""An isolated toolbox of a package that does what no process survives, for tests."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from ovos_phal_plugin_jarvis.config import IsolationConfig
from ovos_phal_plugin_jarvis.sdk.cancelling import Cancellation, listening_to
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.describe import load_toolbox
from ovos_phal_plugin_jarvis.tools.execution.isolation.process import BackOff
from ovos_phal_plugin_jarvis.tools.execution.isolation.toolbox import IsolatedToolBox
from ovos_phal_plugin_jarvis.tools.validation import output_json, validate_call, validate_output

FAULTY = Path(__file__).parent / "fixtures" / "isolated"


class Served:
    """An isolated toolbox, called as the invoker calls it."""

    def __init__(self, config=None, **limits):
        self.box = IsolatedToolBox(
            "faulty",
            "faulty_toolboxes:FaultyToolBox",
            config or {},
            IsolationConfig(**limits),
            start_timeout=60,
            back_off=BackOff(0.05, 1.0, 0.0),
        )

    def ready(self):
        self.box.wait_ready()
        self.tools = {tool.name: tool for tool in load_toolbox("faulty", self.box).tools}
        return self

    def call(self, name, seconds=20.0, cancellation=None, **arguments):
        """The value that the tool answers with; raises what the call raises."""
        tool = self.tools[name]
        with listening_to(cancellation or Cancellation(time.monotonic() + seconds)):
            call = validate_call(tool, arguments)
            output = validate_output(tool, tool.run(call.arguments, InvocationContext()))
            return output_json(tool, output)["value"]

    def later(self, name, **arguments):
        """Calls on another thread; the function returned waits, and gives what came of it."""
        result = []

        def work():
            try:
                result.append(self.call(name, **arguments))
            except Exception as error:  # noqa: BLE001 - looked at by the test
                result.append(error)

        thread = threading.Thread(target=work)
        thread.start()

        def wait():
            thread.join(90)
            return result[0]

        return wait

    @property
    def status(self):
        return self.box.process_status()

    def until(self, condition, seconds=60.0):
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, self.status
            time.sleep(0.01)

    def back(self, restarts):
        """Wait until it runs again."""
        self.until(lambda: self.status["restarts"] >= restarts and self.status["state"] == "running")


def lives(pid):
    """Whether that process runs: one that has ended and waits to be asked for its status does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"
