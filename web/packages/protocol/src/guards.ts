import type { ServerMessage } from "./messages";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const hasRun = (message: Record<string, unknown>): boolean =>
  isObject(message.run) && typeof message.run.id === "string" && isObject(message.run.status);

/** The parts of a message the page relies on, by its type. */
const shapes: Record<string, (message: Record<string, unknown>) => boolean> = {
  welcome: (m) =>
    typeof m.protocol === "number" &&
    typeof m.life === "string" &&
    typeof m.continues === "boolean" &&
    (m.run === null || (hasRun(m) && Array.isArray(m.panels) && Array.isArray(m.triggers))),
  outdated: (m) => typeof m.protocol === "number",
  progress: (m) => hasRun(m) && Array.isArray(m.counts) && Array.isArray(m.sizes),
  instances: (m) => Array.isArray(m.instances),
  triggers: (m) =>
    Array.isArray(m.episodes) && typeof m.revision === "number" && typeof m.total === "number",
  states: (m) =>
    typeof m.after === "number" && Array.isArray(m.changes) && typeof m.total === "number",
  notices: (m) => Array.isArray(m.notices) && typeof m.total === "number",
  end: hasRun,
};

/** Reads a text message of the server; null if it is none the page knows. */
export function parseServerMessage(text: string): ServerMessage | null {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(message) || typeof message.type !== "string") {
    return null;
  }
  const fits = Object.hasOwn(shapes, message.type) ? shapes[message.type] : undefined;
  return fits?.(message) ? (message as unknown as ServerMessage) : null;
}
