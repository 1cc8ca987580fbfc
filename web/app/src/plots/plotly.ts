// The plot library, fetched after the first paint.
interface PlotlyApi {
  react(
    element: HTMLElement,
    data: unknown[],
    layout: Record<string, unknown>,
    config?: Record<string, unknown>,
  ): Promise<unknown>;
  purge(element: HTMLElement): void;
  toImage(
    figure: { data: unknown[]; layout: Record<string, unknown> },
    options: { format: "png" | "svg"; width: number; height: number; scale?: number },
  ): Promise<string>;
}

let loading: Promise<PlotlyApi> | null = null;

export function loadPlotly(): Promise<PlotlyApi> {
  loading ??= import("plotly.js-basic-dist-min").then(
    (module) => (module.default ?? module) as unknown as PlotlyApi,
  );
  return loading;
}
