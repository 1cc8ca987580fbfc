/** Series colours, chosen to reach 4.5 : 1 on their ground; red is reserved for violations. */
export interface Palette {
  ground: string;
  text: string;
  muted: string;
  grid: string;
  axis: string;
  red: string;
  tint: string;
  rest: string;
  series: string[];
}

export const light: Palette = {
  ground: "#ffffff",
  text: "#1b1f27",
  muted: "#596273",
  grid: "#e8eaee",
  axis: "#9aa2af",
  red: "#b3152a",
  tint: "rgba(179,21,42,0.12)",
  rest: "#7b8494",
  series: ["#0069b4", "#ad5a00", "#00795a", "#a4478c", "#007587", "#5f4b8b", "#6b5b00", "#3f4754"],
};

export const dark: Palette = {
  ground: "#161b22",
  text: "#e6e9ef",
  muted: "#a3adbb",
  grid: "#272e38",
  axis: "#5c6675",
  red: "#ff7a86",
  tint: "rgba(255,122,134,0.16)",
  rest: "#8b95a5",
  series: ["#5aa9f0", "#f0a63c", "#38c793", "#d98cc0", "#4cc3d9", "#b3a2f2", "#c9b458", "#b8c0cc"],
};

/** Patterns no two of which look alike, so that colour never tells curves apart alone. */
export const dashes = [
  "solid",
  "dash",
  "dot",
  "longdash",
  "dashdot",
  "longdashdot",
  "16px,4px",
  "2px,6px",
  "10px,3px,2px,3px,2px,3px",
  "4px,8px",
  "18px,4px,6px,4px",
  "7px,2px",
];

/** Colour and dash of the n-th group: no two of the first twelve share a dash. */
export function traceStyle(n: number, palette: Palette): { colour: string; dash: string } {
  return {
    colour: palette.series[n % palette.series.length]!,
    dash: dashes[n % dashes.length]!,
  };
}

/** Contrast of two opaque colours as WCAG defines it. */
export function contrast(a: string, b: string): number {
  const luminance = (colour: string): number => {
    const part = (at: number): number => {
      const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
  };
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
