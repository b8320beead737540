// Now: what runs and what is due, with a countdown; what the service told by itself.

import { get, post } from "./api.js";
import { button, el, fill, fresh, icon, svg, text } from "./dom.js";
import { clock, moment, t } from "./words.js";

const KINDS = ["timer", "alarm", "reminder"];
const LOOK_AGAIN_MS = 120000; // each look is a call of tools, which the numbers count
const AROUND = 2 * Math.PI * 26;

export function create(app) {
  const running = el("div", { class: "due" });
  const alerts = el("div", { class: "alerts" });
  const trouble = el("p", { class: "wrong", role: "status" });
  const stop = button(t("now.stop"), { kind: "quiet", picture: "bell", press: silence });
  const root = el(
    "section",
    { class: "view", "aria-labelledby": "now-title" },
    el("div", { class: "head" }, el("h1", { id: "now-title", tabindex: "-1" }, t("now.title")), stop),
    trouble,
    running,
    el("h2", {}, t("now.alerts")),
    alerts,
  );
  let ticking = null;
  let looking = null;
  let clocks = [];

  for (const kind of [...KINDS, "open", "speak", "answered"]) app.events.addEventListener(kind, () => isShown() && load());
  app.events.addEventListener("alerts", showAlerts);
  app.events.addEventListener("ringing", (event) => {
    rings(event.detail.ringing === true);
  });
  const isShown = () => ticking !== null;
  const rings = (loud) => {
    stop.classList.toggle("primary", loud);
    stop.classList.toggle("quiet", !loud);
  };

  async function load() {
    try {
      const { timers } = await get("/api/timers");
      trouble.textContent = "";
      showDue(Array.isArray(timers) ? timers : []);
    } catch (failure) {
      if (failure.status === 404) showDue([]);
      else trouble.textContent = app.problem(failure);
    }
  }

  function showDue(found) {
    const read = performance.now();
    clocks = [];
    if (!found.length) {
      fill(running, el("p", { class: "empty" }, t("now.none")));
      return;
    }
    fill(
      running,
      KINDS.map((kind) => [kind, found.filter((one) => (one.kind ?? "timer") === kind)])
        .filter(([, ones]) => ones.length)
        .map(([kind, ones]) => [
          el("h2", {}, t(`now.${kind}s`)),
          el("ul", { class: "cards" }, ones.map((one) => card(kind, one, ones, read))),
        ]),
    );
    tick();
  }

  function card(kind, one, ones, read) {
    const heading = fresh("due");
    const name = text(one.label || one.text || "", 200) || t(`now.a_${kind}`);
    const left = Number(one.remaining_seconds);
    const whole = Number(one.duration_seconds) || 0;
    const counts = Number.isFinite(left);
    const shown = el("p", { class: "left", role: "timer", "aria-labelledby": heading }, counts ? clock(left) : "");
    const hand = svg("circle", { cx: 30, cy: 30, r: 26, class: "hand", "stroke-dasharray": AROUND, transform: "rotate(-90 30 30)" });
    if (counts) clocks.push({ shown, hand, ends: read + left * 1000, whole, paused: one.paused === true, left });
    const call = calling(kind, one, ones);
    return el(
      "li",
      { class: `card ${kind}` },
      kind === "timer"
        ? svg("svg", { viewBox: "0 0 60 60", class: "ring", "aria-hidden": "true" }, svg("circle", { cx: 30, cy: 30, r: 26, class: "way" }), hand)
        : icon("bell"),
      el(
        "div",
        { class: "grow" },
        el("h3", { id: heading }, name),
        shown,
        el(
          "p",
          { class: "muted" },
          [one.paused ? t("now.paused") : one.due && moment(one.due), one.repeat && text(one.repeat, 60)].filter(Boolean).join(" · "),
        ),
      ),
      call && button(t("now.cancel"), { kind: "quiet", "aria-label": t("now.cancel_of", { name }), press: (event) => cancel(call, event.currentTarget) }),
    );
  }

  /** The call that ends this one and no other; none where its tool could not tell it from another. */
  function calling(kind, one, ones) {
    const only = (key) => one[key] && ones.filter((other) => other[key] === one[key]).length === 1;
    if (kind === "timer") {
      if (only("label")) return ["cancel_timer", { label: one.label }];
      if (only("duration_seconds")) return ["cancel_timer", { duration_seconds: one.duration_seconds }];
    }
    if (kind === "alarm" && only("label")) return ["cancel_alarm", { label: one.label }];
    if (kind === "alarm" && only("time")) return ["cancel_alarm", { time: one.time }];
    if (kind === "reminder" && only("label")) return ["cancel_reminder", { text: one.label }];
    return null;
  }

  async function cancel([tool, args], pressed) {
    pressed.disabled = true;
    try {
      const answer = await post(`/api/tools/${tool}`, { args });
      app.say(text(answer.result?.message ?? t("talk.call_done"), 300));
    } catch (failure) {
      if (failure.code === "confirmation_required") {
        await confirmed(failure.fields.confirmation, pressed);
      } else {
        trouble.textContent = app.problem(failure);
      }
    }
    await load();
    root.querySelector("h1").focus({ preventScroll: true });
  }

  function confirmed(asked, pressed) {
    return new Promise((over) => {
      const answer = async (yes) => {
        await post(`/api/confirm/${encodeURIComponent(asked.id)}`, { yes }).catch((failure) => {
          trouble.textContent = app.problem(failure);
        });
        over();
      };
      const heading = fresh("confirm");
      const place = el(
        "div",
        { class: "card confirm", role: "group", "aria-labelledby": heading, tabindex: "-1", on: { keydown: (e) => e.key === "Escape" && answer(false) } },
        el("p", { id: heading, class: "strong" }, text(asked.question)),
        el(
          "div",
          { class: "row" },
          button(t("talk.yes"), { kind: "primary", press: () => answer(true) }),
          button(t("talk.no"), { press: () => answer(false) }),
        ),
      );
      pressed.closest("li").append(place);
      place.focus();
    });
  }

  async function silence() {
    try {
      await post("/api/stop");
      rings(false);
    } catch (failure) {
      trouble.textContent = app.problem(failure);
    }
    load();
  }

  function showAlerts() {
    if (!app.alerts.length) {
      fill(alerts, el("p", { class: "empty" }, t("now.no_alerts")));
      return;
    }
    fill(
      alerts,
      el(
        "ul",
        { class: "cards" },
        app.alerts.map((alert) =>
          el(
            "li",
            { class: `card alert ${alert.kind}` },
            icon("bell"),
            el(
              "div",
              { class: "grow" },
              el("h3", {}, alert.title),
              alert.summary && el("p", {}, alert.summary),
              el("p", { class: "muted" }, moment(alert.at)),
            ),
            button(t("alert.dismiss"), {
              kind: "quiet",
              "aria-label": `${t("alert.dismiss")}: ${alert.title}`,
              press: () => {
                app.alerts.splice(app.alerts.indexOf(alert), 1);
                showAlerts();
                root.querySelector("h1").focus({ preventScroll: true });
              },
            }),
          ),
        ),
      ),
    );
  }

  function tick() {
    const now = performance.now();
    for (const one of clocks) {
      const left = one.paused ? one.left : Math.max(0, (one.ends - now) / 1000);
      const words = left > 0 ? clock(left) : t("now.over");
      if (one.shown.textContent !== words) one.shown.textContent = words;
      one.hand.setAttribute("stroke-dashoffset", one.whole ? AROUND * (1 - Math.min(1, left / one.whole)) : 0);
    }
  }

  return {
    root,
    show: () => {
      ticking = setInterval(tick, 250);
      looking = setInterval(load, LOOK_AGAIN_MS);
      showAlerts();
      load();
    },
    hide: () => {
      clearInterval(ticking);
      clearInterval(looking);
      ticking = null;
    },
  };
}
