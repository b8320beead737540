// The page's own words, in the language of the browser; English where there are none in it.

const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", it: "Italiano", nl: "Nederlands", pt: "Português" };

let words = {};
let english = {};
let language = "en";

/** The languages there are: code → its own name. */
export const languages = LANGUAGES;

/** The language that is spoken now. */
export const spoken = () => language;

/** The first of these tags that there are words in, else "en". */
export function nearest(tags) {
  for (const tag of tags) {
    const base = String(tag).toLowerCase().split("-")[0];
    if (base in LANGUAGES) return base;
  }
  return "en";
}

/** Read the words of a language, and English for what it may lack. */
export async function speak(code) {
  const read = async (name) => {
    const answer = await fetch(`/console/lang/${name}.json`);
    return answer.ok ? answer.json() : {};
  };
  language = code in LANGUAGES ? code : "en";
  [english, words] = await Promise.all([read("en"), language === "en" ? {} : read(language)]);
  document.documentElement.lang = language;
}

/** The words under a name; `{slots}` are filled in. With `count`, the form that the language has for so many. */
export function t(name, slots = {}) {
  let found = words[name] ?? english[name];
  if ("count" in slots) {
    const form = new Intl.PluralRules(language).select(slots.count);
    const forms = [`${name}.${form}`, `${name}.other`];
    found = forms.map((key) => words[key]).find(Boolean) ?? forms.map((key) => english[key]).find(Boolean) ?? found;
  }
  return (found ?? name).replace(/\{(\w+)\}/g, (whole, slot) =>
    slot in slots ? (typeof slots[slot] === "number" ? number(slots[slot]) : String(slots[slot])) : whole);
}

/** Whether there are words under a name. */
export const has = (name) => name in words || name in english;

/** A number as the language writes it. */
export const number = (value, digits = 1) => new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);

/** A moment: the time today, else the day as well. */
export function moment(when) {
  const at = when instanceof Date ? when : new Date(when);
  if (Number.isNaN(at.getTime())) return String(when);
  const today = at.toDateString() === new Date().toDateString();
  const options = today ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(language, options).format(at);
}

/** Seconds as a clock shows them: 4:05, 1:00:09; days before that where there are any. */
export function clock(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const [days, hours] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24];
  const rest = `${String(Math.floor(whole / 60) % 60).padStart(hours || days ? 2 : 1, "0")}:${String(whole % 60).padStart(2, "0")}`;
  const time = hours || days ? `${hours}:${rest}` : rest;
  return days ? `${t("now.days", { count: days })} ${time}` : time;
}

/** Milliseconds to be read. */
export const milliseconds = (ms) => (ms >= 1000 ? `${number(ms / 1000, 2)} s` : `${number(ms, ms < 10 ? 1 : 0)} ms`);

/** A length of time in its two largest units: "1d 2h". */
export function span(seconds) {
  const parts = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const first = Math.max(0, parts.findIndex(([, length]) => seconds >= length));
  let left = seconds;
  return parts
    .slice(seconds < 1 ? 3 : first, (seconds < 1 ? 3 : first) + 2)
    .map(([unit, length]) => {
      const count = Math.floor(left / length);
      left -= count * length;
      return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "narrow" }).format(count);
    })
    .join(" ");
}
