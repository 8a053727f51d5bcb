// Draws what Python sends and reports what the person chose. All text goes through textContent, so nothing that a person typed
// or a file holds can become markup.
const SVG = "http://www.w3.org/2000/svg";
const FONT = "'Workbench Bitter', system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif";
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

// Makes a whole group one stop of the Tab key; the arrow keys move inside it.
const keepOneStop = (items, chosen) => {
  const one = items.includes(chosen) ? chosen : items[0];
  for (const item of items) item.setAttribute("tabindex", item === one ? "0" : "-1");
  return one;
};

// Whether a box has more text than it shows.
const cut = (box) => box.scrollHeight > box.clientHeight + 1;

// Moves the focus without scrolling the page.
const STILL = { preventScroll: true };

// Wraps what draws parts of a board anew. If the keyboard's focus is on a button or link in them, it stays on the one that says the
// same, or goes to `otherwise` if there is none.
const keepingFocus = (parts, otherwise, draw) => () => {
  const held = document.activeElement, part = parts.find((one) => one !== held && one.contains(held));
  const all = () => [...part.querySelectorAll("a[href], button")].filter((one) => one.offsetParent);
  const at = part ? all().indexOf(held) : -1, far = (one, now) => Math.abs(now.indexOf(one) - at);
  draw();
  if (!part || part.contains(document.activeElement)) return;
  const now = all(), same = now.filter((one) => one.textContent === held.textContent);
  (same.sort((one, other) => far(one, now) - far(other, now))[0] || otherwise).focus(STILL);
};

// Whether these moves need a list: a single legal move is made at once; if none is legal, the first is tried.
const several = (choices) => choices.filter((choice) => choice.legal).length > 1;

// Whether the person has asked the system for less movement.
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const CHANGED = "Changed by the last move.";

// What a thing is, its state, and what you may do with it.
const said = (spot) => [spot.label, spot.may].filter(Boolean).join(" ");

// Makes a picture of named spots to click, or to reach with the arrow keys; the whole picture is one stop of the Tab key.
function makePicture(svg, { pick, announce, ask = null, zooms = () => false }) {
  const backdrop = svgElement("g", { "aria-hidden": "true" });
  svg.append(backdrop);
  const spots = new Map();                                   // name -> { node, text, spot }
  const order = () => [...spots.values()].map((entry) => entry.node);
  const entryOf = (node) => spots.get(node.dataset.spot);
  let stop = null;                                           // the spot the Tab key stops at
  let backdropText = "", shown = 0;

  // the spots that may be chosen now; the Page keys go from one to the next and skip all other spots
  const may = (spot) => spot.choices.some((choice) => choice.legal);
  const legal = () => [...spots.values()].filter((entry) => may(entry.spot));
  const where = () => (legal().length ? " Press Page Down to go to what you may choose." : "");

  const choose = (entry) => {
    if (entry.spot.choices.length) pick(entry.spot.choices, entry.node);
    else if (ask) ask(entry.spot, entry.node, where);        // it may begin a move, or a rule may forbid it
    else announce(`${said(entry.spot)} There is nothing to choose here.${where()}`);
  };

  const drawSpot = (entry) => {
    const { node, spot } = entry;
    const [x, y, width, height] = spot.box;
    const ring = (out, name) => svgElement("rect", { class: name, x: x - out, y: y - out, width: width + 2 * out,
      height: height + 2 * out, rx: 10, fill: "none", "aria-hidden": "true" });
    const picture = svgElement("g", { "aria-hidden": "true" });
    picture.append(...draw(spot.shapes));
    const live = spot.choices.length > 0;
    node.setAttribute("role", live ? "button" : "img");
    if (several(spot.choices)) node.setAttribute("aria-haspopup", "menu"); else node.removeAttribute("aria-haspopup");
    node.setAttribute("aria-label", entry.marked ? `${said(spot)} ${CHANGED}` : said(spot));
    node.setAttribute("class", `wb-spot${live ? " wb-live" : ""}${may(spot) ? " wb-legal" : ""}`);
    node.replaceChildren(picture,
      svgElement("rect", { class: "wb-hit", x, y, width, height, fill: "#fff", "fill-opacity": 0 }),
      ring(3, "wb-ring wb-ring-light"), ring(5, "wb-ring wb-ring-dark"));
    if (entry.marked && !may(spot)) node.append(ring(1, "wb-mark-ground"));  // what may be chosen has an outline already
    if (entry.marked) node.append(ring(may(spot) ? 4 : 1, "wb-mark"));
  };

  // a thing that has a new place moves there; any click skips the movement
  const move = (entry, [x, y, width, height], milliseconds) => {
    const [newX, newY, newWidth, newHeight] = entry.spot.box;
    const from = [x + width / 2 - newX - newWidth / 2, y + height / 2 - newY - newHeight / 2];
    if (Math.abs(from[0]) + Math.abs(from[1]) < 2) return;
    entry.node.animate([{ transform: `translate(${from[0]}px, ${from[1]}px)` }, { transform: "none" }], { duration: milliseconds, easing: "ease-in-out" });
  };
  const settle = () => svg.getAnimations({ subtree: true })
    .filter((one) => !one.effect.target.closest(".wb-passing")).forEach((one) => one.finish());
  svg.addEventListener("pointerdown", settle);

  // what has just changed is lit up for a moment
  const glow = (node) => {
    node.classList.add("wb-changed");
    setTimeout(() => node.classList.remove("wb-changed"), 1500);
  };

  const show = (scene, changed = [], milliseconds = 0) => {
    const focused = svg.contains(document.activeElement) ? document.activeElement.dataset.spot : null;
    svg.setAttribute("viewBox", `0 0 ${scene.width} ${scene.height}`);
    // a scene has what the decision needs in its upper part; that part is made to fit, and the rest follows below
    svg.style.setProperty("--wb-views", String(Math.max(1, scene.height / scene.seen_at_once)));
    svg.setAttribute("aria-label", scene.title);
    const back = JSON.stringify(scene.shapes);
    if (back !== backdropText) { backdrop.replaceChildren(...draw(scene.shapes)); backdropText = back; }
    const wanted = new Set(scene.spots.map((spot) => spot.name));
    for (const [name, entry] of spots) if (!wanted.has(name)) { entry.node.remove(); spots.delete(name); }
    const kept = new Map(spots), begun = shown === scene.width;  // a new width means a new picture, with no marked changes
    shown = scene.width;
    spots.clear();
    let before = backdrop;
    for (const spot of scene.spots) {
      const marked = changed.includes(spot.name), text = JSON.stringify([spot, marked]);
      let entry = kept.get(spot.name);
      if (!entry) {
        entry = { node: svgElement("g", { "data-spot": spot.name, tabindex: "-1" }), text: "", spot };
      }
      if (entry.text !== text) {
        const isNew = !entry.text, other = begun && (isNew || entry.spot.label !== spot.label), lay = entry.spot.box;
        Object.assign(entry, { text, spot, marked });
        drawSpot(entry);
        if (other) glow(entry.node);
        if (begun && !isNew && milliseconds && !CALM.matches) move(entry, lay, milliseconds);
      }
      if (before.nextSibling !== entry.node) before.after(entry.node);
      before = entry.node;
      spots.set(spot.name, entry);
    }
    const nodes = order();
    // a person who comes into the picture starts at a spot to choose; one who is in it already stays in place
    const first = legal()[0], held = stop && spots.get(stop);
    const here = held && (focused || may(held.spot) || !first) ? held : first;
    stop = (here || [...spots.values()][0] || { spot: { name: null } }).spot.name;
    const one = keepOneStop(nodes, stop === null ? null : spots.get(stop).node);
    if (focused && !spots.has(focused) && one) one.focus(STILL);
  };

  const focusSpot = (entry) => {
    stop = entry.spot.name;
    keepOneStop(order(), entry.node);
    entry.node.focus(STILL);
  };
  const goTo = (entry) => { focusSpot(entry); entry.node.scrollIntoView({ block: "nearest", inline: "nearest" }); };
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
    if (zooms(event)) { /* the picture is larger, or has moved */ }
    else if (event.key.startsWith("Arrow")) { const next = toward(entry, event.key); if (next) goTo(next); }
    else if (event.key === "PageDown" || event.key === "PageUp") {
      const choices = legal(), at = all.indexOf(entry);
      const next = event.key === "PageDown" ? choices.find((one) => all.indexOf(one) > at) || choices[0]
        : choices.findLast((one) => all.indexOf(one) < at) || choices[choices.length - 1];
      if (next) goTo(next);
    }
    else if (event.key === "Home") goTo(all[0]);
    else if (event.key === "End") goTo(all[all.length - 1]);
    else if (event.key === "Enter" || event.key === " ") choose(entry);
    else return;
    event.preventDefault();
  });
  return show;
}

// Shows what a thing is beside it: when the pointer rests on it, when it has the keyboard's focus, or after a long press.
const RESTS = 700, PRESSED = 500;                            // milliseconds
// Returns where the visible part of the page ends: at the window's edge, or at the edge of a frame that scrolls.
function floorOf(node) {
  let floor = innerHeight;
  for (let frame = node.parentElement; frame; frame = frame.parentElement) {
    if (getComputedStyle(frame).overflowY !== "visible") floor = Math.min(floor, frame.getBoundingClientRect().bottom);
  }
  return floor;
}
function makeTip(el) {
  const tip = html("div", { class: "wb-tip", "aria-hidden": "true" });  // the label tells a screen reader the same
  let waiting = 0, read = false;
  const hide = () => {
    clearTimeout(waiting);
    tip.hidden = true;
  };
  const show = (node) => {
    if (!node.isConnected) return;
    tip.textContent = node.getAttribute("aria-label");
    tip.hidden = false;
    tip.style.left = "0";                                    // at the right edge it would measure too narrow
    const page = el.getBoundingClientRect(), at = node.querySelector(".wb-hit").getBoundingClientRect();
    const left = (at.left + at.right - tip.offsetWidth) / 2 - page.left, below = at.bottom + 8;
    const top = below + tip.offsetHeight < floorOf(el) ? below : at.top - tip.offsetHeight - 8;
    tip.style.left = `${Math.max(4, Math.min(page.width - tip.offsetWidth - 4, left))}px`;
    tip.style.top = `${top - page.top}px`;
  };
  const soon = (node, after) => {
    hide();
    if (node) waiting = setTimeout(show, after, node);
  };
  hide();
  el.append(tip);
  el.addEventListener("pointerover", ({ target, pointerType }) => {
    if (pointerType !== "touch") soon(target.closest(".wb-spot"), RESTS);
  });
  el.addEventListener("pointerleave", ({ pointerType }) => { if (pointerType !== "touch") hide(); });
  el.addEventListener("pointerdown", ({ target, pointerType }) => {
    hide();
    read = false;
    const node = pointerType === "touch" && target.closest(".wb-spot");
    if (node) waiting = setTimeout(() => { read = true; show(node); }, PRESSED);
  });
  for (const end of ["pointerup", "pointercancel"]) el.addEventListener(end, () => { if (!read) clearTimeout(waiting); });
  // a long press only shows the text and does nothing else
  for (const kind of ["click", "contextmenu"]) {
    el.addEventListener(kind, (event) => {
      if (!read) return;
      event.preventDefault();
      event.stopPropagation();
      read = kind !== "click";
    }, { capture: true });
  }
  el.addEventListener("focusin", ({ target }) => { if (target.matches(".wb-spot:focus-visible")) soon(target, RESTS); });
  el.addEventListener("focusout", hide);
  el.addEventListener("keydown", ({ key }) => { if (key === "Escape") hide(); });
  return hide;
}

// Shows what passes over a board that has changed: moving pieces and rolling dice, each with its words. Times are in beats.
// A click on the board skips it and does nothing else; any key skips it, too.
function makePassing(svg, done) {
  let layer = null, skips = false, closed = false;
  const tell = () => {
    try { done(); } catch (fault) { if (!closed) throw fault; }  // a notebook may be closed together with its kernel
  };
  const clear = () => {
    if (layer) layer.remove();
    layer = null;
  };
  const finish = () => { if (layer) { clear(); tell(); } };
  const show = ({ beat, parts }) => {
    clear();
    if (CALM.matches || !svg.getClientRects().length) { tell(); return; }
    const mine = layer = svgElement("g", { class: "wb-passing", "aria-hidden": "true" });
    svg.append(layer);
    const running = [];
    // shows a thing from one beat to another, and moves it in between if it has several places
    const there = (node, from, to, frames = [{}, {}]) => {
      const timing = { delay: from * beat, duration: Math.max(1, (to - from) * beat) };
      running.push(node.animate(frames.map((frame) => ({ ...frame, opacity: 1 })), timing));
      return node;
    };
    const [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
    for (const { begin, end, looks, stops } of parts) {
      const at = ([x, y, now]) => ({ transform: `translate(${x}px, ${y}px)`, offset: Math.min(1, (now - begin) / (end - begin)) });
      const frames = stops.flatMap((stop) => [at(stop), at([stop[0], stop[1], stop[3]])]);
      const piece = there(svgElement("g", { class: "wb-passes" }), begin, end, [...frames, { ...frames[frames.length - 1], offset: 1 }]);
      const rest = stops[stops.length - 1][2], rolls = looks.length - 1;
      looks.forEach((shapes, turn) => {
        const look = svgElement("g"), each = (rest - begin) / Math.max(1, rolls);
        look.append(...draw(shapes));
        if (rolls) {
          look.setAttribute("class", "wb-passes");
          if (turn < rolls) there(look, begin + turn * each, begin + (turn + 1) * each, [{ transform: `rotate(${turn * 130}deg)` }, { transform: `rotate(${turn * 130 + 130}deg)` }]);
          else there(look, rest, end);
        }
        piece.append(look);
      });
      layer.append(piece);
    }
    for (const { stops } of parts) {                         // the words lie above everything that moves
      for (const [x, y, from, to, said] of stops) {
        if (!said) continue;
        const room = 220, low = y < 96, left = Math.max(4, Math.min(wide - room - 4, x - room / 2));
        const plate = svgElement("foreignObject", { class: "wb-passes", x: left, y: low ? y + 18 : y - 98, width: room, height: 80 });
        plate.append(html("div", { class: `wb-told${low ? " wb-low" : ""}` }, html("span", {}, said)));
        layer.append(there(plate, from, to));
      }
    }
    Promise.all(running.map((one) => one.finished)).then(() => { if (layer === mine) finish(); }, () => {});
  };
  svg.addEventListener("pointerdown", () => { skips = layer !== null; finish(); });
  svg.addEventListener("click", (event) => {
    if (skips) event.stopPropagation();
    skips = false;
  }, { capture: true });
  const leave = () => { closed = true; finish(); };
  return { show, clear, finish, leave };
}

const newSvg = () => svgElement("svg", { class: "wb-svg", role: "group", "font-family": FONT, preserveAspectRatio: "xMidYMin meet" });

// A name in brackets does without the mark before it.
const unmarked = (said) => said.replace(/\S+ \(([^)]+)\)/g, "$1");

// Draws the course of a game: a line for each seat, for its score or its chances. `circles` are single decisions with their
// height, `moments` are numbered decisions.
const DASHES = ["", "7 4", "2 3", "9 3 2 3", "4 2", "1 2"];
function course({ seats, rows, what, said, ends: [least, most], steps = false, circles = [], moments = [] }) {
  const width = 340, height = 130, left = 38, right = 74, top = 8, low = 110;
  const last = rows[rows.length - 1], end = Math.max(1, last[0]);
  const x = (step) => left + (width - left - right) * step / end, y = (number) => low - (low - top) * (number - least) / (most - least);
  const words = seats.map((name, seat) => `${name} ${said(rows[0][1][seat])} to ${said(last[1][seat])}`).join(", ");
  const svg = svgElement("svg", { class: "wb-course", viewBox: `0 0 ${width} ${height}`, role: "img", "font-family": FONT, "font-size": 12,
    "aria-label": `${what}: ${words}.` });
  for (const level of [least, most]) {
    svg.append(svgElement("line", { x1: left, x2: width - right, y1: y(level), y2: y(level), stroke: "#8c8578" }),
      svgElement("text", { x: left - 5, y: y(level) + 4, "text-anchor": "end" }, said(level)));
  }
  svg.append(svgElement("text", { x: left, y: height - 3 }, "0"),
    svgElement("text", { x: width - right, y: height - 3, "text-anchor": "end" }, `decision ${end}`));
  const names = seats.map((name, seat) => [name, seat, y(last[1][seat])]).sort((one, other) => one[2] - other[2]);
  let free = top;
  for (const [place, [name, seat, at]] of names.entries()) {
    const to = (step) => (steps ? `H${x(step).toFixed(1)}V` : `L${x(step).toFixed(1)} `);
    const path = rows.map(([step, each], place) => (place ? to(step) : `M${x(step)} `) + y(each[seat]).toFixed(1)).join("");
    svg.append(svgElement("path", { d: path, fill: "none", stroke: "#1f2328", "stroke-width": 1.8, "stroke-dasharray": DASHES[seat % DASHES.length] }));
    free = Math.min(Math.max(free + 12, at + 4), height - 4 - 12 * (names.length - 1 - place));  // a line each, all in the picture
    svg.append(svgElement("text", { x: width - right + 5, y: free }, unmarked(name).slice(0, 12)));
  }
  for (const [step, height] of circles) {
    svg.append(svgElement("circle", { cx: x(step), cy: low - (low - top) * height, r: 2.4, fill: "#ffffff", stroke: "#a84300" }));
  }
  moments.forEach((step, place) => {
    svg.append(svgElement("line", { class: "wb-moment", x1: x(step), x2: x(step), y1: top, y2: low, "stroke-dasharray": "2 2" }),
      svgElement("text", { class: "wb-moment", x: x(step) + 3, y: top + 10 + 13 * place, "font-weight": 700 }, String(place + 1)));
  });
  return svg;
}

const courseBox = (words, drawn) => html("figure", { class: "wb-course-box" }, html("figcaption", { class: "wb-origin" }, words), course(drawn));
// Draws each seat's chances, with a number at the decisions that cost most.
function courseOfOutlooks({ seats, outlooks, how, worst }) {
  const what = seats.length > 1 ? "Who was likely to win" : "The chance of winning";
  return courseBox(`${what}, ${how}.${worst.length ? " The numbers mark the decisions that cost most." : ""}`,
    { seats, rows: outlooks, what, said: (share) => `${Math.round(100 * share)}%`, ends: [0, 1], moments: worst.map(({ step }) => step) });
}
// Draws the score, with the best chance at the decisions whose chances are known.
function courseOfScores({ seats, scores, chances }) {
  const all = scores.flatMap(([, each]) => each);
  return courseBox(`The score.${chances.length ? " Circles: the best chance available, from 0 at the bottom to 100% at the top." : ""}`,
    { seats, rows: scores, what: "The course of the score", said: String, ends: [Math.min(0, ...all), Math.max(1, ...all)], steps: true, circles: chances });
}

// Enlarges a picture inside its frame, which keeps its place on the page: by the wheel with Ctrl, by two fingers, by buttons and by
// keys. Whatever is outside the frame is scrolled to, so scroll bars, the wheel and a finger move the picture as they move a page.
const STEP = 1.25, MOST_ZOOM = 4;                            // times
const LEGIBLE = 11, ENOUGH = 9.5, AROUND = 130;             // pixels: a legible label, and one that nearly is; what a page needs around a board
const LABELS = 10.9;                                         // smaller texts are signs on pieces, which their shapes explain
function makeZoom(frame, svg, told) {
  let zoom = 1, chosen = false, least = 0, fits = [0, 0];
  const laidOut = () => {
    for (const one of [svg, frame]) for (const side of ["width", "height", "min-width", "max-height"]) one.style.removeProperty(side);
    const { width, height } = svg.getBoundingClientRect();
    fits = [width, height];
  };
  const apply = () => {
    const above = frame.getBoundingClientRect().top - frame.closest(".wb-board").getBoundingClientRect().top;
    const room = Math.max(fits[1], Math.min(innerHeight - above - AROUND, fits[1] * zoom));
    svg.style.minWidth = "0";
    svg.style.maxHeight = "none";
    svg.style.width = `${fits[0] * zoom}px`;
    svg.style.height = `${fits[1] * zoom}px`;
    frame.style.maxHeight = `${room}px`;
  };
  // keeps what is at a point of the window where it is; without a point, the middle
  const set = (wanted, at = null) => {
    const next = Math.min(MOST_ZOOM, Math.max(1, wanted)), before = zoom, box = frame.getBoundingClientRect();
    const [x, y] = at ? [at[0] - box.left, at[1] - box.top] : [box.width / 2, box.height / 2];
    const [left, top] = [(frame.scrollLeft + x) / before * next - x, (frame.scrollTop + y) / before * next - y];
    zoom = next < 1.02 ? 1 : next;
    laidOut();
    if (zoom > 1) apply();
    frame.classList.toggle("wb-zoomed", zoom > 1);
    Object.assign(frame, { scrollLeft: left, scrollTop: top });
    told(zoom);
  };
  const by = (times, at = null) => { chosen = true; set(zoom * times, at); };
  const whole = () => { chosen = true; set(1); };
  // where the whole picture would make labels too small to read, as much of it is shown as can be read
  const fit = () => {
    if (!frame.clientWidth || !least || getComputedStyle(frame).getPropertyValue("--wb-zooms") === "no") return;  // a page may do it
    if (zoom > 1) laidOut(); else fits = [svg.clientWidth, svg.clientHeight];
    const [, , wide, high] = svg.getAttribute("viewBox").split(" ").map(Number);
    const label = least * Math.min(fits[0] / wide, fits[1] / high);
    const small = frame.closest(".wb-looking") === null && label < ENOUGH;  // nearly large enough is better than cut
    set(chosen ? zoom : small ? LEGIBLE / label : 1);
  };
  const follow = (scene) => {
    const sizes = [scene, ...scene.spots].flatMap(({ shapes }) => shapes).filter(([kind]) => kind === "text").map(([, { "font-size": size }]) => Number(size));
    least = Math.min(...sizes.filter((size) => size >= LABELS), 99);
    fit();
  };
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();                                  // else the whole page is enlarged
    by(Math.exp(-event.deltaY / 400), [event.clientX, event.clientY]);
  }, { passive: false });
  let apart = 0;                                             // how far two fingers are from each other
  const fingers = ({ touches: [one, other] }) => [Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
    [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2]];
  frame.addEventListener("touchstart", (event) => { apart = event.touches.length === 2 ? fingers(event)[0] : 0; }, { passive: true });
  frame.addEventListener("touchmove", (event) => {
    if (event.touches.length !== 2 || !apart) return;
    event.preventDefault();
    const [now, at] = fingers(event);
    by(now / apart, at);
    apart = now;
  }, { passive: false });
  // returns whether a key enlarges the picture or moves it
  const key = ({ key: pressed, shiftKey }) => {
    if (pressed === "+" || pressed === "=") by(STEP);
    else if (pressed === "-") by(1 / STEP);
    else if (pressed === "0") whole();
    else if (shiftKey && zoom > 1 && pressed.startsWith("Arrow")) {
      const far = { ArrowLeft: [-80, 0], ArrowRight: [80, 0], ArrowUp: [0, -80], ArrowDown: [0, 80] }[pressed];
      frame.scrollBy(...far);
    } else return false;
    return true;
  };
  return { by, whole, fit, follow, key };
}

const NOTHING = { title: "", width: 1, height: 1, seen_at_once: 1, shapes: [], spots: [] };
const FEW = 12;              // with more moves than this the board has a search field
const MANY = 24;             // beside a guide the question lacks room for it, unless there are more moves than this
const SHARES = [1, 1.25, 1.5, 2];                            // how wide the moves may be beside a guide, which is 1 wide
const WORDY = 56;            // a question with more letters is set smaller
const SENTENCES = /(?<=[.!?]) +(?=[A-Z])/;
const MOST = 150;            // how many moves are listed; typing finds the rest

function render({ model, el }) {
  const id = `wb-board-${++boards}`;
  const send = (message) => model.send(message);

  // -- the parts of the page ------------------------------------------------------------------------------------------
  const heading = html("div", { class: "wb-heading", role: "heading", "aria-level": "2", tabindex: "-1" });
  const stepWords = html("span", { class: "wb-step" });
  const button = (text, title, message, name = "") => {
    const one = html("button", { type: "button", class: "wb-button", title }, text);
    if (name) one.setAttribute("aria-label", name);
    one.addEventListener("click", () => { if (one.getAttribute("aria-disabled") !== "true") send(message()); });
    return one;
  };
  const first = button("⇤", "Go to the start of the timeline", () => ({ do: "goto", step: 0 }), "Start");
  const undo = button("Undo", "Take back the last decision", () => ({ do: "undo" }));
  const redo = button("Redo", "Repeat the decision that you took back", () => ({ do: "redo" }));
  const last = button("⇥", "Go to the end of the timeline", () => ({ do: "goto", step: model.get("steps") }), "Latest");
  const hint = button("Hint", "Ask the player chosen below what it would do", () => ({ do: "hint" }));
  const slider = html("input", { type: "range", min: 0, class: "wb-slider", "aria-label": "Timeline: decisions made" });
  slider.addEventListener("input", () => send({ do: "goto", step: Number(slider.value) }));
  const look = html("button", { type: "button", class: "wb-button wb-look-button", "aria-expanded": "false", title: "Review the game and its variations" }, "Look back");
  const zoomButton = (text, title, name, action) => {
    const one = html("button", { type: "button", class: "wb-button", title, "aria-label": name, tabindex: "-1" }, text);  // keys do the same
    one.addEventListener("click", action);
    one.addEventListener("keydown", (event) => {             // these buttons move the enlarged picture, too
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { key } = event;
      if (zoom.key({ key, shiftKey: key.startsWith("Arrow") })) event.preventDefault();
    });
    return one;
  };
  const smaller = zoomButton("−", "Make the picture smaller (key -; 0 shows the whole picture)", "Smaller picture", () => zoom.by(1 / STEP));
  const larger = zoomButton("+", "Make the picture larger (key +, or the wheel with Ctrl)", "Larger picture", () => zoom.by(STEP));
  const zoomButtons = html("div", { class: "wb-zoom", role: "group", "aria-label": "Size of the picture" }, smaller, larger);
  const timeline = html("div", { class: "wb-timeline", role: "group", "aria-label": "Timeline" },
    first, undo, redo, last, slider, stepWords, hint, look, zoomButtons);

  const seats = html("ul", { class: "wb-seats", "aria-label": "Seats" });
  const movingWords = html("span", { class: "wb-moving-words", role: "status" });
  const next = button("Next move", "Let the computer player make one move, then wait", () => ({ do: "next" }));
  const halt = button("Stop", "Stop all thinking; the computer players wait", () => ({ do: "stop" }));
  const goOn = button("Go on", "Let the computer players move by themselves", () => ({ do: "go_on" }));
  const moving = html("div", { class: "wb-moving", role: "group", "aria-label": "Players" }, movingWords, next, goOn, halt);

  const screenWords = html("div", { class: "wb-screen-words" });
  const screenButton = html("button", { type: "button", class: "wb-arrive" });
  screenButton.addEventListener("click", () => send({ do: "arrive" }));
  const screen = html("div", { class: "wb-screen", role: "region", "aria-label": "The board is covered", tabindex: "-1" },
    screenWords, screenButton);

  const svg = newSvg();
  const question = html("div", { class: "wb-question", id: `${id}-question` });
  const takeBack = button("Take it all back", "Undo every step of this choice", () => ({ do: "take_back" }));
  const confirmWords = html("span", { class: "wb-confirm-words" });
  const yes = button("Confirm", "Complete the whole choice", () => ({ do: "play", action: model.get("confirm").action, sure: true }));
  const no = html("button", { type: "button", class: "wb-button" }, "Not yet");
  no.addEventListener("click", () => { confirm.hidden = true; heading.focus(STILL); });
  const confirm = html("div", { class: "wb-confirm", role: "group", "aria-label": "Confirm" }, confirmWords, yes, no);
  const refusal = html("div", { class: "wb-refusal", role: "alert" });
  const notice = html("div", { class: "wb-notice", role: "status" });
  const happened = html("div", { class: "wb-happened", role: "log", "aria-label": "What has just happened", tabindex: "0" });
  const asked = html("div", { class: "wb-asked", role: "status" });
  const guide = html("div", { class: "wb-guide", role: "status", tabindex: "-1" });
  const voice = html("div", { class: "wb-voice" }, guide);
  const brief = html("div", { class: "wb-brief" });
  const story = html("div", { class: "wb-story" }, refusal, asked, notice, brief, happened);
  const side = html("div", { class: "wb-side" }, voice, story);
  const find = html("input", { type: "search", class: "wb-words", id: `${id}-find`, autocomplete: "off", spellcheck: "false" });
  const found = html("span", { class: "wb-found", role: "status" });
  const findForm = html("div", { class: "wb-words-form" }, html("label", { class: "wb-unseen", for: `${id}-find` }, "Find a move"), find, found);
  const moves = html("div", { class: "wb-moves" });
  const helpers = html("div", { class: "wb-helpers" });
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
  const left = html("div", { class: "wb-column" }, helpers, wordsForm, odds, figures);
  const right = html("div", { class: "wb-column" }, title("The rules that apply now"), rules, logTitle, log, whole);
  const whose = html("span", { class: "wb-whose", "aria-hidden": "true" });   // the seats say it, too
  const tools = html("div", { class: "wb-tools" }, takeBack, findForm);
  const ask = html("div", { class: "wb-ask" }, whose, html("div", { class: "wb-asks" }, heading, " ", question), tools, confirm, moving);
  const picture = html("div", { class: "wb-picture" }, svg);
  const view = html("div", { class: "wb-view" }, picture);
  const columns = html("div", { class: "wb-columns" }, left, right);

  el.classList.add("wb-board");
  hearTheKernel(model, el);
  el.append(html("div", { class: "wb-top" }, seats, timeline), html("div", { class: "wb-body" },
    html("div", { class: "wb-decision" }, ask, moves), side, screen, view, columns));

  // -- the pictures ---------------------------------------------------------------------------------------------------
  const announce = (text) => { notice.textContent = text; notice.hidden = !text; };
  const choose = (action) => send({ do: "play", action });
  const menu = html("div", { class: "wb-menu", role: "menu", "aria-label": "Choose a move" });
  menu.hidden = true;
  el.append(menu);

  // -- looking back: a sheet beside the board -------------------------------------------------------------------------
  const sheet = html("section", { class: "wb-sheet", role: "dialog", "aria-label": "Look back", tabindex: "-1" });
  sheet.hidden = true;
  const endPart = html("div"), reviewPart = html("div"), linesPart = html("div"), comparedPart = html("div"), textPart = html("div");
  const close = html("button", { type: "button", class: "wb-button wb-close" }, "Close");
  sheet.append(close, endPart, reviewPart, linesPart, comparedPart, textPart);
  view.after(sheet);                                         // beside the board, which stays in sight
  const openSheet = (open) => {
    sheet.hidden = !open;
    el.classList.toggle("wb-looking", open);
    zoom.fit();
    look.setAttribute("aria-expanded", String(open));
    (open ? sheet : look).focus(STILL);
  };
  look.addEventListener("click", () => openSheet(sheet.hidden));
  close.addEventListener("click", () => openSheet(false));
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    openSheet(false);
  });
  const askReview = button("Review the game", "What the player chosen below would have done at each decision", () => ({ do: "review" }));
  const stepButton = ({ step, text }) => {
    const one = html("button", { type: "button", class: "wb-choice" }, text);
    one.addEventListener("click", () => send({ do: "goto", step, reviewed: true }));
    const best = button("Play the best line", "Go there and play on with the best known moves", () => ({ do: "best_line", step }), `Play the best line from ${step}`);
    return html("li", {}, one, best);
  };
  const drawReview = () => {
    const now = model.get("review"), hadFocus = sheet.contains(document.activeElement);
    askReview.textContent = now.summary ? "Review again" : "Review the game";
    const parts = [html("div", { class: "wb-title" }, "Review"), askReview];
    if (now.summary) {
      parts.push(html("p", { role: "status" }, now.summary));
      if (now.outlooks.length > 1) parts.push(courseOfOutlooks(now));
      const list = (words, items) => items.length && parts.push(html("div", { class: "wb-title" }, words),
        html("ul", { class: "wb-reviewed" }, ...items.map(stepButton)));
      list("The decisions that cost most: choose one to go there", now.worst.map(({ step, text }, place) => ({ step, text: `${place + 1}. ${text}` })));
      parts.push(courseOfScores(now));
      list(`Where you differed${now.left_out ? ` (${now.left_out} more are not shown)` : ""}`, now.otherwise);
    }
    reviewPart.replaceChildren(...parts);
    if (hadFocus && !sheet.contains(document.activeElement)) sheet.focus(STILL);
  };
  let wasOver = null;                                        // null while the page knows no position
  const drawEnding = () => {
    const now = model.get("ending");
    endPart.replaceChildren();
    if (now.rows) {
      // a seat is a column: what the score is made of may be a long list
      const head = html("tr", {}, html("td", {}), ...now.rows.map(([name]) => html("th", { scope: "col" }, name)));
      const rows = now.columns.slice(1).map((text, place) => html("tr", {}, html("th", { scope: "row" }, text), ...now.rows.map((row) => html("td", {}, row[place + 1]))));
      endPart.append(html("div", { class: "wb-end-title", role: "status" }, now.title),
        html("table", { class: "wb-table" }, html("thead", {}, head), html("tbody", {}, ...rows)),
        html("div", { class: "wb-group" }, button("New game", "Begin another game with the same rules and seats", () => ({ do: "again" })),
          button("Go to the costliest decision", "Review the game, and go to the decision that cost most", () => ({ do: "lost_moment" }))));
    }
    if (now.rows && wasOver === false && sheet.hidden) {     // the game has just ended while somebody watches
      sheet.hidden = false;
      el.classList.add("wb-looking");
      zoom.fit();
      look.setAttribute("aria-expanded", "true");
    }
    const known = model.get("scene") !== "{}" || model.get("screen").sentence;
    wasOver = known ? Boolean(now.rows) : null;
  };
  // the position as text: to copy, to paste, or to put after ?position= in the address of the page
  const written = html("input", { type: "text", class: "wb-words", readonly: "", "aria-label": "This position as text" });
  const pasted = html("input", { type: "text", class: "wb-words", autocomplete: "off", "aria-label": "A position as text", placeholder: "paste a position here" });
  const openForm = html("form", { class: "wb-words-form" }, pasted, html("button", { type: "submit", class: "wb-button" }, "Open it"));
  openForm.addEventListener("submit", (event) => {
    event.preventDefault();
    if (pasted.value.trim()) send({ do: "open", text: pasted.value });
    pasted.value = "";
  });
  written.addEventListener("focus", () => written.select());
  textPart.append(html("div", { class: "wb-title" }, "The position as text"), html("div", { class: "wb-words-form" },
    button("Write it down", "This position as text to paste; random draws replace what is hidden from you", () => ({ do: "text" })), written), openForm);
  const drawWritten = () => { written.value = model.get("written"); };
  // an address with ?position=... opens that position once, before the first decision; a page may have dropped it since
  const came = performance.getEntriesByType("navigation")[0];
  const linked = new URLSearchParams(location.search).get("position") || (came && new URL(came.name).searchParams.get("position"));
  if (linked && !model.get("step")) {
    send({ do: "open", text: linked, linked: true });
    requestAnimationFrame(() => bring());                    // it is what the person came for
  }
  const drawLines = () => {
    const list = model.get("lines"), active = document.activeElement;
    const old = linesPart.contains(active) ? active.getAttribute("aria-label") : null;
    look.textContent = list.length ? `Look back (${list.length})` : "Look back";
    linesPart.replaceChildren(html("div", { class: "wb-title" }, "Lines of play"));
    if (!list.length) {
      linesPart.append(html("p", {}, "There is only one line of play. If you take moves back and play differently, the old line is kept here."));
    }
    linesPart.append(html("ul", { class: "wb-lines" }, ...list.map(({ number, name, said }) => {
      const which = number ? `line ${number}` : "the line on the table";
      const field = html("input", { type: "text", class: "wb-words", maxlength: "60", placeholder: number ? `Line ${number}` : "This line", "aria-label": `Name of ${which}` });
      field.value = name;
      field.addEventListener("change", () => send({ do: "name_line", number, text: field.value }));
      const row = html("li", {}, field, " ", html("span", {}, said), " ");
      if (number) {
        const deeds = [["Go there", "line"], ["Compare", "compare_line"], ["Delete", "drop_line"]];
        for (const [words, deed] of deeds) row.append(button(words, `${words}: ${which}`, () => ({ do: deed, number }), `${words}: ${which}`), " ");
      }
      return row;
    })));
    if (old === null) return;
    ([...linesPart.querySelectorAll("[aria-label]")].find((one) => one.getAttribute("aria-label") === old) || sheet).focus(STILL);
  };
  const drawCompared = () => {
    const now = model.get("compared");
    comparedPart.replaceChildren();
    if (!now.rows) return;
    const head = ["what", now.here, now.there].map((text) => html("th", { scope: "col" }, text));
    const rows = now.rows.map(([what, ...values]) => html("tr", {}, html("th", { scope: "row" }, what), ...values.map((text) => html("td", {}, text))));
    comparedPart.append(html("div", { class: "wb-title" }, "What differs at their ends"), rows.length
      ? html("table", { class: "wb-table" }, html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...rows))
      : html("p", {}, "Nothing: both lines end in the same position."));
    comparedPart.scrollIntoView({ block: "nearest" });
  };
  let asker = null;                                          // the element that opened the list of moves
  const closeMenu = (back = true) => {
    if (menu.hidden) return;
    menu.hidden = true;
    if (back && asker && asker.isConnected) asker.focus(STILL);
  };
  const openMenu = (choices, node) => {
    asker = node;
    menu.replaceChildren(...choices.filter((choice) => choice.legal).map(({ action, actions, words }) => {
      const one = html("button", { type: "button", class: "wb-choice", role: "menuitem", tabindex: "-1" }, words);
      one.addEventListener("click", () => { closeMenu(); if (actions) send({ do: "ways", actions }); else choose(action); });
      return one;
    }));
    menu.hidden = false;
    const page = el.getBoundingClientRect(), at = (node.querySelector(".wb-hit") || node).getBoundingClientRect();
    const left = Math.min(at.left - page.left, page.width - menu.offsetWidth - 8);
    menu.style.left = `${Math.max(8, left)}px`;
    menu.style.top = `${at.bottom - page.top + 6}px`;
    menu.firstChild.focus(STILL);
  };
  // makes a single legal move, lists several; if none is legal, tries the first, and the rules say why not
  const pick = (choices, node) => {
    closeMenu(false);
    if (several(choices)) openMenu(choices, node); else choose(choices[0].action);
  };
  menu.addEventListener("keydown", (event) => {
    const items = [...menu.children], at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (to !== undefined) items[(to + items.length) % items.length].focus(STILL);
    else if (event.key === "Escape" || event.key === "Tab") closeMenu();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  menu.addEventListener("focusout", (event) => { if (!menu.contains(event.relatedTarget)) closeMenu(false); });
  // an answer about one thing goes away when the person chooses something else
  const forget = () => { refusal.hidden = true; if (!notice.textContent.startsWith("Hint")) announce(""); };
  el.addEventListener("click", (event) => { if (event.target.closest("[data-spot], button")) forget(); }, { capture: true });
  // it may lie over the edge of the picture, and goes when it is clicked itself
  for (const answer of [refusal, notice]) {
    answer.addEventListener("click", () => { if (!getSelection().toString()) answer.hidden = true; });
  }
  let pointed = null;                                        // the thing that the person asked about last
  const askAbout = (spot, node, where) => {
    pointed = { spot, node, where };
    send({ do: "thing", thing: spot.thing || spot.name, label: spot.label });
  };
  const drawOffered = () => {
    const { ways } = model.get("offered");
    if (!ways || !pointed || !pointed.node.isConnected) return;
    if (ways.length === 1) send({ do: "ways", actions: ways[0].actions });  // a thing begins what can be done with it
    else if (ways.length) openMenu(ways.map(({ actions, words }) => ({ words, legal: true, actions })), pointed.node);
    else announce(`${said(pointed.spot)} It only shows the position; no move uses it.${pointed.where()}`);
  };
  const zoom = makeZoom(picture, svg, (times) => {
    smaller.setAttribute("aria-disabled", String(times === 1));
    larger.setAttribute("aria-disabled", String(times === MOST_ZOOM));
  });
  const showBoard = makePicture(svg, { pick, announce, ask: askAbout, zooms: zoom.key });
  const hideTip = makeTip(el);
  const passing = makePassing(svg, () => send({ do: "passed" }));
  el.addEventListener("keydown", passing.finish, { capture: true });
  // not when the page loads, because it has passed by then, and not before its board has been drawn
  const drawPassing = () => {
    const now = model.get("passing");
    passing.clear();
    if (now) requestAnimationFrame(() => { if (model.get("passing") === now) passing.show(JSON.parse(now)); });
  };
  model.on("change:passing", drawPassing);
  let drawnWidth = 0;
  const drawScene = () => {
    const scene = JSON.parse(model.get("scene"));
    closeMenu();
    hideTip();
    announce(model.get("notice"));                           // drops what was said about the previous board
    const now = scene.spots ? scene : NOTHING;
    showBoard(now, model.get("changed"), model.get("motion"));
    el.style.setProperty("--wb-deep", now.deep || "#1f2328");
    if (now.width !== drawnWidth) requestAnimationFrame(() => zoom.follow(now));
    drawnWidth = now.width;
    // a board too long for its frame scrolls to what may be chosen, if none of that is in view
    picture.classList.toggle("wb-long", Boolean(now.framed));
    requestAnimationFrame(bringIn);
  };
  const bringIn = () => {
    if (!picture.matches(".wb-long, .wb-zoomed")) return;
    const frame = picture.getBoundingClientRect(), spots = [...svg.querySelectorAll(".wb-legal .wb-hit")].map((one) => one.getBoundingClientRect());
    if (!spots.length || spots.some((one) => one.top >= frame.top && one.bottom <= frame.bottom && one.left >= frame.left && one.right <= frame.right)) return;
    picture.scrollTop += Math.min(...spots.map((one) => one.top)) - frame.top - 8;
    picture.scrollLeft += Math.min(...spots.map((one) => one.left)) - frame.left - 8;
  };

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

  const clauseButton = (clause, className = "wb-clause", replaced = false) => {
    const page = replaced ? "" : model.get("clause_page");
    if (page) return html("a", { class: className, href: page + clause.toLowerCase(), target: "_blank", rel: "noopener", title: `Open the page of ${clause}` }, clause);
    const one = html("button", { type: "button", class: className, title: `Show the text of ${clause}` }, replaced ? `${clause} (replaced here)` : clause);
    one.addEventListener("click", () => send({ do: "clause", id: clause }));
    return one;
  };

  const review = button("Review", "What the player chosen below would have done at each decision", () => { openSheet(true); return { do: "review" }; });
  const another = button("New game", "Begin another game with the same rules and seats", () => ({ do: "again" }));
  const fromStart = button("Replay from the start", "Go to the start of the timeline; Redo steps through the game", () => ({ do: "goto", step: 0 }));
  let listed = "";
  /**
   * Move the buttons closer together if they lack room; as a last resort, show their notes only under the pointer. Beside a guide,
   * moves that still do not fit get a wider column, as long as the guide stays whole.
   */
  const fitMoves = () => {
    let fits = false;
    for (const share of guide.clientHeight ? SHARES : [shared]) {  // an answer that covers the guide moves nothing
      const before = shared;
      takeShare(share);
      if (share > SHARES[0] && cut(guide)) {
        takeShare(before);
        fits = fitTogether();
        break;
      }
      fits = fitTogether();
      if (fits) break;
    }
    const hinted = !fits && moves.querySelector(".wb-hinted");   // of many moves the one that is advised is in sight
    if (!hinted) return;
    const at = hinted.getBoundingClientRect(), frame = moves.getBoundingClientRect();
    if (at.top < frame.top || at.bottom > frame.bottom) moves.scrollTop += at.top - frame.top;  // a whole row at the top
  };
  let shared = 1;
  const takeShare = (share) => {
    if (share === shared) return;
    shared = share;
    el.style.setProperty("--wb-share", `${share}fr`);
    fitGuide();
  };
  const fitTogether = () => ["", "wb-close", "wb-bare", "wb-bare wb-close", "wb-bare wb-closer"].some((way) => {
    moves.className = `wb-moves ${way}`;
    return !cut(moves);
  });
  const drawMoves = () => {
    const list = model.get("moves"), hinted = model.get("hinted");
    const text = JSON.stringify(list);
    if (text !== listed) { listed = text; find.value = ""; }
    findForm.hidden = list.length <= (model.get("guided") ? MANY : FEW);
    const wanted = find.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = list.filter((move) => {
      const said = `${move.text} ${move.note} ${move.group}`.toLowerCase();
      return wanted.every((word) => said.includes(word));
    });
    const shown = fits.slice(0, MOST);
    found.textContent = wanted.length || shown.length < list.length ? `${shown.length} of ${list.length}` : "";
    find.placeholder = `Find in ${list.length} moves`;
    const hadFocus = moves.contains(document.activeElement);
    const old = hadFocus ? document.activeElement.dataset.action : null;
    const groups = new Map();
    for (const move of shown) {
      if (!groups.has(move.group)) groups.set(move.group, []);
      groups.get(move.group).push(move);
    }
    const parts = [];
    for (const [group, members] of groups) {
      const row = html("div", { class: "wb-group", role: "group", "aria-label": group },
        html("div", { class: "wb-title", "aria-hidden": "true" }, group));
      const verb = `${group.toLowerCase()} `;  // beside its heading, a move need not show that word again
      for (const move of members) {
        const again = groups.size > 1 && move.text.startsWith(verb);
        const told = again ? [html("span", { class: "wb-unseen" }, verb), move.text.slice(verb.length)] : [move.text];
        const one = html("button", { type: "button", class: "wb-move", "data-action": move.action, title: `${move.note ? `${move.note} – ` : ""}allowed by ${move.clause}` },
          html("span", { class: "wb-move-text" }, ...told));
        if (move.note) one.append(" ", html("span", { class: "wb-note" }, move.note));
        if (move.action === hinted) { one.classList.add("wb-hinted"); one.append(" ", html("span", { class: "wb-note wb-says-hint" }, "hint")); }
        if (move.times > 1) {
          const count = html("input", { type: "number", class: "wb-times", min: "1", max: move.times, value: "1", "aria-label": `How often: ${move.text}` });
          one.addEventListener("click", () => send({ do: "play", action: move.action, times: Number(count.value) }));
          row.append(html("span", { class: "wb-several" }, one, html("span", { "aria-hidden": "true" }, "×"), count));
          continue;
        }
        one.addEventListener("click", () => choose(move.action));
        row.append(one);
      }
      parts.push(row);
    }
    if (model.get("ended")) {
      const { title: result = "", rows = [] } = model.get("ending");
      if (rows.length > 1) {
        const standings = unmarked(rows.map(([name, score]) => `${name} ${score}`).join(", "));
        parts.push(html("div", { class: "wb-standings" }, html("b", {}, unmarked(result)), ` ${standings}.`));
      }
      parts.push(html("div", { class: "wb-group" }, review, another, fromStart));
    }
    moves.replaceChildren(...parts);
    fitMoves();
    const items = [...moves.querySelectorAll(".wb-move")];
    if (!items.length) return;
    const one = keepOneStop(items, items.find((item) => item.dataset.action === old));
    if (hadFocus) one.focus(STILL);
  };
  find.addEventListener("input", drawMoves);
  find.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const reached = moves.querySelector('.wb-move[tabindex="0"]');
    if (reached) reached.focus();
  });

  // -- helpers: small tables and pictures that the game puts below the board -------------------------------------------
  const drawBrief = () => {
    brief.textContent = model.get("helpers").map((helper) => helper.brief).filter(Boolean).join(" ");
    brief.hidden = !brief.textContent || guide.textContent.includes(brief.textContent);
  };
  const drawHelpers = () => {
    const list = model.get("helpers"), active = document.activeElement;
    drawBrief();
    const old = helpers.contains(active) ? [active.dataset.spot, active.dataset.row] : null;
    helpers.replaceChildren(...list.map((helper, number) => {
      const part = html("section", { class: "wb-helper", "aria-labelledby": `${id}-helper-${number}` },
        html("div", { class: "wb-title", id: `${id}-helper-${number}` }, helper.title));
      if (helper.note) part.append(html("div", {}, helper.note));
      if (helper.picture) {
        const small = newSvg();
        small.setAttribute("class", "wb-svg wb-small");
        small.style.maxWidth = `${helper.picture.width}px`;
        makePicture(small, { pick, announce, ask: askAbout })(helper.picture);
        part.append(html("div", { class: "wb-picture" }, small));
      }
      if (helper.columns.length) {
        const cell = (row, text, column, line) => {
          if (column || !row.choices.length) return html("td", {}, text);
          const one = html("button", { type: "button", class: "wb-choice", "data-row": `${number}-${line}` }, text);
          if (!row.choices[0].legal) one.classList.add("wb-not-now");
          if (several(row.choices)) one.setAttribute("aria-haspopup", "menu");
          one.addEventListener("click", () => pick(row.choices, one));
          return html("td", {}, one);
        };
        const rows = helper.rows.map((row, line) => html("tr", {}, ...row.cells.map((text, column) => cell(row, text, column, line))));
        const head = html("tr", {}, ...helper.columns.map((text) => html("th", { scope: "col" }, text)));
        const table = html("table", { class: "wb-table" }, html("thead", {}, head), html("tbody", {}, ...rows));
        table.addEventListener("keydown", (event) => {
          const items = [...table.querySelectorAll(".wb-choice")], at = items.indexOf(document.activeElement);
          const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
          if (at < 0 || to === undefined || !items[to]) return;
          event.preventDefault();
          items[to].focus(STILL);
        });
        part.append(table);
      }
      return part;
    }));
    if (!old) return;
    const again = [...helpers.querySelectorAll("[data-spot], [data-row]")];
    const same = again.find((node) => (old[0] ? node.dataset.spot === old[0] : node.dataset.row === old[1]));
    (same || again[0] || heading).focus(STILL);
  };

  // -- several people and computer players -----------------------------------------------------------------------------
  const drawSeats = () => {
    const list = model.get("seats");
    seats.hidden = !list.length;
    const mover = list.find((seat) => seat.to_move);
    whose.hidden = !mover;
    if (mover) {
      whose.textContent = mover.mark;
      Object.assign(whose.style, { background: mover.colour, color: mover.ink });
    }
    seats.replaceChildren(...list.map((seat) => {
      const disc = html("span", { class: "wb-disc", "aria-hidden": "true" }, seat.mark);
      disc.style.background = seat.colour;
      disc.style.color = seat.ink;
      const one = html("li", { class: `wb-seat${seat.to_move ? " wb-to-move" : ""}`, title: `${seat.name}: ${seat.player}` }, disc,
        html("b", {}, seat.name), " ", html("span", { class: "wb-note" }, seat.player));
      if (seat.to_move) one.append(html("span", { class: "wb-unseen" }, ", to move"));
      if (seat.looks) one.append(" ", html("span", { class: "wb-looks" }, "at the screen"));
      if (seat.call >= 0) {
        const pass = html("button", { type: "button", class: "wb-button", title: `Cover the board until ${seat.name} is there` }, "pass the screen");
        pass.setAttribute("aria-label", `Pass the screen to ${seat.name}`);
        pass.addEventListener("click", () => send({ do: "call", seat: seat.call }));
        one.append(" ", pass);
      }
      return one;
    }));
  };
  const drawMoving = () => {
    const now = model.get("moving");
    const hadFocus = moving.contains(document.activeElement);
    moving.hidden = !Object.keys(now).length;
    movingWords.textContent = now.text || "";
    moving.classList.toggle("wb-yours", !now.next);
    next.hidden = !now.next;
    goOn.hidden = !now.go_on;
    halt.hidden = !now.stop;
    if (!hadFocus || document.activeElement.offsetParent) return;
    ([next, goOn, halt].find((one) => one.offsetParent) || heading).focus(STILL);
  };
  let wasCovered = false;
  const drawScreen = () => {
    const now = model.get("screen"), covered = Boolean(now.sentence);
    const inside = el.contains(document.activeElement);
    screen.hidden = !covered;
    for (const one of [view, columns, slider, first, last, hint, stepWords, look, zoomButtons]) one.hidden = covered;
    if (covered) { sheet.hidden = true; el.classList.remove("wb-looking"); look.setAttribute("aria-expanded", "false"); }
    screenWords.textContent = now.sentence || "";
    screenButton.textContent = now.button || "";
    screenButton.hidden = !now.button;
    // do not focus the button: a second press of the key that made the last move must not uncover anything
    if (inside && covered !== wasCovered) (covered ? screen : heading).focus(STILL);
    wasCovered = covered;
  };

  // -- the words ------------------------------------------------------------------------------------------------------
  const drawQuestion = () => {
    heading.textContent = model.get("heading");
    question.textContent = model.get("question");
    question.classList.toggle("wb-wordy", question.textContent.length > WORDY);
  };
  const drawPartway = () => {
    const hadFocus = document.activeElement === takeBack;
    takeBack.hidden = !model.get("partway");
    if (hadFocus && takeBack.hidden) heading.focus(STILL);
  };
  const drawConfirm = () => {
    const now = model.get("confirm"), hadFocus = confirm.contains(document.activeElement), inside = el.contains(document.activeElement);
    confirm.hidden = !now.text;
    confirmWords.textContent = now.text || "";
    if (now.text && inside) yes.focus(STILL); else if (hadFocus) heading.focus(STILL);
  };
  const drawRefusal = keepingFocus([refusal], heading, () => {
    const refused = model.get("refusal");
    refusal.hidden = !refused.reasons;
    refusal.replaceChildren();
    if (!refused.reasons) return;
    // the clauses come first, where they are visible however little room there is
    const clauses = refused.reasons.flatMap((reason) => [" ", clauseButton(reason.clause, "wb-clause", reason.replaced)]);
    refusal.append(html("div", { class: "wb-refused" }, `Not now: ${refused.move}`, ...clauses));
    for (const reason of refused.reasons) {
      refusal.append(html("div", {}, reason.text), html("div", { class: "wb-clause-text" }, reason.rule));
    }
    refusal.scrollTop = 0;
  });
  const drawNotice = () => announce(model.get("notice"));
  // Run All and a console leave the page at its end. Bring a newcomer to the board, once, unless they are moving the page already.
  let leave = () => {};
  const bring = () => {
    const coming = [400, 1500, 3000].map((after) => setTimeout(() => el.scrollIntoView({ block: "start" }), after));
    leave = () => {
      coming.forEach(clearTimeout);
      el.dataset.brought = "yes";                            // from here on the page stays where it is
    };
    coming.push(setTimeout(leave, 3000));
    for (const sign of ["wheel", "pointerdown", "keydown"]) window.addEventListener(sign, leave, { once: true, capture: true });
  };
  /** Make the guide's words a little smaller if they lack room, then fold all that has been read. */
  const fitGuide = () => {
    guide.classList.remove("wb-fine", "wb-terse");
    for (const way of ["wb-fine", "wb-terse"]) if (cut(guide)) guide.classList.add(way);
    const all = guide.querySelector(".wb-again"), folded = guide.querySelector(".wb-folded");
    if (all) all.hidden = !folded && !guide.matches(".wb-terse:has(.wb-read)");
  };
  // What a newcomer has read at an earlier decision is folded, so what is new is seen. Figures stay as long as they find room.
  const readAt = new Map();                                  // sentence -> the first step at which it was shown
  let unfolded = null;                                       // the step at which everything is shown again
  const drawGuide = keepingFocus([guide], guide, () => {
    const said = model.get("guide"), good = model.get("advised"), step = model.get("step");
    if (model.get("guided") && !el.classList.contains("wb-guided")) {
      el.classList.add("wb-guided");                         // from here on the guide keeps its room
      voice.append(refusal, notice);                         // an answer covers the guide, so it can be read whole
      if (!model.get("can_undo")) bring();
    }
    const sentences = said.flatMap((text) => text.split(SENTENCES));
    for (const one of sentences) readAt.set(one, Math.min(step, readAt.get(one) ?? step));
    const known = (one) => unfolded !== step && readAt.get(one) < step;
    const folds = (one) => known(one) && !/\d/.test(one);
    const parts = sentences.map((one) => html("p", { class: folds(one) ? "wb-folded" : known(one) ? "wb-read" : "" }, one));
    if (good) parts.push(html("p", { class: "wb-advised" }, good));
    if (sentences.some(known)) parts.push(again());
    guide.replaceChildren(...parts.flatMap((part) => [part, " "]));
    drawBrief();
    fitGuide();
    fitMoves();
  });
  const again = () => {
    const one = html("button", { type: "button", class: "wb-button wb-again", title: "Show what you have read before, too" }, "Explain again");
    one.addEventListener("click", () => {
      unfolded = model.get("step");
      drawGuide();
      guide.focus(STILL);
    });
    return one;
  };
  let told = [];
  const drawHappened = () => {
    const now = model.get("happened"), goesOn = told.length <= now.length && told.every((text, at) => now[at] === text);
    const fresh = (goesOn ? now.slice(told.length) : now).map((text) => html("div", {}, text));
    // earlier lines stay in place, so a screen reader reads only the new ones
    if (goesOn) happened.append(...fresh); else happened.replaceChildren(...fresh);
    told = now;
    requestAnimationFrame(toLatest);
  };
  const toLatest = () => { happened.scrollTop = happened.scrollHeight; };
  // the ID links to its page if the rulebook's pages are available; otherwise it is plain, with its text beside it
  const clauseText = (clause) => [model.get("clause_page") ? clauseButton(clause.id, "wb-clause wb-clause-id") : html("span", { class: "wb-clause-id" }, clause.id), " ",
    html("span", { class: "wb-origin" }, clause.origin), " ", clause.text];
  const drawRules = keepingFocus([asked, rules], rules, () => {
    const wanted = model.get("asked");
    asked.hidden = !wanted.id;
    asked.replaceChildren(...(wanted.id ? clauseText(wanted) : []));
    rules.replaceChildren(...model.get("clauses").map((clause) => html("div", { class: "wb-rule" }, ...clauseText(clause))));
    requestAnimationFrame(() => { rules.scrollTop = 0; });                 // later, because now it would lay the page out twice
  });
  const drawOdds = () => {
    const list = model.get("odds");
    odds.hidden = !list.length;
    odds.replaceChildren();
    if (!list.length) return;
    const table = html("ul", { class: "wb-odds-list" });
    for (const chance of list) table.append(html("li", {}, html("span", {}, chance.label), " ", html("b", {}, chance.text)));
    const notes = [...new Set(list.map((chance) => chance.note).filter(Boolean))];
    odds.append(title("Odds"), table, ...notes.map((note) => html("div", { class: "wb-origin" }, note)));
  };
  const drawFigures = () => figures.replaceChildren(...model.get("figures").map((text) => html("li", {}, text)));
  const drawLog = keepingFocus([log], heading, () => {
    const events = model.get("log"), total = model.get("log_total"), fresh = events.length - model.get("news");
    logTitle.textContent = events.length < total ? `Log: the latest ${events.length} of ${total}` : `Log: ${total}`;
    whole.hidden = events.length >= total;
    log.hidden = !events.length;
    log.replaceChildren(...events.map((event, number) => html("li", { class: number < fresh ? "" : "wb-new" },
      html("span", { class: "wb-at" }, String(event.step)), `${event.text} `, clauseButton(event.clause, "wb-clause wb-event", event.replaced))));
    if (fresh > 0 && fresh < events.length) log.children[fresh].classList.add("wb-first-new");
    const items = [...log.querySelectorAll(".wb-event")];
    if (items.length) keepOneStop(items, items[items.length - 1]);
    requestAnimationFrame(() => { log.scrollTop = log.scrollHeight; });   // it has no height before it is on the page
  });
  const drawTimeline = () => {
    const step = model.get("step"), steps = model.get("steps");
    slider.max = steps;
    slider.value = step;
    slider.setAttribute("aria-valuetext", `${step} of ${steps}`);
    stepWords.replaceChildren(html("span", { class: "wb-counted" }, `${model.get("counted")} `), `${step} of ${steps}`);
    const off = [[first, step === 0], [undo, !model.get("can_undo")], [redo, !model.get("can_redo")], [last, step === steps]];
    for (const [one, disabled] of off) {
      one.setAttribute("aria-disabled", disabled ? "true" : "false");      // stays reachable, so the focus is not lost
    }
  };

  // JupyterLab has shortcuts on plain keys; keys pressed here are meant for the board.
  el.addEventListener("keydown", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key !== "Escape") event.stopPropagation();
  });

  const parts = [
    [drawScreen, ["screen"]], [drawScene, ["scene"]], [drawMoves, ["moves", "hinted", "ended", "ending"]], [drawQuestion, ["heading", "question"]],
    [drawPartway, ["partway"]], [drawConfirm, ["confirm"]], [drawOffered, ["offered"]], [drawRefusal, ["refusal"]], [drawNotice, ["notice"]], [drawHappened, ["happened"]], [drawGuide, ["guided", "guide", "advised"]],
    [drawRules, ["asked", "clauses"]], [drawOdds, ["odds"]], [drawFigures, ["figures"]], [drawHelpers, ["helpers"]],
    [drawLog, ["log", "log_total", "news"]], [drawTimeline, ["step", "steps", "can_undo", "can_redo", "counted"]],
    [drawSeats, ["seats"]], [drawMoving, ["moving"]], [drawEnding, ["ending", "scene"]], [drawWritten, ["written"]], [drawReview, ["review"]], [drawLines, ["lines"]], [drawCompared, ["compared"]],
  ];
  // a message changes several names at once, and each part is drawn once for all of them, before the page is painted
  const outdated = new Set();
  const drawOutdated = () => {
    const now = parts.filter(([drawPart]) => outdated.has(drawPart));
    outdated.clear();
    for (const [drawPart] of now) drawPart();
  };
  const heard = parts.flatMap(([drawPart, names]) => {
    const outdate = () => {
      if (!outdated.size) queueMicrotask(drawOutdated);
      outdated.add(drawPart);
    };
    return names.map((name) => [`change:${name}`, outdate]);
  });
  for (const [change, outdate] of heard) model.on(change, outdate);
  for (const [drawPart] of parts) drawPart();
  // The part below the board may need less room after a move. It keeps its room, or the page would slide down under the pointer.
  const room = { width: 0, height: 0 };
  const keepRoom = new ResizeObserver(([{ contentRect: { width, height } }]) => {
    if (width !== room.width) Object.assign(room, { width, height: 0 });
    else if (height <= room.height) return;
    room.height = height;
    columns.style.minHeight = `${height}px`;
  });
  keepRoom.observe(columns);
  const keepFitting = new ResizeObserver(() => requestAnimationFrame(fitMoves));  // later, because it may change their height
  keepFitting.observe(moves, { box: "border-box" });
  const keepZoom = new ResizeObserver(() => zoom.fit());
  keepZoom.observe(columns);                                 // as wide as the frame, and never changed by it
  const keepGuiding = new ResizeObserver(fitGuide);
  keepGuiding.observe(guide, { box: "border-box" });
  const keepLatest = new ResizeObserver(toLatest);                         // the window may become lower, or a bar may open beside the notebook
  keepLatest.observe(happened);

  return () => {
    leave();
    keepRoom.disconnect();
    keepFitting.disconnect();
    keepGuiding.disconnect();
    keepZoom.disconnect();
    keepLatest.disconnect();
    model.off("change:passing", drawPassing);
    passing.leave();
    for (const [change, outdate] of heard) model.off(change, outdate);
  };
}

export default { render };
