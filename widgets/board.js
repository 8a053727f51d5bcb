// Draws what Python says and reports what was chosen. All text goes through textContent: nothing a person typed or a file
// holds can become markup.
const SVG = "http://www.w3.org/2000/svg";
const FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif";
let boards = 0;

const svgElement = (tag, attributes = {}, text = "") => {
  const element = document.createElementNS(SVG, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  if (text) element.textContent = text;
  return element;
};

const html = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const name in attributes) {
    if (name === "class") element.className = attributes[name];
    else element.setAttribute(name, attributes[name]);
  }
  element.append(...children);
  return element;
};

const draw = (shapes) => shapes.map(([kind, attributes, text]) => svgElement(kind, attributes, text));

// One stop of the Tab key for a whole group; the arrow keys walk inside it.
const keepOneStop = (items, chosen) => {
  const one = items.includes(chosen) ? chosen : items[0];
  for (const item of items) item.setAttribute("tabindex", item === one ? "0" : "-1");
  return one;
};

function render({ model, el }) {
  const id = `wb-board-${++boards}`;
  const send = (message) => model.send(message);

  // -- the parts of the page ------------------------------------------------------------------------------------------
  const heading = html("div", { class: "wb-heading", role: "heading", "aria-level": "3" });
  const stepWords = html("span", { class: "wb-step" });
  const button = (text, title, message) => {
    const one = html("button", { type: "button", class: "wb-button", title }, text);
    one.addEventListener("click", () => { if (one.getAttribute("aria-disabled") !== "true") send(message()); });
    return one;
  };
  const first = button("Start", "Go to the start of the timeline", () => ({ do: "goto", step: 0 }));
  const undo = button("Undo", "Take the last decision back", () => ({ do: "undo" }));
  const redo = button("Redo", "Make the decision again that was taken back", () => ({ do: "redo" }));
  const last = button("Latest", "Go to the end of the timeline", () => ({ do: "goto", step: model.get("steps") }));
  const hint = button("Hint", "Ask the player chosen below what it would do", () => ({ do: "hint" }));
  const slider = html("input", { type: "range", min: 0, class: "wb-slider", "aria-label": "Timeline: decisions made" });
  slider.addEventListener("input", () => send({ do: "goto", step: Number(slider.value) }));
  const timeline = html("div", { class: "wb-timeline", role: "group", "aria-label": "Timeline" },
    first, undo, redo, last, slider, stepWords, hint);

  const svg = svgElement("svg", { class: "wb-svg", role: "group", "font-family": FONT, preserveAspectRatio: "xMidYMin meet" });
  const backdrop = svgElement("g", { "aria-hidden": "true" });
  svg.append(backdrop);

  const question = html("div", { class: "wb-question", id: `${id}-question` });
  const refusal = html("div", { class: "wb-refusal", role: "alert" });
  const notice = html("div", { class: "wb-notice", role: "status" });
  const happened = html("div", { class: "wb-happened", role: "status" });
  const moves = html("div", { class: "wb-moves" });
  const words = html("input", { type: "text", class: "wb-words", id: `${id}-words`, autocomplete: "off", spellcheck: "false" });
  const wordsForm = html("form", { class: "wb-words-form" },
    html("label", { for: `${id}-words` }, "In words"), words, html("button", { type: "submit", class: "wb-button" }, "Do it"));
  words.setAttribute("placeholder", "a move, or: why …, rule …");
  wordsForm.addEventListener("submit", (event) => {
    event.preventDefault();
    if (words.value.trim()) send({ do: "words", text: words.value });
    words.value = "";
  });
  const rules = html("div", { class: "wb-rules", role: "region", "aria-label": "The rules that apply now", tabindex: "0" });
  const odds = html("div", { class: "wb-odds" });
  const figures = html("ul", { class: "wb-figures wb-unseen", "aria-label": "The figures in words" });
  const logTitle = html("div", { class: "wb-title" });
  const log = html("ol", { class: "wb-log", "aria-label": "Log, oldest first" });
  const whole = button("Show all", "Show the log from the start", () => ({ do: "whole_log" }));
  const title = (text) => html("div", { class: "wb-title" }, text);

  el.classList.add("wb-board");
  el.append(
    html("div", { class: "wb-top" }, heading, timeline),
    html("div", { class: "wb-picture" }, svg), question, refusal, notice,
    html("div", { class: "wb-columns" },
      html("div", { class: "wb-column" }, moves, wordsForm, happened, odds, figures),
      html("div", { class: "wb-column" }, title("The rules that apply now"), rules, logTitle, log, whole)),
  );

  // -- the picture ----------------------------------------------------------------------------------------------------
  const spots = new Map();                                   // name -> { node, text, spot }
  const order = () => [...spots.values()].map((entry) => entry.node);
  const entryOf = (node) => spots.get(node.dataset.spot);
  let stop = null;                                           // the spot the Tab key stops at

  const choose = (entry) => {
    if (entry.spot.action === null) announce(`${entry.spot.label} There is nothing to choose here.`);
    else send({ do: "play", action: entry.spot.action });
  };
  const announce = (text) => { notice.textContent = text; notice.hidden = !text; };

  const drawSpot = (entry) => {
    const { node, spot } = entry;
    const [x, y, width, height] = spot.box;
    const ring = (out, name) => svgElement("rect", { class: name, x: x - out, y: y - out, width: width + 2 * out,
      height: height + 2 * out, rx: 10, fill: "none", "aria-hidden": "true" });
    const picture = svgElement("g", { "aria-hidden": "true" });
    picture.append(...draw(spot.shapes));
    node.setAttribute("role", spot.action === null ? "img" : "button");
    node.setAttribute("aria-label", spot.label);
    node.setAttribute("class", `wb-spot${spot.action === null ? "" : " wb-live"}${spot.legal ? " wb-legal" : ""}`);
    node.replaceChildren(svgElement("title", {}, spot.label), picture,
      svgElement("rect", { class: "wb-hit", x, y, width, height, fill: "#fff", "fill-opacity": 0 }),
      ring(3, "wb-ring wb-ring-light"), ring(5, "wb-ring wb-ring-dark"));
  };

  let backdropText = "";
  const drawScene = () => {
    const scene = JSON.parse(model.get("scene"));
    if (!scene.spots) return;
    announce(model.get("notice"));                           // what was said about the board before is past
    const focused = svg.contains(document.activeElement) ? document.activeElement.dataset.spot : null;
    svg.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    svg.setAttribute("aria-label", scene.title);
    const back = JSON.stringify(scene.shapes);
    if (back !== backdropText) { backdrop.replaceChildren(...draw(scene.shapes)); backdropText = back; }
    const wanted = new Set(scene.spots.map((spot) => spot.name));
    for (const [name, entry] of spots) if (!wanted.has(name)) { entry.node.remove(); spots.delete(name); }
    const kept = new Map(spots);
    spots.clear();
    let before = backdrop;
    for (const spot of scene.spots) {
      const text = JSON.stringify(spot);
      let entry = kept.get(spot.name);
      if (!entry) {
        entry = { node: svgElement("g", { "data-spot": spot.name, tabindex: "-1" }), text: "", spot };
      }
      if (entry.text !== text) { entry.text = text; entry.spot = spot; drawSpot(entry); }
      if (before.nextSibling !== entry.node) before.after(entry.node);
      before = entry.node;
      spots.set(spot.name, entry);
    }
    const nodes = order();
    const legal = [...spots.values()].find((entry) => entry.spot.legal);
    const here = stop && spots.has(stop) ? spots.get(stop) : legal;
    stop = (here || [...spots.values()][0] || { spot: { name: null } }).spot.name;
    const one = keepOneStop(nodes, stop === null ? null : spots.get(stop).node);
    if (focused && !spots.has(focused) && one) one.focus();
  };

  const focusSpot = (entry) => {
    stop = entry.spot.name;
    keepOneStop(order(), entry.node);
    entry.node.focus();
  };
  const middle = ({ spot: { box: [x, y, width, height] } }) => [x + width / 2, y + height / 2];
  const toward = (from, key) => {
    const [x, y] = middle(from);
    let best = null, least = Infinity;
    for (const entry of spots.values()) {
      if (entry === from) continue;
      const [otherX, otherY] = middle(entry);
      const across = key === "ArrowLeft" || key === "ArrowRight";
      const ahead = { ArrowLeft: x - otherX, ArrowRight: otherX - x, ArrowUp: y - otherY, ArrowDown: otherY - y }[key];
      const aside = Math.abs(across ? otherY - y : otherX - x);
      if (ahead <= 4) continue;
      const far = ahead + (across ? 4 : 2) * aside;
      if (far < least) { least = far; best = entry; }
    }
    return best;
  };
  svg.addEventListener("click", (event) => {
    const node = event.target.closest("[data-spot]");
    if (!node) return;
    const entry = entryOf(node);
    focusSpot(entry);
    choose(entry);
  });
  svg.addEventListener("keydown", (event) => {
    const node = document.activeElement;
    if (!svg.contains(node) || event.ctrlKey || event.metaKey || event.altKey) return;
    const entry = entryOf(node), all = [...spots.values()];
    if (event.key.startsWith("Arrow")) { const next = toward(entry, event.key); if (next) focusSpot(next); }
    else if (event.key === "Home") focusSpot(all[0]);
    else if (event.key === "End") focusSpot(all[all.length - 1]);
    else if (event.key === "Enter" || event.key === " ") choose(entry);
    else return;
    event.preventDefault();
  });

  // -- the moves ------------------------------------------------------------------------------------------------------
  const walk = (box, selector) => box.addEventListener("keydown", (event) => {
    const items = [...box.querySelectorAll(selector)], at = items.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = items[Math.max(0, Math.min(items.length - 1, to))];
    keepOneStop(items, next);
    next.focus();
  });
  walk(moves, ".wb-move");
  walk(log, ".wb-event");

  const clauseButton = (clause, className = "wb-clause") => {
    const one = html("button", { type: "button", class: className, title: `Show the text of ${clause}` }, clause);
    one.addEventListener("click", () => send({ do: "clause", id: clause }));
    return one;
  };

  const drawMoves = () => {
    const list = model.get("moves"), hinted = model.get("hinted");
    const hadFocus = moves.contains(document.activeElement);
    const old = hadFocus ? document.activeElement.dataset.action : null;
    const groups = new Map();
    for (const move of list) {
      if (!groups.has(move.group)) groups.set(move.group, []);
      groups.get(move.group).push(move);
    }
    const parts = [];
    for (const [group, members] of groups) {
      const row = html("div", { class: "wb-group", role: "group", "aria-label": group });
      for (const move of members) {
        const one = html("button", { type: "button", class: "wb-move", "data-action": move.action, title: `Allowed by ${move.clause}` },
          html("span", { class: "wb-move-text" }, move.text));
        if (move.note) one.append(" ", html("span", { class: "wb-note" }, move.note));
        if (move.action === hinted) { one.classList.add("wb-hinted"); one.append(" ", html("span", { class: "wb-note" }, "hint")); }
        one.addEventListener("click", () => send({ do: "play", action: move.action }));
        row.append(one);
      }
      parts.push(html("div", { class: "wb-title", "aria-hidden": "true" }, group), row);
    }
    moves.replaceChildren(...parts);
    const items = [...moves.querySelectorAll(".wb-move")];
    if (!items.length) return;
    const one = keepOneStop(items, items.find((item) => item.dataset.action === old));
    if (hadFocus) one.focus();
  };

  // -- the words ------------------------------------------------------------------------------------------------------
  const drawQuestion = () => {
    heading.textContent = model.get("heading");
    question.textContent = model.get("question");
  };
  const drawRefusal = () => {
    const refused = model.get("refusal");
    refusal.hidden = !refused.reasons;
    refusal.replaceChildren();
    if (!refused.reasons) return;
    refusal.append(html("div", { class: "wb-refused" }, `Not now: ${refused.move}`));
    for (const reason of refused.reasons) {
      refusal.append(html("div", {}, `${reason.text} `, clauseButton(reason.clause)),
        html("div", { class: "wb-clause-text" }, reason.rule));
    }
  };
  const drawNotice = () => announce(model.get("notice"));
  const drawHappened = () => {
    happened.textContent = model.get("happened");
    happened.hidden = !model.get("happened");
  };
  const drawRules = () => {
    const asked = model.get("asked"), now = model.get("clauses");
    const item = (clause, className) => html("div", { class: className },
      html("span", { class: "wb-clause-id" }, clause.id), " ", html("span", { class: "wb-origin" }, clause.origin), " ", clause.text);
    rules.replaceChildren(...(asked.id ? [item(asked, "wb-rule wb-asked")] : []), ...now.map((clause) => item(clause, "wb-rule")));
    requestAnimationFrame(() => { rules.scrollTop = 0; });                 // not now: it would lay the page out twice
  };
  const drawOdds = () => {
    const list = model.get("odds");
    odds.hidden = !list.length;
    odds.replaceChildren();
    if (!list.length) return;
    const table = html("ul", { class: "wb-odds-list" });
    for (const chance of list) table.append(html("li", {}, html("span", {}, chance.label), " ", html("b", {}, chance.text)));
    const notes = [...new Set(list.map((chance) => chance.note).filter(Boolean))];
    odds.append(title("Odds"), table, html("div", { class: "wb-origin" }, notes.join(" ")));
  };
  const drawFigures = () => figures.replaceChildren(...model.get("figures").map((text) => html("li", {}, text)));
  const drawLog = () => {
    const events = model.get("log"), total = model.get("log_total");
    logTitle.textContent = events.length < total ? `Log: the latest ${events.length} of ${total}` : `Log: ${total}`;
    whole.hidden = events.length >= total;
    log.hidden = !events.length;
    log.replaceChildren(...events.map((event) => html("li", {}, html("span", { class: "wb-at" }, String(event.step)),
      `${event.text} `, clauseButton(event.clause, "wb-clause wb-event"))));
    const items = [...log.querySelectorAll(".wb-event")];
    if (items.length) keepOneStop(items, items[items.length - 1]);
    requestAnimationFrame(() => { log.scrollTop = log.scrollHeight; });   // it has no height before it is on the page
  };
  const drawTimeline = () => {
    const step = model.get("step"), steps = model.get("steps");
    slider.max = steps;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `${step} of ${steps}`);
    stepWords.textContent = `decision ${step} of ${steps}`;
    for (const [one, off] of [[first, step === 0], [undo, step === 0], [redo, step === steps], [last, step === steps]]) {
      one.setAttribute("aria-disabled", off ? "true" : "false");      // stays reachable, so that the focus is not lost
    }
  };

  // JupyterLab has shortcuts on plain keys; what is typed here is meant for the board.
  el.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key !== "Escape") event.stopPropagation();
  });

  const parts = [
    [drawScene, ["scene"]], [drawMoves, ["moves", "hinted"]], [drawQuestion, ["heading", "question"]], [drawRefusal, ["refusal"]],
    [drawNotice, ["notice"]], [drawHappened, ["happened"]], [drawRules, ["asked", "clauses"]], [drawOdds, ["odds"]],
    [drawFigures, ["figures"]], [drawLog, ["log", "log_total"]], [drawTimeline, ["step", "steps"]],
  ];
  for (const [drawPart, names] of parts) {
    for (const name of names) model.on(`change:${name}`, drawPart);
    drawPart();
  }
  return () => {
    for (const [drawPart, names] of parts) for (const name of names) model.off(`change:${name}`, drawPart);
  };
}

export default { render };
