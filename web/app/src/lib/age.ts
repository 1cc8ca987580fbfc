// When a value is old news. The program's summary says the same (`is_old` of its findings).
import type { Time } from "@fairmon/protocol";

/**
 * A stream with a clock was not evaluated at its latest tick; another one has said nothing for more
 * than a tenth of the run.
 */
export function isOld(period: Time | null | undefined, asOf: number, reached: number): boolean {
  return period && period.s > 0 ? asOf <= reached - period.s : reached - asOf > reached / 10;
}
