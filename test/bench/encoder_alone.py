"""What the encoder alone makes of toolboxes without examples: ``python test/bench/encoder_alone.py [FILE …]``, of each
FILE of weights, by default of those that ship.

Of ``test/data/published`` and ``test/data/machines``, as far as they are developed with: how often the likeliest of
the four nearest tools is the right one, and which share of the requests is read so and surer than all but 2, 3.6 and
10 % of the lines for nothing. No rule and no tree is asked.
"""

from __future__ import annotations

import sys
from pathlib import Path
from unittest import mock

import numpy as np
import understanding_sets as sets

from ovos_phal_plugin_jarvis.nlu.encoder import Encoder
from ovos_phal_plugin_jarvis.nlu.learning import second_opinion
from ovos_phal_plugin_jarvis.nlu.text import strip_request, words_of

_NEAREST = 4
"""Tools that are read closely, as the translator does."""
_PASSING = (0.02, 0.036, 0.1)


def measure(encoder: Encoder, given: list[sets.Published]) -> str:
    """The figures of *encoder* on the toolboxes *given*, in a line."""
    likely, nothing, right = [], [], 0
    for published in given:
        suite = published.suite
        with mock.patch.object(second_opinion, "_encoder", lambda: encoder):
            opinion = second_opinion.second_opinion(suite.tools)
        assert opinion is not None
        for case in suite.cases:
            words = words_of(strip_request(case.utterance, "en"))
            read = opinion.read(words, opinion.nearest(words, _NEAREST))
            best = max(read, key=lambda name: read[name].probability)
            if case.command is None:
                nothing.append(read[best].probability)
            else:
                right += best == case.command
                likely.append(read[best].probability if best == case.command else 0.0)
    passed = [np.mean(np.array(likely) > np.quantile(nothing, 1 - share)) for share in _PASSING]
    through = ", ".join(f"{one:.3f} at {share:.1%}" for one, share in zip(passed, _PASSING, strict=True))
    return f"forced choice {right / len(likely):.3f} of {len(likely)}; through {through} of {len(nothing)} for nothing"


def main() -> None:
    """Print the figures of each file."""
    for file in sys.argv[1:] or [None]:
        encoder = Encoder.load(Path(file) if file is not None else None)
        for kind, given in (("published", sets.published()), ("machines", sets.machines())):
            print(file or "shipped", kind, measure(encoder, given), flush=True)


if __name__ == "__main__":
    main()
