// A live plotly figure. Python owns all that is shown, in one synced text; here it is drawn, and clicks are reported.

const PLOTLY = Symbol.for("tabletop-workbench.plotly");
const PATIENCE = 60_000; // milliseconds to wait for the library, however slow the network
const NEARLY_IN_VIEW = "400px";

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Plotly, made once for the page, whatever the number of figures. */
function plotly(model) {
  window[PLOTLY] ??= load(model).catch((fault) => {
    delete window[PLOTLY]; // so that it can be tried again
    throw fault;
  });
  return window[PLOTLY];
}

async function load(model) {
  const manager = model.widget_manager;
  const id = model.get("library");
  const until = Date.now() + PATIENCE;
  while (!manager.has_model(id)) {
    if (Date.now() > until) throw new Error("the drawing library has not come");
    await pause(100);
  }
  const packed = (await manager.get_model(id)).get("packed");
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  // given a `module` of its own, the library looks neither for a loader of the page nor for a place among its globals
  const parts = ["const module = { exports: {} };\n", await new Response(unpacked).blob(), "\nexport default module.exports;"];
  const address = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
  try {
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ address)).default;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Resolves when an element is in view, or nearly. */
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

// Letters and hatching lie on coloured ground, which is the same in every theme.
const ON_COLOURS = new Set(["insidetextfont", "textfont", "pattern"]);

/** A part of a figure with paper and ink of a dark theme. */
function darkened(part, dark, name = "", within = "") {
  if (ON_COLOURS.has(name) || (within === "marker" && name === "color")) return part;
  if (typeof part === "string") return dark[part] ?? part;
  if (Array.isArray(part)) return part.map((one) => darkened(one, dark, name, within));
  if (part === null || typeof part !== "object") return part;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, darkened(value, dark, key, name)]));
}

/** Points whose own ground is paper, such as empty circles, and the letters in them follow as well. */
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
  const keepRoom = () => (place.style.minHeight = `${figure().layout.height ?? 0}px`); // nothing below is to move
  keepRoom();

  async function draw() {
    waiting = false;
    if (closing.signal.aborted) return;
    const { data, layout, config } = figure();
    const first = !place.classList.contains("js-plotly-plot");
    await Plotly.react(place, data, layout, config);
    if (first) place.on("plotly_click", ({ points }) => model.send({ do: "click", points: points.map(point) }));
    if (!waiting) el.dataset.drawn = "yes"; // until something else is to be seen
  }
  const point = ({ curveNumber, pointNumber }) => ({ trace: curveNumber, point: pointNumber });

  /** Draw what is to be seen now, after what is being drawn; of several changes meanwhile only the last. */
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
