// Labels that say that there is none. The metrics of the library leave such cases out (`is_missing`).
const none = new Set(['""', "", "NA", "N/A", "nan", "null", "?"].map((text) => text.toLowerCase()));

/** Whether the name of an instance is a way to write that its group is not known. */
export const isNoLabel = (label: string): boolean => none.has(label.trim().toLowerCase());
