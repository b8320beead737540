// Talk: what is said and answered; the plan before it acts, the yes that is waited for, the call that runs.

import { get, post } from "./api.js";
import { append, button, el, fill, fresh, icon, mark, text } from "./dom.js";
import { milliseconds, spoken, t } from "./words.js";

const MAX_EXCHANGES = 200;

export function create(app) {
  const Recognition = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
  const log = el("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": t("talk.log") });
  const welcome = el("div", { class: "welcome" });
  const input = el("textarea", {
    id: "utterance", rows: 1, maxlength: 2000, autocomplete: "off", enterkeyhint: "send", "aria-keyshortcuts": "Control+K",
    placeholder: t("talk.placeholder"), "aria-describedby": "utterance-hint",
    on: {
      input: grow,
      keydown: (event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
          event.preventDefault();
          submit();
        }
      },
    },
  });
  const hint = el("p", { id: "utterance-hint", class: "hint" }, t("talk.hint"));
  const planFirst = el("input", {
    type: "checkbox", id: "plan-first", on: { change: () => app.choose("plan", planFirst.checked ? "yes" : "no") },
  });
  planFirst.checked = app.choice("plan", "no") === "yes";
  const mic = Recognition
    ? el("button", { type: "button", class: "button round", "aria-pressed": "false", "aria-label": t("talk.speak"), on: { click: listen } }, icon("mic"))
    : null;
  const form = el(
    "form",
    { class: "composer", on: { submit: (event) => (event.preventDefault(), submit()) } },
    el("label", { for: "utterance", class: "unseen" }, t("talk.label")),
    el(
      "div",
      { class: "typing" },
      input,
      mic,
      el("button", { type: "submit", class: "button primary round", "aria-label": t("talk.send") }, icon("send")),
    ),
    el("div", { class: "under" }, hint, el("label", { class: "check", for: "plan-first" }, planFirst, t("talk.plan_first"))),
  );
  const root = el(
    "section",
    { class: "view talk", "aria-labelledby": "talk-title" },
    el(
      "div",
      { class: "head" },
      el("h1", { id: "talk-title", tabindex: "-1" }, t("talk.title")),
      button(t("talk.anew"), { kind: "quiet", picture: "add", press: anew }),
    ),
    welcome,
    log,
    form,
  );
  let open = null; // what Escape closes
  let listening = null;
  const running = new Map();

  showWelcome();
  for (const exchange of app.exchanges) log.append(exchange.place);
  app.events.addEventListener("progress", (event) => progress(event.detail));
  root.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && open) {
      event.preventDefault();
      open();
    }
  });

  // -- saying something --

  function submit() {
    const words = input.value.trim();
    if (!words) {
      input.focus();
      return;
    }
    input.value = "";
    grow();
    say(words);
  }

  /** Say something: plan it first where that is chosen. */
  function say(words, { aloud = false } = {}) {
    open?.(true);
    const exchange = begin(words, aloud);
    if (planFirst.checked) plan(exchange);
    else act(exchange, (signal) => ask(exchange, signal));
  }

  function begin(words, aloud = false) {
    welcome.hidden = true;
    const heading = fresh("said");
    const answer = el("div", { class: "answer" });
    const place = el(
      "article",
      { class: "exchange", "aria-labelledby": heading },
      el("h2", { id: heading, class: "said" }, el("span", { class: "unseen" }, `${t("talk.you")} `), words),
      answer,
    );
    const exchange = { id: mark(), words, at: new Date(), place, answer, reply: null, aloud };
    app.exchanges.push(exchange);
    while (app.exchanges.length > MAX_EXCHANGES) app.exchanges.shift().place.remove();
    log.append(place);
    reveal(place);
    return exchange;
  }

  const ask = (exchange, signal, more = {}) =>
    post("/api/ask", { utterance: exchange.words, id: exchange.id, ...more }, { signal, conversation: app.conversation });

  /** Wait for an answer beside which it can be called off, and show it. */
  async function act(exchange, request) {
    const stop = new AbortController();
    const bar = el("progress", { "aria-label": t("talk.progress") });
    const words = el("p", { class: "working-words" }, t("talk.working"));
    const cancel = button(t("talk.cancel"), { kind: "quiet", press: () => callOff(exchange, cancel) });
    const working = el("div", { class: "working" }, words, bar, cancel);
    append(exchange.answer, working);
    running.set(exchange.id, { words, bar, exchange });
    reveal(exchange.place);
    const held = root.contains(document.activeElement) && document.activeElement.disabled;
    try {
      const reply = await request(stop.signal);
      working.remove();
      show(exchange, reply);
    } catch (failure) {
      working.remove();
      failed(exchange, failure, request);
    } finally {
      running.delete(exchange.id);
      if (held || document.activeElement === document.body) input.focus({ preventScroll: true });
    }
  }

  async function callOff(exchange, cancel) {
    cancel.disabled = true;
    try {
      const { cancelled } = await post("/api/cancel", { id: exchange.id });
      if (!cancelled) await post("/api/stop", {}, { conversation: app.conversation });
    } catch (failure) {
      app.say(app.problem(failure));
      cancel.disabled = false;
    }
    input.focus();
  }

  function progress(told) {
    const known = running.get(told.request_id) ?? (running.size === 1 && !told.request_id ? [...running.values()][0] : null);
    if (!known) return;
    if (told.say) known.words.textContent = text(told.say, 500);
    if (typeof told.done === "number" && told.done >= 0 && told.done <= 1) {
      known.bar.max = 1;
      known.bar.value = told.done;
    }
  }

  // -- the plan before it acts --

  async function plan(exchange) {
    const waiting = el("p", { class: "muted" }, t("talk.planning"));
    exchange.answer.append(waiting);
    try {
      const planned = await ask(exchange, undefined, { dry_run: true });
      waiting.remove();
      showPlan(exchange, planned);
    } catch (failure) {
      waiting.remove();
      failed(exchange, failure, () => ask(exchange, undefined, { dry_run: true }));
    }
  }

  function showPlan(exchange, planned, changed = false) {
    exchange.planned = planned;
    const calls = planned.commands ?? [];
    if (!calls.length) {
      // Nothing would run: what is to be said about that is the answer.
      const body = el("div", { class: "reply" });
      body.append(el("p", { class: "say" }, planned.say || t("talk.nothing_planned")), foot(exchange, planned));
      exchange.reply = planned;
      exchange.answer.append(body);
      if (planned.expect_response) {
        // A question is only answered where it was asked: for that it has to be said.
        body.append(el("div", { class: "row" }, button(t("talk.say_it"), { kind: "primary", press: () => (body.remove(), act(exchange, (s) => ask(exchange, s))) })));
      }
      return;
    }
    const heading = fresh("plan");
    const end = (card, word) => {
      open = null;
      card.remove();
      if (word) exchange.answer.append(el("p", { class: "muted" }, word));
    };
    const run = async () => {
      end(card);
      // What runs is what was shown: it is understood once more, and shown again where that has changed meanwhile.
      try {
        const again = await ask(exchange, undefined, { dry_run: true });
        if (JSON.stringify(again.commands) !== JSON.stringify(calls)) return showPlan(exchange, again, true);
      } catch (failure) {
        return failed(exchange, failure, () => ask(exchange, undefined, { dry_run: true }));
      }
      return act(exchange, (signal) => ask(exchange, signal));
    };
    const card = el(
      "div",
      { class: "card plan", role: "group", "aria-labelledby": heading, tabindex: "-1" },
      el("h3", { id: heading }, icon("plan"), changed ? t("talk.plan_changed") : t("talk.plan", { count: calls.length })),
      planned.say && el("p", {}, planned.say),
      callList(calls),
      el(
        "div",
        { class: "row" },
        button(t("talk.run"), { kind: "primary", press: run }),
        button(t("talk.cancel"), { press: () => (end(card, t("talk.not_run")), input.focus()) }),
      ),
    );
    open = (silently) => (end(card, t("talk.not_run")), silently !== true && input.focus());
    exchange.answer.append(card);
    reveal(card);
    card.focus({ preventScroll: true });
  }

  // -- answers --

  function show(exchange, reply) {
    exchange.reply = reply;
    const body = el("div", { class: "reply" });
    const language = typeof reply.lang === "string" ? reply.lang : null;
    if (reply.say) body.append(el("p", { class: "say", lang: language }, text(reply.say)));
    const items = list(reply.items);
    if (items.length) body.append(itemList(items));
    const waits = reply.confirmation_required && reply.confirmation?.id;
    const calls = list(reply.commands);
    if (calls.length && !waits) body.append(callList(calls, list(reply.results)));
    if (!reply.say && !calls.length && !items.length) body.append(el("p", { class: "muted" }, t("talk.silence")));
    if (reply.dropped) body.append(el("p", { class: "muted" }, t("talk.dropped", { count: reply.dropped })));
    const buttons = list(reply.actions);
    if (buttons.length) body.append(buttonRow(buttons));
    if (waits) body.append(confirmation(exchange, reply));
    body.append(foot(exchange, reply));
    exchange.answer.append(body);
    const question = reply.expect_response && !waits;
    hinted(question ? "talk.answer_hint" : "talk.hint");
    input.placeholder = question ? t("talk.answer") : t("talk.placeholder");
    reveal(exchange.place);
    if (waits) body.querySelector(".confirm").focus({ preventScroll: true });
    else if (question) input.focus({ preventScroll: true });
    if (exchange.aloud || app.choice("aloud", "no") === "yes") readAloud(reply);
    app.events.dispatchEvent(new Event("answered"));
  }

  function callList(calls, results = []) {
    return el(
      "ul",
      { class: "calls" },
      calls.map((call, at) => {
        const result = results[at];
        const how = result === undefined ? "plan" : "error" in result ? "failed" : "done";
        const failure = how === "failed" && (result.error || t("talk.failed"));
        return el(
          "li",
          { class: how },
          icon(how),
          el(
            "div",
            {},
            el("span", { class: "unseen" }, `${t(`talk.call_${how}`)} `),
            el("a", { href: `#/tools/${encodeURIComponent(call.name)}`, class: "tool" }, call.name),
            argumentsOf(call.arguments),
            failure && el("p", { class: "wrong" }, text(failure, 1000)),
          ),
        );
      }),
    );
  }

  function itemList(items) {
    return el(
      "ol",
      { class: "items" },
      items.map((item) =>
        el(
          "li",
          {},
          el("span", { class: "label" }, text(item.label ?? item.ref_id ?? "", 500)),
          list(item.actions).length > 0 &&
            el(
              "span",
              { class: "row" },
              list(item.actions).map((action) => {
                const label = `${spelled(action)}: ${text(item.label ?? "", 100)}`;
                const body = { action: text(action), context: { action, selected: [{ key: item.ref_id }], context: {} } };
                return button(spelled(action), { kind: "quiet small", "aria-label": label, press: () => press(body, label) });
              }),
            ),
        ),
      ),
    );
  }

  function buttonRow(buttons) {
    const row = el("div", { class: "row", role: "group", "aria-label": t("talk.buttons") });
    append(
      row,
      buttons.map((shown) => {
        const kind = { primary: "primary", destructive: "danger" }[shown.button_type] ?? "plain";
        const label = text(shown.button_text ?? shown.button_action ?? "", 80);
        return button(label, {
          kind,
          picture: kind === "danger" ? "asks" : null,
          press: () => {
            for (const other of row.querySelectorAll("button")) other.disabled = true;
            if (shown.completion_message) row.replaceChildren(el("p", { class: "muted" }, text(shown.completion_message, 200)));
            const { button_action: action, command, context } = shown;
            press({ action, ...(command && { command }), ...(context && { context }) }, label);
          },
        });
      }),
    );
    return row;
  }

  function press(body, label) {
    const exchange = begin(label);
    act(exchange, (signal) => post("/api/action", { ...body, id: exchange.id }, { signal, conversation: app.conversation }));
  }

  function confirmation(exchange, reply) {
    const { id, number = 1, total = 1, expires_in: seconds } = reply.confirmation;
    const heading = fresh("confirm");
    const question = reply.confirmation.question || reply.say;
    const answerWith = (yes) => {
      over();
      answers.replaceChildren(el("p", { class: "muted" }, yes ? t("talk.said_yes") : t("talk.said_no")));
      act(exchange, (signal) => post(`/api/confirm/${encodeURIComponent(id)}`, { yes, id: exchange.id }, { signal, conversation: app.conversation }));
    };
    const over = () => {
      clearTimeout(timer);
      open = null;
    };
    const timer = setTimeout(
      () => {
        over();
        answers.replaceChildren(el("p", { class: "muted" }, t("talk.expired")));
      },
      (Number(seconds) || 60) * 1000,
    );
    const answers = el(
      "div",
      { class: "row" },
      button(t("talk.yes"), { kind: "primary", press: () => answerWith(true) }),
      button(t("talk.no"), { press: () => answerWith(false) }),
    );
    open = (silently) => (silently === true ? over() : answerWith(false));
    return el(
      "div",
      { class: "card confirm", role: "group", "aria-labelledby": heading, tabindex: "-1" },
      el("h3", { id: heading }, icon("asks"), total > 1 ? t("talk.confirm_of", { number, total }) : t("talk.confirm")),
      reply.say !== question && el("p", {}, text(question)),
      callList(list(reply.commands)),
      answers,
      seconds && el("p", { class: "muted small" }, t("talk.expires", { count: Math.round(seconds) })),
    );
  }

  function foot(exchange, reply) {
    const by = reply.translator ? t("talk.by", { translator: t(`translator.${reply.translator}`) }) : t("talk.by_nobody");
    return el(
      "p",
      { class: "foot" },
      el("span", {}, by),
      typeof reply.elapsed_ms === "number" && el("span", {}, milliseconds(reply.elapsed_ms)),
      el("a", { href: `#/why/${exchange.id}`, "aria-label": t("talk.why_of", { words: exchange.words }) }, t("why.title")),
    );
  }

  /** Say calmly what went wrong; where waiting helps, offer to try it again once it does. */
  function failed(exchange, failure, request) {
    exchange.reply = { utterance: exchange.words, translator: null, error: app.problem(failure) };
    const again = button(t("talk.again"), {
      press: () => {
        box.remove();
        act(exchange, request);
      },
    });
    const words = el("p", {}, app.problem(failure));
    const box = el("div", { class: "card trouble" }, words, [0, 408, 429, 503].includes(failure.status) && el("div", { class: "row" }, again));
    exchange.answer.append(box);
    reveal(exchange.place);
    if (failure.retryAfter) {
      again.disabled = true;
      const until = Date.now() + failure.retryAfter * 1000;
      const tick = setInterval(() => {
        const left = Math.ceil((until - Date.now()) / 1000);
        if (left > 0 && box.isConnected) again.querySelector("span").textContent = t("talk.again_in", { count: left });
        else {
          clearInterval(tick);
          again.disabled = false;
          again.querySelector("span").textContent = t("talk.again");
        }
      }, 1000);
    }
  }

  // -- speaking and hearing --

  function listen() {
    if (listening) {
      listening.stop();
      return;
    }
    listening = new Recognition();
    listening.lang = navigator.languages?.find((tag) => tag.toLowerCase().startsWith(spoken())) ?? spoken();
    listening.interimResults = true;
    let final = "";
    listening.addEventListener("result", (event) => {
      const heard = Array.from(event.results, (result) => result[0].transcript).join("");
      input.value = heard;
      grow();
      if (event.results[event.results.length - 1].isFinal) final = heard;
    });
    listening.addEventListener("error", (event) => {
      if (event.error !== "no-speech" && event.error !== "aborted") app.say(hinted("talk.mic_problem"));
    });
    listening.addEventListener("end", () => {
      listening = null;
      mic.setAttribute("aria-pressed", "false");
      mic.classList.remove("listening");
      if (hint.textContent === t("talk.listening")) hinted("talk.hint");
      if (final.trim()) {
        input.value = "";
        grow();
        say(final.trim(), { aloud: true });
      }
    });
    mic.setAttribute("aria-pressed", "true");
    mic.classList.add("listening");
    hinted("talk.listening");
    try {
      listening.start();
    } catch {
      listening = null;
      hinted("talk.mic_problem");
    }
  }

  function readAloud(reply) {
    if (!reply.say || !("speechSynthesis" in globalThis)) return;
    const said = new SpeechSynthesisUtterance(text(reply.say, 1000));
    said.lang = reply.lang ?? spoken();
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  }

  // -- the rest --

  async function showWelcome() {
    fill(welcome, el("p", { class: "greeting" }, t("talk.greeting")));
    welcome.hidden = app.exchanges.length > 0;
    try {
      const status = await get("/api/status");
      const examples = list(status.examples).slice(0, 6);
      if (examples.length) {
        append(welcome, [
          el("p", { class: "muted", id: "examples-title" }, t("talk.try")),
          el(
            "ul",
            { class: "chips", "aria-labelledby": "examples-title" },
            examples.map((phrase) =>
              el("li", {}, button(text(phrase, 200), { kind: "chip", press: () => say(text(phrase, 200)) })),
            ),
          ),
        ]);
      }
      if (status.learned === false) welcome.append(el("p", { class: "muted" }, t("talk.learning")));
    } catch {
      // The greeting stands without examples.
    }
  }

  function anew() {
    open?.(true);
    app.talkAnew();
    app.exchanges.length = 0;
    log.replaceChildren();
    welcome.hidden = false;
    hinted("talk.hint");
    input.placeholder = t("talk.placeholder");
    app.say(t("talk.anew_done"));
    input.focus();
  }

  /** What stands below the input; a phone shows only what belongs to this moment. */
  function hinted(name) {
    hint.classList.toggle("now", name !== "talk.hint");
    return (hint.textContent = t(name));
  }

  function grow() {
    // Lines, not pixels: the rows that the words need, up to six.
    input.rows = 1;
    while (input.rows < 6 && input.scrollHeight > input.clientHeight + 2) input.rows += 1;
  }

  function reveal(place) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    place.scrollIntoView({ block: "end", behavior: calm ? "auto" : "smooth" });
  }

  return {
    root,
    show: (words) => {
      if (words) {
        input.value = words;
        grow();
        history.replaceState(null, "", "#/talk");
        input.focus();
      }
    },
    hide: () => listening?.stop(),
    focus: () => {
      input.focus();
      input.select();
    },
  };
}

const list = (value) => (Array.isArray(value) ? value : []);

const isPlain = (value) => value === null || typeof value !== "object";
const valueOf = (value) => text(Array.isArray(value) && value.every(isPlain) ? value.map((one) => text(one, 100)).join(", ") : value, 300);

/** The name of a callback as people say it. */
function spelled(action) {
  const words = text(action, 60).replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The arguments of a call, each by its name. */
export function argumentsOf(given) {
  const entries = Object.entries(given ?? {});
  if (!entries.length) return null;
  return el(
    "dl",
    { class: "arguments" },
    entries.map(([name, value]) => el("div", {}, el("dt", {}, text(name, 80)), el("dd", {}, valueOf(value)))),
  );
}
