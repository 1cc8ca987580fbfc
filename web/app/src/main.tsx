import { render } from "preact";
import { App } from "./app";
import { Boundary } from "./components/boundary";
import { ApiFailure } from "./net/api";
import { loadPlotly } from "./plots/plotly";
import { say } from "./store/app";
import { begin } from "./store/session";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/parts.css";
import "./styles/plots.css";

addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof ApiFailure)) {
    say("Something in this page went wrong; the run is not affected. Reload if it looks odd.");
  }
});

const root = document.getElementById("app")!;
root.textContent = "";
render(
  <Boundary>
    <App />
  </Boundary>,
  root,
);
void begin();
// The plot library is large: it comes after the first paint, before it is needed.
requestAnimationFrame(() => setTimeout(() => void loadPlotly(), 0));
