// Requests to the service, by the page's session.

/** Why a request has no answer. `code` is the service's own, or "away" where none answers. */
export class Refused extends Error {
  constructor(status, fields, retryAfter = null) {
    super(typeof fields.error === "string" ? fields.error : "");
    this.status = status;
    this.fields = fields;
    this.code = typeof fields.code === "string" ? fields.code : "";
    this.retryAfter = retryAfter;
  }
}

/** Tells of "away", "back" and "signedout". */
export const line = new EventTarget();

let csrf = "";

/** Send a request and give the answer's JSON; `Refused` where it is none of success. */
export async function call(method, path, { body, signal, conversation } = {}) {
  const headers = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET" && csrf) headers["X-CSRF-Token"] = csrf;
  if (conversation) headers["X-Conversation-Id"] = conversation;
  let answer;
  try {
    answer = await fetch(path, {
      method, headers, signal, credentials: "same-origin", cache: "no-store",
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    line.dispatchEvent(new Event("away"));
    throw new Refused(0, { error: "", code: "away" });
  }
  line.dispatchEvent(new Event("back"));
  const fields = await answer.json().catch(() => ({}));
  if (answer.ok) return fields;
  if (answer.status === 401 && path !== "/api/session") line.dispatchEvent(new Event("signedout"));
  const wait = Number(answer.headers.get("Retry-After") ?? fields.retry_after);
  throw new Refused(answer.status, fields, Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : null);
}

export const get = (path, more) => call("GET", path, more);
export const post = (path, body = {}, more = {}) => call("POST", path, { body, ...more });
export const put = (path, body = {}) => call("PUT", path, { body });
export const remove = (path) => call("DELETE", path);

/** Who is signed in: `{name, scopes}`, or null. */
export async function session() {
  try {
    return signedIn(await get("/api/session"));
  } catch (refused) {
    if (refused.status === 401) return null;
    throw refused;
  }
}

/** Sign in with a token. */
export const signIn = async (token) => signedIn(await post("/api/session", { token }));

/** Sign out. */
export async function signOut() {
  await remove("/api/session");
  csrf = "";
}

function signedIn(fields) {
  csrf = typeof fields.csrf === "string" ? fields.csrf : "";
  return fields;
}

const KINDS = ["progress", "alert", "timer", "alarm", "reminder", "ringing", "tools_changed", "speak"];

/** What the service tells by itself. Reconnects for as long as it is open; tells "open" each time it is connected. */
export class Events extends EventTarget {
  #source = null;
  #again = 0;
  #tries = 0;

  open() {
    this.close();
    const source = new EventSource("/api/events");
    this.#source = source;
    source.addEventListener("open", () => {
      this.#tries = 0;
      line.dispatchEvent(new Event("back"));
      this.dispatchEvent(new Event("open"));
    });
    source.addEventListener("error", () => this.#lost());
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => {
        let detail = {};
        try {
          detail = JSON.parse(event.data);
        } catch {
          return;
        }
        if (detail && typeof detail === "object") this.dispatchEvent(new CustomEvent(kind, { detail }));
      });
    }
  }

  close() {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = null;
  }

  /** The browser does not say why: whoever is signed out is told, and everyone else is connected again. */
  #lost() {
    this.close();
    const wait = Math.min(8000, 1000 * 2 ** this.#tries) * (0.8 + 0.4 * Math.random());
    this.#tries += 1;
    this.#again = setTimeout(async () => {
      try {
        if ((await session()) === null) {
          line.dispatchEvent(new Event("signedout"));
          return;
        }
        this.open();
      } catch {
        this.#lost();
      }
    }, wait);
  }
}
