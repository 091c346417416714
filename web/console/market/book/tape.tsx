/** The trade tape: what was traded last, newest on top, in the taker's colour and with an arrow. */
import type { ConsoleExchange, PublicTrade, ShownMarket } from "../../exchange/exchange.ts";
import { useLive } from "../../exchange/use-live.ts";
import { Panel } from "../../parts/panel.tsx";
import { formatDecimal, formatTime } from "../../text/format.ts";
import { FootPick } from "./foot-pick.tsx";

/** As many as a tall window shows; more would only be drawn to be scrolled past. */
const SHOWN_MAX = 60;

export function Tape({ exchange }: { readonly exchange: ConsoleExchange }) {
  const market = useLive(exchange.selected);
  return (
    <Panel title="Trades" class="tape" actions={<FootPick foot="depth" />}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys. */}
      <section class="scroll" aria-label="Latest trades" tabIndex={0}>
        <table class="tape-table">
          <caption class="unseen">Latest trades, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Price{market ? <small> {market.quote}</small> : null}</th>
              <th scope="col" class="figure">
                Size{market ? <small> {sizeUnitOf(market)}</small> : null}
              </th>
              <th scope="col" class="figure">
                Time<small> UTC</small>
              </th>
            </tr>
          </thead>
          <tbody>{market ? <TapeRows exchange={exchange} market={market} /> : null}</tbody>
        </table>
      </section>
    </Panel>
  );
}

export function sizeUnitOf({ kind, base }: ShownMarket): string {
  return kind === "contract" ? "contracts" : base;
}

interface TapeRowsProps {
  readonly exchange: ConsoleExchange;
  readonly market: ShownMarket;
}

function TapeRows({ exchange, market }: TapeRowsProps) {
  const trades = useLive(exchange.tape);
  // The book's snapshot comes with that of the trades: before it, nothing is known.
  const isKnown = useLive(exchange.book) !== undefined;
  if (trades.length === 0 && isKnown) {
    return (
      <tr>
        <td colSpan={3} class="empty">
          No trades yet.
        </td>
      </tr>
    );
  }
  return (
    <>
      {trades.slice(0, SHOWN_MAX).map((trade) => (
        <TapeRow key={trade.id} trade={trade} market={market} />
      ))}
    </>
  );
}

function TapeRow({ trade, market }: { readonly trade: PublicTrade; readonly market: ShownMarket }) {
  const isBuy = trade.side === "BUY";
  return (
    <tr>
      <td class={isBuy ? "up" : "down"}>
        <span class="arrow" aria-hidden="true">
          {isBuy ? "▲" : "▼"}
        </span>
        <span class="unseen">{isBuy ? "bought at " : "sold at "}</span>
        {formatDecimal(trade.price, market.pricePrecision)}
      </td>
      <td class="figure">{formatDecimal(trade.qty, market.quantityPrecision)}</td>
      <td class="figure dim">{formatTime(trade.time)}</td>
    </tr>
  );
}
