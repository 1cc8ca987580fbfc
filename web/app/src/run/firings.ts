// Single firings of the stretch on screen, asked for only where there is room to show them.
import type { Firing, PanelInfo } from "@fairmon/protocol";
import { type Signal, effect } from "@preact/signals";
import { api } from "../net/api";
import { endOf } from "../plots/line/bars";
import { episodes, reached, run, triggers } from "../store/run";
import { timeWindow } from "../store/view";

export function firingsFor(panel: PanelInfo, room: number, into: Signal<Firing[]>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  const stop = effect(() => {
    const { from, to } = timeWindow.value;
    const id = run.value?.id;
    const inView = episodes.value.filter(
      (item) =>
        panel.triggers.includes(item.trigger) &&
        endOf(item, reached.peek(), triggers.peek()) >= from &&
        item.first.s <= to,
    );
    const expected = inView.reduce((sum, item) => sum + item.firings, 0);
    clearTimeout(timer);
    const number = ++asked;
    if (id === undefined || expected === 0 || inView.every((item) => item.firings === 1)) {
      if (into.peek().length > 0) {
        into.value = [];
      }
      return;
    }
    timer = setTimeout(async () => {
      try {
        const answer = await api.firings(id, from, to);
        if (number === asked) {
          into.value = answer.total <= room / 4 ? answer.firings : [];
        }
      } catch {
        // Episodes are there; single bars come with the next change.
      }
    }, 150);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
