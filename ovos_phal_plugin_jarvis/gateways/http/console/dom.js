// Elements, made in code. What comes from tools and from people is text; nothing in the console parses HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element.
 * @param {string} tag
 * @param {object} attributes `on` is an object of listeners; `null`, `undefined` and `false` leave an attribute out.
 * @param {...(Node|string|number|Array|null|undefined|false)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** The same for SVG. */
export function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    } else if (/^on/i.test(name)) {
      throw new TypeError(`listeners go into "on", not into the attribute ${name}`);
    } else if (value !== null && value !== undefined && value !== false) {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  append(node, children);
  return node;
}

/** Append what is there of nested lists; anything that is no node is text. */
export function append(node, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : text(child));
  }
  return node;
}

/** Put these children in place of what is there. */
export function fill(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

/** Any value as words for people: never markup, never "[object Object]", and bounded. */
export function text(value, most = 20000) {
  let words = value;
  if (typeof words !== "string") {
    try {
      words = typeof value === "object" ? JSON.stringify(value) : String(value);
    } catch {
      words = "…";
    }
  }
  return words.length > most ? `${words.slice(0, most)}…` : words;
}

/** JSON to be read, bounded. */
export const pretty = (value) => text(JSON.stringify(value, null, 2) ?? "", 60000);

let made = 0;
/** An id that no other element has. */
export const fresh = (name) => `${name}-${(made += 1)}`;

/** An id for the service, also where the page came over plain HTTP and `crypto.randomUUID` is missing. */
export function mark() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
}

const SHAPES = {
  talk: ["M4 5.5h16v10.5H10.5L6 20v-4H4z"],
  now: ["M12 21a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z", "M12 8v4.8l3.2 1.9"],
  tools: ["M14.5 6.2a4 4 0 0 0-5.2 5.2L4 16.7 7.3 20l5.3-5.3a4 4 0 0 0 5.2-5.2l-2.6 2.6-2.9-.4-.4-2.9z"],
  why: ["M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", "M9.4 9.4a2.7 2.7 0 1 1 3.7 2.5c-.8.4-1.1.9-1.1 1.9", "M12 16.8v.1"],
  settings: ["M4 7h9", "M17 7h3", "M15 5v4", "M4 17h3", "M11 17h9", "M9 15v4", "M4 12h13", "M20 12h0"],
  log: ["M6 3.5h12v17H6z", "M9 8h6", "M9 12h6", "M9 16h4"],
  numbers: ["M4 20h16", "M7 20v-7", "M12 20V5", "M17 20v-10"],
  more: ["M5 12h.1", "M12 12h.1", "M19 12h.1"],
  send: ["M5 12h13", "M12.5 6l6 6-6 6"],
  mic: ["M12 15a3 3 0 0 0 3-3V6.5a3 3 0 0 0-6 0V12a3 3 0 0 0 3 3z", "M5.5 12a6.5 6.5 0 0 0 13 0", "M12 18.5V21"],
  done: ["M5 12.5l4.5 4.5L19 7.5"],
  failed: ["M7 7l10 10", "M17 7L7 17"],
  asks: ["M12 4l9 16H3z", "M12 10.5v4", "M12 17v.1"],
  bell: ["M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15z", "M10.3 20.5h3.4"],
  back: ["M19 12H6", "M11.5 6l-6 6 6 6"],
  search: ["M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z", "M15.5 15.5L20 20"],
  key: ["M8 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z", "M11.5 12H20v3", "M16.5 12v2.5"],
  plan: ["M5 6h2", "M10 6h9", "M5 12h2", "M10 12h9", "M5 18h2", "M10 18h9"],
  add: ["M12 5v14", "M5 12h14"],
  light: ["M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9z", "M12 2.5v2", "M12 19.5v2", "M2.5 12h2", "M19.5 12h2",
    "M5.3 5.3l1.4 1.4", "M17.3 17.3l1.4 1.4", "M5.3 18.7l1.4-1.4", "M17.3 6.7l1.4-1.4"],
  dark: ["M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z"],
  auto: ["M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17z", "M12 3.5v17", "M12 7.5h4.5", "M12 12h8.3", "M12 16.5h4.5"],
};

/** A picture that says nothing by itself: words stand beside it. */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" },
    (SHAPES[name] ?? []).map((d) => svg("path", { d })),
  );
}

/** A button with words, and a picture before them. */
export function button(label, { kind = "plain", picture = null, press, ...more } = {}) {
  return el(
    "button",
    { type: "button", class: `button ${kind}`, on: { click: press }, ...more },
    picture && icon(picture),
    el("span", {}, label),
  );
}
