// Numbers: how often each tool was called and how long it took, as charts and as a table.

import { get } from "./api.js";
import { el, fill, fresh, svg, text } from "./dom.js";
import { milliseconds, number, span, t } from "./words.js";

const LOOK_AGAIN_MS = 5000;
const AT_MOST = 12;
const ROW = 34;
const WIDE = { width: 640, names: 170, values: 90, letters: 20 };
const NARROW = { width: 350, names: 118, values: 66, letters: 14 };

export function create(app) {
  const tiles = el("dl", { class: "tiles" });
  const charts = el("div", { class: "charts" });
  const trouble = el("p", { class: "muted", role: "status" });
  const root = el(
    "section",
    { class: "view", "aria-labelledby": "numbers-title" },
    el("div", { class: "head" }, el("h1", { id: "numbers-title", tabindex: "-1" }, t("numbers.title"))),
    trouble,
    tiles,
    charts,
  );
  const narrow = matchMedia("(width < 50rem)");
  let again = null;
  let last = "";

  narrow.addEventListener("change", () => {
    last = "";
    if (root.isConnected) load();
  });

  const sizes = () => (narrow.matches ? NARROW : WIDE);

  async function load() {
    try {
      const measured = await get("/api/metrics");
      trouble.textContent = "";
      showTiles(measured);
      const tools = (Array.isArray(measured.tools) ? measured.tools : []).filter((tool) => tool.calls > 0);
      // Drawn anew only where something has changed: whoever reads the table keeps the place.
      const now = JSON.stringify(tools);
      if (now !== last) showCharts(tools);
      last = now;
    } catch (failure) {
      trouble.textContent = app.problem(failure);
    }
  }

  function showTiles(measured) {
    const calls = measured.calls ?? {};
    const waiting = Object.values(measured.queue ?? {}).reduce((sum, one) => sum + (Number(one) || 0), 0);
    const shown = [
      ["numbers.uptime", span(measured.uptime_s ?? 0)],
      ["numbers.calls", number(calls.calls ?? 0)],
      ["numbers.failed", number((calls.failed ?? 0) + (calls.timed_out ?? 0))],
      ["numbers.waiting", number(waiting)],
      ["numbers.memory", `${number(measured.memory_mb ?? 0, 0)} MB`],
      ["numbers.threads", number(measured.threads ?? 0)],
    ];
    fill(tiles, shown.map(([name, value]) => el("div", { class: "tile" }, el("dt", {}, t(name)), el("dd", {}, value))));
  }

  function showCharts(tools) {
    if (!tools.length) {
      fill(charts, el("p", { class: "empty" }, t("numbers.none")));
      return;
    }
    const often = [...tools].sort((one, other) => other.calls - one.calls).slice(0, AT_MOST);
    const slow = [...tools].sort((one, other) => other.p95_ms - one.p95_ms).slice(0, AT_MOST);
    fill(
      charts,
      figure("numbers.by_tool", bars(often), t("numbers.by_tool_told", { tool: often[0].name, count: often[0].calls })),
      figure("numbers.latency", ranges(slow), t("numbers.latency_told", { tool: slow[0].name, time: milliseconds(slow[0].p95_ms) }), legend()),
      el("h2", {}, t("numbers.table")),
      table([...tools].sort((one, other) => other.calls - one.calls)),
    );
  }

  const legend = () =>
    el(
      "p",
      { class: "legend muted" },
      svg("svg", { viewBox: "0 0 24 12", class: "key", "aria-hidden": "true" }, svg("circle", { cx: 12, cy: 6, r: 5, class: "half" })),
      t("numbers.p50"),
      svg("svg", { viewBox: "0 0 24 12", class: "key", "aria-hidden": "true" }, svg("rect", { x: 7, y: 1, width: 10, height: 10, class: "most", transform: "rotate(45 12 6)" })),
      t("numbers.p95"),
    );

  function figure(name, chart, told, beside) {
    const id = fresh("chart");
    chart.setAttribute("role", "img");
    chart.setAttribute("aria-labelledby", id);
    return el("figure", {}, el("h2", {}, t(name)), beside, chart, el("figcaption", { id, class: "muted" }, told));
  }

  const frame = (rows) => svg("svg", { viewBox: `0 0 ${sizes().width} ${rows * ROW + 4}`, class: "chart" });
  const label = (tool, y) => svg("text", { x: sizes().names - 10, y: y + 5, class: "names", "text-anchor": "end" }, shortened(text(tool.name)));
  const shortened = (name) => (name.length > sizes().letters ? `${name.slice(0, sizes().letters - 1)}…` : name);

  /** Calls: from nothing to the most. The part that failed is hatched, not only of another colour. */
  function bars(tools) {
    const most = Math.max(...tools.map((tool) => tool.calls));
    const { width, names, values } = sizes();
    const length = (calls) => (calls / most) * (width - names - values);
    const hatch = fresh("hatch");
    const chart = frame(tools.length);
    chart.append(
      svg(
        "defs",
        {},
        svg("pattern", { id: hatch, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
          svg("rect", { width: 6, height: 6, class: "hatch-ground" }), svg("line", { x1: 0, y1: 0, x2: 0, y2: 6, class: "hatch-line" })),
      ),
    );
    tools.forEach((tool, at) => {
      const y = at * ROW + ROW / 2;
      chart.append(
        label(tool, y),
        svg("rect", { x: names, y: y - 9, width: Math.max(3, length(tool.calls)), height: 18, rx: 4, class: "bar" }),
        ...(tool.failed ? [svg("rect", { x: names, y: y - 9, width: Math.max(3, length(tool.failed)), height: 18, rx: 4, fill: `url(#${hatch})` })] : []),
        svg("text", { x: names + length(tool.calls) + 8, y: y + 5, class: "values" },
          tool.failed ? t(narrow.matches ? "numbers.calls_failed_short" : "numbers.calls_failed", { calls: tool.calls, failed: tool.failed }) : number(tool.calls)),
      );
    });
    return chart;
  }

  /** Latency: from the half to nearly all, each step of the scale ten times the one before. */
  function ranges(tools) {
    const low = 10 ** Math.floor(Math.log10(Math.max(0.1, Math.min(...tools.map((tool) => tool.p50_ms || 0.1)))));
    const high = 10 ** Math.ceil(Math.log10(Math.max(low * 10, ...tools.map((tool) => tool.p95_ms))));
    const { width, names, values } = sizes();
    const x = (ms) => names + (Math.log10(Math.max(low, ms) / low) / Math.log10(high / low)) * (width - names - values);
    const chart = frame(tools.length + 1);
    const steps = Math.round(Math.log10(high / low));
    for (let at = 0; at <= steps; at += 1) {
      const step = low * 10 ** at;
      chart.append(svg("line", { x1: x(step), x2: x(step), y1: 4, y2: tools.length * ROW, class: "grid" }));
      // Where there is little room, every other step says how long it is.
      if (!narrow.matches || (steps - at) % 2 === 0) {
        chart.append(svg("text", { x: x(step), y: tools.length * ROW + 20, class: "values", "text-anchor": "middle" }, milliseconds(step)));
      }
    }
    tools.forEach((tool, at) => {
      const y = at * ROW + ROW / 2;
      const [half, most] = [x(tool.p50_ms), x(tool.p95_ms)];
      chart.append(
        label(tool, y),
        svg("line", { x1: half, x2: most, y1: y, y2: y, class: "span" }),
        svg("circle", { cx: half, cy: y, r: 6, class: "half" }),
        svg("rect", { x: most - 5.5, y: y - 5.5, width: 11, height: 11, class: "most", transform: `rotate(45 ${most} ${y})` }),
        svg("text", { x: width - values + 14, y: y + 5, class: "values" }, milliseconds(tool.p95_ms)),
      );
    });
    return chart;
  }

  function table(tools) {
    const columns = ["calls", "failed", "p50", "p95", "max"];
    return el(
      "div",
      { class: "table", role: "region", "aria-label": t("numbers.table"), tabindex: "0" },
      el(
        "table",
        {},
        el("caption", { class: "unseen" }, t("numbers.table")),
        el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("log.tool")), columns.map((name) => el("th", { scope: "col", class: "number" }, t(`numbers.${name}`))))),
        el(
          "tbody",
          {},
          tools.map((tool) =>
            el(
              "tr",
              {},
              el("th", { scope: "row" }, text(tool.name, 120)),
              el("td", { class: "number" }, number(tool.calls)),
              el("td", { class: "number" }, number(tool.failed)),
              [tool.p50_ms, tool.p95_ms, tool.max_ms].map((ms) => el("td", { class: "number" }, milliseconds(ms ?? 0))),
            ),
          ),
        ),
      ),
    );
  }

  return {
    root,
    show: () => {
      load();
      again = setInterval(load, LOOK_AGAIN_MS);
    },
    hide: () => clearInterval(again),
  };
}
