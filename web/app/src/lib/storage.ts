/** Small things kept in the browser; a full or forbidden store is no reason to fail. */
export function load<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`fairmon.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(`fairmon.${key}`, JSON.stringify(value));
  } catch {
    // The page works without; the draft is then lost with the tab.
  }
}
