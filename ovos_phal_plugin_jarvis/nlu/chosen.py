"""What is chosen beside what a request was read as: a yes or no, or one of a few values, that no rule finds.

It comes last, once it is known what will be done: a guess says nothing of whether a request is meant, where it is
parted and what is denied in it.
"""

from __future__ import annotations

from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.candidates import RECALLED, Candidate
from ovos_phal_plugin_jarvis.nlu.dialogue import Request
from ovos_phal_plugin_jarvis.nlu.encoder import Reading
from ovos_phal_plugin_jarvis.nlu.learning.placing import MANY
from ovos_phal_plugin_jarvis.nlu.learning.trained import Trained

CERTAIN = 0.35
"""How certain a call is of which a value was chosen: what only tells something asks first as well."""


def with_chosen(request: Request, trained: Trained) -> Request:
    """*request* with what is chosen, which makes its values less certain; as it is where something came to it that was
    not read there, such as a follow-up's, where the encoder was not asked, where something is still to be asked, and
    where it is an example but for its values, whose author says what it means."""
    read = request.read
    if read is None or read.reading is None or request.call.arguments != read.filled.arguments:
        return request
    found = _chosen(read, read.reading, trained)
    missing = tuple(name for name in request.missing if name not in found)
    if not found or missing:
        return request  # who answers what is missing has not heard of what was chosen
    arguments = {**request.call.arguments, **{name: value for name, (value, _) in found.items()}}
    call = replace(request.call, arguments=arguments, implied=request.call.implied | found.keys())
    return replace(request, call=call, missing=(), certain=CERTAIN)


def _chosen(read: Candidate, reading: Reading, trained: Trained) -> dict[str, tuple[object, float]]:
    name, heard = read.definition.name, read.heard
    few = len(trained.aligned.get(name, ())) < MANY
    own = trained.definitions.get(name) is read.definition and name in trained.choosers and not heard.is_word_for_word
    if not few or not own or read.group == RECALLED or trained.forms.match(heard) is not None:
        return {}
    unmeant = trained.models[name].of_others(heard, read.filled) if name in trained.models else ()
    return dict(trained.choosers[name].choose(heard, read.filled, reading, unmeant))
