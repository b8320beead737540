// Settings: this page's own, secrets that go in and never come out, logins, policy, and the service itself.

import { get, put, remove } from "./api.js";
import { append, button, el, fill, fresh, icon, text } from "./dom.js";
import { policyChoice } from "./tools.js";
import { languages, moment, t } from "./words.js";

const THEMES = ["auto", "light", "dark"];

export function create(app) {
  const page = el("section", { class: "part page" });
  const secrets = el("section", { class: "part" });
  const policy = el("section", { class: "part" });
  const service = el("section", { class: "part" });
  const root = el(
    "section",
    { class: "view settings", "aria-labelledby": "settings-title" },
    el("div", { class: "head" }, el("h1", { id: "settings-title", tabindex: "-1" }, t("settings.title"))),
    page, secrets, policy, service,
  );

  function showPage() {
    const language = el(
      "select",
      { id: "language", on: { change: () => app.setLanguage(language.value) } },
      el("option", { value: "" }, t("settings.browser_language")),
      Object.entries(languages).map(([code, name]) => el("option", { value: code, lang: code }, name)),
    );
    language.value = app.choice("language", "") in languages ? app.choice("language", "") : "";
    const theme = app.choice("theme", "auto");
    const aloud = el("input", { type: "checkbox", id: "aloud", on: { change: () => app.choose("aloud", aloud.checked ? "yes" : "no") } });
    aloud.checked = app.choice("aloud", "no") === "yes";
    fill(
      page,
      el("h2", {}, t("settings.page")),
      el("div", { class: "field" }, el("label", { for: "language" }, t("settings.language")), language),
      el(
        "fieldset",
        { class: "field choices" },
        el("legend", {}, t("settings.theme")),
        THEMES.map((name) => {
          const choice = el("input", { type: "radio", name: "theme", id: `theme-${name}`, value: name, on: { change: () => app.setTheme(name) } });
          choice.checked = name === theme;
          return el("label", { class: "choice", for: `theme-${name}` }, choice, icon(name), t(`settings.theme_${name}`));
        }),
      ),
      "speechSynthesis" in globalThis && el("label", { class: "check", for: "aloud" }, aloud, t("settings.aloud")),
      el(
        "div",
        { class: "row" },
        el("p", {}, t("settings.signed_in", { name: app.user?.name ?? "" })),
        button(t("settings.leave"), { press: () => app.leave() }),
      ),
    );
  }

  // -- secrets and logins --

  async function showSecrets() {
    fill(secrets, el("h2", {}, t("settings.secrets")), el("p", { class: "muted" }, t("settings.secrets_intro")));
    try {
      const view = await get("/api/settings");
      const services = Array.isArray(view.services) ? view.services : [];
      const shown = services
        .map((one) => [one, (one.commands ?? []).filter((command) => command.secrets?.length || command.authentication || command.error)])
        .filter(([, commands]) => commands.length);
      if (!shown.length) secrets.append(el("p", { class: "empty" }, t("settings.no_secrets")));
      for (const [one, commands] of shown) {
        if (one.service) secrets.append(el("h3", {}, text(one.service, 120)));
        secrets.append(el("ul", { class: "cards tall" }, commands.map((command) => commandCard(command, one.service ? "h4" : "h3"))));
      }
      for (const [name, why] of Object.entries(view.failed ?? {})) {
        secrets.append(el("p", { class: "wrong" }, `${text(name, 120)}: ${text(why, 500)}`));
      }
    } catch (failure) {
      secrets.append(el("p", { class: "muted" }, app.problem(failure)));
    }
  }

  function commandCard(command, heading) {
    const state = command.ready ? "done" : "asks";
    return el(
      "li",
      { class: "card" },
      el(heading, {}, text(command.name, 200), " ", el("span", { class: `badge-policy ${command.ready ? "allow" : "ask"}` }, icon(state), t(command.ready ? "settings.ready" : "settings.unready"))),
      el("p", { class: "muted" }, text(command.error ?? command.description ?? "", 500)),
      command.setup_guide && el("details", {}, el("summary", {}, t("settings.guide")), el("p", { class: "guide" }, text(command.setup_guide, 5000))),
      (command.secrets ?? []).map((secret) => secretForm(command.name, secret)),
      command.authentication && login(command.authentication),
    );
  }

  function secretForm(command, secret) {
    const id = fresh("secret");
    const path = `/api/secrets/${encodeURIComponent(command)}/${encodeURIComponent(secret.key)}`;
    const choices = Array.isArray(secret.enum_values) ? secret.enum_values : null;
    const control = choices
      ? el("select", { id }, el("option", { value: "" }, t("form.choose")), choices.map((one) => el("option", { value: text(one) }, text(one, 120))))
      : el("input", { id, type: secret.is_sensitive === false ? "text" : "password", autocomplete: "new-password", spellcheck: "false", autocapitalize: "none" });
    control.setAttribute("aria-describedby", `${id}-help ${id}-state`);
    const state = el("p", { id: `${id}-state`, class: "small", role: "status" });
    const forget = button(t("settings.forget"), { kind: "quiet", "aria-label": `${t("settings.forget")}: ${text(secret.friendly_name ?? secret.key, 120)}`, press: () => change(() => remove(`${path}?scope=${encodeURIComponent(secret.scope ?? "")}`), "unset") });
    const show = (now) => {
      fill(state, icon(now === "set" ? "done" : "asks"), " ", t(now === "set" ? "settings.set" : "settings.unset"));
      forget.hidden = now !== "set";
    };
    const change = async (request, after) => {
      try {
        const answer = await request();
        control.value = "";
        show(typeof answer.state === "string" ? answer.state : after);
        app.say(t(after === "set" ? "settings.kept" : "settings.forgotten"));
      } catch (failure) {
        fill(state, el("span", { class: "wrong" }, app.problem(failure)));
      }
    };
    show(secret.state);
    return el(
      "form",
      {
        class: "field secret",
        on: {
          submit: (event) => {
            event.preventDefault();
            if (control.value) change(() => put(path, { value: control.value, ...(secret.scope && { scope: secret.scope }) }), "set");
            else control.focus();
          },
        },
      },
      el("label", { for: id }, text(secret.friendly_name ?? secret.key, 200), secret.required && el("span", { class: "needed" }, t("schema.needed"))),
      el("p", { id: `${id}-help`, class: "muted small" }, text(secret.description ?? "", 1000)),
      el("div", { class: "row" }, control, el("button", { type: "submit", class: "button" }, el("span", {}, t("settings.keep"))), forget),
      state,
    );
  }

  function login(authentication) {
    const name = text(authentication.provider ?? authentication.friendly_name ?? "", 120);
    return el(
      "div",
      { class: "field" },
      el("p", { class: "strong" }, t("settings.login", { name: text(authentication.friendly_name ?? name, 120) })),
      authentication.needs_auth
        ? [
            el("p", {}, icon("asks"), " ", t("settings.login_needed"), authentication.reason && ` ${text(authentication.reason, 300)}`),
            el("p", { class: "muted" }, t("settings.login_how"), " ", el("code", {}, `ovos-jarvis auth login ${name}`)),
          ]
        : el("p", {}, icon("done"), " ", t("settings.logged_in"), authentication.last_login && ` (${moment(authentication.last_login)})`),
    );
  }

  // -- policy --

  async function showPolicy() {
    const query = el("input", { type: "search", id: "policy-query", autocomplete: "off", on: { input: () => draw() } });
    const rows = el("ul", { class: "list policies" });
    let tools = [];
    const draw = () => {
      const wanted = query.value.trim().toLowerCase();
      fill(rows, tools.filter((one) => !wanted || `${one.name} ${one.decision} ${t(`policy.${one.decision}`)}`.toLowerCase().includes(wanted)).map(policyRow));
    };
    fill(
      policy,
      el("h2", {}, t("settings.policy")),
      el("p", { class: "muted" }, t("settings.policy_intro")),
      el("div", { class: "field" }, el("label", { for: "policy-query" }, t("tools.search")), query),
      rows,
    );
    try {
      const answer = await get("/api/policy");
      tools = Array.isArray(answer.tools) ? answer.tools : [];
      draw();
    } catch (failure) {
      fill(rows, el("li", { class: "muted" }, app.problem(failure)));
    }
  }

  function policyRow(one) {
    const item = el("li", {});
    const draw = (now) => fill(item, policyChoice(app, now, draw));
    draw(one);
    return item;
  }

  // -- the service --

  async function showService() {
    fill(service, el("h2", {}, t("settings.service")));
    try {
      const status = await get("/api/status");
      const problems = [
        ...(Array.isArray(status.config_problems) ? status.config_problems : []),
        ...Object.entries(status.failed ?? {}).map(([name, why]) => `${name}: ${text(why, 500)}`),
      ];
      append(service, [
        el(
          "dl",
          { class: "facts" },
          Object.entries(status.versions ?? {}).filter(([, version]) => version).map(([name, version]) => el("div", {}, el("dt", {}, name), el("dd", {}, text(version, 60)))),
        ),
        problems.length > 0 && [el("h3", {}, t("settings.problems")), el("ul", { class: "plain" }, problems.map((one) => el("li", { class: "wrong" }, text(one, 600))))],
      ]);
    } catch (failure) {
      service.append(el("p", { class: "muted" }, app.problem(failure)));
    }
  }

  return {
    root,
    show: () => {
      showPage();
      showSecrets();
      showPolicy();
      showService();
    },
  };
}
