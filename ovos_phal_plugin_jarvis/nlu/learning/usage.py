"""How tools are spoken to, as they declare and their examples show it: asked, ordered, or told what was done."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ovos_phal_plugin_jarvis.nlu.acts.deeds import asks_whether_done
from ovos_phal_plugin_jarvis.nlu.acts.statements import as_a_rule, only_states, tells_of_the_past
from ovos_phal_plugin_jarvis.nlu.bounds import is_least
from ovos_phal_plugin_jarvis.nlu.entities import NUMBER
from ovos_phal_plugin_jarvis.nlu.lang import Language, is_content
from ovos_phal_plugin_jarvis.nlu.learning.alignment import AlignedExample
from ovos_phal_plugin_jarvis.nlu.learning.declared_parameters import declared_parameter
from ovos_phal_plugin_jarvis.nlu.learning.inquiry import answers, gives_reasons, only_tells, writes_down
from ovos_phal_plugin_jarvis.nlu.learning.wording import Declared, Wording, wording
from ovos_phal_plugin_jarvis.nlu.reading import number_places
from ovos_phal_plugin_jarvis.nlu.text import single_words, words_of
from ovos_phal_plugin_jarvis.tools.definition import ToolDefinition

_TELLING = 0.05
"""Share of a tool's examples that only tell something, from which on that is how it is spoken to."""
_SEVERAL, _TOLD_OF_NONE = 2, 0.15
"""Examples, and their share, that tell what is not so, from which on that is a way to speak to the tool."""
_DEED = 3
"""Words from the verb on of which one says what was done: "have just [fed]"."""
_NOT_FOR = re.compile(r"\bnot for ([^.]*)", re.IGNORECASE)


def wording_of(
    definition: ToolDefinition, described: Declared, lang: Language, examples: Sequence[AlignedExample]
) -> Wording:
    """What explains words to the tool of *definition*, and how people speak to it.

    Args:
        definition: the tool.
        described: its words.
        lang: what is spoken.
        examples: its examples.
    """
    own = wording(
        described,
        lang,
        ((e.words, _value_places(e)) for e in examples),
    )
    said = [e.heard.text for e in examples]
    return replace(
        own,
        answers=answers(definition, said, lang),
        reasons=gives_reasons(definition, said, lang),
        stated=_stated(definition, examples, lang),
        stated_past=_stated_past(examples, lang),
        told=is_told(examples, lang),
        told_of_none=_told_of_none(examples, lang),
        recounted=_recounted(examples, lang) if definition.examples else None,
        usual=_usual(examples, lang),
        reads=only_tells(definition),
        inquired=any(asks_whether_done(example.words, lang) for example in examples),
        writes=writes_down(definition, lang),
        excluded=_excluded(definition, lang),
        kinds={name: kinds for name, kinds in _kinds(definition, lang) if kinds},
        ends={p.name: end for p in definition.parameters if (end := is_least(p)) is not None},
    )


def _value_places(example: AlignedExample) -> set[int]:
    """The words of *example* that say its arguments: also its numbers, where an argument with figures in it was found
    in none of its words: "don't let me sleep past nine"."""
    places = {at for span in example.spans for at in range(span.start, span.end)}
    if any(re.search(r"\d", str(value)) for value in example.implied.values()):
        places |= number_places(example.heard.mentions)
    return places


def _kinds(definition: ToolDefinition, lang: Language) -> Iterator[tuple[str, frozenset[str]]]:
    """Each argument with the kinds of mention that it may be made from: a number, for one of values with figures."""
    for parameter in definition.parameters:
        figures = any(any(map(str.isdigit, str(value))) for value in parameter.enum_values or ())
        kinds = {*declared_parameter(parameter, lang).kinds, *((NUMBER,) if figures else ())}
        yield parameter.name, frozenset(kinds)


def _excluded(definition: ToolDefinition, lang: Language) -> frozenset[str]:
    """The words by which the author of a tool says what it is not for, without an s at the end."""
    said = (word for part in _NOT_FOR.findall(definition.description) for word in words_of(part))
    return frozenset(word.removesuffix("s") for word in said if is_content(word, lang))


def is_told(examples: Sequence[AlignedExample], lang: Language) -> bool:
    """Whether *examples* with values tell what was done, or how something is, and ask for nothing."""
    found = 0
    for example in examples:
        said = only_states(example.words, lang)
        tells = said is not None and (said.past or example.words[said.verb] in lang.states)
        found += bool(example.spans) and (tells or tells_of_the_past(example.words, lang))
    return found > 0 and found >= _TELLING * len(examples)


def _told_of_none(examples: Sequence[AlignedExample], lang: Language) -> bool:
    """Whether several of *examples*, and not just now and then one, tell what is not so."""
    denying = single_words(lang, "negations")
    told = (e for e in examples if (said := only_states(e.words, lang)) is not None and said.negated)
    found = sum(any(word in denying and e.outside(at) for at, word in enumerate(e.words)) for e in told)
    return found >= _SEVERAL and found >= _TOLD_OF_NONE * len(examples)


def _recounted(examples: Sequence[AlignedExample], lang: Language) -> frozenset[str]:
    """Stems of the words by which *examples* tell what whoever speaks did: "i fed the hens", "fed the hens"."""
    found: set[str] = set()
    for words in (example.words for example in examples):
        said = only_states(words, lang)
        if said is not None and said.past and said.speaking:
            found.update(map(lang.stem, words[said.verb : said.verb + _DEED]))
        elif tells_of_the_past(words, lang):
            found.add(lang.stem(words[0]))
    return frozenset(found)


def _usual(examples: Sequence[AlignedExample], lang: Language) -> frozenset[str]:
    """Stems of the verbs by which *examples* tell what whoever speaks does."""
    told = ((example.words, as_a_rule(example.words, lang)) for example in examples)
    return frozenset(lang.stem(words[said.verb]) for words, said in told if said is not None)


def _stated(definition: ToolDefinition, examples: Sequence[AlignedExample], lang: Language) -> frozenset[str] | None:
    """What *examples* say something of where they order nothing; None where that is a value, or nobody knows. Without
    examples only what writes down what people tell is known to be told so."""
    if not examples:
        return None if definition.examples or writes_down(definition, lang) else frozenset()
    found: set[str] = set()
    for example in examples:
        told = only_states(example.words, lang)
        subject = range(told.subject if told is not None else 0)
        if not all(map(example.outside, subject)):
            return None
        found.update(example.words[at] for at in subject)
    return frozenset(found - lang.articles)


def _stated_past(examples: Sequence[AlignedExample], lang: Language) -> frozenset[str]:
    """What *examples* say something of that is over."""
    told = [(example, only_states(example.words, lang)) for example in examples]
    found = (example.words[: said.subject] for example, said in told if said is not None and said.past)
    return frozenset(word for words in found for word in words) - lang.articles


def subjects(definitions: Sequence[ToolDefinition]) -> frozenset[tuple[str, ...]]:
    """The words that the name of exactly one tool ends with: ``get_time`` is the tool for "time"."""
    ends = Counter(d.named.replace("-", "_").rpartition("_")[2].lower().removesuffix("s") for d in definitions)
    return frozenset((word,) for word, count in ends.items() if count == 1)


def openers(examples: Iterable[Sequence[str]], lang: Language) -> frozenset[str]:
    """Words that requests begin with: those that at least two examples do, and the verbs of the language."""
    counts = Counter(words[0] for words in examples if words and len(words[0]) > 1)
    found = {word for word, count in counts.items() if count > 1 and word not in lang.function_words}
    return frozenset(found | lang.verbs | lang.question_words)
