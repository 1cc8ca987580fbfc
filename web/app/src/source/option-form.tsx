// A form drawn from a plugin's option table: nothing here knows any plugin.
import type { OptionInfo } from "@fairmon/protocol";
import { useState } from "preact/hooks";
import { option, setOption, source } from "../store/source";

const inputTypes: Partial<Record<OptionInfo["kind"], string>> = {
  integer: "number",
  number: "number",
  date: "date",
  secret: "password",
};

const title = (name: string) => {
  const words = name.replaceAll("-", " ");
  return words[0]!.toUpperCase() + words.slice(1);
};

/** Several values of one option, each removable. */
function ManyValues({ info }: { info: OptionInfo }) {
  const [draft, setDraft] = useState("");
  const values = source.value.options[info.name] ?? [];
  const add = () => {
    if (draft.trim() !== "") {
      setOption(info.name, [...values, draft.trim()]);
      setDraft("");
    }
  };
  return (
    <span class="many">
      {values.map((value) => (
        <span class="chip" key={value}>
          {value}
          <button
            type="button"
            aria-label={`Remove ${value}`}
            onClick={() =>
              setOption(
                info.name,
                values.filter((item) => item !== value),
              )
            }
          >
            ×
          </button>
        </span>
      ))}
      {info.choices.length > 0 ? (
        <select
          aria-label={`Add ${title(info.name)}`}
          value=""
          onChange={(event) => setOption(info.name, [...values, event.currentTarget.value])}
        >
          <option value="">{values.length === 0 ? "any" : "add…"}</option>
          {info.choices
            .filter((choice) => !values.includes(choice))
            .map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
        </select>
      ) : (
        <input
          aria-label={`Add ${title(info.name)}`}
          value={draft}
          placeholder={info.placeholder || "any"}
          list={info.suggestions.length > 0 ? `suggestions-${info.name}` : undefined}
          onInput={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && add()}
          onBlur={add}
        />
      )}
    </span>
  );
}

function OneValue({ info }: { info: OptionInfo }) {
  const value = option(info.name);
  const change = (text: string) => setOption(info.name, [text]);
  if (info.kind === "flag") {
    return (
      <input
        type="checkbox"
        id={`option-${info.name}`}
        checked={value === "" ? info.default === "true" : value === "true"}
        onChange={(event) => change(event.currentTarget.checked ? "true" : "false")}
      />
    );
  }
  if (info.kind === "choice") {
    return (
      <select
        id={`option-${info.name}`}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      >
        <option value="">{info.default === "" ? "–" : info.default}</option>
        {info.choices
          .filter((choice) => choice !== info.default)
          .map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
      </select>
    );
  }
  const hint = info.kind === "secret" && info.environmentSet ? "set by the environment" : "";
  return (
    <input
      id={`option-${info.name}`}
      type={inputTypes[info.kind] ?? "text"}
      step="any"
      autocomplete="off"
      value={value}
      placeholder={hint || info.default || info.placeholder}
      list={info.suggestions.length > 0 ? `suggestions-${info.name}` : undefined}
      required={info.required && !info.environmentSet}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function Suggestions({ info }: { info: OptionInfo }) {
  if (info.suggestions.length === 0) {
    return null;
  }
  return (
    <datalist id={`suggestions-${info.name}`}>
      {info.suggestions.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

export function OptionForm({ options }: { options: OptionInfo[] }) {
  const groups = [...new Set(options.map((item) => item.group))];
  return (
    <>
      {groups.map((group) => (
        <fieldset class="options" key={group}>
          {group !== "" && <legend>{title(group)}</legend>}
          {options
            .filter((item) => item.group === group)
            .map((item) => (
              <div class="option" key={item.name}>
                <label for={`option-${item.name}`}>
                  {title(item.name)}
                  {item.required && <span class="bad"> *</span>}
                </label>
                {item.repeatable ? <ManyValues info={item} /> : <OneValue info={item} />}
                <Suggestions info={item} />
                <small class="muted">{item.summary}</small>
              </div>
            ))}
        </fieldset>
      ))}
    </>
  );
}
