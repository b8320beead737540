"""Batches: some tools as different authors would have declared them, and what different people would say to them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch

from ovos_phal_plugin_jarvis.nlu.encoder.cards import CardParameter, ToolCard
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.corpora import PUBLISHED, Parameter, Said, Tool, find_words
from ovos_phal_plugin_jarvis.nlu.encoder.texts import (
    GAP,
    Values,
    Vocabulary,
    parameter_words,
    tool_words,
    type_id,
    utterance_words,
    value_words,
)
from ovos_phal_plugin_jarvis.nlu.encoder.words import WordVectors, normal_form, split_words

LONGEST = 28  # words of an utterance that is learned from

BEFORE = """please;can you;could you;could you please;would you;hey;ok;okay;so;um;i'd like you to;i want you to;
i need you to;can you please;would you mind;go ahead and;now;alright;well;just;quickly;hi;hello;hey there;
good morning;let's;i was wondering if you could;be so kind and;do me a favour and;listen""".replace("\n", "").split(";")
AFTER = """please;for me;thanks;thank you;now;right now;if you can;would you;will you;ok;when you have a minute;
if that's possible;or something;then;again""".replace("\n", "").split(";")
OPENINGS = ("Use this to", "This tool can", "Tool:", "Lets the user", "Call this when the user wants to")
DIGITS = {
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10", "eleven": "11", "twelve": "12", "fifteen": "15", "twenty": "20", "thirty": "30", "forty": "40",
    "fifty": "50",
}  # fmt: skip
SPELLED = {digits: word for word, digits in DIGITS.items()}
LISTED = 0.12
"""How often a short text holds several things, as few authors of the corpora have it."""


@dataclass
class Spoken:
    """One utterance of a batch: words, its tool (or -1), places and choices of that tool's parameters."""

    words: list[str]
    tool: int
    spans: dict[int, tuple[int, int]]
    choices: dict[int, str]  # "" is "not said"
    known: set[int]  # parameters that are learned from
    groups: frozenset[str]
    learned: bool = True  # whether other tools may be called wrong


@dataclass
class Sample:
    """One batch before it is numbers."""

    cards: list[ToolCard]
    groups: list[frozenset[str]]
    spoken: list[Spoken]


class Sampler:
    """Draws batches from tools and from talk that is for none."""

    def __init__(
        self,
        tools: Sequence[Tool],
        nothing: Sequence[Sequence[str]],
        phrases: Sequence[str],
        vectors: WordVectors,
        shares: dict[str, float],
        seed: int,
        meanings: Sequence[Tool] = (),
    ):
        """``shares``: of the sources in what is drawn. ``meanings``: tools that only ever stand beside the others."""
        self.meanings = list(meanings)
        self._random = random.Random(seed)
        self._nothing = [[split_words(text) for text in part] for part in nothing if part]
        self._phrases = list(phrases)
        self.tools = list(tools)
        self._at = {tool.key: i for i, tool in enumerate(self.tools)}
        self._mark_alike(vectors)
        self._merge()
        self._sources: dict[str, list[int]] = defaultdict(list)
        for i, tool in enumerate(self.tools):
            self._sources[tool.source].append(i)
        self._shares = {name: share for name, share in shares.items() if self._sources.get(name)}
        self._pools: dict[str, list[str]] = defaultdict(list)
        for tool in self.tools:
            for parameter in tool.parameters:
                self._pools[parameter.name] += parameter.fillers
        self._pools = {name: sorted(set(pool)) for name, pool in self._pools.items()}
        self._every = sorted({f for pool in self._pools.values() for f in pool})

    def state(self) -> object:
        """What ``restore`` goes on from."""
        return self._random.getstate()

    def restore(self, state: object) -> None:
        """Go on as the sampler did that told ``state``."""
        self._random.setstate(state)  # type: ignore[arg-type]

    def _mark_alike(self, vectors: WordVectors) -> None:
        """Near tools are hard negatives; those of different people that seem to do the same are no negatives."""
        counted: dict[str, int] = defaultdict(int)
        texts = [set(split_words(f"{t.names[0]} {t.descriptions[0]}")) for t in self.tools]
        for text in texts:
            for word in text:
                counted[word] += 1
        rows = []
        for text in texts:
            words = sorted(text)
            weight = np.array([np.log((len(texts) + 1) / counted[w]) for w in words], np.float32)
            rows.append((vectors.vectors(words) * weight[:, None]).sum(0))
        matrix = np.stack(rows)
        matrix -= matrix.mean(0)
        matrix /= np.linalg.norm(matrix, axis=1, keepdims=True) + 1e-6
        near = matrix @ matrix.T
        self.near: list[list[int]] = []
        extra: dict[int, set[str]] = defaultdict(set)
        for i, tool in enumerate(self.tools):
            for j in np.nonzero(near[i] > 0.62)[0]:
                other = self.tools[j]
                same_author = tool.source == other.source and (
                    tool.source not in ("own", PUBLISHED, "spoken") or tool.domain == other.domain
                )
                declared = other.key in tool.siblings or tool.key in other.siblings
                if not same_author and not declared:
                    extra[i].add(f"near:{min(i, j)}:{max(i, j)}")
        for i, groups in extra.items():
            self.tools[i].groups |= groups
        for i, tool in enumerate(self.tools):
            order = np.argsort(-near[i])[1:40]
            own = [self._at[k] for k in tool.siblings if k in self._at]
            ordered = [*own, *(int(j) for j in order if j not in own)]
            self.near.append([j for j in ordered if not (self.tools[j].groups & tool.groups)][:14])

    def _merge(self) -> None:
        """Tools that do what two to four others do, told by an enumeration."""
        for i in range(len(self.tools)):
            tool = self.tools[i]
            if tool.source == "sgd" or self._random.random() > 0.4:
                continue
            close = [j for j in self.near[i][:5] if self.tools[j].source == tool.source]
            if not close:
                continue
            parts = [
                tool,
                *(
                    self.tools[j]
                    for j in self._random.sample(close, min(len(close), self._random.choice([1, 1, 2, 3])))
                ),
            ]
            names = [part.names[0] for part in parts]
            label = self._random.choice(["action", "operation", "command", "what", "mode", "request", "task"])
            if any(p.name == label for part in parts for p in part.parameters):
                continue
            parameters: dict[str, Parameter] = {}
            for part in parts:
                for p in part.parameters:
                    parameters.setdefault(p.name, replace(p, required=False))
            said = []
            for part in parts:
                value = " ".join(split_words(part.names[0]))
                for one in part.said:
                    clash = {
                        n
                        for n in [*one.spans, *one.choices]
                        if bool(parameters[n].values) != bool(next(p for p in part.parameters if p.name == n).values)
                    }
                    if not clash:
                        said.append(replace(one, choices={**one.choices, label: value}))
            common = set.intersection(*(set(split_words(n)) for n in names)) - {"of", "the", "to", "query"}
            head = "_".join(w for w in split_words(names[0]) if w in common) or split_words(names[0])[-1]
            suffix = self._random.choice(["", "_control", "_manager", "_tool", "_service", "_actions"])
            values = tuple(" ".join(split_words(n)) for n in names)
            described = self._random.choice(["; ", ", or ", ". "]).join(p.descriptions[0].rstrip(".") for p in parts)
            self.tools.append(
                Tool(
                    f"merged:{tool.key}",
                    "merged",
                    [head + suffix],
                    [described],
                    [
                        Parameter(label, ["What to do", "", f"The {label}"], "string", True, values),
                        *parameters.values(),
                    ],
                    said,
                    frozenset().union(*(p.groups for p in parts)) | {f"merged:{tool.key}"},
                    talk=[words for part in parts for words in part.talk],
                )
            )
            self.near.append([j for j in self.near[i] if not (self.tools[j].groups & self.tools[-1].groups)])

    def sample(self, utterances: int, pool: int, meanings: int = 0) -> Sample:
        """One batch of about so many utterances to so many tools, and so many meanings of words beside them."""
        rnd = self._random
        chosen: list[int] = []
        names, weights = list(self._shares), list(self._shares.values())
        while len(chosen) < pool:
            source = rnd.choices(names, weights)[0]
            seed = rnd.choice(self._sources[source])
            cluster = [seed, *rnd.sample(self.near[seed][:8], min(len(self.near[seed][:8]), rnd.choice([1, 2, 3])))]
            chosen += [i for i in cluster if i not in chosen]
        chosen = chosen[:pool]
        wanted: dict[int, list[Said]] = {i: [] for i in chosen}
        inside = round(utterances * 0.68)
        for _ in range(inside):
            i = rnd.choice(chosen)
            wanted[i].append(rnd.choice(self.tools[i].said))
        cards, groups, spoken, meant = [], [], [], []
        for position, i in enumerate(chosen):
            card, own = self._render(self.tools[i], wanted[i], position)
            cards.append(card)
            groups.append(self.tools[i].groups)
            spoken += own
        for tool in rnd.sample(self.meanings, min(meanings, len(self.meanings))):
            card, own = self._render(tool, [rnd.choice(tool.said)], len(cards))
            cards.append(card)
            groups.append(tool.groups)
            meant += own
        out: list[Spoken] = []
        talk = [words for i in chosen for words in self.tools[i].talk]
        while len(spoken) + len(out) < utterances:
            luck = rnd.random()
            if talk and luck < 0.5:
                out.append(Spoken(self._noise(rnd.choice(talk), {})[0], -1, {}, {}, set(), frozenset()))
            elif luck < 0.7:
                part = rnd.choice(self._nothing)
                out.append(Spoken(self._noise(rnd.choice(part), {})[0], -1, {}, {}, set(), frozenset()))
            else:
                # What is said to a tool that is not there, but much like one that is.
                near = self.near[rnd.choice(chosen)]
                i = rnd.choice(near) if near and rnd.random() < 0.7 else rnd.randrange(len(self.tools))
                if i not in chosen:
                    _, own = self._render(self.tools[i], [rnd.choice(self.tools[i].said)], -1)
                    out += [replace(s, tool=-1, spans={}, choices={}, known=set()) for s in own]
        return Sample(cards, groups, [s for s in spoken + out + meant if 0 < len(s.words) <= LONGEST])

    # -- a tool as one of its authors declares it --

    def _render(self, tool: Tool, wanted: Sequence[Said], position: int) -> tuple[ToolCard, list[Spoken]]:
        rnd = self._random
        listed = frozenset(p.name for p in tool.parameters if _may_list(p) and rnd.random() < LISTED)
        filled = [self.fill(tool, said, listed) for said in wanted]
        used = {n for _, spans, chosen, unknown in filled for n in [*spans, *chosen, *unknown]}
        parameters = [p for p in tool.parameters if p.name in used or p.required or rnd.random() > 0.12]
        rnd.shuffle(parameters)
        if len(parameters) > 8:
            parameters = [p for p in parameters if p.name in used or p.required or rnd.random() < 0.4][:10]
        said_of: dict[str, set[str]] = defaultdict(set)
        for words, spans, _, _ in filled:
            for name, (a, b) in spans.items():
                said_of[name].add(" ".join(words[a:b]))
        cards, turned = [], set()
        for p in parameters:
            values = p.values
            pool = self._pools.get(p.name, [])
            if (
                not values
                and p.name not in listed
                and p.type not in ("date", "time", "datetime", "duration")
                and len(pool) >= 4
                and rnd.random() < 0.2
            ):
                others = [" ".join(split_words(v)) for v in rnd.sample(pool, min(len(pool), rnd.randint(2, 7)))]
                values = tuple(dict.fromkeys([*sorted(said_of[p.name]), *(v for v in others if v)]))
                values = tuple(rnd.sample(values, len(values)))
                turned.add(p.name)
            elif values and p.type != "bool" and rnd.random() < 0.3:
                values = tuple(rnd.sample(values, len(values)))
            cards.append(self._parameter(self._plural(p) if p.name in listed else p, values))
        if rnd.random() < 0.05:
            # One that nobody says anything of.
            other = rnd.choice(self.tools)
            odd = rnd.choice(other.parameters) if other.parameters and not other.groups & tool.groups else None
            if odd and odd.name not in {p.name for p in tool.parameters}:
                parameters.append(odd)
                cards.append(self._parameter(odd, odd.values))
        card = self._card(tool, tuple(cards))
        spoken = []
        for words, spans, chosen, unknown in filled:
            words, spans = self._noise(words, spans)
            spoken.append(self._spoken(tool, parameters, card, turned, words, spans, chosen, unknown, position))
        return card, spoken

    def _spoken(
        self,
        tool: Tool,
        parameters: Sequence[Parameter],
        card: ToolCard,
        turned: set[str],
        words: list[str],
        spans: dict[str, tuple[int, int]],
        chosen: dict[str, str],
        unknown: frozenset[str],
        position: int,
    ) -> Spoken:
        own = {p.name for p in tool.parameters}
        out = Spoken(words, position, {}, {}, set(), tool.groups)
        for i, p in enumerate(parameters):
            # What the sources of whole intents tell about parameters is only what was marked.
            if p.name in unknown or (tool.source == "clinc150" and p.name not in own):
                continue
            out.known.add(i)
            if p.name in turned:
                at = spans.get(p.name)
                said = " ".join(words[at[0] : at[1]]) if at else ""
                match = [v for v in card.parameters[i].values if v == said]
                if at and not match:
                    out.known.discard(i)
                out.choices[i] = match[0] if match else ""
            elif card.parameters[i].choices:
                value = chosen.get(p.name, "")
                if value and value not in card.parameters[i].choices:
                    out.known.discard(i)  # merged tools may have unlike enumerations of one name
                else:
                    out.choices[i] = value
            elif p.name in spans:
                out.spans[i] = spans[p.name]
        return out

    def _parameter(self, p: Parameter, values: tuple[str, ...]) -> CardParameter:
        rnd = self._random
        description = rnd.choice(p.descriptions) if rnd.random() > 0.2 else ""
        name = p.name
        if description and rnd.random() < 0.04:
            name = rnd.choice(["x", "arg", "value", "param"]) + rnd.choice(["", "1", "2", "3"])
        elif rnd.random() < 0.05 and len(split_words(name)) > 1:
            name = split_words(name)[-1]
        kind = p.type if rnd.random() > 0.3 or p.type == "bool" else "string"
        if p.type == "bool" and values == ("true", "false") and rnd.random() < 0.7:
            values = ()
        required = p.required if rnd.random() > 0.15 else rnd.random() < 0.5
        return CardParameter(name, description, kind, required, values)

    def _card(self, tool: Tool, parameters: tuple[CardParameter, ...]) -> ToolCard:
        rnd = self._random
        name = rnd.choice(tool.names)
        description = rnd.choice(tool.descriptions)
        luck = rnd.random()
        if luck < 0.12 and tool.source != "merged" and len(split_words(name)) > 1:
            description = ""
        elif luck < 0.2 and description:
            name = rnd.choice(["tool", "run", "execute", "skill", "handler", "fn", "action", "do_it"]) + rnd.choice(
                ["", "_1", "_7"]
            )
        elif luck < 0.3:
            description = description.split(". ")[0].split(", ")[0]
        elif luck < 0.36 and tool.source == "sgd":
            description = f"{description}. {tool.domain}"
        elif luck < 0.42:
            opening = rnd.choice(OPENINGS)
            description = f"{opening} {description[:1].lower()}{description[1:]}"
        elif luck < 0.46:
            name = "".join(split_words(name))
        return ToolCard(name, description, parameters)

    # -- an utterance as one of many people says it --

    def fill(
        self, tool: Tool, said: Said, listed: frozenset[str] = frozenset()
    ) -> tuple[list[str], dict[str, tuple[int, int]], dict[str, str], frozenset[str]]:
        """The words of ``said`` with other values, their places, what is chosen, and the parameters not told of. Those
        in *listed* may hold several things."""
        rnd = self._random
        known = {p.name: p for p in tool.parameters}
        words: list[str] = []
        spans: dict[str, tuple[int, int]] = {}
        chosen = dict(said.choices)
        if said.template:
            rest = said.template
            while rest:
                before, brace, rest = rest.partition("{")
                words += split_words(before)
                if not brace:
                    break
                name, _, rest = rest.partition("}")
                parameter = known[name]
                if parameter.values:
                    value = rnd.choice([v for v in parameter.values if parameter.says.get(v)] or list(parameter.values))
                    words += split_words(rnd.choice(parameter.says.get(value) or [value]))
                    chosen[name] = value
                else:
                    filler = self._several(parameter) if name in listed else self._value(parameter)
                    words += self._placed(spans, name, len(words), filler)
            return words, spans, chosen, said.unknown
        at = 0
        for name, (first, last) in sorted(said.spans.items(), key=lambda item: item[1]):
            words += said.words[at:first]
            parameter = known[name]
            filler = said.words[first:last]
            if name in listed:
                filler = self._several(parameter) or filler
            elif rnd.random() < 0.4:
                filler = self._value(parameter) or filler
            words += self._placed(spans, name, len(words), filler)
            at = last
        words += said.words[at:]
        return words, spans, chosen, said.unknown

    @staticmethod
    def _placed(spans: dict[str, tuple[int, int]], name: str, at: int, value: list[str]) -> list[str]:
        if value:
            spans[name] = (at, at + len(value))
        return value

    def _value(self, parameter: Parameter) -> list[str]:
        rnd = self._random
        luck = rnd.random()
        if parameter.type in ("string", "list") and luck < 0.12:
            return split_words(rnd.choice(self._phrases))
        if luck < 0.3 and len(self._pools.get(parameter.name, ())) > 3 and parameter.type != "duration":
            return split_words(rnd.choice(self._pools[parameter.name]))
        if parameter.fillers:
            return split_words(rnd.choice(parameter.fillers))
        return []

    def _several(self, parameter: Parameter) -> list[str]:
        """One to four values of *parameter*, as people say them one after the other."""
        rnd = self._random
        drawn = [tuple(self._value(parameter)) for _ in range(rnd.choice([1, 2, 2, 2, 3, 3, 4]))]
        things = [*dict.fromkeys(filter(None, drawn))]
        between = rnd.choice([[], [], ["and"]])
        last = rnd.choice([["and"], ["and"], ["and"], ["or"], ["plus"], []])
        words: list[str] = []
        for at, thing in enumerate(things):
            if at:
                words += last if at + 1 == len(things) else between
            words += thing
        return words

    def _plural(self, parameter: Parameter) -> Parameter:
        """*parameter* as an author declares it who takes several of it."""
        name = parameter.name
        if not name.endswith("s"):
            name = f"{name[:-1]}ies" if name.endswith("y") and name[-2:-1] not in "aeiou" else f"{name}s"
        several = self._random.choice(["", "list of ", "the ", "one or more: "])
        told = [f"{several}{description}" if description else "" for description in parameter.descriptions]
        return replace(parameter, name=name, descriptions=told, type="list")

    def _noise(
        self, words: Sequence[str], spans: dict[str, tuple[int, int]]
    ) -> tuple[list[str], dict[str, tuple[int, int]]]:
        """Politeness, a recogniser's spelling, slips."""
        rnd = self._random
        words = list(words)
        shift = 0
        if rnd.random() < 0.12:
            head = split_words(rnd.choice(BEFORE))
            words, shift = head + words, len(head)
        elif rnd.random() < 0.04 and self._nothing:
            head = rnd.choice(rnd.choice(self._nothing))
            if len(head) <= 7:
                words, shift = head + words, len(head)
        spans = {n: (a + shift, b + shift) for n, (a, b) in spans.items()}
        if rnd.random() < 0.07:
            words += split_words(rnd.choice(AFTER))
        elif rnd.random() < 0.04 and self._nothing:
            tail = rnd.choice(rnd.choice(self._nothing))
            words += tail if len(tail) <= 7 else []
        bare = rnd.random() < 0.3
        digits = rnd.random()
        inside = {i for a, b in spans.values() for i in range(a, b)}
        for i, word in enumerate(words):
            if bare:
                word = word.replace("'", "")
            if digits < 0.2:
                word = DIGITS.get(word, word)
            elif digits < 0.4:
                word = SPELLED.get(word, word)
            if len(word) > 4 and rnd.random() < 0.008:
                at = rnd.randrange(1, len(word) - 1)
                word = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
            words[i] = word
        if rnd.random() < 0.08 and len(words) > 4:
            free = [i for i in range(len(words)) if i not in inside]
            if free:
                gone = rnd.choice(free)
                del words[gone]
                spans = {n: (a - (a > gone), b - (b > gone)) for n, (a, b) in spans.items()}
        return words, spans


def _may_list(parameter: Parameter) -> bool:
    """Whether *parameter* could as well hold several things: a text of few words, not of a few values."""
    lengths = [len(split_words(filler)) for filler in parameter.fillers]
    return parameter.type == "string" and not parameter.values and len(lengths) > 3 and sum(lengths) <= 3 * len(lengths)


# -- numbers --


class Rows:
    """Rows of word vectors: a word that was once seen keeps its row. Row 0 is the gap."""

    def __init__(self, vectors: WordVectors, capacity: int = 120_000):
        self._vectors = vectors
        self._at: dict[str, int] = {GAP: 0}
        self.table = torch.zeros(capacity, vectors.size)

    def of(self, word: str, *, spelled: bool = False) -> int:
        """The row of ``word``; ``spelled``: as if it were unknown."""
        key = f"~{word}" if spelled else word
        row = self._at.get(key)
        if row is None:
            row = len(self._at)
            if row >= len(self.table):
                return self._at.get(word, 0)
            self._at[key] = row
            vector = self._vectors.spelled(normal_form(word)) if spelled else self._vectors.vectors([word])[0]
            self.table[row] = torch.from_numpy(vector)
        return row


@dataclass
class Batch:
    """A sample as numbers. Texts are unique; parameters, values and tools point at them."""

    words: torch.Tensor  # u, n: rows of words, -1 where none
    tools: torch.Tensor  # t, m
    short: torch.Tensor  # x, l: texts of parameters and values
    short_kind: torch.Tensor  # x
    parameters: torch.Tensor  # q: which short text each parameter is
    types: torch.Tensor
    required: torch.Tensor
    of_tool: list[list[int]]  # parameters of each tool
    values: dict[int, list[int]]  # short texts of the values of a parameter
    sample: Sample
    said: list[list[str]]  # words as they are looked for
    vocabularies: list[Vocabulary]
    finders: dict[int, Values]


def numbers(sample: Sample, rows: Rows, rnd: random.Random) -> Batch:
    """``sample`` as numbers. Now and then a known word is taken for an unknown one."""
    said = [utterance_words(s.words) for s in sample.spoken]

    def ids(words: Sequence[str]) -> list[int]:
        return [rows.of(w, spelled=bool(w) and rnd.random() < 0.02) for w in words]

    short: dict[tuple[int, tuple[str, ...]], int] = {}
    parameters: list[int] = []
    types: list[int] = []
    required: list[int] = []
    of_tool: list[list[int]] = []
    values: dict[int, list[int]] = {}
    finders: dict[int, Values] = {}
    for card in sample.cards:
        own = []
        for p in card.parameters:
            q = len(parameters)
            own.append(q)
            parameters.append(short.setdefault((2, parameter_words(p)), len(short)))
            types.append(type_id(p))
            required.append(int(p.required))
            if p.choices:
                values[q] = [short.setdefault((3, value_words(v)), len(short)) for v in p.choices]
                finders[q] = Values(p.choices)
        of_tool.append(own)
    if not short:
        short[(2, (GAP,))] = 0
    return Batch(
        as_matrix([ids(words) for words in said]),
        as_matrix([ids(tool_words(card)) for card in sample.cards]),
        as_matrix([ids(words) for _, words in short]),
        torch.tensor([kind for kind, _ in short]),
        torch.tensor(parameters, dtype=torch.long),
        torch.tensor(types, dtype=torch.long),
        torch.tensor(required, dtype=torch.long),
        of_tool,
        values,
        sample,
        said,
        [Vocabulary.of(card) for card in sample.cards],
        finders,
    )


def as_matrix(lists: Sequence[Sequence[int]]) -> torch.Tensor:
    """Lists of rows under each other, -1 where one has ended."""
    out = torch.full((len(lists), max(map(len, lists))), -1, dtype=torch.long)
    for i, one in enumerate(lists):
        out[i, : len(one)] = torch.tensor(one)
    return out


__all__ = ["Batch", "Rows", "Sample", "Sampler", "Spoken", "as_matrix", "find_words", "numbers"]
