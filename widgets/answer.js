// Keeps an answer given with controls in the source of the answer's cell, where people who program write it.

/** Return the notebook that a widget belongs to, as JupyterLab, Notebook 7 and JupyterLite hold it; undefined elsewhere. */
function notebookOf(model) {
  return model.widget_manager?.context?.model;
}

/** Return the code cells of a notebook, in order. */
function codeCells(notebook) {
  const cells = [];
  for (let place = 0; place < notebook.cells.length; place += 1) {
    const cell = notebook.cells.get(place);
    if (cell.type === "code") cells.push(cell);
  }
  return cells;
}

/** Return the cell that gives the variable its value: the last one before the check of the exercise. */
function answerCell(cells, key, variable) {
  const gives = new RegExp(`^(?:${variable}[ \\t]*=[^=]|(?:def|class)[ \\t]+${variable}\\b)`, "m");
  const check = cells.findIndex((cell) => cell.sharedModel.getSource().startsWith(`check("${key}",`));
  return cells.slice(0, Math.max(check, 0)).findLast((cell) => gives.test(cell.sharedModel.getSource()));
}

function render({ model, el }) {
  el.hidden = true;

  function keep() {
    const code = model.get("code");
    if (code === "") return;
    const notebook = notebookOf(model);
    const cell = notebook && answerCell(codeCells(notebook), model.get("key"), model.get("variable"));
    if (cell && cell.sharedModel.getSource() !== code) cell.sharedModel.setSource(code);
    model.set("kept", cell ? "yes" : "no");
    model.save_changes();
  }

  /** Let the controls have their keys: JupyterLab would take the arrows, Enter and letters for itself, but keeps those with Ctrl. */
  function leaveTheKeys(event) {
    if (!el.closest(".widget-vbox")?.contains(event.target)) return;
    event.target.toggleAttribute("data-lm-suppress-shortcuts", !(event.ctrlKey || event.metaKey));
  }

  model.on("change:code", keep);
  window.addEventListener("keydown", leaveTheKeys, { capture: true });
  hearTheKernel(model, el);
  return () => {
    model.off("change:code", keep);
    window.removeEventListener("keydown", leaveTheKeys, { capture: true });
  };
}

export default { render };
