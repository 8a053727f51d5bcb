// Draws the stored charts of a page with plotly, which lies beside this file and is fetched only where there is one.
const charts = [...document.querySelectorAll(".wb-chart")];

/** Let a card show the whole chart, as it is drawn at full size. */
function shrink(chart, place, layout) {
  layout.width ||= 760;
  layout.height ||= 450;
  const scale = Math.min(chart.clientWidth / layout.width, chart.clientHeight / layout.height);
  const left = (chart.clientWidth - scale * layout.width) / 2;
  Object.assign(place.style, { width: `${layout.width}px`, height: `${layout.height}px`, transformOrigin: "top left" });
  place.style.transform = `translateX(${left}px) scale(${scale})`;
}

if (charts.length) {
  const plotly = document.createElement("script");
  plotly.src = document.currentScript.src.replace(/charts\.js.*$/, "plotly.min.js");
  plotly.onload = () => {
    for (const chart of charts) {
      const { data, layout } = JSON.parse(chart.querySelector("script").textContent);
      const place = chart.querySelector(".wb-drawn");
      const small = chart.classList.contains("wb-small");
      if (small) shrink(chart, place, layout);
      else layout.width = Math.min(layout.width || Infinity, place.clientWidth);   // stored for a notebook's wider page
      Plotly.newPlot(place, data, layout, { displayModeBar: false, responsive: true, staticPlot: small });
    }
  };
  document.head.append(plotly);
}
