// Keeps a widget of this project in touch with the kernel, however busy the page was when the widget began.

/** Make sure that a model gets its messages. anywidget gives a page two seconds to start a widget; after that it still shows
 * the widget but drops every message. In that case the model takes its messages itself, and asks for what it missed. */
async function hearTheKernel(model, el) {
  el.querySelector(":scope > .wb-deaf")?.remove();
  try {
    const whole = wholeOf(model);
    if (await gaveUp(whole)) {
      const plain = Object.getPrototypeOf(Object.getPrototypeOf(whole))._handle_comm_msg; // as in every other widget
      whole._handle_comm_msg = plain;
      whole.comm.on_msg((message) => plain.call(whole, message));
      whole.comm.send({ method: "request_state" }, {});
    }
    el.dataset.hears = "yes";
  } catch (fault) {
    const again = document.createElement("button");
    again.textContent = "Try again";
    again.addEventListener("click", () => hearTheKernel(model, el));
    const said = document.createElement("div");
    said.className = "wb-deaf";
    said.setAttribute("role", "alert");
    said.append(`This page no longer gets changes (${fault.message}). Run the cell again, or: `, again);
    el.prepend(said);
  }
}

/** Return the whole model; a script only gets a part of it, but an event names it. The value set here stays on this page. */
function wholeOf(model) {
  let whole = null;
  const meet = (met) => (whole = met);
  model.on("change:views_here", meet);
  model.set("views_here", (model.get("views_here") ?? 0) + 1);
  model.off("change:views_here", meet);
  return whole;
}

/** Return whether a model has stopped taking messages, by sending it an empty message that changes nothing. */
async function gaveUp(whole) {
  try {
    await whole._handle_comm_msg({ content: { data: {} } });
    return false;
  } catch {
    return true;
  }
}

