/** Puts a text on the clipboard; where that is forbidden, nothing happens. */
export function copyText(text: string): void {
  void navigator.clipboard?.writeText(text).catch(() => undefined);
}
