/**
 * The line between chart and account, which is drawn with the pointer or moved by the arrow keys; a double click puts it back.
 * A phone has none: there each area has the screen to itself.
 */
import { useLive } from "../exchange/use-live.ts";
import {
  accountHeight,
  HEIGHT_MIN,
  setAccountHeight,
  stepAccountHeight,
} from "./account-height.ts";

const STEP = 24;

export function Splitter() {
  const height = useLive(accountHeight);
  const set = (next: number | undefined) => setAccountHeight(next, window.innerHeight);
  const onPointerDown = (event: PointerEvent & { readonly currentTarget: HTMLElement }) =>
    event.currentTarget.setPointerCapture(event.pointerId);
  const onPointerMove = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      set(window.innerHeight - event.clientY);
  };
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const step = { ArrowUp: STEP, ArrowDown: -STEP }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    stepAccountHeight(step, standing(event.currentTarget), window.innerHeight);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; what can be is this role on a box.
    <div
      class="splitter"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the account"
      aria-valuemin={HEIGHT_MIN}
      aria-valuenow={height ?? HEIGHT_MIN}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDblClick={() => set(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}

/** From the line to the foot of the window. */
function standing(line: HTMLElement): number {
  return window.innerHeight - line.getBoundingClientRect().top;
}
