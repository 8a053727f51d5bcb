// The pages of a live class: a person's, the wall, the lecturer's. The server says what to show; all text goes through
// textContent, so nothing that a person typed can become markup.
import board from "./board.js";

const role = document.body.dataset.role;
const page = document.getElementById("page");
const SVG = "http://www.w3.org/2000/svg";

const html = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const name in attributes) {
    if (name === "class") element.className = attributes[name];
    else if (attributes[name] !== null) element.setAttribute(name, attributes[name]);
  }
  element.append(...children);
  return element;
};
const svg = (tag, attributes = {}) => {
  const element = document.createElementNS(SVG, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  return element;
};
const button = (text, deed, className = "lc-button") => {
  const one = html("button", { type: "button", class: className }, text);
  one.addEventListener("click", deed);
  return one;
};
const show = (element, seen) => { element.hidden = !seen; };
const set = (element, text) => { if (element.textContent !== text) element.textContent = text; };
const people = (n) => (n === 1 ? "1 person" : `${n} people`);
const decisions = (n) => (n === 1 ? "1 decision" : `${n} decisions`);

// -- light and dark: the board takes the theme from the body, as in a notebook ------------------------------------------------
const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => { document.body.dataset.jpThemeLight = dark.matches ? "false" : "true"; };
dark.addEventListener("change", follow);
follow();

// -- keys: a browser that opens a personal link keeps its key, and removes it from the address bar ------------------------------
const random = (bytes) => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)))).replace(/\+/g, "-").replace(/\//g, "_");
const memory = `live-class-${role}${new URL(".", location.href).pathname}`;
const stored = (value) => {
  try {
    if (value !== undefined) localStorage.setItem(memory, value);
    return localStorage.getItem(memory);
  } catch { return null; }                                   // this browser stores nothing
};
let key = location.hash.slice(1) || stored();
if (location.hash.length > 1) {
  stored(key);
  history.replaceState(null, "", location.pathname + location.search);
}
if (!key && role === "person") key = stored(random(18)) || random(18);

// -- the connection: the page reconnects by itself, and sends unconfirmed messages again with their numbers ----------------------
const device = random(9);
const parts = {};
const unconfirmed = new Map();
let socket = null, count = 0, tries = 0, over = false, met = false;
const ears = { parts: () => {}, answer: () => {}, line: () => {} };

function connect() {
  const place = new URL("ws", location.href);
  place.protocol = place.protocol === "https:" ? "wss:" : "ws:";
  place.search = place.hash = "";
  socket = new WebSocket(place);
  const mine = socket;
  socket.addEventListener("open", () => {
    mine.send(JSON.stringify({ hello: role, key }));
  });
  socket.addEventListener("message", ({ data }) => {
    const { answers, ...changed } = JSON.parse(data);
    for (const answer of answers) {
      if ("welcome" in answer) {
        tries = 0;
        met = true;
        ears.line(true);
        ears.answer(answer, null);
        if (answer.welcome) for (const message of unconfirmed.values()) mine.send(JSON.stringify(message));
        if (!answer.welcome && role !== "person") over = true;
        continue;
      }
      const asked = unconfirmed.get(answer.re) || null;
      unconfirmed.delete(answer.re);
      ears.answer(answer, asked);
    }
    Object.assign(parts, changed);
    if (Object.keys(changed).length) ears.parts(changed);
  });
  socket.addEventListener("close", () => {
    if (socket !== mine) return;
    set(offline, met ? LOST : NEVER);
    ears.line(false);
    if (!over) setTimeout(connect, Math.min(4000, 250 * 2 ** tries++));
  });
}
// a phone that was asleep reconnects at once
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && socket && socket.readyState > 1) { tries = 0; connect(); }
});
const say = (message) => {
  const numbered = { ...message, device, n: ++count };
  unconfirmed.set(count, numbered);
  if (socket && socket.readyState === 1) socket.send(JSON.stringify(numbered));
};

// -- the notebook's board, with its data from this page ----------------------------------------------------------------------
function makeBoard(send) {
  let traits = null, shown = "";
  const listeners = new Map();
  const el = html("div");
  const model = {
    get: (name) => traits[name],
    set: () => {},
    on: (event, hearer) => listeners.set(event, [...(listeners.get(event) || []), hearer]),
    off: (event, hearer) => listeners.set(event, (listeners.get(event) || []).filter((one) => one !== hearer)),
    send,
  };
  const patch = (next) => {
    const changed = Object.keys(next).filter((name) => JSON.stringify(next[name]) !== JSON.stringify(traits[name]));
    Object.assign(traits, next);
    for (const name of changed) for (const hearer of listeners.get(`change:${name}`) || []) hearer();
  };
  return {
    el,
    patch: (next) => { if (traits) patch(next); },
    show: (data) => {
      show(el, Boolean(data));
      if (!data) return;
      const text = JSON.stringify(data);
      if (text === shown) return;
      shown = text;
      if (traits) { patch(data); return; }
      traits = { ...data };
      board.render({ model, el });
    },
  };
}

// -- the result of a question --------------------------------------------------------------------------------------------------
function drawResult(result, mine = -1) {
  const box = html("section", { class: "lc-result", "aria-label": "The result" });
  if (!result) return box;
  if (result.rows) {
    if (result.question) box.append(html("h2", { class: "lc-asked" }, result.question));
    box.append(html("p", { class: "lc-n" }, `n = ${result.n}`));
    const list = html("ul", { class: `lc-bars${result.revealed ? " lc-weighed" : ""}` });
    for (const row of result.rows) {
      const share = result.n ? 100 * row.n / result.n : 0;
      const bar = html("span", { class: "lc-bar", "aria-hidden": "true" });
      bar.style.width = `${share}%`;
      const line = html("li", { class: `lc-row${row.best ? " lc-best" : ""}${row.action === mine ? " lc-own" : ""}` },
        html("span", { class: "lc-move" }, row.action === mine ? `${row.text} (yours)` : row.text),
        html("span", { class: "lc-track" }, bar),
        html("b", { class: "lc-count" }, `${row.n}`), html("span", { class: "lc-share" }, `${Math.round(share)}%`));
      if (result.revealed) line.append(html("span", { class: "lc-worth" }, row.worth || (row.best ? "" : "–")), html("span", { class: "lc-star" }, row.best ? "★" : ""));
      list.append(line);
    }
    if (!result.rows.length) box.append(html("p", {}, "Nobody chose anything."));
    box.append(list);
    if (result.earlier.length) {
      box.append(html("p", { class: "lc-small" }, `Before the change: ${result.earlier.map((one) => `${one.text}: ${one.n}`).join(", ")}.`));
    }
    if (result.how) box.append(html("p", { class: "lc-how" }, `${result.rows.some((row) => row.best) ? "★ marks the best. " : ""}${result.how}`));
    if (result.clause.id) box.append(html("p", { class: "lc-clause" }, html("b", {}, result.clause.id), ` ${result.clause.text}`));
  } else if (result.revealed) {
    box.append(html("h2", {}, result.partings.length ? "Where you parted" : "Nobody decided differently from the same view."));
    for (const one of result.partings) {
      box.append(html("p", { class: "lc-parting" }, html("b", {}, `After ${decisions(one.before)} (n = ${one.n}): `), one.question));
      box.append(html("ul", { class: "lc-parted" }, ...one.moves.map((move) => html("li", {}, html("b", {}, String(move.n)), ` ${move.text} `, html("span", { class: "lc-small" }, move.clause)))));
    }
  }
  if (result.tripped.length) {
    box.append(html("h3", {}, "Rules that refused a move"));
    box.append(html("ul", { class: "lc-tripped" }, ...result.tripped.map((one) => html("li", {}, html("b", {}, one.clause), ` stopped ${people(one.people)}. ${one.rule}`))));
  }
  return box;
}

// how a game ended: the winner, and the parts of each seat's score
function drawEnding(ending) {
  const head = html("tr", {}, ...ending.columns.map((text) => html("th", { scope: "col" }, text)));
  const rows = ending.rows.map(([name, ...values]) => html("tr", {}, html("th", { scope: "row" }, name), ...values.map((text) => html("td", {}, text))));
  return html("section", { class: "lc-ending", "aria-label": "How the game ended", tabindex: "0" }, html("h2", {}, ending.title), html("table", {}, html("thead", {}, head), html("tbody", {}, ...rows)));
}

const where = (now) => (now.of ? `${now.item} of ${now.of}. ` : "");
const LOST = "The connection is lost. This page keeps trying to reconnect; everything that was confirmed is saved.";
const NEVER = "This page has opened, but it gets no connection to the class. It keeps trying. The network may let pages through and stop WebSockets: use another network, or ask the lecturer for a hotspot.";
const offline = html("p", { class: "lc-offline", role: "status" }, LOST);
offline.hidden = true;

// -- a person's page ------------------------------------------------------------------------------------------------------------
function person() {
  const title = html("h1", { class: "lc-title" }, "A live class"), name = html("span", { class: "lc-name" });
  const status = html("p", { class: "lc-status", role: "status" }), banner = html("p", { class: "lc-banner", role: "status" });
  const field = (id, words, attributes) => {
    const input = html("input", { id, autocomplete: "off", class: "lc-field", ...attributes });
    return [html("label", { for: id }, words), input];
  };
  const [codeLabel, code] = field("code", "Code on the wall", { maxlength: "12", autocapitalize: "characters", spellcheck: "false", required: "" });
  const [nameLabel, called] = field("name", "Your name, or leave it empty", { maxlength: "30" });
  const error = html("p", { class: "lc-error", role: "alert" });
  const form = html("form", { class: "lc-join" }, html("p", { class: "lc-ok" }, "This device is connected to the class."),
    codeLabel, code, nameLabel, called, html("button", { class: "lc-button lc-big", type: "submit" }, "Join"), error);
  code.value = (new URL(location.href).searchParams.get("code") || "").slice(0, 12);
  const result = html("div"), refusal = html("div", { role: "alert" });
  const one = makeBoard(heard), room = html("div", { class: "lc-room" });
  const mine = html("details", { class: "lc-more" }, html("summary", {}, "Continue on another device"));
  const link = html("input", { class: "lc-field", readonly: "", "aria-label": "Your personal link" });
  mine.append(html("p", {}, "This link is yours alone. Open it on another device to continue there. Do not share it."), link);
  const larger = html("div", { class: "lc-zoom", role: "group", "aria-label": "Size of the board" });
  let zoom = 1;
  const resize = (to) => {
    zoom = Math.max(1, Math.min(4, to));
    room.style.setProperty("--lc-zoom", String(zoom));
    requestAnimationFrame(toChoice);
  };
  const READABLE = 620;                                      // the least width, in pixels, at which a board can be read and touched
  larger.append(html("span", { "aria-hidden": "true" }, "Board"), button("Fit", () => resize(1)), button("−", () => resize(zoom - 0.5)), button("+", () => resize(zoom + 0.5)));
  larger.children[2].setAttribute("aria-label", "Smaller");
  larger.children[3].setAttribute("aria-label", "Larger");
  // scroll a part of the board that you may choose into the frame
  const toChoice = () => {
    const frame = one.el.querySelector(".wb-picture"), spot = one.el.querySelector(".wb-legal .wb-hit");
    if (!frame || !spot) return;
    const at = spot.getBoundingClientRect(), box = frame.getBoundingClientRect();
    if (at.left < box.left || at.right > box.right) frame.scrollLeft += (at.left + at.right - box.left - box.right) / 2;
  };
  room.append(status, result, one.el, larger);
  resize(Math.round(2 * READABLE / Math.min(innerWidth, 900)) / 2);
  page.append(html("header", { class: "lc-head" }, title, name), offline, banner, form, room, mine);
  show(banner, false);
  show(form, false);
  show(room, false);
  show(mine, false);
  let inside = false;

  function heard(message) {
    if (!parts.class) return;
    if (message.do === "clause") { socket.readyState === 1 && socket.send(JSON.stringify({ do: "clause", id: message.id })); return; }
    if (message.do === "words") {
      const rule = /^rules?\s+(.+)$/i.exec(message.text.trim());
      if (rule) heard({ do: "clause", id: rule[1].trim().toUpperCase() });
      else say({ do: "play", action: message.text, round: parts.class.round });
      return;
    }
    if (message.do === "play") say({ do: "play", action: message.action, times: message.times || 1, sure: message.sure === true, round: parts.class.round });
    if (message.do === "take_back") say({ do: "take_back", round: parts.class.round });
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    set(error, "");
    say({ do: "join", code: code.value, name: called.value, key });
  });
  ears.line = (there) => show(offline, !there);
  ears.answer = (answer, asked) => {
    if ("welcome" in answer) {
      inside = answer.welcome;
      show(form, !inside);
      if (!inside) (code.value ? called : code).focus();
      return;
    }
    if (answer.joined) { inside = true; show(form, false); set(error, ""); status.tabIndex = -1; status.focus(); }
    if (answer.removed) { inside = false; over = true; show(room, false); set(banner, answer.said); show(banner, true); return; }
    if (asked && asked.do === "join" && answer.refused) { set(error, answer.said); return; }
    if (answer.refusal) { one.patch({ refusal: answer.refusal, notice: "", confirm: {} }); return; }
    if (answer.confirm) { one.patch({ confirm: answer.confirm, refusal: {} }); return; }
    if (answer.asked) { one.patch({ asked: answer.asked }); return; }
    one.patch({ refusal: {}, confirm: {}, notice: answer.refused ? answer.said : "" });
    if (answer.refused) set(status, answer.said);
  };
  const mark = () => {
    const now = parts.me ? String(parts.me.mine) : "-1";
    for (const move of one.el.querySelectorAll(".wb-move")) {
      const chosen = move.dataset.action === now;
      if (move.classList.contains("lc-mine") !== chosen) move.classList.toggle("lc-mine", chosen);
      if (parts.class && (parts.class.kind === "vote" || parts.class.kind === "poll")) move.setAttribute("aria-pressed", String(chosen));
    }
  };
  const sentence = (now, own) => {
    if (now.phase === "waiting") return now.over ? "The game is over." : "You are in. The lecturer will start the class.";
    if (own.watches) return "You have no seat in this round. Watch the wall.";
    if (now.kind === "vote" || now.kind === "poll") {
      const none = now.kind === "poll" ? "You did not answer." : "You did not vote.";
      if (now.phase === "open") return own.said ? `${own.said} You may change it until the lecturer closes.` : now.kind === "poll" ? "Choose an answer." : "Choose a move: everybody votes.";
      return now.phase === "closed" ? `${own.said || none} Closed.` : own.said || none;
    }
    if (now.phase !== "open") return own.over ? "The game is over. Look at the wall." : "Closed. Look at the wall.";
    return [own.seat, own.over ? "The game is over." : ""].filter(Boolean).join(". ");
  };
  ears.parts = (changed) => {
    const now = parts.class, own = parts.me;
    if (!now || !now.kind || !own) { set(title, now ? now.game : "A live class"); return; }
    set(title, `${where(now)}${now.title}`);
    set(name, own.name);
    document.title = `${now.title} – ${own.name}`;
    show(room, true);
    show(mine, true);
    link.value = `${new URL(".", location.href)}#${key}`;
    show(banner, now.paused);
    if (now.paused) set(banner, "The lecturer has paused the class.");
    set(status, sentence(now, own));
    one.show(parts.board);
    show(larger, Boolean(parts.board));
    room.classList.toggle("lc-still", now.paused || now.phase !== "open" || own.over === true);
    room.classList.toggle("lc-votes", now.kind === "vote" || now.kind === "poll");
    if (now.kind === "vote" || now.kind === "poll") result.replaceChildren(...(parts.result ? [drawResult(parts.result, own.mine)] : []));
    else result.replaceChildren(...(own.ending && own.ending.rows ? [drawEnding(own.ending)] : []));
    mark();
    if ("board" in changed) requestAnimationFrame(toChoice);
    const list = one.el.querySelector(".wb-moves");
    if (list && !list.dataset.watched) {
      list.dataset.watched = "yes";
      new MutationObserver(mark).observe(list, { childList: true });
    }
  };
}

// -- the door: code, address and QR code ----------------------------------------------------------------------------------------
function drawDoor(door) {
  const size = door.qr.length, picture = svg("svg", { class: "lc-qr", viewBox: `-4 -4 ${size + 8} ${size + 8}`, role: "img", "aria-label": "QR code of the address" });
  picture.append(svg("rect", { x: -4, y: -4, width: size + 8, height: size + 8, fill: "#ffffff" }));
  const d = door.qr.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  picture.append(svg("path", { d, fill: "#000000", "shape-rendering": "crispEdges" }));
  return html("div", { class: "lc-door" }, picture, html("div", { class: "lc-where" },
    html("div", { class: "lc-small" }, "Open"), html("div", { class: "lc-address" }, door.address.replace(/^http:\/\//, "").replace(/\/$/, "")),
    html("div", { class: "lc-small" }, "Code"), html("div", { class: "lc-code" }, `${door.code.slice(0, 3)} ${door.code.slice(3)}`)));
}
const NETWORK = "Nothing opens on your phone? It must be on the same network as this computer. Guest networks often keep devices apart; if so, the lecturer can open a hotspot.";

// -- the wall ---------------------------------------------------------------------------------------------------------------------
function drawRows(rows) {
  return html("ul", { class: "lc-tables" }, ...rows.map((one) => html("li", { class: one.over ? "lc-over" : "" },
    html("b", {}, `Table ${one.table}`), html("span", {}, one.who.join(", ")),
    html("span", { class: "lc-small" }, one.over ? `over: ${one.scores.join(" : ")}` : `waits for ${one.waits}${one.decisions ? `, after ${decisions(one.decisions)}` : ""}`))));
}
function drawProgress(now) {
  const box = html("div", { class: "lc-progress" });
  const fact = (n, words) => box.append(html("div", { class: "lc-fact" }, html("b", {}, String(n)), html("span", {}, words)));
  fact(now.playing, "are playing");
  fact(now.over, "have finished");
  fact(now.median, `decisions (median; ${now.least} to ${now.most})`);
  if (now.over) fact(now.won, "have won");
  if (now.scores.length) box.append(html("p", {}, `Final scores: ${now.scores.join(", ")}.`));
  return box;
}
function wallParts() {
  const one = makeBoard(() => {});
  const door = html("div"), counts = html("div", { class: "lc-counts", role: "status" }), names = html("ul", { class: "lc-names", "aria-label": "Who is in" });
  const title = html("h1", { class: "lc-title" }), enter = html("b", { class: "lc-enter" }), rules = html("p", { class: "lc-rules" }), result = html("div"), middle = html("div", { class: "lc-middle" });
  const hint = html("p", { class: "lc-hint" }, NETWORK), paused = html("p", { class: "lc-banner" }, "Paused");
  const draw = (changed) => {
    const { class: now, wall, door: at } = parts;
    if (!now || !wall || !at) return;
    if ("door" in changed) door.replaceChildren(drawDoor(at));
    set(title, `${where(now)}${now.title}`);
    set(rules, [now.game, ...now.options].join(" · "));
    set(enter, `${at.address.replace(/^http:\/\//, "").replace(/\/$/, "")}  ${at.code.slice(0, 3)} ${at.code.slice(3)}`);
    show(paused, now.paused);
    const votes = now.kind === "vote" || now.kind === "poll";
    const n = html("b", { class: "lc-number" }, votes && now.phase !== "waiting" ? String(wall.answered) : String(wall.people));
    const said = votes && now.phase !== "waiting" ? `of ${wall.people} ${now.kind === "poll" ? "have answered" : "have voted"}` : wall.people === 1 ? "is in" : "are in";
    counts.replaceChildren(n, html("span", {}, said), html("span", { class: "lc-small" }, wall.present === wall.people ? "" : ` (${wall.present} pages open)`));
    names.replaceChildren(...wall.names.map((name) => html("li", {}, name)));
    show(names, now.phase === "waiting" && wall.names.length > 0);
    show(hint, now.phase === "waiting");
    one.show(parts.board);
    result.replaceChildren(...(parts.result ? [drawResult(parts.result)] : []));
    middle.replaceChildren(...(now.phase === "waiting" ? [] : wall.rows.length ? [drawRows(wall.rows)] : Object.keys(wall.progress).length ? [drawProgress(wall.progress)] : []));
  };
  return { one, door, counts, enter, names, title, rules, result, middle, hint, paused, draw };
}
function wall() {
  const all = wallParts();
  const stage = html("div", { class: "lc-stage" }, all.one.el, all.middle), side = html("div", { class: "lc-side" }, all.counts, all.result, all.door, all.names);
  page.append(html("header", { class: "lc-head" }, all.title, all.rules, all.enter), all.paused, offline, html("div", { class: "lc-wall lc-still" }, stage, side), all.hint);
  ears.line = (there) => show(offline, !there);
  ears.answer = (answer) => { if (answer.said) { set(offline, answer.said); show(offline, true); } };
  ears.parts = (changed) => {
    all.draw(changed);
    if (!parts.class) return;
    document.title = `Wall – ${parts.class.title}`;
    document.body.dataset.phase = parts.class.phase;
    document.body.dataset.full = parts.result ? "result" : parts.board ? "board" : "none";
  };
}

// -- the lecturer's page --------------------------------------------------------------------------------------------------------
function lecturer() {
  const all = wallParts();
  const said = html("p", { class: "lc-said", role: "alert" });
  const ask = (message) => { set(said, message.do === "reveal" ? "Working it out …" : ""); say(message); };
  const deeds = {};
  const deed = (name, words, message, big = false) => { deeds[name] = button(words, () => ask(message()), big ? "lc-button lc-big" : "lc-button"); return deeds[name]; };
  const move = html("select", { class: "lc-field", "aria-label": "The move to play" });
  const now = html("section", { "aria-label": "Now" }, html("h2", {}, "Now"), all.title, all.rules, html("p", { class: "lc-phase" }), all.counts,
    html("div", { class: "lc-deeds" },
      deed("begin", "Begin", () => ({ do: "begin" }), true), deed("close", "Close", () => ({ do: "close" }), true),
      deed("reveal", "Reveal", () => ({ do: "reveal" }), true),
      deed("play", "Play it, and vote on", () => ({ do: "next", action: Number(move.value) }), true), move,
      deed("next", "Next", () => ({ do: "next" }), true)),
    html("div", { class: "lc-deeds" },
      deed("back", "Back", () => ({ do: "back" })), deed("again", "Ask again", () => ({ do: "again" })),
      deed("slowest", "Move the slowest on", () => ({ do: "slowest" })),
      deed("pause", "Pause", () => ({ do: "pause", on: !parts.class.paused })),
      deed("names", "Hide names", () => ({ do: "names", hidden: !parts.desk.hidden }))), said);
  const plan = html("ol", { class: "lc-plan" }), list = html("ul", { class: "lc-people" });
  const option = html("select", { class: "lc-field", "aria-label": "Option" }), value = html("span"), means = html("p", { class: "lc-small" });
  const position = html("textarea", { class: "lc-field", rows: "3", "aria-label": "A position as JSON", placeholder: '{"hand": "C5 F2", …}', spellcheck: "false" });
  let optionsText = "";
  const drawValue = () => {
    const chosen = parts.desk.options.find((one) => one.name === option.value);
    if (!chosen) return;
    let input;
    if (chosen.values.length) {
      input = html("select", { class: "lc-field", "aria-label": "Value" }, ...chosen.values.map((one) => html("option", { value: one }, String(one))));
    } else input = html("input", { class: "lc-field", type: "number", "aria-label": "Value" });
    input.value = chosen.value;
    value.replaceChildren(input);
    set(means, chosen.means);
  };
  option.addEventListener("change", drawValue);
  const change = button("Change the rule", () => {
    const chosen = parts.desk.options.find((one) => one.name === option.value), typed = value.firstChild.value;
    ask({ do: "rules", options: { [chosen.name]: chosen.number ? Number(typed) : typed } });
  });
  const lay = button("Move the class there", () => {
    let data;
    try { data = JSON.parse(position.value); } catch { set(said, "That is not JSON. In Python, print(json.dumps(match.state.to_dict())) writes a position."); return; }
    ask({ do: "position", position: data });
  });
  const changes = html("details", { class: "lc-more" }, html("summary", {}, "Change a rule, or the position"), html("div", { class: "lc-deeds" }, option, value, change), means,
    html("p", { class: "lc-small" }, "Then press Begin: the class decides again at the same position."),
    html("div", { class: "lc-deeds" }, position, lay));
  const right = html("div", { class: "lc-column" }, html("section", { "aria-label": "What the wall shows" }, html("h2", {}, "On the wall"), all.result, all.middle, html("div", { class: "lc-still" }, all.one.el)));
  const left = html("div", { class: "lc-column" }, now, changes, html("section", {}, html("h2", {}, "Plan"), plan));
  const door = html("section", {}, html("h2", {}, "How people join"), all.door);
  const crowd = html("section", {}, html("h2", {}, "People"), list);
  page.append(offline, html("div", { class: "lc-desk" }, left, right, html("div", { class: "lc-column" }, door, crowd)));
  ears.line = (there) => show(offline, !there);
  ears.answer = (answer) => {
    if ("welcome" in answer && !answer.welcome) return;
    if (answer.said || answer.re) set(said, answer.said || "");
  };
  ears.parts = (changed) => {
    all.draw(changed);
    const { class: at, desk } = parts;
    if (!at || !desk) return;
    document.title = `Lecturer – ${at.title}`;
    const votes = at.kind === "vote" || at.kind === "poll", done = at.phase === "closed" || at.phase === "revealed";
    set(now.querySelector(".lc-phase"), { waiting: at.over ? "The game is over." : "Waiting: nobody can decide yet.", open: "Open.", closed: "Closed.", revealed: "Revealed." }[at.phase] + (at.paused ? " Paused." : ""));
    show(deeds.begin, at.phase === "waiting" && !at.over);
    show(deeds.close, at.phase === "open");
    show(deeds.reveal, at.phase === "closed" && at.kind !== "tables");
    const plays = at.kind === "vote" && done && desk.moves.length > 0;
    show(deeds.play, plays);
    show(move, plays);
    if (plays) {
      const kept = move.dataset.round === String(at.round) ? move.value : null;
      move.replaceChildren(...desk.moves.map((one) => html("option", { value: one.action }, `${one.text} (${one.n})`)));
      if (kept) move.value = kept;
      move.dataset.round = String(at.round);
    }
    const last = desk.place + 1 >= desk.steps.length && !(at.of && at.item < at.of);
    show(deeds.next, !last && at.phase !== "open" && !plays);
    set(deeds.next, at.of && at.item < at.of ? "Next position" : "Next step");
    deeds.next.classList.toggle("lc-big", done);             // while a step waits, the usual button is the one that begins it
    show(deeds.again, done);
    show(deeds.slowest, at.phase === "open" && !votes);
    set(deeds.pause, at.paused ? "Continue" : "Pause");
    set(deeds.names, desk.hidden ? "Show names" : "Hide names");
    plan.replaceChildren(...desk.steps.map((one, place) => {
      const step = button(one.title, () => ask({ do: "step", place }), `lc-step${place === desk.place ? " lc-now" : ""}`);
      if (place === desk.place) step.setAttribute("aria-current", "step");
      return html("li", {}, step, html("span", { class: "lc-small" }, { same: "same game" }[one.kind] || one.kind), one.note && place === desk.place ? html("p", { class: "lc-small" }, one.note) : "");
    }));
    list.replaceChildren(...desk.people.map((one) => {
      const out = button("Remove", () => ask({ do: "remove", person: one.number }), "lc-button lc-little");
      out.setAttribute("aria-label", `Remove ${one.name}`);
      return html("li", { class: one.open ? "" : "lc-away" }, html("span", {}, one.name), html("span", { class: "lc-small" }, one.open ? one.waited_for ? "decides" : "" : "page closed"), out);
    }));
    const text = JSON.stringify(desk.options);
    if (text !== optionsText) {
      optionsText = text;
      const kept = option.value;
      option.replaceChildren(...desk.options.map((one) => html("option", { value: one.name }, `${one.name}: ${one.value}`)));
      if (desk.options.some((one) => one.name === kept)) option.value = kept;
      drawValue();
    }
  };
}

({ person, wall, lecturer })[role]();
connect();
