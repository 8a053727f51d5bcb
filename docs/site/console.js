// Lets a console of JupyterLite open the position in the address of its page. It removes everything else from the address,
// because code in a link would run as if the reader had written it.
{
  const given = (new URLSearchParams(location.search).get("position") || "").replace(/\s+/g, "").split("position=").pop();
  const [position, game] = given.match(/^([a-z_]+)\.[\w-]+/) || ["", ""];
  const code = game ? `from widgets import Table\n\ntable = Table("${game}", screens=False)\ntable`
    : "from workbench.core import postcard\n\npostcard.read(None)";   // the error says what a position looks like
  history.replaceState(null, "", `?${new URLSearchParams({ kernel: "python", code, position })}`);
}
