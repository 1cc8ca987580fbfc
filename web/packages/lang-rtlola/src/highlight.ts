import { styleTags, tags as t } from "@lezer/highlight";

/** Which part of the grammar has which colour. */
export const highlighting = styleTags({
  "input output constant import type use trigger": t.definitionKeyword,
  "spawn eval close when with mirrors as": t.controlKeyword,
  "if then else and or not implies": t.controlKeyword,
  "Tags/...": t.meta,
  "TagList/...": t.meta,
  TagName: t.meta,
  "TagList/String": t.string,
  Definition: t.definition(t.variableName),
  TypeName: t.typeName,
  "Pacing/...": t.annotation,
  Method: t.function(t.propertyName),
  ArgumentName: t.propertyName,
  Name: t.variableName,
  Number: t.number,
  "String RawString": t.string,
  Boolean: t.bool,
  Operator: t.operator,
  "LineComment BlockComment": t.comment,
  "( ) [ ] { }": t.bracket,
});
