// A widget of this project goes on hearing the kernel, however busy the page was when it began.

/** What becomes of a model's messages depends on this: anywidget gives a page two seconds to begin with a widget. After that
 * it shows the widget all the same, but takes no message any more. Then the model hears for itself, and asks for what it missed. */
async function hearTheKernel(model, el) {
  el.querySelector(":scope > .wb-deaf")?.remove();
  try {
    const whole = wholeOf(model);
    if (await gaveUp(whole)) {
      const plain = Object.getPrototypeOf(Object.getPrototypeOf(whole))._handle_comm_msg; // as it is in every other widget
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
    said.append(`What changes does not reach this page (${fault.message}). Run the cell again, or: `, again);
    el.prepend(said);
  }
}

/** The model itself, of which a script is handed a part: an event names it. What is set here stays on this page. */
function wholeOf(model) {
  let whole = null;
  const meet = (met) => (whole = met);
  model.on("change:views_here", meet);
  model.set("views_here", (model.get("views_here") ?? 0) + 1);
  model.off("change:views_here", meet);
  return whole;
}

/** Whether a model has stopped taking messages; one without content does nothing else. */
async function gaveUp(whole) {
  try {
    await whole._handle_comm_msg({ content: { data: {} } });
    return false;
  } catch {
    return true;
  }
}

