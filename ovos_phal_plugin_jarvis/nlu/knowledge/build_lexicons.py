"""Makes ``data/english_<xx>.npz`` from the tables of ``recipe/lexicons``.

``python -m ovos_phal_plugin_jarvis.nlu.knowledge.build_lexicons`` reads, for each language, ``<xx>_english.tsv`` (a
word and what it is in English) and ``english_<xx>.tsv`` (the other way round), both written for this. The forms of
each word ("spielt", "spielst" of "spielen") are those that simplemma (MIT) knows, of the 60,000 words that wordfreq
(Apache-2.0, its counts CC BY-SA 4.0) finds most used: ``pip install simplemma wordfreq``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ovos_phal_plugin_jarvis.nlu.knowledge.lexicon import FORMAT, STEM, STEPS
from ovos_phal_plugin_jarvis.nlu.lang import language
from ovos_phal_plugin_jarvis.nlu.text import fold, tokenize

TABLES = Path(__file__).parent / "recipe" / "lexicons"
OUTPUT = Path(__file__).parent / "data"
_MOST = 6
"""English words that are kept for one."""
_NEXT = 0.75
"""What each says, against the one before it."""
_RARER = 0.3
"""How much less the last English word of a table says than the first: it is said less."""
_BOTH = 0.2
"""What it adds that both tables have a pair."""
_OF_GRAMMAR = 0.5
"""What a pair of the table from English counts for a word of grammar: that table has no "at" and no "for"."""
_LEAST = 0.2
"""Part of the likeliest one's weight below which one is not kept."""
_FORMS = 60_000
_SHORTEST = 3
"""Letters of a verb that it may stand before, at the least one more."""
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")

Weights = dict[str, dict[str, float]]


def build(lang: str, output: Path = OUTPUT) -> None:
    """Write ``english_<lang>.npz`` into the folder *output*."""
    weights = _read(lang)
    found = {word: _strongest(meant) for word, meant in weights.items()}
    forms = dict(_forms(lang))
    for form, lemma in forms.items():
        if form not in found and lemma in found:
            found[form] = found[lemma]
    found |= {form: meant for form, meant in _separable(found, forms, lang) if form not in found}
    found |= _stems(weights, lang)
    words = sorted(found, key=str.encode)
    english = sorted({meant for word in words for meant, _ in found[word]}, key=str.encode)
    place = {meant: at for at, meant in enumerate(english)}
    rows = [found[word] for word in words]
    arrays: dict[str, Any] = {
        "format": np.array([FORMAT], np.int32),
        "words": np.frombuffer("".join(words).encode(), np.uint8),
        "word_starts": _starts(len(word.encode()) for word in words).astype(np.int32),
        "english": np.frombuffer("".join(english).encode(), np.uint8),
        "english_starts": _starts(len(meant.encode()) for meant in english).astype(np.int32),
        "starts": _starts(map(len, rows)).astype(np.int32),
        "meant": np.array([place[meant] for row in rows for meant, _ in row], np.uint16),
        "weights": np.array([max(1, round(weight * STEPS)) for row in rows for _, weight in row], np.uint8),
    }
    path = output / f"english_{lang}.npz"
    np.savez_compressed(path, **arrays)
    print(f"{path.name}: {len(words)} words, {len(english)} in English, {path.stat().st_size / 1e6:.2f} MB")


def _read(lang: str) -> Weights:
    weights: Weights = defaultdict(dict)
    small = language(lang).function_words
    for word, meant, _ in _rows(TABLES / f"{lang}_english.tsv"):
        word = _tokens(word, lang)
        for at, english in enumerate(meant):
            weights[word][english] = _NEXT**at
    for english, said, rarity in _rows(TABLES / f"english_{lang}.tsv"):
        for at, word in enumerate(_tokens(word, lang) for word in said):
            weight = _NEXT**at * (1 - _RARER * rarity)
            known = weights[word].get(english, 0.0)
            if word not in small:
                weights[word][english] = max(known, weight) + (_BOTH if known else 0.0)
            elif not known:
                weights[word][english] = weight * _OF_GRAMMAR
    return weights


def _tokens(said: str, lang: str) -> str:
    """*said* as its words are heard: an article that is written before one with an apostrophe is one of its own."""
    return " ".join(token.norm for token in tokenize(said, lang))


def _rows(path: Path) -> Iterable[tuple[str, list[str], float]]:
    """Word, what it is in the other language, the likeliest first, and how far down in the table it stands, 0 to 1."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for at, line in enumerate(lines):
        word, _, others = line.partition("\t")
        told = [" ".join(fold(other).split()) for other in others.split(",")]
        told = [other for other in dict.fromkeys(told) if other and all(map(_WORD.fullmatch, other.split()))]
        if told:
            yield fold(word.strip()), told, at / len(lines)


def _strongest(meant: Mapping[str, float]) -> list[tuple[str, float]]:
    ranked = sorted(meant.items(), key=lambda pair: (-pair[1], pair[0]))[:_MOST]
    return [(english, weight / ranked[0][1]) for english, weight in ranked if weight >= _LEAST * ranked[0][1]]


def _forms(lang: str) -> Iterable[tuple[str, str]]:
    """Each form that is said with the word that it is a form of."""
    import simplemma
    from wordfreq import top_n_list

    for form in top_n_list(lang, _FORMS):
        lemma = fold(simplemma.lemmatize(form, lang))
        if lemma != form and _WORD.fullmatch(form):
            yield fold(form), lemma


def _stems(weights: Weights, lang: str) -> dict[str, list[tuple[str, float]]]:
    """Each stem with what all words mean that have it."""
    meant: Weights = defaultdict(dict)
    for word, english in weights.items():
        for each, weight in english.items() if " " not in word else ():
            known = meant[STEM + language(lang).stem(word)]
            known[each] = max(known.get(each, 0.0), weight)
    return {stem: _strongest(english) for stem, english in meant.items()}


def _separable(found: Mapping[str, Any], forms: Mapping[str, str], lang: str) -> Iterable[tuple[str, Any]]:
    """Each form of a verb behind a particle that makes another verb of it: "anmach" as "anmachen"."""
    said = defaultdict(set)
    for form, lemma in forms.items():
        said[lemma].add(form)
    for verb, meant in found.items():
        for particle in sorted(language(lang).verb_particles):
            rest = verb.removeprefix(particle)
            if rest != verb and rest.endswith("n") and len(rest) > _SHORTEST:
                stem = rest.removesuffix("n").removesuffix("e")
                yield from ((particle + form, meant) for form in {stem, f"{stem}e", *said[rest]})


def _starts(lengths: Iterable[int]) -> Any:
    return np.concatenate([[0], np.cumsum([*lengths])])


def main() -> None:
    """Write those of all languages that have tables."""
    tables = sorted(TABLES.glob("english_*.tsv"))
    if not tables:
        raise SystemExit(f"{TABLES}: no tables; they are in a checkout, and in no wheel")
    for table in tables:
        build(table.stem.removeprefix("english_"))


if __name__ == "__main__":
    main()
