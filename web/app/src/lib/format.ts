// Numbers, times and sizes for people. Exports do not pass here: they are ISO and plain decimals.

const integers = new Intl.NumberFormat();
const short = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 });

export const formatInteger = (value: number): string => integers.format(Math.round(value));

export function formatRate(value: number): string {
  return value >= 1000 ? `${short.format(value / 1000)} k` : short.format(value);
}

/** A value beside a curve: three decimals in [0, 1], else four significant digits. */
export function formatValue(value: number | null): string {
  if (value === null || Number.isNaN(value)) {
    return "–";
  }
  if (Number.isInteger(value) && Math.abs(value) >= 1) {
    return integers.format(value);
  }
  if (Math.abs(value) <= 1) {
    return value.toFixed(3);
  }
  return new Intl.NumberFormat(undefined, { maximumSignificantDigits: 4 }).format(value);
}

export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : short.format(value)} ${units[unit]}`;
}

const spans: [number, string][] = [
  [86400, "d"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
];

/** A stretch of time in its largest fitting unit. */
export function formatSpan(seconds: number): string {
  for (const [size, name] of spans) {
    if (seconds >= size) {
      return `${short.format(Math.round((seconds / size) * 10) / 10)} ${name}`;
    }
  }
  return `${short.format(seconds * 1000)} ms`;
}

/** Monitor time for people: calendar time if the run has one, else seconds since the start. */
export function formatTime(seconds: number, start: number | null, span: number): string {
  if (start === null) {
    return `${new Intl.NumberFormat(undefined, { maximumFractionDigits: span < 10 ? 3 : 1 }).format(seconds)} s`;
  }
  const date = new Date((start + seconds) * 1000);
  const day: Intl.DateTimeFormatOptions = {
    day: "2-digit",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  };
  // Hours are noise in a picture of years, and the point in a picture of minutes.
  const options: Intl.DateTimeFormatOptions =
    span > 20 * 86400
      ? day
      : {
          ...day,
          hour: "2-digit",
          minute: "2-digit",
          ...(span < 7200 ? { second: "2-digit" } : {}),
        };
  return new Intl.DateTimeFormat("en-GB", options).format(date);
}

export function formatDuration(seconds: number): string {
  if (seconds < 60) {
    return `${short.format(seconds)} s`;
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
