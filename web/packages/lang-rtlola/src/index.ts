import {
  LRLanguage,
  LanguageSupport,
  continuedIndent,
  delimitedIndent,
  foldInside,
  foldNodeProp,
  indentNodeProp,
} from "@codemirror/language";
import { parser } from "./parser";

export { parser };

/** RTLola for the editor: colours, folding, indentation. Judgement comes from the server. */
export const rtlolaLanguage = LRLanguage.define({
  name: "rtlola",
  parser: parser.configure({
    props: [
      indentNodeProp.add({
        Declaration: continuedIndent(),
        Parenthesized: delimitedIndent({ closing: ")" }),
        Bracketed: delimitedIndent({ closing: "]" }),
      }),
      foldNodeProp.add({
        Declaration: (node, state) => {
          const line = state.doc.lineAt(node.from);
          return node.to > line.to ? { from: line.to, to: node.to } : null;
        },
        BlockComment: (node) => ({ from: node.from + 2, to: node.to - 2 }),
        Parenthesized: foldInside,
      }),
    ],
  }),
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["(", "[", "{", '"'] },
    indentOnInput: /^\s*(spawn|eval|close|output|input|trigger)\b/,
  },
});

export function rtlola(): LanguageSupport {
  return new LanguageSupport(rtlolaLanguage);
}
