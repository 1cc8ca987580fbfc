import type {
  ApiError,
  CatalogueEntry,
  CheckAnswer,
  CompleteAnswer,
  Example,
  ExampleCard,
  Firing,
  HoverAnswer,
  Instance,
  IntakeAnswer,
  IntakeChoices,
  Meta,
  PanelInfo,
  PreviewAnswer,
  Reading,
  RunInfo,
  RunSettings,
  SourceCheck,
  SourceEstimate,
  SourceInfo,
  SourcePlan,
  TextEdit,
  TriggerInfo,
  Upload,
  WhyAnswer,
} from "@fairmon/protocol";

/** An answer that is an error, in the server's words. */
export class ApiFailure extends Error {
  constructor(
    readonly status: number,
    readonly body: ApiError,
  ) {
    // A mistake of the server's has an identity to quote.
    super(
      status >= 500 && body.details !== "" ? `${body.message} (${body.details})` : body.message,
    );
  }
}

let enter: () => void = () => undefined;
/** Settles when the sign-in has answered: what is asked before would only be refused. */
const entered = new Promise<void>((resolve) => {
  enter = resolve;
});
/** The sign-in is done: whoever waits may ask now. */
export const letIn = (): void => enter();

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (path !== "/session") {
    await entered;
  }
  const response = await fetch(`/api/v1${path}`, {
    method,
    credentials: "same-origin",
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!response.ok) {
    const fallback = { code: "unknown", message: `the server answered ${response.status}` };
    const error = await response.json().catch(() => fallback);
    throw new ApiFailure(response.status, { details: "", ...fallback, ...error });
  }
  return (await response.json()) as T;
}

const get = <T>(path: string) => ask<T>("GET", path);
const post = <T>(path: string, body: unknown = {}) => ask<T>("POST", path, body);

export interface RunDetails extends RunInfo {
  settings: RunSettings;
  panels: PanelInfo[];
  triggers: TriggerInfo[];
}

export const api = {
  session: (token: string) => post<unknown>("/session", { token }),
  meta: () => get<Meta>("/meta"),
  specFile: () => get<{ text: string }>("/spec/file"),
  /** Writes the file that the command line named, if it still holds `base`. */
  saveSpec: (text: string, base: string) => post<{ text: string }>("/spec/file", { text, base }),
  examples: () => get<ExampleCard[]>("/examples"),
  example: (id: string) => get<Example>(`/examples/${encodeURIComponent(id)}`),
  check: (text: string, version: number, name: string) =>
    post<CheckAnswer>("/spec/check", { text, version, name }),
  hover: (text: string, at: number) => post<HoverAnswer | null>("/spec/hover", { text, at }),
  complete: (text: string, at: number) => post<CompleteAnswer>("/spec/complete", { text, at }),
  format: (text: string) => post<{ text: string }>("/spec/format", { text }),
  definition: (text: string, at: number) =>
    post<{ from: number; to: number } | null>("/spec/definition", { text, at }),
  rename: (text: string, at: number, newName: string) =>
    post<{ edits: TextEdit[] }>("/spec/rename", { text, at, newName }),
  catalogue: () => get<CatalogueEntry[]>("/catalogue"),
  sources: () => get<SourceInfo[]>("/sources"),
  preview: (target: string, delimiter: string, columns: string[]) =>
    post<PreviewAnswer>("/preview", { target, delimiter, columns }),
  checkSource: (settings: RunSettings, seconds: number) =>
    post<SourceCheck>(`/sources/${encodeURIComponent(settings.plugin)}/check`, {
      ...settings,
      seconds,
    }),
  plan: (settings: RunSettings) =>
    post<SourcePlan>(`/sources/${encodeURIComponent(settings.plugin)}/plan`, settings),
  estimate: (settings: RunSettings) =>
    post<SourceEstimate>(`/sources/${encodeURIComponent(settings.plugin)}/estimate`, settings),
  /** What a table holds, and what choices about it lead to. */
  intake: (target: string, choices: Partial<IntakeChoices>) =>
    post<IntakeAnswer>("/intake", { target, choices }),
  /** Why the last firing up to a time happened; the run's data are judged again. */
  why: (id: string, trigger: number, ns: number, instance: string) =>
    get<WhyAnswer>(
      `/runs/${id}/why?trigger=${trigger}&ns=${ns}&instance=${encodeURIComponent(instance)}`,
    ),
  runs: () => get<RunInfo[]>("/runs"),
  run: (id: string) => get<RunDetails>(`/runs/${id}`),
  start: (settings: RunSettings) => post<RunInfo>("/runs", settings),
  steer: (id: string, verb: "pause" | "resume" | "step" | "stop" | "pin" | "unpin") =>
    post<RunInfo>(`/runs/${id}/${verb}`),
  /** Seconds of monitor time per second; null: as fast as possible. */
  setSpeed: (id: string, speed: number | null) => post<RunInfo>(`/runs/${id}/speed`, { speed }),
  labelRun: (id: string, title: string, note: string) =>
    post<RunInfo>(`/runs/${id}/label`, { title, note }),
  removeRun: (id: string) => ask<unknown>("DELETE", `/runs/${id}`),
  instances: (id: string) => get<(Instance & { count: number })[]>(`/runs/${id}/instances`),
  moment: (id: string, time: number) =>
    get<{ time: number; readings: Reading[] }>(`/runs/${id}/moment?time=${time}`),
  firings: (id: string, from: number, to: number) =>
    get<{ firings: Firing[]; total: number }>(`/runs/${id}/firings?from=${from}&to=${to}`),
  series: async (id: string, panel: number, width: number): Promise<ArrayBuffer> => {
    const response = await fetch(`/api/v1/runs/${id}/series?panel=${panel}&width=${width}`);
    return response.arrayBuffer();
  },
  exportAddress: (id: string, what: string, format: string, panel?: number) =>
    `/api/v1/runs/${id}/export?what=${what}&format=${format}${panel === undefined ? "" : `&panel=${panel}`}`,
};

/** Sends a file; `progress` hears the share that has gone. */
export function upload(file: File, progress: (share: number) => void): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/v1/uploads?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = (event) => progress(event.loaded / Math.max(1, event.total));
    request.onload = () =>
      request.status === 201
        ? resolve(request.response as Upload)
        : reject(
            new ApiFailure(
              request.status,
              request.response ?? { code: "upload", message: "the upload failed", details: "" },
            ),
          );
    request.onerror = () =>
      reject(new ApiFailure(0, { code: "upload", message: "the upload was cut off", details: "" }));
    request.send(file);
  });
}
