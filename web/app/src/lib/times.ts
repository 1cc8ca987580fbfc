// How the times of a table are written: a guess from its first rows, and what the rows would mean.

export type TimeSpelling =
  | "rfc3339"
  | "day-first"
  | "month-first"
  | "year-first"
  | "unix"
  | "unix-ms"
  | "relative";

/** Spellings to choose from, in words; the names are those of the option `time-format`. */
export const spellings: [TimeSpelling, string][] = [
  ["rfc3339", "2024-01-31 or 2024-01-31T12:00:00Z"],
  ["day-first", "31/01/2024, the day first"],
  ["month-first", "01/31/2024, the month first"],
  ["year-first", "2024/01/31, the year first"],
  ["unix", "seconds since 1970"],
  ["unix-ms", "milliseconds since 1970"],
  ["relative", "seconds since the start"],
];

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const clock = /^(?:[, T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(am|pm)?)?$/i;
const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|z|[+-]\d{2}:?\d{2})?)?$/;
const dated = /^(\d{1,4}|[A-Za-z]+)([/.\- ])(\d{1,2}|[A-Za-z]+),?\2(\d{1,4})(.*)$/;

function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real && year >= 1000 ? date.getTime() / 1000 : null;
}

const monthNumber = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** Seconds since 1970 of a written date, or null. */
function readDate(text: string, order: "day-first" | "month-first" | "year-first"): number | null {
  const parts = dated.exec(text.trim());
  const time = parts ? clock.exec(parts[5]!) : null;
  if (!parts || !time) {
    return null;
  }
  const [, a, , b, c] = parts as unknown as [string, string, string, string, string];
  const [year, month, day] =
    order === "year-first" ? [a, b, c] : order === "day-first" ? [c, b, a] : [c, a, b];
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(day)) {
    return null;
  }
  const start = dayOf(Number(year), monthNumber(month), Number(day));
  const half = time[5]?.toLowerCase();
  const hour = Number(time[1] ?? 0);
  const shown = half ? (hour % 12) + (half === "pm" ? 12 : 0) : hour;
  return start === null
    ? null
    : start + shown * 3600 + Number(time[2] ?? 0) * 60 + Number(time[3] ?? 0);
}

/** What a text means: seconds since 1970, or since the start; null if it is written otherwise. */
export function readTime(text: string, spelling: TimeSpelling): number | null {
  const number = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text.trim()) ? Number(text) : null;
  switch (spelling) {
    case "rfc3339": {
      const parts = iso.exec(text.trim());
      if (!parts || dayOf(Number(parts[1]), Number(parts[2]), Number(parts[3])) === null) {
        return null;
      }
      const zone = parts[7] ?? "Z";
      const moment = Date.parse(
        parts[4] === undefined
          ? `${text.trim()}T00:00:00Z`
          : `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6] ?? "00"}${zone.toUpperCase()}`,
      );
      return Number.isNaN(moment) ? null : moment / 1000;
    }
    case "unix":
    case "relative":
      return number;
    case "unix-ms":
      return number === null ? null : number / 1000;
    default:
      return readDate(text, spelling);
  }
}

export interface SpellingGuess {
  spelling: TimeSpelling;
  /** Another one that fits every row as well: the reader must say which. */
  rival: TimeSpelling | null;
}

const ascends = (times: (number | null)[]): boolean =>
  times.every((time, i) => i === 0 || time! >= times[i - 1]!);

/** The spelling that all texts fit; null if there is none. */
export function guessSpelling(texts: string[]): SpellingGuess | null {
  const cells = texts.filter((text) => text.trim() !== "");
  if (cells.length === 0) {
    return null;
  }
  const fits = (spelling: TimeSpelling) => cells.every((text) => readTime(text, spelling) !== null);
  if (fits("rfc3339")) {
    return { spelling: "rfc3339", rival: null };
  }
  if (fits("year-first")) {
    return { spelling: "year-first", rival: null };
  }
  const [day, month] = [fits("day-first"), fits("month-first")];
  if (day && month) {
    const read = (spelling: TimeSpelling) => cells.map((text) => readTime(text, spelling));
    const [days, monthly] = [read("day-first"), read("month-first")];
    if (days.every((time, i) => time === monthly[i])) {
      return { spelling: "day-first", rival: null };
    }
    // Tables are mostly in order: where only one reading is, it is the likelier one.
    const first = !ascends(days) && ascends(monthly) ? "month-first" : "day-first";
    return { spelling: first, rival: first === "day-first" ? "month-first" : "day-first" };
  }
  if (day || month) {
    return { spelling: day ? "day-first" : "month-first", rival: null };
  }
  if (fits("relative")) {
    const digits = cells.every((text) => /^\d{9,10}(\.\d+)?$/.test(text.trim()));
    const millis = cells.every((text) => /^\d{12,13}$/.test(text.trim()));
    return { spelling: digits ? "unix" : millis ? "unix-ms" : "relative", rival: null };
  }
  return null;
}
