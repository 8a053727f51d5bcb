// Hands a text to the person's own machine as a file, and takes a file from there, wherever the kernel runs.

function render({ model, el }) {
  const link = document.createElement("a");
  const label = document.createElement("label");
  const picker = document.createElement("input");
  let address = "";

  const drawLink = () => {
    URL.revokeObjectURL(address);
    const text = model.get("text");
    address = text ? URL.createObjectURL(new Blob([text], { type: "application/json" })) : "";
    link.hidden = !text;
    link.href = address;
    link.download = model.get("name");
    link.textContent = `Download ${model.get("name")}`;
  };

  const bring = async () => {
    const [file] = picker.files;
    if (!file) return;
    const fits = file.size <= model.get("largest");
    const text = fits ? await file.text() : "";
    model.send({ do: "open", name: file.name, text, fits });
    picker.value = ""; // so the same file can be opened again
  };

  el.className = "wb-local-file";
  link.className = "wb-download";
  picker.type = "file";
  picker.accept = ".json,application/json";
  picker.addEventListener("change", bring);
  label.append("Open a file from your own device: ", picker);
  el.replaceChildren(link, label);
  model.on("change:text change:name", drawLink);
  drawLink();
  void hearTheKernel(model, el);
  return () => {
    model.off("change:text change:name", drawLink);
    URL.revokeObjectURL(address);
  };
}

export default { render };
