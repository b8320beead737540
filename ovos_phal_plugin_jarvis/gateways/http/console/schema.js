// JSON Schema: shown as people read it, and as a form to fill in.

import { button, el, fill, fresh, pretty, text } from "./dom.js";
import { t } from "./words.js";

const DEEPEST = 5;

/** A schema with its references followed and its parts put together, as far as a form needs them. */
export function resolved(schema, root = schema, depth = 0) {
  if (!schema || typeof schema !== "object" || depth > 8) return {};
  let found = schema;
  if (typeof found.$ref === "string" && found.$ref.startsWith("#")) {
    let target = root;
    for (const part of found.$ref.slice(1).split("/").filter(Boolean)) {
      target = target?.[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")];
    }
    const { $ref: _, ...beside } = found;
    found = { ...resolved(target, root, depth + 1), ...beside };
  }
  if (Array.isArray(found.allOf)) {
    const { allOf, ...beside } = found;
    found = allOf.reduce((all, part) => {
      const one = resolved(part, root, depth + 1);
      return {
        ...all, ...one,
        ...((all.properties || one.properties) && { properties: { ...all.properties, ...one.properties } }),
        ...((all.required || one.required) && { required: [...(all.required ?? []), ...(one.required ?? [])] }),
      };
    }, beside);
  }
  const choices = found.anyOf ?? found.oneOf;
  if (Array.isArray(choices)) {
    const real = choices.map((one) => resolved(one, root, depth + 1)).filter((one) => one.type !== "null");
    if (real.length === 1) {
      const { anyOf: _a, oneOf: _o, ...beside } = found;
      found = { ...real[0], ...beside };
    } else if (real.length > 1 && real.every((one) => "const" in one)) {
      const { anyOf: _a, oneOf: _o, ...beside } = found;
      found = { ...beside, enum: real.map((one) => one.const) };
    }
  }
  if (Array.isArray(found.type)) {
    const real = found.type.filter((one) => one !== "null");
    found = { ...found, type: real.length === 1 ? real[0] : real };
  }
  return found;
}

/** A type in words: "whole number", "list of texts". */
export function typeName(schema, root) {
  const found = resolved(schema, root);
  if (Array.isArray(found.enum)) return t("type.choice");
  if ("const" in found) return t("type.choice");
  if (found.type === "array") return t("type.list", { of: typeName(found.items ?? {}, root) });
  if (Array.isArray(found.type)) return found.type.map((one) => t(`type.${one}`)).join(", ");
  if (Array.isArray(found.anyOf ?? found.oneOf)) {
    return [...new Set((found.anyOf ?? found.oneOf).map((one) => typeName(one, root)))].join(", ");
  }
  return t(`type.${found.type ?? (found.properties ? "object" : "any")}`);
}

function limits(found) {
  const told = [];
  if (Array.isArray(found.enum)) told.push(found.enum.map((one) => text(one, 60)).join(", "));
  if ("const" in found) told.push(text(found.const, 60));
  const [low, high] = [found.minimum ?? found.exclusiveMinimum, found.maximum ?? found.exclusiveMaximum];
  if (low !== undefined && high !== undefined) told.push(t("limit.between", { low: text(low), high: text(high) }));
  else if (low !== undefined) told.push(t("limit.least", { low: text(low) }));
  else if (high !== undefined) told.push(t("limit.most", { high: text(high) }));
  if (found.maxLength !== undefined) told.push(t("limit.characters", { count: found.maxLength }));
  if (found.format) told.push(text(found.format, 40));
  if (found.pattern) told.push(text(found.pattern, 120));
  if (found.default !== undefined && found.default !== null) told.push(t("limit.default", { value: text(found.default, 60) }));
  return told;
}

/** The members of an object schema as a table; null where it has none. */
export function schemaTable(schema, caption) {
  const root = resolved(schema);
  const members = Object.entries(root.properties ?? {});
  if (!members.length) return null;
  return el(
    "div",
    { class: "table", role: "region", "aria-label": caption, tabindex: "0" },
    el(
      "table",
      {},
      el("caption", { class: "unseen" }, caption),
      el("thead", {}, el("tr", {}, ["schema.name", "schema.type", "schema.what"].map((name) => el("th", { scope: "col" }, t(name))))),
      el(
        "tbody",
        {},
        members.map(([name, member]) => {
          const found = resolved(member, schema);
          return el(
            "tr",
            {},
            el("th", { scope: "row" }, el("code", {}, name), root.required?.includes(name) && el("span", { class: "needed" }, t("schema.needed"))),
            el("td", {}, typeName(member, schema)),
            el("td", {}, found.description && el("p", {}, text(found.description, 2000)), limits(found).map((told) => el("p", { class: "muted" }, told))),
          );
        }),
      ),
    ),
  );
}

/**
 * A form for an object schema.
 * @returns `{node, read, wrong}`: its fields; what was filled in, or null where something does not fit (which is shown);
 *   and a way to show what the service found wrong: `[{param, message}]` → whether every one has its field.
 */
export function schemaForm(schema) {
  const whole = schema ?? {};
  const fields = objectFields(resolved(whole), whole, "", 0);
  const raw = rawField({ title: t("form.json") }, "", true);
  const byHand = el("div", { hidden: true }, raw.node);
  const formed = el("div", { class: "fields" }, fields.node);
  let isRaw = false;
  const toggle = button(t("form.as_json"), {
    kind: "quiet small",
    "aria-pressed": "false",
    press: () => {
      if (!isRaw) raw.set(fields.peek());
      isRaw = !isRaw;
      byHand.hidden = !isRaw;
      formed.hidden = isRaw;
      toggle.setAttribute("aria-pressed", String(isRaw));
    },
  });
  return {
    node: el("div", {}, formed, byHand, toggle),
    set: (value) => fields.set(value),
    read: () => {
      clear();
      try {
        const value = isRaw ? raw.read() : fields.read();
        return value === undefined ? {} : value;
      } catch (failure) {
        if (!(failure instanceof Unfit)) throw failure;
        failure.field.complain(failure.message);
        failure.field.focus();
        return null;
      }
    },
    wrong: (details) => {
      clear();
      let first = null;
      let all = true;
      for (const { param, message } of details) {
        const field = isRaw ? null : fields.find(String(param ?? "").split(".")[0]);
        if (!field) {
          all = false;
          continue;
        }
        field.complain(text(message, 300));
        first ??= field;
      }
      first?.focus();
      return all && details.length > 0;
    },
  };
  function clear() {
    fields.clear();
    raw.clear();
  }
}

/** What was typed is no value of the field. */
class Unfit extends Error {
  constructor(field, words) {
    super(words);
    this.field = field;
  }
}

function field(found, name, needed, root, depth) {
  const is = resolved(found, root);
  if (Array.isArray(is.enum) || "const" in is) return choiceField(is, name, needed);
  if (is.type === "boolean") return booleanField(is, name, needed);
  if (is.type === "integer" || is.type === "number" || is.type === "string") return textField(is, name, needed);
  if (is.type === "array" && is.items && depth < DEEPEST) return listField(is, name, needed, root, depth);
  if ((is.type === "object" || is.properties) && Object.keys(is.properties ?? {}).length && depth < DEEPEST) {
    return groupField(is, name, needed, root, depth);
  }
  return rawField(is, name, needed);
}

const titleOf = (is, name) => text(name || is.title || "", 120);

/** Label, help, the control and what is wrong with it, tied together for who can't see them. */
function framed(is, name, needed, control, { before = [], after = [] } = {}) {
  const id = control.id || (control.id = fresh("field"));
  const [help, wrong] = [`${id}-help`, `${id}-wrong`];
  const told = [is.description && text(is.description, 1000), ...limits(is).filter((one) => !Array.isArray(is.enum) || one !== limits(is)[0])].filter(Boolean);
  const complaint = el("p", { id: wrong, class: "wrong" });
  control.setAttribute("aria-describedby", `${help} ${wrong}`);
  return {
    node: el(
      "div",
      { class: "field" },
      el("label", { for: id }, titleOf(is, name), needed && el("span", { class: "needed" }, t("schema.needed"))),
      before,
      control,
      after,
      el("p", { id: help, class: "muted small" }, told.join(" · ")),
      complaint,
    ),
    complain: (words) => {
      complaint.textContent = words;
      control.setAttribute("aria-invalid", "true");
    },
    clear: () => {
      complaint.textContent = "";
      control.removeAttribute("aria-invalid");
    },
    focus: () => control.focus(),
  };
}

const INPUTS = { date: "date", time: "time", email: "email", uri: "url" };

function textField(is, name, needed) {
  const isNumber = is.type !== "string";
  const long = !isNumber && (is.maxLength ?? 0) > 200;
  const control = long
    ? el("textarea", { rows: 3 })
    : el("input", {
        type: isNumber ? "text" : (INPUTS[is.format] ?? "text"),
        inputmode: is.type === "integer" ? "numeric" : isNumber ? "decimal" : null,
        autocomplete: "off",
      });
  if (needed) control.setAttribute("aria-required", "true");
  const self = framed(is, name, needed, control);
  self.set = (value) => {
    control.value = value === undefined || value === null ? "" : text(value);
  };
  self.read = () => {
    const typed = isNumber ? control.value.trim() : control.value;
    if (typed === "") {
      if (needed && isNumber) throw new Unfit(self, t("form.missing"));
      return needed && !isNumber ? (is.minLength === 0 ? "" : unfit(self, t("form.missing"))) : undefined;
    }
    if (!isNumber) return typed;
    const value = Number(typed.replace(",", "."));
    if (!Number.isFinite(value)) throw new Unfit(self, t("form.number"));
    if (is.type === "integer" && !Number.isInteger(value)) throw new Unfit(self, t("form.integer"));
    return value;
  };
  if (is.default !== undefined) self.set(is.default);
  return self;
}

function unfit(self, words) {
  throw new Unfit(self, words);
}

function choiceField(is, name, needed) {
  const choices = is.enum ?? [is.const];
  const control = el(
    "select",
    {},
    el("option", { value: "" }, needed ? t("form.choose") : t("form.left_out")),
    choices.map((one, at) => el("option", { value: String(at) }, text(one, 120))),
  );
  if (needed) control.setAttribute("aria-required", "true");
  const self = framed(is, name, needed, control);
  self.set = (value) => {
    const at = choices.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
    control.value = at < 0 ? "" : String(at);
  };
  self.read = () => (control.value === "" ? (needed ? unfit(self, t("form.missing")) : undefined) : choices[Number(control.value)]);
  if (is.default !== undefined) self.set(is.default);
  return self;
}

function booleanField(is, name, needed) {
  const self = choiceField({ ...is, enum: [true, false] }, name, needed);
  const [yes, no] = [...self.node.querySelectorAll("option")].slice(1);
  yes.textContent = t("form.true");
  no.textContent = t("form.false");
  return self;
}

function rawField(is, name, needed) {
  const control = el("textarea", { rows: 4, spellcheck: "false", class: "code" });
  const self = framed({ title: t("form.value"), ...is }, name, needed, control);
  self.set = (value) => {
    control.value = value === undefined ? "" : pretty(value);
  };
  self.peek = self.read = () => {
    if (!control.value.trim()) return needed && name ? unfit(self, t("form.missing")) : undefined;
    try {
      return JSON.parse(control.value);
    } catch {
      return unfit(self, t("form.no_json"));
    }
  };
  if (is.default !== undefined) self.set(is.default);
  return self;
}

function listField(is, name, needed, root, depth) {
  const rows = el("ul", { class: "list-rows" });
  const group = el("fieldset", { class: "field group" });
  const heading = el("legend", {}, titleOf(is, name), needed && el("span", { class: "needed" }, t("schema.needed")));
  const complaint = el("p", { class: "wrong" });
  let parts = [];
  const add = (value, focus) => {
    const number = parts.length + 1;
    const part = field(is.items, t("form.nth", { name: titleOf(is, name), number }), true, root, depth + 1);
    const row = el("li", {}, part.node, button(t("form.remove"), { kind: "quiet small", "aria-label": t("form.remove_nth", { number }), press: () => {
      parts = parts.filter((other) => other !== part);
      row.remove();
      more.focus();
    } }));
    if (value !== undefined) part.set(value);
    parts.push(part);
    rows.append(row);
    if (focus) part.focus();
  };
  const more = button(t("form.add"), { kind: "small", picture: "add", press: () => add(undefined, true) });
  fill(group, heading, is.description && el("p", { class: "muted small" }, text(is.description, 1000)), rows, more, complaint);
  const self = {
    node: group,
    complain: (words) => {
      complaint.textContent = words;
    },
    clear: () => {
      complaint.textContent = "";
      parts.forEach((part) => part.clear());
    },
    focus: () => (parts[0] ?? { focus: () => more.focus() }).focus(),
    set: (values) => {
      parts = [];
      rows.replaceChildren();
      for (const value of Array.isArray(values) ? values : []) add(value, false);
    },
    read: () => {
      const values = parts.map((part) => part.read()).filter((value) => value !== undefined);
      if (!values.length && needed && (is.minItems ?? 0) > 0) throw new Unfit(self, t("form.missing"));
      return values.length || needed ? values : undefined;
    },
  };
  if (Array.isArray(is.default)) self.set(is.default);
  else if (needed) add(undefined, false);
  return self;
}

function groupField(is, name, needed, root, depth) {
  const fields = objectFields(is, root, name, depth + 1);
  const self = {
    node: el("fieldset", { class: "field group" }, el("legend", {}, titleOf(is, name), needed && el("span", { class: "needed" }, t("schema.needed"))), fields.node),
    complain: (words) => fields.complain(words),
    clear: fields.clear,
    focus: fields.focus,
    set: fields.set,
    read: () => {
      if (!needed && fields.isEmpty()) return undefined;
      return fields.read();
    },
  };
  return self;
}

function objectFields(is, root, _name, depth) {
  const needed = new Set(is.required ?? []);
  const names = Object.keys(is.properties ?? {});
  names.sort((one, other) => Number(needed.has(other)) - Number(needed.has(one)));
  const parts = new Map(names.map((name) => [name, field(is.properties[name], name, needed.has(name), root, depth)]));
  const complaint = el("p", { class: "wrong" });
  const quietly = (part) => {
    try {
      return part.read();
    } catch (failure) {
      if (failure instanceof Unfit) return undefined;
      throw failure;
    }
  };
  const collect = (read) => {
    const value = {};
    for (const [name, part] of parts) {
      const one = read(part);
      if (one !== undefined) Object.defineProperty(value, name, { value: one, enumerable: true, configurable: true, writable: true });
    }
    return value;
  };
  return {
    node: el("div", { class: "fields" }, names.length ? [...parts.values()].map((part) => part.node) : el("p", { class: "muted" }, t("form.none")), complaint),
    read: () => collect((part) => part.read()),
    peek: () => collect(quietly),
    isEmpty: () => Object.keys(collect(quietly)).length === 0,
    set: (value) => {
      for (const [name, part] of parts) part.set(value?.[name]);
    },
    find: (name) => parts.get(name),
    complain: (words) => {
      complaint.textContent = words;
    },
    clear: () => {
      complaint.textContent = "";
      for (const part of parts.values()) part.clear();
    },
    focus: () => [...parts.values()][0]?.focus(),
  };
}
