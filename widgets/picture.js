// Shows a drawing with things to click, and reports the clicks. Python draws it and says where each thing is.

const SVG = "http://www.w3.org/2000/svg";

function render({ model, el }) {
  el.classList.add("wb-picture");

  const choose = (name) => model.send({ do: "choose", name });

  function place(thing) {
    const [x, y, width, height] = thing.box;
    const hit = document.createElementNS(SVG, "rect");
    const given = { x, y, width, height, rx: 4, class: "wb-thing", tabindex: 0, role: "button", "aria-label": thing.said };
    for (const [name, value] of Object.entries(given)) hit.setAttribute(name, value);
    hit.dataset.name = thing.name;
    const title = document.createElementNS(SVG, "title");
    title.textContent = thing.said;
    hit.append(title);
    hit.addEventListener("click", () => choose(thing.name));
    hit.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      choose(thing.name);
    });
    return hit;
  }

  function draw() {
    const focused = el.contains(document.activeElement) ? document.activeElement.dataset.name : undefined;
    el.innerHTML = model.get("drawn"); // made by Python, which escapes the markup in every text
    const svg = el.querySelector("svg");
    const things = model.get("things");
    if (svg === null || things.length === 0) return;
    svg.setAttribute("role", "group"); // screen readers would skip the contents of a picture
    const places = things.map(place);
    svg.append(...places);
    places.find((one) => one.dataset.name === focused)?.focus({ preventScroll: true });
  }

  model.on("change:drawn change:things", draw);
  draw();
  hearTheKernel(model, el);
  return () => model.off("change:drawn change:things", draw);
}

export default { render };
