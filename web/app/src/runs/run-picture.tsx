// A run at a glance: its most telling panel in a few pixels.
import { type Curve, type RunInfo, decodeFrame } from "@fairmon/protocol";
import { useEffect, useState } from "preact/hooks";
import { dark, light } from "../lib/colours";
import { sparkPaths } from "../lib/sparkline";
import { api } from "../net/api";
import { isDark } from "../store/app";

const width = 96;
const height = 40;
/** What has ended does not change any more. */
const known = new Map<string, Curve[]>();

async function curvesOf(id: string): Promise<Curve[]> {
  const { panels } = await api.run(id);
  const withBars = panels.findIndex((panel) => panel.triggers.length > 0);
  const index = withBars >= 0 ? withBars : panels.length - 1;
  if (index < 0) {
    return [];
  }
  const frame = decodeFrame(await api.series(id, index, width / 2));
  return (frame?.parts ?? [])
    .slice(0, 6)
    .map((part) => ({ times: [...part.times], values: [...part.values] }));
}

export function RunPicture({ info }: { info: RunInfo }) {
  const { phase, reached } = info.status;
  const [curves, setCurves] = useState<Curve[]>(known.get(info.id) ?? []);
  useEffect(() => {
    if (known.has(info.id)) {
      return;
    }
    let wanted = true;
    curvesOf(info.id)
      .then((found) => {
        if (phase !== "running" && phase !== "paused") {
          known.set(info.id, found);
        }
        if (wanted) {
          setCurves(found);
        }
      })
      .catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [info.id, phase, reached.s]);
  const palette = isDark.value ? dark : light;
  return (
    <svg class="run-picture" width={width} height={height} aria-hidden="true">
      {sparkPaths(curves, width, height, Math.max(reached.s, 1e-9)).map((d, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: curves keep their order
        <path key={i} d={d} stroke={palette.series[i % palette.series.length]} />
      ))}
    </svg>
  );
}
