// The page: signing in, the frame around the views, and what happens whatever is shown.

import { Events, Refused, line, post, session, signIn, signOut } from "./api.js";
import { button, el, fill, icon, mark, text } from "./dom.js";
import { clock, has, languages, nearest, speak, spoken, t } from "./words.js";
import * as log from "./log.js";
import * as now from "./now.js";
import * as numbers from "./numbers.js";
import * as settings from "./settings.js";
import * as talk from "./talk.js";
import * as tools from "./tools.js";
import * as why from "./why.js";

const VIEWS = { talk, now, tools, why, settings, log, numbers };
const FIRST_ON_PHONE = 3; // the others stand behind "More", for which there is no place beside them
const MAX_ALERTS = 50;

/** What the views share. */
const app = {
  /** Who is signed in: `name`, `scopes`. */
  user: null,
  events: new Events(),
  /** The conversation of this tab. */
  conversation: kept(sessionStorage, "conversation") ?? mark(),
  /** What was said here, newest last. */
  exchanges: [],
  /** What the service told by itself, newest first. */
  alerts: [],
  unseen: 0,
  go: (view, argument = "") => {
    location.hash = `#/${view}${argument ? `/${encodeURIComponent(argument)}` : ""}`;
  },
  may: (scope) => !app.user?.scopes || app.user.scopes.includes(scope),
  /** A choice that this browser remembers. */
  choice: (name, fallback) => kept(localStorage, name) ?? fallback,
  choose: (name, value) => keep(localStorage, name, value),
  say: (words) => told("heard-politely", words),
  problem,
  talkAnew: () => {
    app.conversation = mark();
    keep(sessionStorage, "conversation", app.conversation);
  },
  setLanguage,
  setTheme,
  leave,
};
keep(sessionStorage, "conversation", app.conversation);

let frame = null;
let shown = "";

function kept(store, name) {
  try {
    return store.getItem(`jarvis.${name}`);
  } catch {
    return null;
  }
}

function keep(store, name, value) {
  try {
    store.setItem(`jarvis.${name}`, value);
  } catch {
    // No storage: the choice holds until the page is left.
  }
}

/** Have a screen reader say it. The same words twice are said twice. */
function told(id, words) {
  const place = document.getElementById(id);
  place.textContent = "";
  setTimeout(() => {
    place.textContent = text(words, 500);
  }, 60);
}

/** A failed request as words for people. */
export function problem(failure) {
  if (!(failure instanceof Refused)) return text(failure?.message || t("problem.unknown"), 300);
  if (failure.code === "away") return t("problem.away");
  if (failure.status === 401) return t("problem.signedout");
  if (failure.status === 429) return t("problem.busy", { count: failure.retryAfter ?? 10 });
  if (failure.code === "forbidden" && !failure.message) return t("problem.forbidden");
  if (failure.message) return text(failure.message, 500);
  return has(`problem.${failure.code}`) ? t(`problem.${failure.code}`) : t("problem.status", { status: failure.status });
}

// -- signing in --

function showSignIn(why = "") {
  app.events.close();
  frame = null;
  document.title = "Jarvis";
  const token = el("input", {
    id: "token", type: "password", name: "token", autocomplete: "current-password", required: true, spellcheck: "false",
    autocapitalize: "none", "aria-describedby": "token-help token-problem",
  });
  const wrong = el("p", { id: "token-problem", class: "wrong", role: "alert" }, why);
  const enter = el("button", { type: "submit", class: "button primary wide" }, icon("key"), el("span", {}, t("signin.enter")));
  const form = el(
    "form",
    {
      class: "signin",
      on: {
        submit: async (event) => {
          event.preventDefault();
          if (!token.value.trim()) return;
          enter.disabled = true;
          wrong.textContent = "";
          try {
            app.user = await signIn(token.value.trim());
            token.value = "";
            start();
          } catch (failure) {
            wrong.textContent = failure.status === 401 ? t("signin.wrong") : problem(failure);
            enter.disabled = false;
            token.focus();
          }
        },
      },
    },
    el("img", { src: "/console/icon.svg", alt: "", width: 56, height: 56 }),
    el("h1", {}, t("signin.title")),
    el("p", { class: "muted" }, t("signin.intro")),
    el("label", { for: "token" }, t("signin.token")),
    token,
    wrong,
    enter,
    el("div", { id: "token-help", class: "help" }, el("p", {}, t("signin.help")), el("code", {}, "ovos-jarvis token new NAME")),
  );
  fill(document.getElementById("app"), el("main", { class: "alone" }, form));
  token.focus();
}

async function leave() {
  try {
    await signOut();
  } catch {
    // Whoever is away has ended the session, too, as far as this page goes.
  }
  app.user = null;
  app.exchanges.length = app.alerts.length = app.unseen = 0;
  app.talkAnew();
  for (const view of Object.values(VIEWS)) view.forget?.();
  showSignIn();
}

// -- the frame --

function start() {
  shown = "";
  const names = Object.keys(VIEWS);
  const links = {};
  const entry = (name) => {
    const link = el(
      "a",
      { href: `#/${name}`, class: "entry" },
      icon(name),
      el("span", {}, t(`${name}.title`)),
    );
    links[name] = link;
    return link;
  };
  const more = el(
    "button",
    { type: "button", class: "entry more", "aria-expanded": "false", "aria-controls": "rest", on: { click: () => openRest(!isOpen()) } },
    icon("more"),
    el("span", {}, t("nav.more")),
  );
  const isOpen = () => more.getAttribute("aria-expanded") === "true";
  const openRest = (open) => {
    more.setAttribute("aria-expanded", String(open));
    list.classList.toggle("open", open);
  };
  // On a wide screen all entries stand one below the other, on a phone the last ones behind the button.
  const list = el(
    "div",
    { class: "entries" },
    el("ul", {}, names.slice(0, FIRST_ON_PHONE).map((name) => el("li", {}, entry(name)))),
    more,
    el("ul", { id: "rest", class: "rest" }, names.slice(FIRST_ON_PHONE).map((name) => el("li", {}, entry(name)))),
  );
  const state = el("p", { class: "state", role: "status" });
  const views = el("main", { id: "main", tabindex: "-1" });
  const notices = el("div", { class: "notices" });
  fill(
    document.getElementById("app"),
    el("a", { href: "#main", class: "skip", on: { click: (e) => (e.preventDefault(), views.focus()) } }, t("nav.skip")),
    el(
      "div",
      { class: "frame" },
      el(
        "header",
        { class: "top" },
        el("p", { class: "brand" }, el("img", { src: "/console/icon.svg", alt: "", width: 32, height: 32 }), el("span", {}, "Jarvis")),
        state,
      ),
      el("nav", { "aria-label": t("nav.views") }, list),
      views,
    ),
    el("section", { class: "notices-place", "aria-label": t("nav.notices") }, notices),
  );
  list.addEventListener("click", (event) => event.target.closest("a") && openRest(false));
  document.addEventListener("click", (event) => !list.contains(event.target) && openRest(false));
  frame = { views, links, state, notices, more, openRest, isOpen, built: {} };
  tell("connecting");
  app.events.open();
  route();
}

/** Show how the connection is, in words. */
function tell(how) {
  if (!frame || frame.state.dataset.how === how) return;
  frame.state.dataset.how = how;
  fill(frame.state, el("span", { class: "dot", "aria-hidden": "true" }), t(`state.${how}`));
}

function route() {
  if (!frame) return;
  const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  const view = name in VIEWS ? name : "talk";
  let argument = "";
  try {
    argument = decodeURIComponent(rest.join("/"));
  } catch {
    argument = "";
  }
  frame.built[shown]?.hide?.();
  const first = shown === "";
  shown = view;
  for (const [other, link] of Object.entries(frame.links)) {
    if (other === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  frame.more.classList.toggle("holds-current", Object.keys(VIEWS).indexOf(view) >= FIRST_ON_PHONE);
  frame.built[view] ??= VIEWS[view].create(app);
  fill(frame.views, frame.built[view].root);
  document.title = `${t(`${view}.title`)} – Jarvis`;
  frame.built[view].show?.(argument);
  scrollTo(0, view === "talk" ? document.body.scrollHeight : 0);
  if (view === "now") seen();
  if (!first) (frame.views.querySelector("[data-arrive]") ?? frame.views.querySelector("h1"))?.focus({ preventScroll: true });
}

// -- what the service tells by itself --

function alerted(kind, told_) {
  const title = titleOf(kind, told_);
  if (!title) return;
  const alert = { id: mark(), kind, title, summary: summaryOf(kind, told_), at: new Date(), priority: told_.priority ?? 2 };
  app.alerts.unshift(alert);
  app.alerts.length = Math.min(app.alerts.length, MAX_ALERTS);
  told("heard-at-once", [alert.title, alert.summary].filter(Boolean).join(". "));
  if (shown !== "now") {
    app.unseen += 1;
    badge();
    notice(alert);
  }
  app.events.dispatchEvent(new Event("alerts"));
}

function titleOf(kind, told_) {
  const named = told_.label || told_.text;
  if (kind === "timer") return named ? t("alert.timer_named", { name: named }) : t("alert.timer", { time: clock(told_.duration_seconds ?? 0) });
  if (kind === "alarm") return named ? t("alert.alarm_named", { name: named }) : t("alert.alarm", { time: told_.time ?? "" });
  if (kind === "reminder") return t("alert.reminder", { name: named ?? "" });
  return text(told_.title ?? told_.summary ?? "", 300);
}

function summaryOf(kind, told_) {
  if (kind === "alert") return told_.title ? text(told_.summary ?? "", 1000) : "";
  const late = Number(told_.late_seconds);
  return late >= 60 ? t("alert.late", { time: clock(late) }) : "";
}

function notice(alert) {
  const shownAlert = el(
    "div",
    { class: `notice ${alert.kind}` },
    icon("bell"),
    el("div", {}, el("p", { class: "strong" }, alert.title), alert.summary && el("p", { class: "muted" }, alert.summary)),
    el(
      "div",
      { class: "row" },
      alert.kind !== "alert" && button(t("now.stop"), { press: () => (shownAlert.remove(), post("/api/stop").catch(() => {})) }),
      button(t("alert.show"), { press: () => (shownAlert.remove(), app.go("now")) }),
      button(t("alert.dismiss"), { kind: "quiet", press: () => shownAlert.remove() }),
    ),
  );
  frame?.notices.prepend(shownAlert);
  while (frame?.notices.children.length > 3) frame.notices.lastChild.remove();
}

function seen() {
  app.unseen = 0;
  badge();
  frame?.notices.replaceChildren();
}

function badge() {
  const link = frame?.links.now;
  if (!link) return;
  link.querySelector(".badge")?.remove();
  if (app.unseen) {
    link.append(
      el("span", { class: "badge" }, el("span", { "aria-hidden": "true" }, app.unseen), el("span", { class: "unseen" }, t("now.unseen", { count: app.unseen }))),
    );
  }
}

for (const kind of ["alert", "timer", "alarm", "reminder"]) {
  app.events.addEventListener(kind, (event) => alerted(kind, event.detail));
}
app.events.addEventListener("open", () => tell("connected"));
line.addEventListener("away", () => tell("away"));
line.addEventListener("back", () => tell("connected"));
line.addEventListener("signedout", () => frame && showSignIn(t("problem.signedout")));
addEventListener("hashchange", route);
addEventListener("keydown", (event) => {
  if (!frame) return;
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k") {
    event.preventDefault();
    if (shown === "talk") frame.built.talk.focus();
    else {
      app.go("talk");
      addEventListener("hashchange", () => frame?.built.talk?.focus(), { once: true });
    }
  } else if (event.key === "Escape" && frame.isOpen()) {
    frame.openRest(false);
    frame.more.focus();
  }
});

// -- language and theme --

async function setLanguage(code) {
  app.choose("language", code);
  await speak(code in languages ? code : nearest(navigator.languages ?? [navigator.language]));
  for (const view of Object.values(VIEWS)) view.forget?.();
  if (app.user) start();
}

function setTheme(theme) {
  app.choose("theme", theme);
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

// -- the beginning --

async function begin() {
  const chosen = app.choice("language", "");
  await speak(chosen in languages ? chosen : nearest(navigator.languages ?? [navigator.language])).catch(() => {});
  for (let wait = 1000; ; wait = Math.min(8000, wait * 2)) {
    try {
      app.user = await session();
      break;
    } catch {
      fill(document.getElementById("app"), el("main", { class: "alone" }, el("h1", {}, "Jarvis"), el("p", { role: "status" }, t("problem.away"))));
      await new Promise((again) => setTimeout(again, wait));
    }
  }
  if (app.user) start();
  else showSignIn();
}

begin();
