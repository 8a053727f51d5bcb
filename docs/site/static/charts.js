// Draws the stored charts of a page with plotly, which lies beside this file and is fetched only where there is one.
const charts = [...document.querySelectorAll(".wb-chart")];
if (charts.length) {
  const plotly = document.createElement("script");
  plotly.src = document.currentScript.src.replace(/charts\.js.*$/, "plotly.min.js");
  plotly.onload = () => {
    for (const chart of charts) {
      const { data, layout } = JSON.parse(chart.querySelector("script").textContent);
      const place = chart.querySelector(".wb-drawn");
      layout.width = Math.min(layout.width || Infinity, place.clientWidth);   // stored for a notebook's wider page
      Plotly.newPlot(place, data, layout, { displayModeBar: false, responsive: true });
    }
  };
  document.head.append(plotly);
}
