"""Once the encoder is loaded, products take one thread each, on whatever thread they are asked for."""

from __future__ import annotations

import json
import subprocess
import sys

SEEN = """
import json, threading
from threadpoolctl import threadpool_info
from ovos_phal_plugin_jarvis.nlu.encoder import Encoder
seen = {}
def look(when):
    seen[when] = [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]
loading = threading.Thread(target=Encoder.load)
loading.start(); loading.join()
look("here")
other = threading.Thread(target=look, args=("elsewhere",))
other.start(); other.join()
print(json.dumps(seen))
"""


def test_one_thread_wherever_it_is_asked() -> None:
    told = subprocess.run([sys.executable, "-c", SEEN], capture_output=True, text=True, check=True, timeout=60)
    seen = json.loads(told.stdout)
    assert seen["here"] and set(seen["here"]) == set(seen["elsewhere"]) == {1}
