import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags as t } from "@lezer/highlight";

/** Colours are variables of the page, so both themes are one. */
export const editorTheme = [
  EditorView.theme({
    "&": { height: "100%", fontSize: "0.8125rem", backgroundColor: "transparent" },
    ".cm-scroller": {
      fontFamily: "var(--mono)",
      fontVariantLigatures: "none",
      lineHeight: "1.65",
    },
    ".cm-content": { caretColor: "var(--text)", paddingBlock: "0.6rem" },
    "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
    ".cm-gutters": {
      backgroundColor: "transparent",
      color: "var(--muted)",
      border: "none",
      paddingLeft: "0.4rem",
    },
    ".cm-activeLine": { backgroundColor: "var(--line)" },
    ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--text)" },
    ".cm-cursor": { borderLeftColor: "var(--text)" },
    "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": {
      backgroundColor: "var(--selection) !important",
    },
    ".cm-tooltip": {
      backgroundColor: "var(--surface)",
      color: "var(--text)",
      border: "1px solid var(--border)",
      borderRadius: "8px",
      boxShadow: "var(--shadow)",
      maxWidth: "34rem",
    },
    ".cm-tooltip-autocomplete ul li[aria-selected]": {
      backgroundColor: "var(--accent-soft)",
      color: "var(--text)",
    },
    ".cm-panels": { backgroundColor: "var(--surface)", color: "var(--text)" },
    ".cm-foldPlaceholder": {
      backgroundColor: "var(--line)",
      border: "none",
      color: "var(--muted)",
    },
    ".cm-diagnosticAction": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  }),
  syntaxHighlighting(
    HighlightStyle.define([
      { tag: t.definitionKeyword, color: "var(--code-keyword)", fontWeight: "600" },
      { tag: t.controlKeyword, color: "var(--code-keyword)" },
      { tag: t.meta, color: "var(--code-tag)" },
      { tag: t.annotation, color: "var(--code-pacing)" },
      { tag: t.definition(t.variableName), fontWeight: "700" },
      { tag: t.typeName, color: "var(--code-type)" },
      { tag: t.function(t.propertyName), color: "var(--code-function)" },
      { tag: t.propertyName, color: "var(--muted)" },
      { tag: [t.number, t.bool], color: "var(--code-number)" },
      { tag: t.string, color: "var(--code-string)" },
      { tag: t.comment, color: "var(--muted)", fontStyle: "italic" },
    ]),
  ),
];
