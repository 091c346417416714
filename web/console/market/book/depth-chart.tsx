/**
 * The depth chart: how much stands in the book on the way to each price, bids to the left and asks to
 * the right. Drawn as two shapes of SVG; the pointer reads off what it would take to move the price
 * so far. The picture's content is also a sentence, for screen readers.
 */
import { useState } from "preact/hooks";
import type { ConsoleExchange, ShownBook, ShownMarket } from "../../exchange/exchange.ts";
import { useLive } from "../../exchange/use-live.ts";
import { Panel } from "../../parts/panel.tsx";
import { formatCompact, formatDecimal } from "../../text/format.ts";
import { type CurvePoint, type DepthCurve, depthCurveOf } from "./depth-curve.ts";
import { FootPick } from "./foot-pick.tsx";
import { sizeUnitOf } from "./tape.tsx";

/** The picture's own units; it is stretched to its box, and lines keep their width. */
const WIDTH = 1_000;
const HEIGHT = 100;

export function DepthChart({ exchange }: { readonly exchange: ConsoleExchange }) {
  const market = useLive(exchange.selected);
  return (
    <Panel title="Depth" class="depth" actions={<FootPick foot="trades" />}>
      {market ? <Curve exchange={exchange} market={market} /> : <div class="depth-box" />}
    </Panel>
  );
}

interface CurveProps {
  readonly exchange: ConsoleExchange;
  readonly market: ShownMarket;
}

function Curve({ exchange, market }: CurveProps) {
  const book = useLive(exchange.book);
  const [at, setAt] = useState<number | undefined>(undefined);
  const curve = book && depthCurveOf(book, market);
  const pointed = curve && at !== undefined ? pointAt(curve, at) : undefined;
  const onPointerMove = (event: PointerEvent & { readonly currentTarget: Element }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setAt((event.clientX - left) / width);
  };
  return (
    <div class="depth-box" onPointerMove={onPointerMove} onPointerLeave={() => setAt(undefined)}>
      {curve ? (
        <>
          <Picture curve={curve} market={market} />
          {pointed ? <Pointed point={pointed} market={market} /> : null}
          <Scale curve={curve} market={market} />
        </>
      ) : book ? (
        <p class="empty">No depth to draw: {emptySideOf(book)}.</p>
      ) : null}
    </div>
  );
}

function emptySideOf({ bids, asks }: ShownBook): string {
  if (bids.length === 0 && asks.length === 0) return "the book is empty";
  return bids.length === 0 ? "nobody bids" : "nobody offers";
}

interface OfCurve {
  readonly curve: DepthCurve;
  readonly market: ShownMarket;
}

function Picture({ curve, market }: OfCurve) {
  const unit = sizeUnitOf(market);
  const [bid, ask] = [curve.bids.at(-1), curve.asks.at(-1)];
  const sentence =
    `${bid?.total ?? "0"} ${unit} are wanted down to ${bid?.price ?? curve.low}, ` +
    `${ask?.total ?? "0"} ${unit} are offered up to ${ask?.price ?? curve.high}`;
  return (
    <svg
      class="depth-picture"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={sentence}
    >
      <path class="depth-area bid" d={areaOf(curve.bids, 0)} />
      <path class="depth-area ask" d={areaOf(curve.asks, 1)} />
      <path class="depth-line bid" d={lineOf(curve.bids, 0)} />
      <path class="depth-line ask" d={lineOf(curve.asks, 1)} />
    </svg>
  );
}

/** Stairs from the middle to the edge: the depth holds until the next price has been reached. */
function lineOf(points: readonly CurvePoint[], edge: number): string {
  const [first] = points;
  if (!first) return "";
  const stairs = points.map(({ x, y }) => `H${across(x)}V${down(y)}`);
  return `M${across(first.x)} ${HEIGHT}${stairs.join("")}H${across(edge)}`;
}

function areaOf(points: readonly CurvePoint[], edge: number): string {
  return points.length === 0 ? "" : `${lineOf(points, edge)}V${HEIGHT}Z`;
}

function across(x: number): number {
  return Math.round(x * WIDTH);
}

function down(y: number): number {
  // A twelfth of the height stays free above the deepest.
  return Math.round((HEIGHT - y * HEIGHT * (11 / 12)) * 10) / 10;
}

/** The outermost level that has been passed on the way from the middle to the pointer. */
function pointAt({ bids, asks }: DepthCurve, x: number): CurvePoint | undefined {
  const passed =
    x < 0.5 ? bids.filter((point) => point.x >= x) : asks.filter((point) => point.x <= x);
  return passed.at(-1);
}

interface PointedProps {
  readonly point: CurvePoint;
  readonly market: ShownMarket;
}

function Pointed({ point, market }: PointedProps) {
  return (
    <>
      <span class="depth-pointer" style={{ left: `${point.x * 100}%` }} />
      <p class={`depth-note figure ${point.x < 0.5 ? "on-right" : "on-left"}`}>
        {formatDecimal(point.price, market.pricePrecision)}
        <small> {formatCompact(point.total)}</small>
      </p>
    </>
  );
}

function Scale({ curve, market }: OfCurve) {
  const { pricePrecision } = market;
  return (
    <p class="depth-scale figure" aria-hidden="true">
      <span>{formatDecimal(curve.low, pricePrecision)}</span>
      <span class="depth-middle">{formatDecimal(curve.middle, pricePrecision)}</span>
      <span>{formatDecimal(curve.high, pricePrecision)}</span>
    </p>
  );
}
