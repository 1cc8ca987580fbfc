/** Small things kept in the browser; a full or forbidden store is no reason to fail. */
function read<T>(place: () => Storage, key: string, otherwise: T): T {
  try {
    const text = place().getItem(`fairmon.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(place: () => Storage, key: string, value: unknown): void {
  try {
    place().setItem(`fairmon.${key}`, JSON.stringify(value));
  } catch {
    // The page works without; what was to be kept is then lost with the tab.
  }
}

/** For all tabs: how the page looks. */
export const load = <T>(key: string, otherwise: T): T => read(() => localStorage, key, otherwise);
export const store = (key: string, value: unknown): void => write(() => localStorage, key, value);

/** For this tab only: what it works on. */
export const loadHere = <T>(key: string, otherwise: T): T =>
  read(() => sessionStorage, key, otherwise);
export const storeHere = (key: string, value: unknown): void =>
  write(() => sessionStorage, key, value);
