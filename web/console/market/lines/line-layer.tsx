/** The user's own orders and positions over the drawing: lines in it, chips beside them, and the bar that moves an order. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ConsoleExchange, ShownMarket } from "../../exchange/exchange.ts";
import { useLive } from "../../exchange/use-live.ts";
import { useSubmission } from "../../trade/form/use-submission.ts";
import type { ChartView } from "../chart-view.ts";
import { askedMove } from "../move/asked-move.ts";
import { MoveBar } from "../move/move-bar.tsx";
import type { DrawnLine } from "../price-lines.ts";
import { type ChartLine, linesOf } from "./chart-lines.ts";
import { LineChip } from "./line-chip.tsx";
import { stepPriceAt } from "./step-price.ts";
import { type LayoutCount, useChips } from "./use-chips.ts";

interface LineLayerProps {
  readonly exchange: ConsoleExchange;
  readonly market: ShownMarket;
  readonly view: ChartView;
  readonly layout: LayoutCount;
}

/** A line on its way to another price. */
interface Moving {
  readonly id: string;
  readonly price: string;
  /** The question has been put. */
  readonly isAsked: boolean;
}

export function LineLayer({ exchange, market, view, layout }: LineLayerProps) {
  const own = useOwnLines(exchange, market);
  const [moving, setMoving] = useState<Moving>();
  const submission = useSubmission(exchange, { isStreamed: true, isFollowUp: true });
  const lines = useMemo(() => own.map((line) => movedLine(line, moving)), [own, moving]);
  const mark = useMarkLine(exchange, market);
  useEffect(
    () => view.drawLines([...mark, ...lines.map((line) => drawnLineOf(line, moving))]),
    [view, lines, mark],
  );
  useEffect(() => () => view.drawLines([]), [view]);
  const place = useRef<HTMLElement>(null);
  const takenAbove = () => legendHeight(place.current);
  const chips = useChips({ view, layout, takenAbove }, lines);
  const ask = ({ id, price }: Pick<ChartLine, "id" | "price">) => {
    submission.forget();
    setMoving((now) => ({ id, price: now?.id === id ? now.price : price, isAsked: true }));
  };
  useAskedMove(own, ask);
  const giveUp = () => setMoving(undefined);
  const close = () => {
    giveUp();
    if (moving) focusChip(moving.id);
  };
  const drag = ({ id }: ChartLine, y: number) => {
    const price = stepPriceAt(view.placeAt(y), market.pricePrecision);
    submission.forget();
    if (price !== undefined) setMoving({ id, price, isAsked: false });
  };
  return (
    <>
      <section class="chart-lines" ref={place} aria-label="Your orders and positions on the chart">
        {chips.map((place) => {
          const line = lines.find(({ id }) => id === place.id);
          const isMoving = moving?.id === place.id;
          return line ? (
            <LineChip
              key={place.id}
              line={line}
              place={place}
              market={market}
              isMoving={isMoving}
              drag={drag}
              giveUp={giveUp}
              drop={ask}
            />
          ) : null;
        })}
      </section>
      {moving?.isAsked ? (
        <MoveBar
          key={moving.id}
          exchange={exchange}
          market={market}
          line={own.find(({ id }) => id === moving.id)}
          price={moving.price}
          change={(price) => {
            submission.forget();
            setMoving({ ...moving, price });
          }}
          submission={submission}
          close={close}
        />
      ) : null}
    </>
  );
}

/** The legend stands over the drawing, in as many lines as it needs. */
function legendHeight(place: HTMLElement | null): number {
  const legend = place?.parentElement?.querySelector<HTMLElement>(".legend");
  return legend ? legend.offsetTop + legend.offsetHeight : 0;
}

/** Where the keyboard was when the question was put; that of an order that has ended is gone. */
function focusChip(id: string): void {
  document.querySelector<HTMLElement>(`[data-line="${id}"]`)?.focus();
}

function useOwnLines({ account, tickers }: ConsoleExchange, market: ShownMarket) {
  const orders = useLive(account.orders);
  const positions = useLive(account.positions);
  return useMemo(() => {
    const last = tickers.value.get(market.name)?.last ?? "0";
    return linesOf({ orders, positions, market, last });
  }, [orders, positions, market]);
}

/** The mark decides over positions, and is not where the market trades: it has a line of its own. */
function useMarkLine({ index }: ConsoleExchange, { name }: ShownMarket): readonly DrawnLine[] {
  const price = useLive(index, (told) =>
    told?.contractName === name ? told.markPrice : undefined,
  );
  return useMemo(
    () =>
      price === undefined || price === "0"
        ? []
        : [{ id: "mark", price, colour: "--dim", isDashed: true, title: "Mark" }],
    [price],
  );
}

function movedLine(line: ChartLine, moving: Moving | undefined): ChartLine {
  const price = moving?.id === line.id ? moving.price : line.price;
  return price === line.price ? line : { ...line, price };
}

const COLOURS = { up: "--up", down: "--down", alarm: "--accent" } as const;

function drawnLineOf({ id, price, kind, tone }: ChartLine, moving: Moving | undefined): DrawnLine {
  return { id, price, colour: COLOURS[tone], isDashed: kind === "order" || moving?.id === id };
}

/** One that was asked for before the chart of its market was there is taken up when it is. */
function useAskedMove(own: readonly ChartLine[], ask: (line: ChartLine) => void): void {
  const asked = useLive(askedMove);
  useEffect(() => {
    const line = asked === undefined ? undefined : own.find(({ id }) => id === asked);
    if (!line) return;
    askedMove.set(undefined);
    ask(line);
  }, [asked, own]);
}
