// Any page of the site opens the position in its address (?position=...), in a console of JupyterLite.
const given = new URLSearchParams(location.search).get("position");
if (given) location.replace(`${new URL("../lite/repl/index.html", document.currentScript.src)}?${new URLSearchParams({ position: given })}`);
