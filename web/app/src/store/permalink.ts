// An address of what is on screen: the run, the stretch of time, the panel.
import { effect } from "@preact/signals";
import { run } from "./run";
import { timeView } from "./view";

export interface Place {
  run: string;
  from: number | null;
  to: number | null;
  panel: number | null;
}

/** Reads the part of an address behind the `#`. */
export function readPlace(hash: string): Place | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const id = parts.get("run") ?? "";
  const number = (name: string) => {
    const text = parts.get(name);
    return text === null || text === "" || !Number.isFinite(Number(text)) ? null : Number(text);
  };
  if (!/^[a-z0-9-]+$/.test(id)) {
    return null;
  }
  const [from, to] = [number("from"), number("to")];
  const whole = from !== null && to !== null && to > from;
  return {
    run: id,
    from: whole ? from : null,
    to: whole ? to : null,
    panel: number("panel"),
  };
}

/** The address of a place, without what is as usual. */
export function writePlace(place: Place): string {
  const parts = [`run=${place.run}`];
  if (place.from !== null && place.to !== null) {
    parts.push(
      `from=${Number(place.from.toPrecision(12))}`,
      `to=${Number(place.to.toPrecision(12))}`,
    );
  }
  if (place.panel !== null) {
    parts.push(`panel=${place.panel}`);
  }
  return `#${parts.join("&")}`;
}

/** What is on screen now. */
export function currentPlace(panel: number | null = null): Place | null {
  const id = run.value?.id;
  const view = timeView.value;
  return id === undefined
    ? null
    : { run: id, from: view.live ? null : view.from, to: view.live ? null : view.to, panel };
}

/** The whole address, for somebody else who may open this FairMon. */
export function linkTo(panel: number | null = null): string {
  const place = currentPlace(panel);
  return location.origin + location.pathname + (place ? writePlace(place) : "");
}

/** Keeps the address bar true, without filling the history. */
export function followPlace(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const place = currentPlace();
    clearTimeout(timer);
    timer = setTimeout(() => {
      const hash = place ? writePlace(place) : "";
      if (hash !== location.hash) {
        history.replaceState(null, "", location.pathname + location.search + hash);
      }
    }, 300);
  });
}
