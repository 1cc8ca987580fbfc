import { leftWidth } from "../store/app";

const clamp = (width: number) => Math.min(60, Math.max(22, width));

/** The divider between the sides: dragged, or moved with the arrow keys. */
export function Splitter() {
  const drag = (event: PointerEvent) => {
    const move = (now: PointerEvent) => {
      leftWidth.value = clamp((now.clientX / innerWidth) * 100);
    };
    const up = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    event.preventDefault();
  };
  const keys = (event: KeyboardEvent) => {
    const step = event.key === "ArrowLeft" ? -2 : event.key === "ArrowRight" ? 2 : 0;
    if (step !== 0) {
      leftWidth.value = clamp(leftWidth.value + step);
      event.preventDefault();
    }
  };
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the left side"
      aria-valuemin={22}
      aria-valuemax={60}
      aria-valuenow={Math.round(leftWidth.value)}
      onPointerDown={drag}
      onKeyDown={keys}
    />
  );
}
