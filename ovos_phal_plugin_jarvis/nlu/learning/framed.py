"""A name that no tagger has seen, where a tool's examples have one: the "zumba" of "cancel my zumba alarm"."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ovos_phal_plugin_jarvis.nlu.acts.words import fields_of, orders
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample, Profile
from ovos_phal_plugin_jarvis.nlu.learning.filled import Filled
from ovos_phal_plugin_jarvis.nlu.reading import Heard, valued, valued_places
from ovos_phal_plugin_jarvis.nlu.text import words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_BETWEEN, _BEHIND = 2, 3
"""Examples that have a text between an article and a word, and behind a word of grammar, for such a place to be one."""
_ALWAYS = 0.8
"""Share of a word of grammar behind which the text stands."""
_MOST = 3
"""Words of such a name."""


class Frames:
    """Where the texts of one tool stand, as its examples show."""

    def __init__(
        self,
        definition: ToolDefinition,
        examples: Sequence[AlignedExample],
        profiles: Mapping[str, Profile],
        lang: Language,
    ) -> None:
        """
        Args:
            definition: the tool.
            examples: its examples.
            profiles: what they show of its arguments.
            lang: what is spoken.
        """
        self._lang = lang
        self._determining = lang.articles | lang.owners | lang.demonstratives
        texts = {name for name, profile in profiles.items() if _is_text(profile)}
        self._between: dict[str, Counter[str]] = defaultdict(Counter)
        self._behind: dict[str, Counter[str]] = defaultdict(Counter)
        said: Counter[str] = Counter()
        outside: set[str] = set()
        named: set[str] = set()
        for example in examples:
            words = example.words
            given = {x.start for x in valued(example.heard)}
            for at, word in enumerate(words):
                if example.outside(at):
                    said[word] += self._behind_determiners(words, at + 1) not in given  # the "for" of "for six am"
                    outside.add(word)
            for span in example.spans:
                if span.parameter not in texts:
                    continue
                named.update(words[span.start : span.end])
                lead = self._lead(words, span.start)
                follows = words[span.end] if span.end < len(words) else ""
                if is_content(follows, lang) and span.start and words[span.start - 1] in self._determining:
                    self._between[span.parameter][follows] += 1
                self._behind[span.parameter][lead] += 1
        own = {*words_of(f"{definition.named} {definition.description}"), *(outside - named)}
        self._known = {lang.stem(word) for word in own}
        self._said = said

    def place(self, heard: Heard, filled: Filled) -> None:
        """Put into *filled* the only name of *heard* that nothing has taken and no example knows, where it stands as
        the examples have one.

        Args:
            heard: a request.
            filled: the arguments that it gives so far.
        """
        runs = list(self._runs(heard, filled))
        if len(runs) != 1:
            return
        start, end = runs[0]
        fitting = [name for name in self._fitting(heard.words, start, end) if name not in filled.arguments]
        if len(fitting) == 1:
            filled.move(fitting[0], start, end, heard)
            if fitting[0] in filled.missing:
                filled.missing.remove(fitting[0])

    def _lead(self, words: Sequence[str], start: int) -> str:
        """The word before the text that begins at *start*, and before its article."""
        before = words[:start]
        return next((word for word in reversed(before) if word not in self._determining), "")

    def _behind_determiners(self, words: Sequence[str], at: int) -> int:
        """The first place from *at* on that is no article or the like."""
        return next((i for i in range(at, len(words)) if words[i] not in self._determining), len(words))

    def _runs(self, heard: Heard, filled: Filled) -> Iterator[tuple[int, int]]:
        """Where words stand that say nothing else."""
        told = valued_places(heard) | filled.covered  # a name may be a town's as well: "church"
        free = [at for at, word in enumerate(heard.words) if at not in told and self._is_strange(word)]
        for start in free:
            if start - 1 not in free:
                end = start
                while end in free:
                    end += 1
                yield start, end

    def _is_strange(self, word: str) -> bool:
        known = self._lang.stem(word) in self._known
        return is_content(word, self._lang) and not known and not _rather_describes(word, self._lang)

    def _fitting(self, words: Sequence[str], start: int, end: int) -> Iterable[str]:
        """The texts that stand where the words from *start* up to *end* do."""
        if not start or end - start > _MOST:
            return
        follows = words[end] if end < len(words) else ""
        determined, lead = words[start - 1] in self._determining, self._lead(words, start)
        for name, behind in self._behind.items():
            between = determined and self._between[name][follows] >= _BETWEEN
            # "to", "called"; what begins a request is led by nothing
            leads = lead in self._lang.function_words or (lead != "" and not orders(lead, self._lang))
            led = leads and behind[lead] >= max(_BEHIND, _ALWAYS * self._said[lead])
            if between or led:
                yield name


def _rather_describes(word: str, lang: Language) -> bool:
    """Whether *word* is an adjective more often than it names something ("good"), as far as a dictionary knows; "mum",
    who keeps mum, names somebody."""
    fields = fields_of(word, lang)
    adjective, noun = (
        sum(share for name, share in fields.items() if name.startswith(kind)) for kind in ("adj.", "noun.")
    )
    return adjective > noun


def _is_text(profile: Profile) -> bool:
    parameter = profile.parameter
    given = parameter.enum_values or parameter.is_list or parameter.param_type.lower() not in ("string", "str")
    return not given and not profile.typed
