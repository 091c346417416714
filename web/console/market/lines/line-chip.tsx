/**
 * What is written on a line of the chart. That of an order is a button: dragged, it takes the line along; pressed, it
 * asks for the new price in words. Escape gives a drag up.
 */
import { useEffect, useRef } from "preact/hooks";
import { isUntouched } from "../../exchange/account/own-lists.ts";
import type { ShownMarket } from "../../exchange/exchange.ts";
import { formatDecimal } from "../../text/format.ts";
import { TOUCHED } from "../move/move-list.ts";
import type { ChartLine } from "./chart-lines.ts";
import type { ChipPlace } from "./spread-chips.ts";

/** Less is a press with an unsteady hand. */
const DRAG_FROM_PX = 4;

export interface ChipDrag {
  /** The pointer is at this height of the drawing. */
  drag(line: ChartLine, y: number): void;
  /** It was let go; without a drag before, it was a press. */
  drop(line: ChartLine): void;
  giveUp(): void;
}

interface LineChipProps extends ChipDrag {
  readonly line: ChartLine;
  readonly place: ChipPlace;
  readonly market: ShownMarket;
  readonly isMoving: boolean;
}

const ARROWS = { above: "↑ ", below: "↓ " } as const;

export function LineChip(props: LineChipProps) {
  const { line, place, market, isMoving } = props;
  const price = formatDecimal(line.price, market.pricePrecision);
  const arrow = place.beyond ? ARROWS[place.beyond] : "";
  const text = `${arrow}${line.label}`;
  const face = `line-chip line-${line.tone} ${isMoving ? "line-moving" : ""}`;
  const style = { top: `${place.top}px` };
  const isFixed = line.list && !isUntouched(line.list);
  if (!line.order || isFixed) {
    return (
      <span class={face} style={style} title={isFixed ? TOUCHED : undefined}>
        {text} <span class="figure">{price}</span>
      </span>
    );
  }
  return (
    <MovableChip {...props} face={face} style={style}>
      {`${text} `}
      <span class="figure">{price}</span>
    </MovableChip>
  );
}

interface MovableChipProps extends LineChipProps {
  readonly face: string;
  readonly style: { readonly top: string };
  readonly children: preact.ComponentChildren;
}

function MovableChip({ line, face, style, children, ...acts }: MovableChipProps) {
  const drag = usePointerDrag(line, acts);
  return (
    <button
      type="button"
      class={`${face} line-movable`}
      style={style}
      data-line={line.id}
      title={`Drag it, or press it, to move the order${line.list ? ", and its list with it" : ""}`}
      {...drag}
    >
      <span class="unseen">{`Move order ${line.order?.orderIdString}: `}</span>
      {children}
    </button>
  );
}

interface Held {
  readonly pointer: number;
  readonly startY: number;
  /** From the top of the page to that of the drawing. */
  readonly topY: number;
  isDragging: boolean;
}

function usePointerDrag(line: ChartLine, acts: ChipDrag) {
  const held = useRef<Held | undefined>(undefined);
  const latest = useRef(acts);
  latest.current = acts;
  const wasDragged = useRef(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !held.current?.isDragging) return;
      event.preventDefault();
      held.current = undefined;
      latest.current.giveUp();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
  return {
    onPointerDown(event: PointerEvent) {
      const { currentTarget: chip, pointerId: pointer, clientY: startY, button } = event;
      if (button !== 0 || !(chip instanceof HTMLElement)) return;
      chip.setPointerCapture(pointer);
      const topY = chip.parentElement?.getBoundingClientRect().top ?? 0;
      held.current = { pointer, startY, topY, isDragging: false };
      wasDragged.current = false;
    },
    onPointerMove({ pointerId, clientY }: PointerEvent) {
      const { current } = held;
      if (current?.pointer !== pointerId) return;
      if (!current.isDragging && Math.abs(clientY - current.startY) < DRAG_FROM_PX) return;
      current.isDragging = true;
      wasDragged.current = true;
      latest.current.drag(line, clientY - current.topY);
    },
    onPointerUp() {
      const wasHeld = held.current?.isDragging;
      held.current = undefined;
      if (wasHeld) latest.current.drop(line);
    },
    onPointerCancel() {
      if (held.current?.isDragging) latest.current.giveUp();
      held.current = undefined;
    },
    /** The browser tells of a click behind every drag: only one without a drag is a press. */
    onClick() {
      if (!wasDragged.current) latest.current.drop(line);
      wasDragged.current = false;
    },
  };
}
