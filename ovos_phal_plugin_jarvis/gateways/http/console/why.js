// Why: how the words of each answer were understood, and why not otherwise.

import { get } from "./api.js";
import { el, fill, icon, text } from "./dom.js";
import { argumentsOf } from "./talk.js";
import { has, milliseconds, moment, number, t } from "./words.js";

export function create(app) {
  const root = el("section", { class: "view why", "aria-labelledby": "why-title" });

  function overview() {
    fill(
      root,
      el("div", { class: "head" }, el("h1", { id: "why-title", tabindex: "-1" }, t("why.title"))),
      el("p", { class: "lead" }, t("why.intro")),
      app.exchanges.length
        ? el(
            "ul",
            { class: "list" },
            [...app.exchanges].reverse().map((exchange) =>
              el(
                "li",
                {},
                el(
                  "a",
                  { class: "tool-row", href: `#/why/${exchange.id}` },
                  el("span", { class: "name" }, exchange.words),
                  el("span", { class: "what muted" }, [moment(exchange.at), byWhom(exchange.reply)].filter(Boolean).join(" · ")),
                ),
              ),
            ),
          )
        : el("p", { class: "empty" }, t("why.none")),
    );
  }

  async function one(exchange) {
    const reply = exchange.reply ?? {};
    const place = el("div", { class: "told", "aria-live": "polite" }, el("p", { class: "muted" }, t("loading")));
    const heading = el("h1", { id: "why-title", tabindex: "-1" }, `“${exchange.words}”`);
    fill(
      root,
      el("p", {}, el("a", { href: "#/why", class: "back" }, icon("back"), t("why.all"))),
      el("div", { class: "head" }, heading),
      el(
        "dl",
        { class: "facts" },
        fact("why.answered", reply.say || reply.error || "–"),
        fact("why.translator", byWhom(reply)),
        typeof reply.elapsed_ms === "number" && fact("why.took", milliseconds(reply.elapsed_ms)),
        reply.debug?.reason && fact("why.reason", reason(reply.debug.reason)),
      ),
      place,
    );
    if (reply.error) {
      fill(place);
      return;
    }
    try {
      const why = reply.why ?? (await get(`/api/why?utterance=${encodeURIComponent(exchange.words)}`));
      if (place.isConnected) fill(place, explained(why));
    } catch (failure) {
      if (place.isConnected) fill(place, el("p", { class: "muted" }, failure.status === 404 ? t("why.untold") : app.problem(failure)));
    }
  }

  function explained(why) {
    const candidates = Array.isArray(why.candidates) ? why.candidates : [];
    const entities = Array.isArray(why.entities) ? why.entities : [];
    return [
      el("p", {}, why.reason ? t("why.refused_because", { reason: reason(why.reason) }) : candidates.length ? t("why.chosen", { tool: candidates[0].tool }) : t("why.no_candidates")),
      why.heard && why.heard !== why.utterance && el("p", { class: "muted" }, t("why.heard", { words: text(why.heard, 500) })),
      entities.length > 0 && [
        el("h2", {}, t("why.found")),
        el("ul", { class: "chips" }, entities.map(([words, kind]) => el("li", { class: "chip still" }, el("span", { class: "strong" }, text(words, 100)), ` ${text(kind, 60)}`))),
      ],
      candidates.length > 0 && [el("h2", {}, t("why.candidates")), el("ol", { class: "cards tall" }, candidates.map(candidate))],
    ];
  }

  function candidate(one, place) {
    const sure = Number(one.confidence) || 0;
    const needed = Number(one.accept) || 0;
    return el(
      "li",
      { class: `card candidate ${one.refused ? "" : "chosen"}` },
      el(
        "h3",
        {},
        el("a", { href: `#/tools/${encodeURIComponent(one.tool)}`, class: "tool" }, text(one.tool, 200)),
        el("span", { class: "muted" }, one.refused ? ` – ${reason(one.refused)}` : place === 0 ? ` – ${t("why.first")}` : ""),
      ),
      el("meter", { min: 0, max: 1, low: needed, value: sure, "aria-label": t("why.confidence", { percent: number(sure * 100), needed: number(needed * 100) }) }),
      el("p", { class: "muted small" }, t("why.confidence", { percent: number(sure * 100), needed: number(needed * 100) })),
      argumentsOf(one.arguments),
      Array.isArray(one.missing) && one.missing.length > 0 && el("p", {}, t("why.missing", { names: one.missing.map((name) => text(name, 60)).join(", ") })),
      Array.isArray(one.about) && one.about.length > 0 && el("p", {}, t("why.about", { words: one.about.map((word) => text(word, 60)).join(" ") })),
      Array.isArray(one.words) &&
        el(
          "details",
          {},
          el("summary", {}, t("why.words")),
          el("p", { class: "word-list" }, one.words.map(([word, how]) => [el("span", { class: `word ${how === "left" ? "left-over" : ""}` }, text(word, 60), el("small", {}, ` ${text(how, 40)}`)), " "])),
          one.evidence && argumentsOf(one.evidence),
        ),
    );
  }

  const fact = (name, value) => el("div", {}, el("dt", {}, t(name)), el("dd", {}, text(value, 2000)));
  const reason = (code) => (has(`reason.${code}`) ? t(`reason.${code}`) : text(code, 200));
  const byWhom = (reply) => (reply?.translator ? t(`translator.${reply.translator}`) : reply?.error ? t("why.failed") : t("talk.by_nobody"));

  return {
    root,
    show: (id) => {
      const exchange = app.exchanges.find((other) => other.id === id);
      if (exchange) one(exchange);
      else overview();
    },
  };
}
