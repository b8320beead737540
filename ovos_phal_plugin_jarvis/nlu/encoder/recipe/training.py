"""One command from data to weights: word vectors, training with checkpoints and reports, export."""

from __future__ import annotations

import ast
import json
import logging
import math
import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.distributed
import torch.multiprocessing
from torch import Tensor
from torch.nn import functional as F

from ovos_phal_plugin_jarvis.nlu.encoder.encoder import Encoder
from ovos_phal_plugin_jarvis.nlu.encoder.recipe import corpora, measuring
from ovos_phal_plugin_jarvis.nlu.encoder.recipe import spoken as foreign
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.model import Model
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.model import Rows as ReadRows
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.options import Options
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.sampling import Batch, Rows, Sampler, as_matrix, numbers
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.teacher import Lessons, Teacher, informed, lessons, relation_loss
from ovos_phal_plugin_jarvis.nlu.encoder.recipe.vectors import (
    documentation,
    train_ngrams,
    train_vectors,
    wordnet_entries,
)
from ovos_phal_plugin_jarvis.nlu.encoder.weights import Shape, notice_of, quantise, read, write
from ovos_phal_plugin_jarvis.nlu.encoder.words import WordVectors, split_words

LOG = logging.getLogger(__name__)

LEAN = 0.7
"""By how much a span's absence is made less likely: on tools never seen the network says "absent" too often."""

NOTICE = (
    "Weights of the encoder of ovos-phal-plugin-jarvis, trained on: Schema-Guided Dialogue (Rastogi et al. 2020, "
    "CC BY-SA 4.0), CLINC150 (Larson et al. 2019, CC BY 3.0), HWU64 (Liu et al. 2019, CC BY 4.0), Open English "
    "WordNet (CC BY 4.0) and tools written for it (Apache-2.0). The weights are offered under CC BY-SA 4.0; the "
    "code is Apache-2.0."
)


def notice(options: Options) -> str:
    """What the weights are of, and their licence: with what it says of those that the run was started from."""
    if options.teacher:
        learned = f"Which words and texts are near was also learned from the sentence encoder {options.teacher.name}."
        return f"{NOTICE} {learned}"
    return notice_of(options.start) if options.start else NOTICE


@dataclass
class Material:
    """What is learned from, and what is only measured on."""

    tools: list[corpora.Tool]
    nothing: list[list[str]]
    held_out: list[corpora.Tool]
    meanings: list[corpora.Tool]


def material(options: Options) -> Material:
    """Read every set. The services of SGD's dev half and some authored domains are left out of what is learned."""
    intents, out_of_scope = corpora.intents(options.data)
    dev = json.loads((options.data / "sgd" / "dev.tools.json").read_text(encoding="utf-8"))
    dialogue, closing, _ = corpora.dialogue(options.data, "train", frozenset(tool["service"] for tool in dev))
    own, chatter = corpora.authored(options.tools)
    meanings, telling = corpora.dictionary(options.data)
    spoken = foreign.spoken(options.spoken, options.seed)
    held_out = [tool for tool in own if corpora.held_out(tool.domain)]
    own = [tool for tool in own if not corpora.held_out(tool.domain)]
    LOG.info(
        "%d intents, %d tools of dialogue, %d authored tools and %d held out, %d in other languages, %d meanings; "
        "%s lines for no tool",
        len(intents), len(dialogue), len(own), len(held_out), len(spoken), len(meanings),
        [len(part) for part in (out_of_scope, closing, telling, chatter)],
    )  # fmt: skip
    nothing = [out_of_scope, closing, telling, chatter, chatter, chatter]
    return Material([*intents, *dialogue, *own, *spoken], nothing, held_out, meanings)


def word_vectors(options: Options, found: Material) -> tuple[list[str], Tensor, Tensor]:
    """Vocabulary, vectors and n-grams; computed once for a folder of output."""
    path = options.out / "vectors.pt"
    if path.is_file():
        kept, vectors, ngrams = torch.load(path, weights_only=True)
        return kept, vectors, ngrams
    if options.start:
        kept, vectors, ngrams = _published_vectors(options.start)
        torch.save((kept, vectors, ngrams), path)
        return kept, vectors, ngrams
    glosses = list(wordnet_entries(options.data / "oewn"))
    running = list(documentation(4_000_000))
    domain = [
        one.words or split_words(one.template.replace("{", " ").replace("}", " "))
        for t in found.tools
        for one in t.said
    ]
    domain += [split_words(f"{t.names[0]} {d} {d}") for t in found.tools for d in t.descriptions]
    domain += [split_words(" ".join(p.fillers)) for t in found.tools for p in t.parameters if p.fillers]
    domain += [words for t in found.tools for words in t.talk]
    domain += [split_words(text) for part in found.nothing[:4] for text in part]
    kept, vectors = train_vectors(
        glosses, running, domain, corpora.associations(options.words), size=options.word,
        vocabulary=options.vocabulary, contexts=8000, seed=options.seed,
    )  # fmt: skip
    if options.teacher and options.taught_words:
        vectors = informed(vectors, kept, Teacher(options.teacher), options.taught_words, options.seed)
    ngrams = train_ngrams(kept, vectors, options.buckets, steps=1500, seed=options.seed)
    torch.save((kept, vectors, ngrams), path)
    return kept, vectors, ngrams


def _published_vectors(path: Path) -> tuple[list[str], Tensor, Tensor]:
    """The word vectors of weights that were written before, as exactly as they were rounded."""
    _, found = read(path)
    words, ngrams = (
        torch.from_numpy(found[name].astype(np.float32) * found[f"{name}.scale"][:, None])
        for name in ("words", "ngrams")
    )
    return list(found["vocabulary"]), words, ngrams


def table(kept: Sequence[str], vectors: Tensor, ngrams: Tensor) -> WordVectors:
    """The vectors as the run-time has them: rounded."""
    words, word_scales = quantise(vectors.numpy())
    grams, gram_scales = quantise(ngrams.numpy())
    return WordVectors(kept, words, word_scales.astype(np.float32), grams, gram_scales.astype(np.float32))


class Trainer:
    """A model being trained on batches of a sampler."""

    def __init__(self, options: Options, worker: int = 0, workers: int = 1):
        self.options, self.worker, self.workers = options, worker, workers
        options.out.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(options.seed)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.material = material(options)
        self.kept, self.vectors, self.ngrams = word_vectors(options, self.material)
        vectors = table(self.kept, self.vectors, self.ngrams)
        self.sampler = self._sampler(vectors, self.material.tools)
        LOG.info("%d tools with the merged ones", len(self.sampler.tools))
        self.lessons = (
            lessons(options.teacher, options.out / "lessons.pt", self.sampler, options.seed)
            if options.teacher and options.taught
            else None
        )
        self.rows = Rows(vectors)
        self.random = random.Random(options.seed + 1000 * worker + 1)
        self.shape = Shape(
            len(self.kept), options.buckets, options.word, options.width, options.heads, options.encoder_layers,
            options.reader_layers, options.inner, options.similarity, 8,
        )  # fmt: skip
        self.model = Model(self.shape).to(self.device)
        if options.start:
            self._start_from(options.start)
        LOG.info("%.2f million trained parameters", sum(p.numel() for p in self.model.parameters()) / 1e6)
        plain = [p for p in self.model.parameters() if p.dim() < 2]
        matrices = [p for p in self.model.parameters() if p.dim() >= 2]
        self.optimiser = torch.optim.AdamW(
            [{"params": matrices, "weight_decay": 0.02}, {"params": plain, "weight_decay": 0.0}], lr=options.rate,
            betas=(0.9, 0.98),
        )  # fmt: skip
        self.mean = {name: t.detach().clone() for name, t in self.model.state_dict().items()}
        self.started = {name: t.clone() for name, t in self.mean.items()} if options.start and options.blend else None
        self.begun, self.step, self.spent, self.done = 0, 0, 0.0, 0.0
        torch.manual_seed(options.seed + 1000 * worker)

    def _start_from(self, path: Path) -> None:
        """Take the network of weights that were written before. They must be of this run's sizes."""
        shape, found = read(path)
        if shape != self.shape:
            raise ValueError(f"{path} has the sizes {shape}, this run {self.shape}: give both the same")
        self.model.take(found)
        with torch.no_grad():
            self.model.span_absent.bias += LEAN  # which ``export`` takes off

    def _sampler(self, vectors: WordVectors, tools: Sequence[corpora.Tool]) -> Sampler:
        phrases = [
            " ".join(words)
            for words in (split_words(f) for t in tools for p in t.parameters for f in p.fillers)
            if 0 < len(words) <= 6
        ] + [w for w in self.kept[2000:20000:7] if w.isalpha()]
        shares = {
            "own": 0.3, corpora.PUBLISHED: 0.22, "merged": 0.16, "spoken": 0.12, "sgd": 0.08, "clinc150": 0.06,
            "hwu64": 0.06,
        }  # fmt: skip
        return Sampler(
            tools,
            self.material.nothing,
            phrases,
            vectors,
            shares,
            self.options.seed + 1000 * self.worker,
            self.material.meanings,
        )

    def learn_the_rest(self) -> None:
        """A last part with every tool, the held-out ones too, once all that is told has been measured."""
        options = self.options
        vectors = table(self.kept, self.vectors, self.ngrams)
        self.sampler = self._sampler(vectors, [*self.material.tools, *self.material.held_out])
        self.options = replace(
            options,
            rate=options.rate / 4,
            steps=round(options.steps * options.last),
            minutes=options.minutes * options.last,
        )
        self.begun, self.spent, self.done = self.step, 0.0, 0.0
        self.learn()

    # -- one step --

    def _encode(self, matrix: Tensor, kind: Tensor, parts: int) -> tuple[Tensor, Tensor]:
        """States and pooled vectors of texts, encoded in parts of like length to save padding."""
        lengths = (matrix >= 0).sum(1)
        order = lengths.argsort()
        states = torch.zeros(*matrix.shape, self.options.width, device=self.device)
        pooled = torch.zeros(len(matrix), self.options.width, device=self.device)
        for part in order.tensor_split(parts):
            if not len(part):
                continue
            longest = int(lengths[part].max())
            ids = matrix[part, :longest]
            each, one = self.model.encode(
                self.rows.table[ids.clamp(min=0)].to(self.device),
                (ids >= 0).to(self.device),
                kind[part].to(self.device),
            )
            pooled = pooled.index_copy(0, part.to(self.device), one)
            states = states.index_copy(0, part.to(self.device), F.pad(each, (0, 0, 0, matrix.shape[1] - longest)))
        return states, pooled

    def losses(self, batch: Batch) -> dict[str, Tensor]:
        """The parts of the loss on one batch."""
        model, sample, device = self.model, batch.sample, self.device
        u, t = len(sample.spoken), len(sample.cards)
        words_mask, tools_mask = (batch.words >= 0).to(device), (batch.tools >= 0).to(device)
        states, pooled = self._encode(batch.words, torch.zeros(u, dtype=torch.long), 2)
        text, tools = self._encode(batch.tools, torch.ones(t, dtype=torch.long), 2)
        _, short = self._encode(batch.short, batch.short_kind, 4)
        parameters = (
            short[batch.parameters] + model.types(batch.types.to(device)) + model.required(batch.required.to(device))
        )
        # What a tool's words are compared with: its text and its parameters.
        most = max(map(len, batch.of_tool))
        place = torch.tensor([own + [-1] * (most - len(own)) for own in batch.of_tool], dtype=torch.long).view(t, most)
        if len(parameters):
            tokens = torch.cat([text, parameters[place.clamp(min=0)]], 1)
        else:
            tokens, place = text, place[:, :0]
            parameters = torch.zeros(1, self.options.width, device=device)
        tokens_mask = torch.cat([tools_mask, (place >= 0).to(device)], 1)
        whole, each = model.compare(states, words_mask, pooled, tools, tokens, tokens_mask)
        score = whole * model.similarity_scale[0] + each * model.similarity_scale[1]
        gold = torch.tensor([s.tool for s in sample.spoken])
        alike = torch.tensor(
            [[i != s.tool and bool(s.groups & g) for i, g in enumerate(sample.groups)] for s in sample.spoken]
        )
        score = score.masked_fill(alike.to(device), -1e4)
        meant = (gold >= 0).nonzero()[:, 0].to(device)
        out = {"rank": F.cross_entropy(score[meant], gold.to(device)[meant])}
        pairs = self._pairs(score.detach().cpu(), gold, alike)
        lengths = (batch.words >= 0).sum(1)
        pairs.sort(key=lambda pair: (int(lengths[pair[0]]), pair))
        fits: dict[int, list[Tensor]] = {}
        spans: list[Tensor] = []
        choices: list[Tensor] = []
        text_keys = [layer.keys(text) for layer in model.reader]
        binary: list[Tensor] = []
        half = (len(pairs) + 1) // 2
        for part in (pairs[:half], pairs[half:]):
            if not part:
                continue
            n = int(max(lengths[i] for i, _ in part))
            rows = ReadRows(
                torch.tensor([i for i, _ in part], device=device),
                torch.tensor([j for _, j in part], device=device),
                torch.tensor(
                    [
                        batch.vocabularies[j].flags(batch.said[i]) + [(False,) * 4] * (n - len(batch.said[i]))
                        for i, j in part
                    ],
                    dtype=torch.float32,
                    device=device,
                ),
                place[torch.tensor([j for _, j in part])].to(device),
            )  # fmt: skip
            similarity = torch.stack([whole[rows.utterance, rows.tool], each[rows.utterance, rows.tool]], 1)
            fit, p_states, w_states = model.read(
                rows, states[:, :n], words_mask[:, :n], tools, text_keys, tools_mask, parameters, similarity
            )
            label = torch.tensor([float(gold[i] == j) for i, j in part], device=device)
            binary.append(F.binary_cross_entropy_with_logits(fit, label, reduction="none"))
            for row, (i, _) in enumerate(part):
                fits.setdefault(i, []).append(fit[row])
            right = [(row, i, j) for row, (i, j) in enumerate(part) if gold[i] == j]
            self._slots(batch, right, p_states, w_states, words_mask[:, :n], short, spans, choices)
        out["fit"] = torch.cat(binary).mean()
        out["best"] = self._best(fits, pairs, gold)
        if spans:
            out["spans"] = torch.cat(spans).mean()
        if choices:
            out["choices"] = torch.cat(choices).mean()
        if self.lessons is not None:
            out["taught"] = self._taught(self.lessons)
        return out

    def _taught(self, asked: Lessons) -> Tensor:
        texts, vectors = asked.draw(self.random, self.options.lessons)
        matrix = as_matrix([[self.rows.of(w) for w in text.words] for text in texts])
        _, pooled = self._encode(matrix, torch.tensor([text.kind for text in texts]), 3)
        return relation_loss(F.normalize(self.model.pooled(pooled), dim=-1), vectors.to(self.device))

    def _pairs(self, score: Tensor, gold: Tensor, alike: Tensor) -> list[tuple[int, int]]:
        """Which tools are read with which utterance: the one meant, and the ones most easily taken for it."""
        pairs = []
        for i in range(len(gold)):
            order = [j for j in score[i].argsort(descending=True).tolist() if j != gold[i] and not alike[i, j]]
            chosen = order[:1] + ([self.random.choice(order[1:5])] if len(order) > 1 else [])
            if gold[i] >= 0:
                chosen = [int(gold[i]), *chosen]
            elif len(order) > 5:
                chosen.append(self.random.choice(order[2:]))
            pairs += [(i, j) for j in dict.fromkeys(chosen)]
        return pairs

    @staticmethod
    def _best(fits: dict[int, list[Tensor]], pairs: Sequence[tuple[int, int]], gold: Tensor) -> Tensor:
        """Among the candidates and "none of them", whose logit is 0, the right one."""
        order: dict[int, list[int]] = {}
        for i, j in pairs:
            order.setdefault(i, []).append(j)
        longest = max(map(len, fits.values()))
        rows, target = [], []
        for i, logits in fits.items():
            rows.append(F.pad(torch.stack([logits[0].new_zeros(()), *logits]), (0, longest - len(logits)), value=-1e4))
            target.append(1 + order[i].index(int(gold[i])) if gold[i] >= 0 else 0)
        return F.cross_entropy(torch.stack(rows), torch.tensor(target, device=rows[0].device))

    def _slots(
        self, batch: Batch, right: Sequence[tuple[int, int, int]], p_states: Tensor, w_states: Tensor, mask: Tensor,
        short: Tensor, spans: list[Tensor], choices: list[Tensor],
    ) -> None:  # fmt: skip
        n = w_states.shape[1]
        open_rows, open_places, open_of, target = [], [], [], []
        picked: list[tuple[int, int, int, list[int], int, np.ndarray[Any, Any]]] = []
        for row, i, j in right:
            spoken = batch.sample.spoken[i]
            for place in sorted(spoken.known):
                q = batch.of_tool[j][place]
                if q in batch.values:
                    names = batch.sample.cards[j].parameters[place].choices
                    value = spoken.choices.get(place, "")
                    at = names.index(value) if value else len(names)
                    picked.append((row, i, place, batch.values[q], at, batch.finders[q].match(batch.said[i])))
                else:
                    open_rows.append(row)
                    open_places.append(place)
                    open_of.append(i)
                    span = spoken.spans.get(place)
                    target.append(n * n if span is None else span[0] * n + span[1] - 1)
        if open_rows:
            logits = self.model.spans(p_states[open_rows, open_places], w_states[open_rows], mask[open_of])
            spans.append(F.cross_entropy(logits, torch.tensor(target, device=logits.device), reduction="none"))
        if picked:
            most = max(len(p[3]) for p in picked)
            values = torch.tensor([p[3] + [-1] * (most - len(p[3])) for p in picked])
            match = torch.stack([F.pad(torch.from_numpy(p[5]), (0, 0, 0, most - len(p[3]))) for p in picked])
            rows = [p[0] for p in picked]
            logits = self.model.choices(
                p_states[rows, [p[2] for p in picked]], w_states[rows], mask[[p[1] for p in picked]],
                short[values.clamp(min=0)], (values >= 0).to(self.device), match.to(self.device),
            )  # fmt: skip
            at = torch.tensor([p[4] if p[4] < len(p[3]) else most for p in picked], device=self.device)
            choices.append(F.cross_entropy(logits, at, reduction="none"))

    # -- the run --

    def _shared(self) -> None:
        """Make gradients and progress those of all workers."""
        options = self.options
        now = self.spent / 60 / options.minutes if options.minutes else (self.step - self.begun) / options.steps
        if self.workers > 1:
            gradients = []
            for p in self.model.parameters():
                p.grad = torch.zeros_like(p) if p.grad is None else p.grad  # one worker may have drawn no enumeration
                gradients.append(p.grad)
            flat = torch.cat([torch.tensor([now]), *(g.flatten() for g in gradients)])
            torch.distributed.all_reduce(flat)
            flat /= self.workers
            now = flat[0].item()
            at = 1
            for g in gradients:
                g.copy_(flat[at : at + g.numel()].view_as(g))
                at += g.numel()
        self.done = min(1.0, now)

    def run(self) -> None:
        """Train to the end, from the last checkpoint if there is one."""
        self.resume()
        self.learn()
        self.save()

    def learn(self) -> None:
        """Take steps until all is done."""
        shown: dict[str, float] = {}
        weights = {"rank": 0.5, "fit": 1.0, "best": 0.7, "spans": 1.0, "choices": 0.6, "taught": self.options.taught}
        reported = self.spent
        self.model.train()
        while self.done < 1:
            began = time.monotonic()
            sample = self.sampler.sample(self.options.utterances, self.options.pool, self.options.meanings)
            batch = numbers(sample, self.rows, self.random)
            made = time.monotonic()
            done = self.done
            rate = (
                self.options.rate
                * min(1.0, (self.step + 1) / 150)
                * (0.03 + 0.97 * 0.5 * (1 + math.cos(math.pi * done)))
            )
            for group in self.optimiser.param_groups:
                group["lr"] = rate
            losses = self.losses(batch)
            self.optimiser.zero_grad()
            sum(weights[name] * loss for name, loss in losses.items()).backward()
            self._shared()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.optimiser.step()
            self.step += 1
            keep = min(0.998, self.step / (self.step + 20))
            with torch.no_grad():
                for name, tensor in self.model.state_dict().items():
                    self.mean[name].lerp_(tensor, 1 - keep)
            self.spent += time.monotonic() - began
            for name, loss in losses.items():
                shown[name] = 0.98 * shown.get(name, loss.item()) + 0.02 * loss.item()
            if (self.step % 50 == 0 or self.step == 5) and not self.worker:
                told = ", ".join(f"{name} {value:.3f}" for name, value in shown.items())
                LOG.info(
                    "step %d, %.0f %%, %.0f s (%.2f s the last, %.3f to draw): %s",
                    self.step, 100 * done, self.spent, time.monotonic() - began, made - began, told,
                )  # fmt: skip
            if self.spent - reported > 60 * self.options.quick_every and not self.begun:
                reported = self.spent
                self.save()
                if not self.worker:
                    self.report(self.export((1.0, 0.0)), quick=True)
                self.model.train()

    @property
    def _checkpoint(self) -> Path:
        return self.options.out / f"checkpoint{self.worker or ''}.pt"

    def save(self) -> None:
        """Write a checkpoint, in one move."""
        path = self._checkpoint
        torch.save(
            {
                "model": self.model.state_dict(), "mean": self.mean, "optimiser": self.optimiser.state_dict(),
                "step": self.step, "spent": self.spent, "done": self.done, "torch": torch.get_rng_state(),
                "random": repr(self.random.getstate()), "sampler": repr(self.sampler.state()),
            },
            path.with_suffix(".new"),
        )  # fmt: skip
        path.with_suffix(".new").replace(path)

    def resume(self) -> None:
        """Take the last checkpoint, if there is one. The network is the first worker's for all of them, as they save at
        different steps; what each draws next is its own, where it had come to save that."""
        first = self.options.out / "checkpoint.pt"
        if not first.is_file():
            return
        kept = torch.load(first, weights_only=True)
        self.model.load_state_dict(kept["model"])
        self.mean = kept["mean"]
        self.optimiser.load_state_dict(kept["optimiser"])
        self.step, self.spent, self.done = kept["step"], kept["spent"], kept["done"]
        if self._checkpoint.is_file():
            own = torch.load(self._checkpoint, weights_only=True)
            torch.set_rng_state(own["torch"])
            self.random.setstate(ast.literal_eval(own["random"]))
            self.sampler.restore(ast.literal_eval(own["sampler"]))
        LOG.info("going on from step %d", self.step)

    def export(self, calibration: tuple[float, float], name: str = "encoder_en") -> Path:
        """The weights as they would ship, from the running mean of the model."""
        with torch.random.fork_rng():  # what is reported, and when, changes nothing of what is drawn
            model = Model(self.shape)
        model.load_state_dict(self.mean)
        if self.started is not None:
            with torch.no_grad():
                for name, tensor in model.state_dict().items():
                    tensor.lerp_(self.started[name].to(tensor.device), self.options.blend)
        tensors = model.exported(calibration)
        tensors["span.absent.bias"] -= LEAN
        tensors["words"], tensors["ngrams"] = self.vectors.numpy(), self.ngrams.numpy()
        path = self.options.out / f"{name}.safetensors"
        write(path, self.shape, tensors, self.kept, notice(self.options))
        LOG.info("%s: %.1f MB", path, path.stat().st_size / 2**20)
        return path

    def report(self, path: Path, *, quick: bool) -> dict[str, Any]:
        """Figures on what was held out, by the run-time itself."""
        found = measuring.measure(Encoder.load(path), self.options.data, self.material.held_out, quick=quick)
        for name, figures in found.items():
            LOG.info("held out, %s: %s", name, figures)
        (self.options.out / "report.json").write_text(
            json.dumps(
                {"step": self.step, "options": {k: str(v) for k, v in asdict(self.options).items()}, **found}, indent=1
            )
        )
        return found


def work(worker: int, workers: int, options: Options) -> None:
    """One process of a run."""
    logging.basicConfig(level=logging.INFO if not worker else logging.WARNING, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    if workers > 1:
        torch.distributed.init_process_group(
            "gloo", init_method=f"file://{(options.out / 'meeting').resolve()}", rank=worker, world_size=workers
        )
    trainer = Trainer(options, worker, workers)
    trainer.run()
    calibration = finish(trainer) if not worker else (1.0, 0.0)
    if options.last:
        trainer.learn_the_rest()
        if not worker:
            of_all = trainer.export(calibration, "encoder_en_of_all")
            found = measuring.measure(Encoder.load(of_all), options.data, [], quick=False)
            (options.out / "report_last.json").write_text(json.dumps(found, indent=1))
    if workers > 1:
        torch.distributed.barrier()
        torch.distributed.destroy_process_group()


def train(options: Options) -> None:
    """A whole run, in as many processes as the options ask for."""
    options.out.mkdir(parents=True, exist_ok=True)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    if not (options.out / "vectors.pt").is_file():
        word_vectors(options, material(options))
    if options.teacher and options.taught and not (options.out / "lessons.pt").is_file():
        Trainer(options)  # asks the teacher, once for all workers, who then find its answers
    (options.out / "meeting").unlink(missing_ok=True)
    if torch.cuda.is_available() or options.workers == 1:
        work(0, 1, options)
    else:
        torch.multiprocessing.spawn(work, (options.workers, options), nprocs=options.workers)


def finish(trainer: Trainer) -> tuple[float, float]:
    """Calibrate on what was held out, export, report. Returns the calibration."""
    path = trainer.export((1.0, 0.0))
    calibration = measuring.calibrate(Encoder.load(path), trainer.options.data, trainer.material.held_out)
    LOG.info("calibration: %s", calibration)
    trainer.report(trainer.export(calibration), quick=False)
    return calibration
