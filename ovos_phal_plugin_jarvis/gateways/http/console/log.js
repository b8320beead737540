// Log: what was said and answered, where that is kept, and the calls that were made.

import { get } from "./api.js";
import { button, el, fill, icon, text } from "./dom.js";
import { milliseconds, moment, t } from "./words.js";

export function create(app) {
  const body = el("div", {});
  const root = el(
    "section",
    { class: "view", "aria-labelledby": "log-title" },
    el("div", { class: "head" }, el("h1", { id: "log-title", tabindex: "-1" }, t("log.title")), button(t("log.again"), { kind: "quiet", press: load })),
    body,
  );

  async function load() {
    try {
      const answer = await get("/api/log?limit=100");
      const exchanges = listOf(answer.exchanges);
      const calls = listOf(answer.calls);
      fill(
        body,
        el("h2", {}, t("log.exchanges")),
        exchanges.length
          ? el("ol", { class: "cards tall", reversed: true }, exchanges.reverse().map(exchangeOf))
          : el("p", { class: "empty" }, answer.kept ? t("log.none") : t("log.not_kept")),
        !answer.kept && el("p", { class: "muted" }, t("log.keep_how"), " ", el("code", {}, '"audit": {"exchanges": true}')),
        calls.length > 0 && [el("h2", {}, t("log.calls")), callTable(calls.reverse())],
      );
    } catch (failure) {
      fill(body, el("p", { class: "muted" }, failure.status === 404 ? t("log.not_kept") : app.problem(failure)));
    }
  }

  const exchangeOf = (one) =>
    el(
      "li",
      { class: "card" },
      el("h3", { class: "said-then" }, text(one.heard ?? "", 2000)),
      el("p", { lang: typeof one.lang === "string" && one.lang ? one.lang : null }, text(one.said ?? "", 2000)),
      listOf(one.calls).map((call) =>
        el("p", { class: "muted" }, icon(call.outcome === "done" ? "done" : "failed"), ` ${text(call.tool, 120)}: ${text(call.outcome, 120)}`),
      ),
      el("p", { class: "muted small" }, [moment(one.at), one.source, one.session, typeof one.elapsed_ms === "number" && milliseconds(one.elapsed_ms)].filter(Boolean).map((part) => text(part, 120)).join(" · ")),
    );

  function callTable(calls) {
    return el(
      "div",
      { class: "table", role: "region", "aria-label": t("log.calls"), tabindex: "0" },
      el(
        "table",
        {},
        el("caption", { class: "unseen" }, t("log.calls")),
        el("thead", {}, el("tr", {}, ["log.when", "log.tool", "log.outcome", "log.rule", "log.by", "log.took"].map((name) => el("th", { scope: "col" }, t(name))))),
        el(
          "tbody",
          {},
          calls.map((call) =>
            el(
              "tr",
              {},
              el("td", {}, moment(call.at)),
              el("th", { scope: "row" }, text(call.tool ?? "", 120)),
              el("td", {}, text(call.outcome ?? "", 120)),
              el("td", {}, text(call.rule ?? "", 120)),
              el("td", {}, [call.source, call.session].filter(Boolean).map((part) => text(part, 80)).join(" ")),
              el("td", { class: "number" }, typeof call.elapsed_ms === "number" ? milliseconds(call.elapsed_ms) : ""),
            ),
          ),
        ),
      ),
    );
  }

  return { root, show: load };
}

const listOf = (value) => (Array.isArray(value) ? [...value] : []);
