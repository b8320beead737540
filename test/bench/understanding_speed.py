"""How fast and how large the example translator is: ``python test/bench/understanding_speed.py``.

Times are of the processor, not of the clock. Latency is also given as a ratio to one pass of the same text through
scikit-learn's TF-IDF over the same examples, in the same run, so that figures of different machines can be compared.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from datetime import datetime, timezone
from pathlib import Path

from understanding_tools import made_up

from ovos_phal_plugin_jarvis.assistant.evaluation import percentile
from ovos_phal_plugin_jarvis.nlu import ExampleTranslator
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition
from ovos_phal_plugin_jarvis.translation.values import TranslationContext

CONTEXT = TranslationContext(datetime(2026, 11, 21, 10, tzinfo=timezone.utc))
ASKED = 300


def latency(tools: tuple[ToolDefinition, ...]) -> dict[str, float]:
    """Milliseconds a translation takes, and one TF-IDF pass."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    translator = ExampleTranslator(tools)
    translator.train()
    every = [example.utterance for tool in tools for example in tool.examples]
    said = [f"hey {text} please" for text in every[:: max(1, len(every) // ASKED)]][:ASKED]
    for text in said[:20]:
        translator.translate(text, CONTEXT)
    vectorizer = TfidfVectorizer(ngram_range=(1, 2)).fit(every)
    own, peer = [], []
    for text in said:
        started = time.process_time()
        translator.translate(text, CONTEXT)
        own.append((time.process_time() - started) * 1000)
        started = time.process_time()
        vectorizer.transform([text])
        peer.append((time.process_time() - started) * 1000)
    own.sort()
    peer.sort()
    return {
        "p50_ms": percentile(own, 0.5),
        "p95_ms": percentile(own, 0.95),
        "tfidf_p50_ms": percentile(peer, 0.5),
        "ratio_p50": round(percentile(own, 0.5) / percentile(peer, 0.5), 2),
    }


def training() -> dict[str, float]:
    """Seconds to train 50 tools of 40 examples, to read them back, and to learn one more."""
    tools = made_up(51)
    with tempfile.TemporaryDirectory() as folder:
        seconds = {}
        for name, chosen in (("train_50x40_s", tools[:50]), ("reload_s", tools[:50]), ("one_more_tool_s", tools)):
            translator = ExampleTranslator(chosen, cache_dir=Path(folder))
            started = time.process_time()
            translator.train()
            seconds[name] = round(time.process_time() - started, 3)
        return seconds


def memory() -> float:
    """MiB that importing, training 20 tools and asking adds to a Python that has imported the plugin's plan."""
    code = (
        "import resource,sys;sys.path.insert(0,sys.argv[1]);from understanding_tools import made_up;"
        "from datetime import datetime,timezone;tools=made_up(20);"
        "from ovos_utils.log import LOG;"
        "from ovos_phal_plugin_jarvis.translation.values import TranslationContext as C;"
        "import ovos_phal_plugin_jarvis.commands.dates;"
        "r=lambda:int(open('/proc/self/statm').read().split()[1])*resource.getpagesize()/2**20;before=r();"
        "from ovos_phal_plugin_jarvis.nlu import ExampleTranslator as T;"
        "t=T(tools);t.train();c=C(datetime.now(timezone.utc));"
        "[t.translate(e.utterance,c) for d in tools for e in d.examples];print(r()-before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(Path(__file__).parent)], capture_output=True, text=True, check=True
    )
    return round(float(done.stdout), 1)


def main() -> None:
    report = {
        "tools_20": latency(made_up(20)),
        "training": training(),
        "memory_added_mib": memory(),
        "tools_1000": latency(made_up(1000, examples=10)),
        "peak_mib": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
    }
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
