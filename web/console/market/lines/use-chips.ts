/** Where the chips of the lines stand now: worked out when the drawing has moved, drawn when that changes something. */
import { useEffect, useRef, useState } from "preact/hooks";
import { LiveValue } from "../../exchange/live.ts";
import type { ChartView } from "../chart-view.ts";
import { type ChipPlace, spreadChips } from "./spread-chips.ts";

const CHIP_HEIGHT = 20;
/** So many stand at an edge for orders beyond it. */
const EDGE_MAX = 3;

/** Counts how often the drawing has moved. */
export type LayoutCount = LiveValue<number>;

export function beginLayoutCount(): LayoutCount {
  return new LiveValue(0);
}

interface Standing {
  readonly id: string;
  readonly price: string;
}

interface ChipGround {
  readonly view: ChartView;
  readonly layout: LayoutCount;
  /** How much of the top the legend takes now. */
  takenAbove(): number;
}

export function useChips(
  { view, layout, takenAbove }: ChipGround,
  lines: readonly Standing[],
): readonly ChipPlace[] {
  const [chips, setChips] = useState<readonly ChipPlace[]>([]);
  const latest = useRef(lines);
  latest.current = lines;
  useEffect(() => {
    let frame = 0;
    const place = () => {
      frame = 0;
      const next = placeChips(view, latest.current, takenAbove());
      setChips((before) => (areSame(before, next) ? before : next));
    };
    const ask = () => {
      frame ||= requestAnimationFrame(place);
    };
    const unfollow = layout.follow(ask);
    ask();
    return () => {
      unfollow();
      cancelAnimationFrame(frame);
    };
  }, [view, layout, lines]);
  return chips;
}

function placeChips(
  view: ChartView,
  lines: readonly Standing[],
  taken: number,
): readonly ChipPlace[] {
  const placed = lines.flatMap(({ id, price }) => {
    const y = view.heightOf(price);
    return y === null ? [] : { id, y };
  });
  const { height } = view.size;
  return spreadChips(placed, { height, taken, chipHeight: CHIP_HEIGHT, edgeMax: EDGE_MAX });
}

function areSame(before: readonly ChipPlace[], next: readonly ChipPlace[]): boolean {
  return (
    before.length === next.length &&
    before.every(({ id, top, beyond }, at) => {
      const other = next[at];
      return other?.id === id && other.top === top && other.beyond === beyond;
    })
  );
}
