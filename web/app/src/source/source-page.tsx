import type { OptionInfo } from "@fairmon/protocol";
import { effect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Icon } from "../components/icon";
import { formatBytes, formatInteger } from "../lib/format";
import { specObstacle } from "../store/document";
import { run } from "../store/run";
import {
  changeSource,
  checking,
  formOptions,
  loadPreview,
  mapping,
  option,
  pluginInfo,
  preview,
  readsFiles,
  setSource,
  source,
  sourceObstacle,
  sources,
  timeColumn,
} from "../store/source";
import { tryIt } from "../store/trial";
import { FileChooser } from "./file-chooser";
import { MappingTable, Preview, TrialResult } from "./mapping-table";
import { OptionForm } from "./option-form";
import { Plan } from "./plan";

/** What few people need, one click away; open where something in it was chosen. */
function MoreOptions({ options }: { options: OptionInfo[] }) {
  const rest = options.filter((item) => !["time-column", "time-format"].includes(item.name));
  const chosen = rest.filter((item) => option(item.name) !== "");
  return (
    <details class="more" open={chosen.length > 0}>
      <summary>
        More options
        <span class="muted small">
          {" "}
          · {chosen.length === 0 ? `${rest.length}, none changed` : `${chosen.length} changed`}
        </span>
      </summary>
      <OptionForm options={rest} />
    </details>
  );
}

function Policies() {
  const draft = source.value;
  const changed = [draft.onBadRecord, draft.onLate, draft.onError].some((item) => item !== "stop");
  return (
    <details class="more" open={changed}>
      <summary>
        When something is wrong
        <span class="muted small">
          {" "}
          · a bad record {draft.onBadRecord === "stop" ? "stops the run" : "is kept aside"}
        </span>
      </summary>
      <div class="option">
        <label for="on-bad">A bad record</label>
        <select
          id="on-bad"
          value={draft.onBadRecord}
          onChange={(event) =>
            changeSource({ onBadRecord: event.currentTarget.value as "stop" | "skip" })
          }
        >
          <option value="stop">stops the run</option>
          <option value="skip">is kept aside</option>
        </select>
      </div>
      <div class="option">
        <label for="on-late">A record older than the one before</label>
        <select
          id="on-late"
          value={draft.onLate}
          onChange={(event) =>
            changeSource({ onLate: event.currentTarget.value as "stop" | "skip" | "now" })
          }
        >
          <option value="stop">stops the run</option>
          <option value="skip">is left out</option>
          <option value="now">counts as if it came now</option>
        </select>
      </div>
      <div class="option">
        <label for="on-error">An evaluation that fails</label>
        <select
          id="on-error"
          value={draft.onError}
          onChange={(event) =>
            changeSource({ onError: event.currentTarget.value as "stop" | "report" })
          }
        >
          <option value="stop">stops the run</option>
          <option value="report">is reported</option>
        </select>
      </div>
    </details>
  );
}

/** For services: the events can be kept, to run again without asking for them. */
function KeepCopy() {
  return (
    <label class="option-line">
      <input
        type="checkbox"
        checked={source.value.keepCopy}
        onChange={(event) => changeSource({ keepCopy: event.currentTarget.checked })}
      />{" "}
      Keep a local copy to rerun without the network
    </label>
  );
}

export function SourcePage() {
  useEffect(
    () =>
      // The preview follows what decides it: the file and how it is cut.
      effect(() => {
        const { target, options } = source.value;
        const key = `${target}|${options.delimiter}|${options.columns}`;
        if (readsFiles.value && key !== lastKey) {
          lastKey = key;
          void loadPreview();
        }
      }),
    [],
  );
  const obstacle = specObstacle.value ?? sourceObstacle.value;
  return (
    <div class="source-page">
      <div class="option">
        <label for="plugin">Kind of source</label>
        <select
          id="plugin"
          value={source.value.plugin}
          onChange={(event) => setSource({ plugin: event.currentTarget.value })}
        >
          {sources.value.map((item) => (
            <option key={item.name} value={item.name}>
              {item.name}
            </option>
          ))}
        </select>
        <small class="muted">{pluginInfo.value?.summary}</small>
      </div>
      {readsFiles.value && <FileChooser />}
      <MappingTable />
      {pluginInfo.value?.hasPlan && <OptionForm options={formOptions.value} />}
      {pluginInfo.value?.hasPlan && <Plan />}
      {pluginInfo.value?.hasPlan && <KeepCopy />}
      {readsFiles.value && (
        <div class="try">
          <button
            type="button"
            class="button"
            aria-disabled={obstacle !== null || checking.value}
            title={obstacle ?? "Reads with the real plugin for up to five seconds"}
            onClick={() => obstacle === null && !checking.value && void tryIt()}
          >
            {checking.value ? "Reading…" : "Try the data"}
          </button>
          {obstacle && <span class="muted">{obstacle}</span>}
        </div>
      )}
      <TrialResult />
      {!pluginInfo.value?.hasPlan && <MoreOptions options={formOptions.value} />}
      <Policies />
      {preview.value && <h3>Preview</h3>}
      <Preview />
    </div>
  );
}

let lastKey = "";

/** What feeds the inputs: the time, the columns, or the filters of a service. */
function SourceChips() {
  const time = timeColumn.value?.column ?? "";
  const columns = mapping.value
    .filter((item) => item.column !== null)
    .map((item) => (item.column === item.input ? item.input : `${item.column} → ${item.input}`));
  const filters = readsFiles.value
    ? []
    : formOptions.value
        .filter((item) => item.group === "Which")
        .flatMap((item) => source.value.options[item.name] ?? []);
  const texts = [...(time === "" ? [] : [`time: ${time}`]), ...columns, ...filters];
  return (
    <div class="source-chips">
      {texts.length === 0 ? (
        <span class="muted small">ready</span>
      ) : (
        texts.slice(0, 8).map((text) => (
          <span class="outline-chip" key={text}>
            {text}
          </span>
        ))
      )}
    </div>
  );
}

/** The card under the editor: where the data come from, in one line. */
export function SourceCard({ onConfigure }: { onConfigure: () => void }) {
  const { dataName } = source.value;
  const service = readsFiles.value ? "No data yet" : pluginInfo.value?.name;
  const name = dataName || preview.value?.name || service;
  const bad = run.value?.status.badRecords ?? 0;
  return (
    <section class="source-card" aria-label="Data source">
      <span class="source-icon">
        <Icon name="table" size={20} />
      </span>
      <div class="source-facts">
        <b>{name}</b>
        <span class="muted">
          {preview.value &&
            ` · ${preview.value.complete ? "" : "about "}${formatInteger(preview.value.estimatedRows)} rows · ${formatBytes(preview.value.bytes)}`}
        </span>
        {sourceObstacle.value !== null ? (
          <div class="bad small">{sourceObstacle.value}</div>
        ) : (
          <SourceChips />
        )}
        {bad > 0 && (
          <div class="bad small">
            {formatInteger(bad)} bad {bad === 1 ? "record" : "records"}
          </div>
        )}
      </div>
      <button type="button" class="button push" onClick={onConfigure}>
        Configure
      </button>
    </section>
  );
}
