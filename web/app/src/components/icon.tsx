// Own icons, drawn with strokes on a 20-unit grid.
const paths = {
  play: "M6 4l10 6-10 6z",
  pause: "M7 4v12M13 4v12",
  stop: "M5 5h10v10H5z",
  file: "M5 2h7l4 4v12H5zM12 2v4h4",
  grid: "M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z",
  code: "M7 6l-4 4 4 4M13 6l4 4-4 4",
  data: "M4 5c0-3 12-3 12 0v10c0 3-12 3-12 0zM4 5c0 3 12 3 12 0M4 10c0 3 12 3 12 0",
  clock: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 6v4l3 2",
  down: "M10 3v10M6 9l4 4 4-4M4 17h12",
  chevron: "M6 8l4 4 4-4",
  moon: "M16 12A7 7 0 1 1 8 4a6 6 0 0 0 8 8z",
  sun: "M10 6a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM10 1v2M10 17v2M1 10h2M17 10h2M4 4l1 1M15 15l1 1M16 4l-1 1M5 15l-1 1",
  keyboard: "M2 5h16v10H2zM5 8h.01M8 8h.01M11 8h.01M14 8h.01M6 12h8",
  reset: "M3 7V3h4M17 7V3h-4M3 13v4h4M17 13v4h-4M10 8v4M8 10h4",
  table: "M3 4h14v12H3zM3 8h14M8 8v8",
  full: "M12 3h5v5M17 3l-6 6M8 17H3v-5M3 17l6-6",
  close: "M5 5l10 10M15 5L5 15",
  check: "M4 10l4 4 8-9",
  info: "M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM10 9v4M10 6.5v.01",
  warning: "M10 3l8 14H2zM10 8v4M10 14.5v.01",
  search: "M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3zM14 14l4 4",
  pin: "M7 3h6l-1 6 3 3H5l3-3zM10 12v5",
  bin: "M4 6h12M8 6V4h4v2M6 6l1 11h6l1-11",
  layers: "M10 3l8 4-8 4-8-4zM2 12l8 4 8-4",
  fold: "M12 5l-5 5 5 5",
  unfold: "M8 5l5 5-5 5",
} as const;

export type IconName = keyof typeof paths;

const filled: ReadonlySet<IconName> = new Set(["play", "stop"]);

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill={filled.has(name) ? "currentColor" : "none"}
      stroke="currentColor"
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
