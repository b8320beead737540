// Tools: which there are, what each takes and gives, what people say for it, and a form to try it.

import { get, post, put } from "./api.js";
import { append, button, el, fill, fresh, icon, mark, pretty, text } from "./dom.js";
import { schemaForm, schemaTable, typeName } from "./schema.js";
import { milliseconds, t } from "./words.js";

const PAGE = 50;
const EXAMPLES = 8;
const DECISIONS = ["allow", "ask", "deny"];
const PICTURES = { allow: "done", ask: "asks", deny: "failed" };

export function create(app) {
  const root = el("section", { class: "view tools", "aria-labelledby": "tools-title" });
  const query = el("input", { type: "search", id: "tools-query", autocomplete: "off", placeholder: t("tools.search_for"), on: { input: later } });
  const box = el("select", { id: "tools-box", on: { change: () => load(true) } }, el("option", { value: "" }, t("tools.all_boxes")));
  const count = el("p", { class: "muted", role: "status" });
  const found = el("ul", { class: "list" });
  const more = button(t("tools.more"), { press: () => load(false) });
  let waiting = 0;
  let asked = 0;
  let listed = [];

  const overview = [
    el("div", { class: "head" }, el("h1", { id: "tools-title", tabindex: "-1" }, t("tools.title"))),
    el(
      "search",
      { class: "filters" },
      el("div", { class: "field" }, el("label", { for: "tools-query" }, t("tools.search")), query),
      el("div", { class: "field" }, el("label", { for: "tools-box" }, t("tools.box")), box),
    ),
    count,
    found,
    more,
  ];

  app.events.addEventListener("tools_changed", () => root.isConnected && !root.dataset.tool && load(true));

  function later() {
    clearTimeout(waiting);
    waiting = setTimeout(() => load(true), 150);
  }

  async function load(anew) {
    const number = (asked += 1);
    if (anew) listed = [];
    const wanted = new URLSearchParams({ offset: String(listed.length), limit: String(PAGE) });
    if (query.value.trim()) wanted.set("q", query.value.trim());
    if (box.value) wanted.set("toolbox", box.value);
    try {
      const answer = await get(`/api/tools?${wanted}`);
      if (number !== asked) return;
      listed = [...listed, ...(Array.isArray(answer.tools) ? answer.tools : [])];
      const total = answer.total ?? listed.length;
      offer(answer.toolboxes ?? [...new Set(listed.map((tool) => tool.toolbox_id))]);
      count.textContent = t("tools.count", { count: total });
      fill(found, listed.map(row));
      more.hidden = listed.length >= total;
    } catch (failure) {
      if (number === asked) count.textContent = app.problem(failure);
    }
  }

  function offer(boxes) {
    const known = new Set([...box.options].map((option) => option.value));
    append(box, boxes.filter((id) => !known.has(id)).map((id) => el("option", { value: id }, text(id, 120))));
  }

  const row = (tool) =>
    el(
      "li",
      {},
      el(
        "a",
        { class: "tool-row", href: `#/tools/${encodeURIComponent(tool.name)}` },
        el("span", { class: "name" }, text(tool.name, 200)),
        badge(tool.policy),
        el("span", { class: "what muted" }, text(tool.description ?? "", 220)),
      ),
    );

  // -- one tool --

  async function open(name) {
    fill(root, el("p", { class: "muted", role: "status" }, t("loading")));
    let tool;
    try {
      tool = await get(`/api/tools/${encodeURIComponent(name)}`);
    } catch (failure) {
      if (root.dataset.tool !== name) return;
      fill(root, backLink(), el("h1", { tabindex: "-1" }, name), el("p", { class: "wrong" }, app.problem(failure)));
      return;
    }
    if (root.dataset.tool !== name) return;
    const examples = Array.isArray(tool.examples) ? tool.examples : [];
    const form = tryForm(tool);
    const heading = el("h1", { id: "tools-title", tabindex: "-1" }, text(tool.name, 200));
    fill(
      root,
      backLink(),
      el("div", { class: "head near" }, heading, badge(tool.policy), el("p", { class: "muted" }, t("tools.of", { box: tool.toolbox_id ?? "" }))),
      el("p", { class: "lead" }, text(tool.description ?? "", 4000)),
      section("tools.examples", examples.length ? exampleList(examples) : el("p", { class: "muted" }, t("tools.no_examples"))),
      section("tools.arguments", schemaTable(tool.argument_schema, t("tools.arguments")) ?? el("p", { class: "muted" }, t("form.none"))),
      section("tools.try", form),
      section(
        "tools.output",
        schemaTable(tool.output_schema, t("tools.output")) ?? el("p", { class: "muted" }, tool.output_schema ? typeName(tool.output_schema, tool.output_schema) : "–"),
      ),
      tool.policy && section("tools.policy", policyOf(tool)),
      el(
        "details",
        {},
        el("summary", {}, t("tools.raw")),
        el("pre", { tabindex: "0", role: "region", "aria-label": t("tools.raw") }, pretty({ argument_schema: tool.argument_schema, output_schema: tool.output_schema })),
      ),
    );
    heading.focus({ preventScroll: true });
  }

  const backLink = () => el("p", {}, el("a", { href: "#/tools", class: "back" }, icon("back"), t("tools.all")));
  const section = (name, ...children) => el("section", { class: "part" }, el("h2", {}, t(name)), children);

  function exampleList(examples) {
    const chip = (example) => el("li", {}, button(text(example.utterance ?? "", 300), { kind: "chip", press: () => app.go("talk", text(example.utterance ?? "", 300)) }));
    const shown = el("ul", { class: "chips" }, examples.slice(0, EXAMPLES).map(chip));
    if (examples.length <= EXAMPLES) return shown;
    const all = button(t("tools.all_examples", { count: examples.length }), {
      kind: "quiet small",
      press: () => {
        const next = shown.children[EXAMPLES - 1];
        append(shown, examples.slice(EXAMPLES).map(chip));
        all.remove();
        next.nextElementSibling.querySelector("button").focus();
      },
    });
    return [shown, all];
  }

  function tryForm(tool) {
    const fields = schemaForm(tool.argument_schema);
    const outcome = el("div", { class: "outcome", "aria-live": "polite" });
    const run = el("button", { type: "submit", class: "button primary" }, el("span", {}, t("tools.run")));
    let cancel = null;
    const failed = (failure) => {
      const details = Array.isArray(failure.fields?.details) ? failure.fields.details : [];
      const placed = fields.wrong(details);
      fill(
        outcome,
        el(
          "div",
          { class: "card trouble" },
          el("h3", {}, icon("failed"), t("tools.refused")),
          el("p", {}, placed ? t("tools.fields_wrong", { count: details.length }) : app.problem(failure)),
        ),
      );
    };
    const shown = (answer, took) => {
      if ("error" in answer) return failed({ fields: answer, message: answer.error, code: answer.code, status: 200 });
      const said = answer.result?.message ?? answer.say;
      fill(
        outcome,
        el(
          "div",
          { class: "card result" },
          el("h3", {}, icon("done"), t("tools.result")),
          typeof said === "string" && said && el("p", { class: "say" }, text(said)),
          el("pre", { tabindex: "0", role: "region", "aria-label": t("tools.result") }, pretty(answer.result ?? answer.results ?? answer)),
          el("p", { class: "muted small" }, milliseconds(took)),
        ),
      );
    };
    const ask = (asked) => {
      const heading = fresh("confirm");
      const answer = async (yes) => {
        const began = performance.now();
        fill(outcome, el("p", { class: "muted" }, yes ? t("talk.working") : t("talk.said_no")));
        run.focus();
        try {
          const told = await post(`/api/confirm/${encodeURIComponent(asked.id)}`, { yes });
          if (yes) shown(told, performance.now() - began);
        } catch (failure) {
          failed(failure);
        }
      };
      const card = el(
        "div",
        { class: "card confirm", role: "group", "aria-labelledby": heading, tabindex: "-1", on: { keydown: (event) => event.key === "Escape" && answer(false) } },
        el("h3", { id: heading }, icon("asks"), t("talk.confirm")),
        el("p", {}, text(asked.question ?? "")),
        el("div", { class: "row" }, button(t("talk.yes"), { kind: "primary", press: () => answer(true) }), button(t("talk.no"), { press: () => answer(false) })),
      );
      fill(outcome, card);
      card.focus();
    };
    const submit = async (event) => {
      event.preventDefault();
      const args = fields.read();
      if (args === null) return;
      const id = mark();
      const began = performance.now();
      run.disabled = true;
      cancel = button(t("talk.cancel"), { kind: "quiet", press: () => post("/api/cancel", { id }).catch(failed) });
      fill(outcome, el("div", { class: "working" }, el("p", {}, t("talk.working")), el("progress", { "aria-label": t("talk.progress") }), cancel));
      try {
        shown(await post(`/api/tools/${encodeURIComponent(tool.name)}`, { args, toolbox_id: tool.toolbox_id, id }), performance.now() - began);
      } catch (failure) {
        if (failure.code === "confirmation_required" && failure.fields.confirmation) ask(failure.fields.confirmation);
        else failed(failure);
      } finally {
        run.disabled = false;
      }
    };
    return el("form", { class: "try", novalidate: true, on: { submit } }, fields.node, el("div", { class: "row" }, run), outcome);
  }

  function policyOf(tool) {
    const place = el("div", {});
    const draw = (policy) => fill(place, policyChoice(app, { ...policy, name: tool.name }, draw));
    draw(tool.policy);
    return place;
  }

  return {
    root,
    show: (name) => {
      root.dataset.tool = name;
      if (name) open(name);
      else {
        fill(root, overview);
        load(true);
      }
    },
  };
}

/** What is decided about a tool: a word and a picture, not only a colour. */
export function badge(policy) {
  if (!policy?.decision) return null;
  const decision = DECISIONS.includes(policy.decision) ? policy.decision : "ask";
  return el("span", { class: `badge-policy ${decision}` }, icon(PICTURES[decision]), t(`policy.${decision}`));
}

/** What is decided about a tool and why, and a choice of it for who may choose. */
export function policyChoice(app, policy, changed) {
  const id = fresh("policy");
  const wrong = el("p", { class: "wrong", role: "status" });
  const choice = el(
    "select",
    {
      id, disabled: !app.may("admin"),
      on: {
        change: async () => {
          choice.disabled = true;
          try {
            const answer = await put("/api/policy", { name: policy.name, decision: choice.value || null });
            const mine = answer.tools?.find((one) => one.name === policy.name) ?? { ...policy, decision: choice.value };
            app.say(t("policy.changed", { name: policy.name, decision: t(`policy.${mine.decision}`) }));
            changed(mine);
          } catch (failure) {
            choice.disabled = false;
            choice.value = ruleOf(policy);
            wrong.textContent = app.problem(failure);
          }
        },
      },
    },
    el("option", { value: "" }, t("policy.by_default")),
    DECISIONS.map((decision) => el("option", { value: decision }, t(`policy.${decision}`))),
  );
  choice.value = ruleOf(policy);
  return el(
    "div",
    { class: "policy-choice" },
    el("label", { for: id, class: "strong" }, text(policy.name, 200)),
    badge(policy),
    choice,
    el("p", { class: "muted small" }, text(policy.reason ?? "", 300)),
    wrong,
  );
}

/** The configuration's own rule for just this tool, where there is one; a pattern may be another's as well. */
const ruleOf = (policy) =>
  policy.rule === "config.tool" && String(policy.reason).includes(`(policy.tools.${policy.name})`) ? policy.decision : "";
