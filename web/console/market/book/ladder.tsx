/**
 * The depth ladder: asks above, bids below, the last price and the spread between. A click on a price
 * puts it into the order entry. Rows keep their places while the figures in them change, so nothing
 * jumps under the pointer; how many there are follows from the height.
 */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ConsoleExchange, ShownBook, ShownMarket, Side } from "../../exchange/exchange.ts";
import { titleOf } from "../../exchange/market/markets.ts";
import { useLive } from "../../exchange/use-live.ts";
import { Panel } from "../../parts/panel.tsx";
import { moveByArrows } from "../../parts/roving.ts";
import { formatDecimal, formatTraded } from "../../text/format.ts";
import { useLastPrice } from "../market-header.tsx";
import { type LadderRow, ladderOf } from "./ladder-levels.ts";
import { sizeUnitOf } from "./tape.tsx";

/** Of one row, unless the style sheet says otherwise. */
const ROW_HEIGHT = 20;
/** The column titles and the line in the middle. */
const HEAD_HEIGHT = 24;
const MIDDLE_HEIGHT = 34;
const NO_BOOK: ShownBook = { bids: [], asks: [] };
const GROUPINGS = ["0", "1", "2", "3"] as const;
type Grouping = (typeof GROUPINGS)[number];

export function Ladder({ exchange }: { readonly exchange: ConsoleExchange }) {
  const market = useLive(exchange.selected);
  const [grouping, setGrouping] = useState<Grouping>("0");
  const box = useRef<HTMLDivElement>(null);
  const rows = useRowCount(box);
  return (
    <Panel
      title="Order book"
      class="ladder"
      actions={<StepPick market={market} chosen={grouping} choose={setGrouping} />}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrows move between the prices inside, each a button. */}
      <div class="ladder-box" ref={box} onKeyDown={moveByArrows("vertical")}>
        {market ? (
          <LadderTable
            exchange={exchange}
            market={market}
            view={{ rows, grouping: Number(grouping) }}
          />
        ) : null}
      </div>
    </Panel>
  );
}

interface StepPickProps {
  readonly market: ShownMarket | undefined;
  readonly chosen: Grouping;
  choose(grouping: Grouping): void;
}

/** Steps are as long as prices are precise: side by side they would not fit into the head. */
function StepPick({ market, chosen, choose }: StepPickProps) {
  const pick = (text: string) => {
    const found = GROUPINGS.find((grouping) => grouping === text);
    if (found) choose(found);
  };
  return (
    <select
      class="input step-pick"
      aria-label="Price step"
      value={chosen}
      onChange={(event) => pick(event.currentTarget.value)}
    >
      {GROUPINGS.map((grouping) => (
        <option key={grouping} value={grouping}>
          {market ? stepText(market.pricePrecision - Number(grouping)) : "·"}
        </option>
      ))}
    </select>
  );
}

/** 0.01, 0.1, 1, 10: the step whose power of ten is given with its sign turned. */
function stepText(decimals: number): string {
  return decimals > 0 ? `0.${"0".repeat(decimals - 1)}1` : `1${"0".repeat(-decimals)}`;
}

function useRowCount(box: { readonly current: HTMLDivElement | null }): number {
  const [rows, setRows] = useState(10);
  useLayoutEffect(() => {
    const place = box.current;
    if (!place) return undefined;
    const observer = new ResizeObserver(() => {
      const row = Number.parseInt(getComputedStyle(place).getPropertyValue("--row"), 10);
      const height = place.clientHeight - HEAD_HEIGHT - MIDDLE_HEIGHT;
      setRows(Math.max(3, Math.floor(height / 2 / (row || ROW_HEIGHT))));
    });
    observer.observe(place);
    return () => observer.disconnect();
  }, [box]);
  return rows;
}

interface LadderTableProps {
  readonly exchange: ConsoleExchange;
  readonly market: ShownMarket;
  readonly view: { readonly rows: number; readonly grouping: number };
}

function LadderTable({ exchange, market, view }: LadderTableProps) {
  const book = useLive(exchange.book) ?? NO_BOOK;
  const { asks, bids, spread } = ladderOf(book, market, view);
  const places = Array.from({ length: view.rows }, (_, place) => place);
  const row = (side: Side, level: LadderRow | undefined, place: number) => (
    <LevelRow
      key={place}
      level={level}
      side={side}
      market={market}
      isReachable={place === 0}
      take={(price) => exchange.offerDraft({ price })}
    />
  );
  return (
    <table class="ladder-table">
      <caption class="unseen">Order book of {titleOf(market)}: asks above, bids below</caption>
      <thead>
        <tr>
          <th scope="col">
            Price<small> {market.quote}</small>
          </th>
          <th scope="col" class="figure">
            Size<small> {sizeUnitOf(market)}</small>
          </th>
          <th scope="col" class="figure">
            Total
          </th>
        </tr>
      </thead>
      <tbody class="asks">
        {places.toReversed().map((place) => row("SELL", asks[place], place))}
      </tbody>
      <tbody>
        <Middle exchange={exchange} market={market} spread={spread} />
      </tbody>
      <tbody class="bids">{places.map((place) => row("BUY", bids[place], place))}</tbody>
    </table>
  );
}

interface MiddleProps extends Omit<LadderTableProps, "view"> {
  readonly spread: string | undefined;
}

function Middle({ exchange, market, spread }: MiddleProps) {
  const { price, tone } = useLastPrice(exchange, market);
  const missing = useLive(exchange.book, (book) => (book ? sayMissing(book) : ""));
  const shown = price === undefined ? "" : formatTraded(price, market.pricePrecision);
  return (
    <tr class="ladder-middle">
      <td class={tone}>
        <span class="unseen">Last </span>
        {shown}
        <span aria-hidden="true">{tone === "up" ? " ▲" : tone === "down" ? " ▼" : ""}</span>
      </td>
      <td colSpan={2} class="figure dim">
        {spread === undefined ? missing : `Spread ${formatDecimal(spread, market.pricePrecision)}`}
      </td>
    </tr>
  );
}

/** Why there is no spread. */
function sayMissing({ bids, asks }: ShownBook): string {
  if (bids.length === 0 && asks.length === 0) return "No orders";
  return bids.length === 0 ? "No bids" : "No asks";
}

interface LevelRowProps {
  readonly level: LadderRow | undefined;
  readonly side: Side;
  readonly market: ShownMarket;
  readonly isReachable: boolean;
  take(price: string): void;
}

function LevelRow({ level, side, market, isReachable, take }: LevelRowProps) {
  if (!level) {
    return (
      <tr class="level">
        <td colSpan={3} />
      </tr>
    );
  }
  const price = formatDecimal(level.price, market.pricePrecision);
  const label = `${side === "BUY" ? "Bid" : "Ask"} ${price}: use this price`;
  return (
    <tr class="level">
      <td>
        <button
          type="button"
          class={`level-price ${side === "BUY" ? "up" : "down"}`}
          data-member={level.price}
          tabIndex={isReachable ? 0 : -1}
          aria-label={label}
          onClick={() => take(level.price)}
        >
          {price}
        </button>
        <span class="level-bar" style={{ transform: `scaleX(${level.bar})` }} />
      </td>
      <td class="figure">{formatDecimal(level.quantity, market.quantityPrecision)}</td>
      <td class="figure dim">{formatDecimal(level.total, market.quantityPrecision)}</td>
    </tr>
  );
}
