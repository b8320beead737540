"""A whole runtime with the published packages, used and reloaded: nothing of the old commands stays."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from leftovers import Since
from ovos_phal_plugin_jarvis.config import load_config
from ovos_phal_plugin_jarvis.runtime.runtime import Runtime
from ovos_phal_plugin_jarvis.tools.context import InvocationContext
from ovos_phal_plugin_jarvis.tools.validation import validate_call

PACKAGES = Path(__file__).parents[2] / "fixtures" / "packages"


def counts():
    gc.collect()
    kept = {
        kind: sum(type(o).__name__ == kind for o in gc.get_objects())
        for kind in ("ShoppingListCommand", "CommandToolBox", "Snapshot")
    }
    return kept | {
        "modules": len(sys.modules),
        "path": len(sys.path),
        "hooks": len(sys.meta_path),
    }


def test_reloads_leave_nothing():
    since = Since()
    config = load_config({"commands": {"paths": [str(PACKAGES)]}, "invoke": {"workers": 1}})
    runtime = Runtime(config, with_installed=False)

    def use():
        tool = runtime.registry.snapshot.find("shopping_list")
        call = validate_call(tool, {"action": "add", "items": ["milk"]})
        assert runtime.invoker.run(call, InvocationContext()).result["message"] == "Added milk."
        del tool, call
        runtime.registry.reload()

    use()
    use()
    before, used = counts(), Since()
    for _ in range(10):
        use()
    assert counts() == before and used.nothing(), (used.threads(), used.files())
    runtime.shutdown()
    assert since.nothing(), (since.threads(), since.files())
