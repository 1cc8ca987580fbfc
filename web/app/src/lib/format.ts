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

/** Bounds of a value: `[0.471, 0.533]`. */
export const formatInterval = (lower: number, upper: number): string =>
  `[${formatValue(lower)}, ${formatValue(upper)}]`;

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
  [365 * 86400, "y"],
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

const minute = 60;
const hour = 3600;
export const day = 86_400;
/** Without a calendar a month is a twelfth of a year, and a year has 365 days. */
export const year = 365 * day;
export const month = year / 12;

/** The two largest units of a stretch of time: `4 y 170 d`, `12 d 6 h`, `3 min 20 s`. */
export function formatRelative(seconds: number, span = seconds): string {
  const sign = seconds < 0 ? "−" : "";
  const all = Math.abs(seconds);
  const two = (large: number, name: string, small: number, part: string) => {
    let whole = Math.floor(all / large);
    let rest = Math.round((all - whole * large) / small);
    if (rest * small >= large) {
      whole++;
      rest = 0;
    }
    return `${sign}${integers.format(whole)} ${name}${rest > 0 ? ` ${rest} ${part}` : ""}`;
  };
  if (all >= year) {
    return two(year, "y", day, "d");
  }
  if (all >= day) {
    // Hours are noise in a picture of years.
    return span > 60 * day ? `${sign}${Math.round(all / day)} d` : two(day, "d", hour, "h");
  }
  if (all >= hour) {
    return span > 60 * day ? `${sign}${Math.round(all / day)} d` : two(hour, "h", minute, "min");
  }
  if (all >= minute) {
    return span > 3 * day ? `${sign}${Math.round(all / hour)} h` : two(minute, "min", 1, "s");
  }
  const digits = span < 10 ? 3 : 1;
  return `${sign}${new Intl.NumberFormat(undefined, { maximumFractionDigits: digits }).format(all)} s`;
}

/** The one way the page writes dates: `24 Mar 2015`, `24 Mar 2015, 14:05`, `…, 14:05:30`. */
export function formatDate(
  seconds: number,
  finest: "day" | "minute" | "second" = "minute",
): string {
  const text = new Intl.DateTimeFormat("en-GB", {
    day: "2-digit",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
    ...(finest === "day" ? {} : { hour: "2-digit", minute: "2-digit" }),
    ...(finest === "second" ? { second: "2-digit" } : {}),
  }).format(new Date(seconds * 1000));
  // Three letters, as all others and as on the axes.
  return text.replace("Sept", "Sep");
}

/** The reader's own clock: when something was started here. */
export const formatClock = (seconds: number): string =>
  new Intl.DateTimeFormat("en-GB", {
    day: "2-digit",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(seconds * 1000));

/** Monitor time for people: calendar time if the run has one, else since the start. */
export function formatTime(seconds: number, start: number | null, span: number): string {
  if (start === null) {
    return formatRelative(seconds, span);
  }
  // Hours are noise in a picture of years, and the point in a picture of minutes.
  return formatDate(
    start + seconds,
    span > 20 * day ? "day" : span < 2 * hour ? "second" : "minute",
  );
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
