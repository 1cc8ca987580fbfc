import type { CatalogueEntry } from "@fairmon/protocol";
import { useEffect, useRef, useState } from "preact/hooks";
import { renderMarkdown } from "../lib/markdown";
import { dialog } from "../store/app";
import { entries, guidePages, helpPage, loadEntries, openHelp, readGuide } from "../store/help";
import { Dialog } from "./controls";

const title = (name: string): string => {
  const words = name
    .replace(/\/index$/, "")
    .replaceAll("-", " ")
    .replace("/", ": ");
  return words[0]!.toUpperCase() + words.slice(1);
};

function Text({ markdown }: { markdown: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Links between pages of the guide stay in here; others are named, not followed.
    const follow = (target: string) => {
      const name = /([\w-]+)\.md/.exec(target)?.[1] ?? "";
      const page = guidePages.find((item) => item === name || item.endsWith(`/${name}`));
      openHelp(page ? `guide:${page}` : `entry:${name}`);
    };
    host.current!.replaceChildren(renderMarkdown(markdown, follow));
    host.current!.parentElement!.scrollTop = 0;
  }, [markdown]);
  return <div class="help-text" ref={host} />;
}

function Entry({ entry }: { entry: CatalogueEntry }) {
  const parts = [
    `## ${entry.name}`,
    ...entry.signatures.map((item) => `\`${item}\``),
    entry.documentation || entry.summary,
    entry.example === "" || entry.documentation.includes(entry.example)
      ? ""
      : `\`\`\`\n${entry.example}\n\`\`\``,
  ];
  return <Text markdown={parts.join("\n\n")} />;
}

function Guide({ name }: { name: string }) {
  const [text, setText] = useState("");
  useEffect(() => void readGuide(name).then(setText), [name]);
  return <Text markdown={text} />;
}

/** The guide and the language, with a search over both names and summaries. */
export function HelpDialog() {
  const [wanted, setWanted] = useState("");
  useEffect(() => void loadEntries(), []);
  const [kind, name] = helpPage.value.split(/:(.*)/) as [string, string];
  const entry = entries.value.find((item) => item.name === name || item.spellings.includes(name));
  const search = wanted.trim().toLowerCase();
  const found = entries.value.filter(
    (item) => search !== "" && `${item.name} ${item.summary}`.toLowerCase().includes(search),
  );
  const pages = guidePages.filter((page) => search === "" || page.includes(search));
  const item = (page: string, text: string) => (
    <li key={page}>
      <button
        type="button"
        class="quiet"
        aria-current={helpPage.value === page}
        onClick={() => openHelp(page)}
      >
        {text}
      </button>
    </li>
  );
  return (
    <Dialog title="Help" wide onClose={() => (dialog.value = null)}>
      <div class="help">
        <nav aria-label="Pages of the help">
          <input
            type="search"
            aria-label="Search the help"
            placeholder="Search"
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
          <ul>
            {pages.map((page) => item(`guide:${page}`, title(page)))}
            {found.slice(0, 60).map((one) => item(`entry:${one.name}`, one.name))}
          </ul>
        </nav>
        <div class="help-page" tabIndex={0} role="region" aria-label="Help page">
          {kind === "guide" ? (
            <Guide name={name} />
          ) : entry ? (
            <Entry entry={entry} />
          ) : (
            <p class="muted">There is no page about {name}.</p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
