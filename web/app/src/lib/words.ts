// What the program says on a command line, in the words of the page.

/** Flags by what the page calls them and where they are. */
const known: Record<string, string> = {
  "on-bad-record": "“A bad record” (under “When something is wrong”)",
  "on-late": "“A record older than the one before” (under “When something is wrong”)",
  "on-error": "“An evaluation that fails” (under “When something is wrong”)",
  map: "a column in “Inputs and their columns”",
  "time-column": "the column of the time",
  "time-format": "how times are written",
};

const title = (flag: string): string => {
  const words = flag.replaceAll("-", " ");
  return `“${words[0]!.toUpperCase()}${words.slice(1)}”`;
};

/** A message without flags, temporary files and places that are none. */
export function pageWords(text: string): string {
  return text
    .replace(/--([a-z][a-z-]*[a-z])((?: |=)[A-Z][A-Z=]*\b)?/g, (_, flag: string) =>
      Object.hasOwn(known, flag) ? known[flag]! : `${title(flag)} of the data source`,
    )
    .replace(/,? ?\bcolumn 0\b/g, "")
    .replace(/(?:\/[\w.@+-]+)*\/fairmon[\w.-]*\/(?:[\w.-]+\/)*([\w.-]+)/g, "$1");
}
