// Draws a live plotly figure and reports clicks. Python owns everything that it shows, in one synced text.

const PLOTLY = Symbol.for("tabletop-workbench.plotly");
const PATIENCE = 60_000; // milliseconds to wait for the library, however slow the network
const NEARLY_IN_VIEW = "400px";

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Return plotly, loaded once for the page, whatever the number of figures. */
function plotly(model) {
  window[PLOTLY] ??= load(model).catch((fault) => {
    delete window[PLOTLY]; // allows another try
    throw fault;
  });
  return window[PLOTLY];
}

async function load(model) {
  const manager = model.widget_manager;
  const id = model.get("library");
  const until = Date.now() + PATIENCE;
  while (!manager.has_model(id)) {
    if (Date.now() > until) throw new Error("the drawing library has not arrived");
    await pause(100);
  }
  const packed = (await manager.get_model(id)).get("packed");
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  // with a `module` of its own, the library uses neither the page's loader nor its globals
  const parts = ["const module = { exports: {} };\n", await new Response(unpacked).blob(), "\nexport default module.exports;"];
  const address = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  try {
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ address)).default;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Wait until an element is in view, or nearly. */
function reached(element, signal) {
  return new Promise((done) => {
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watch.disconnect();
        done();
      },
      { rootMargin: NEARLY_IN_VIEW },
    );
    watch.observe(element);
    signal.addEventListener("abort", () => watch.disconnect());
  });
}

// Letters and hatching on coloured ground keep their colours, because the ground is the same in every theme.
const ON_COLOURS = new Set(["insidetextfont", "textfont", "pattern"]);

/** Return a part of a figure with the paper and ink of a dark theme. */
function darkened(part, dark, name = "", within = "") {
  if (ON_COLOURS.has(name) || (within === "marker" && name === "color")) return part;
  if (typeof part === "string") return dark[part] ?? part;
  if (Array.isArray(part)) return part.map((one) => darkened(one, dark, name, within));
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, darkened(value, dark, key, name)]));
}

/** Return a trace whose points on paper, such as empty circles, and the letters in them follow the theme, too. */
function pointsOnPaper(trace, dark) {
  const grounds = trace.marker?.color;
  if (trace.type !== "scatter" || !Array.isArray(grounds)) return trace;
  const followed = (colours) => colours.map((colour, n) => (grounds[n] in dark ? (dark[colour] ?? colour) : colour));
  const letters = trace.textfont?.color;
  const textfont = Array.isArray(letters) ? { ...trace.textfont, color: followed(letters) } : trace.textfont;
  return { ...trace, marker: { ...trace.marker, color: followed(grounds) }, textfont };
}

const THEME = "data-jp-theme-light";
const isDark = () => document.body.getAttribute(THEME) === "false";

/** Name the sliders beside a figure after their labels, because ipywidgets gives their handles no name. */
function nameSliders(el) {
  for (const handle of el.parentElement?.querySelectorAll(".noUi-handle") ?? []) {
    handle.setAttribute("aria-label", handle.closest(".jupyter-widgets").querySelector(".widget-label").textContent);
  }
}

function render({ model, el }) {
  const place = document.createElement("div");
  el.classList.add("wb-plot");
  el.append(place);
  hearTheKernel(model, el);
  const closing = new AbortController();
  let Plotly = null;
  let waiting = false;
  let drawing = Promise.resolve();

  const figure = () => {
    const drawn = JSON.parse(model.get("drawn"));
    if (!isDark()) return drawn;
    const dark = model.get("dark");
    const followed = darkened(drawn, dark);
    return { ...followed, data: followed.data.map((trace) => pointsOnPaper(trace, dark)) };
  };
  const keepRoom = () => (place.style.minHeight = `${figure().layout.height ?? 0}px`); // keeps the page below in place
  keepRoom();

  async function draw() {
    waiting = false;
    if (closing.signal.aborted) return;
    const { data, layout, config } = figure();
    const first = !place.classList.contains("js-plotly-plot");
    await Plotly.react(place, data, layout, config);
    if (first) place.on("plotly_click", ({ points }) => model.send({ do: "click", points: points.map(point) }));
    nameSliders(el);
    if (!waiting) el.dataset.drawn = "yes"; // until something else has to be drawn
  }
  const point = ({ curveNumber, pointNumber }) => ({ trace: curveNumber, point: pointNumber });

  /** Draw the present state when the current drawing is done; of several changes draw only the last. */
  function follow() {
    delete el.dataset.drawn;
    keepRoom();
    if (Plotly === null || waiting) return;
    waiting = true;
    drawing = drawing.then(draw, draw);
  }

  async function begin() {
    try {
      await reached(el, closing.signal);
      Plotly = await plotly(model);
      follow();
    } catch (fault) {
      const again = document.createElement("button");
      again.textContent = "Try again";
      again.addEventListener("click", () => {
        place.replaceChildren();
        begin();
      });
      place.replaceChildren(`The figure could not be drawn: ${fault.message}. `, again);
    }
  }

  model.on("change:drawn", follow);
  const resized = new ResizeObserver(() => {
    nameSliders(el); // a figure further down the page is drawn later, or never
    if (place.classList.contains("js-plotly-plot") && place.offsetWidth) Plotly.Plots.resize(place);
  });
  resized.observe(el);
  const themed = new MutationObserver(follow);
  themed.observe(document.body, { attributeFilter: [THEME] });
  begin();

  return () => {
    closing.abort();
    resized.disconnect();
    themed.disconnect();
    model.off("change:drawn", follow);
    if (Plotly !== null) Plotly.purge(place);
  };
}

export default { render };
