/**
 * Where the quotes of a live market belong: a best price on each side that follows the price at every turn, and
 * behind it two ladders, whose levels stand at fixed places, so that they only begin and end elsewhere when the price has
 * moved. The busier the market, the farther the best prices are apart. SANDBOX-MARKET-2, SANDBOX-MARKET-4.
 */
import type { Draws } from "../../../core/base/draws.ts";
import type { Side } from "../../../core/engine/orders/order.ts";
import { USUAL } from "../live/volatility.ts";
import type { Quote } from "../market/quotes.ts";

/** The quotes that a trader is to have, and those beside them that it may leave where they are. */
export interface WantedQuotes {
  readonly quotes: readonly Quote[];
  isInPlace(quote: Quote): boolean;
}

/** Distances in 10^-7 of the price. */
const ONE = 10_000_000;
const NEAR_GRID = 2_000;
const FAR_GRID = 5_000;
const NEAR_LEVELS = 10;
const FAR_LEVELS = 12;
/** So many more may be left standing behind the last: a price that comes back finds them. */
const SPARE = 4;
/** What is drawn of the usual spread, in hundredths. */
const DRAWN_MIN = 40;
const DRAWN_MAX = 160;

/** Levels at multiples of `grid`, `shift` ticks beside them, so that no level of another ladder meets them. */
interface Ladder {
  readonly grid: number;
  readonly shift: number;
  readonly levels: number;
}

export class LiveLevels {
  readonly #spread: number;
  readonly #near: Ladder;
  readonly #far: Ladder;
  /** From the price to the first far level. */
  readonly #gap: number;

  /** `spread` is the usual one, in 10^-7 of `centre`. */
  constructor(centre: number, spread: number) {
    const gridOf = (share: number) => Math.max(1, Math.round((centre * share) / ONE));
    const grid = gridOf(NEAR_GRID);
    this.#spread = centre * spread;
    this.#near = { grid, shift: 0, levels: NEAR_LEVELS };
    this.#far = { grid: gridOf(FAR_GRID), shift: Math.trunc(grid / 2), levels: FAR_LEVELS };
    this.#gap = grid * (NEAR_LEVELS + SPARE);
  }

  /** The best prices and the ladder behind them. */
  near(ticks: number, { activity, draws }: { activity: number; draws: Draws }): WantedQuotes {
    const drawn = DRAWN_MIN + draws.below(DRAWN_MAX - DRAWN_MIN + 1);
    const spread = Math.max(1, Math.round((this.#spread * activity * drawn) / (ONE * USUAL * 100)));
    const bid = ticks - draws.below(spread + 1);
    const ask = bid + spread;
    const best: readonly Quote[] = [
      { side: "buy", ticks: bid },
      { side: "sell", ticks: ask },
    ];
    const behind = wantedOn(this.#near, { bid: bid - 1, ask: ask + 1 });
    return {
      quotes: [...best.filter(isQuote), ...behind.quotes],
      isInPlace: (quote) =>
        quote.ticks === (quote.side === "buy" ? bid : ask) || behind.isInPlace(quote),
    };
  }

  /** The ladder beyond the near one. */
  far(ticks: number): WantedQuotes {
    const from = { bid: ticks - this.#gap, ask: ticks + this.#gap };
    const half = Math.trunc(this.#gap / 2);
    const wanted = wantedOn(this.#far, from);
    const nearer = wantedOn(this.#far, { bid: from.bid + half, ask: from.ask - half });
    const isInPlace = (quote: Quote) => wanted.isInPlace(quote) || nearer.isInPlace(quote);
    return { quotes: wanted.quotes, isInPlace };
  }
}

/** The levels of a ladder from a bid down and from an ask up, the best first, bids and asks in turn. */
function wantedOn(
  { grid, shift, levels }: Ladder,
  { bid, ask }: { bid: number; ask: number },
): WantedQuotes {
  const bids = Math.floor((bid - shift) / grid);
  const asks = Math.ceil((ask - shift) / grid);
  const quotes: Quote[] = [];
  for (let at = 0; at < levels; at++) {
    quotes.push({ side: "buy", ticks: (bids - at) * grid + shift });
    quotes.push({ side: "sell", ticks: (asks + at) * grid + shift });
  }
  const levelOf = (side: Side, at: number) => (side === "buy" ? bids - at : at - asks);
  return {
    quotes: quotes.filter(isQuote),
    isInPlace: ({ side, ticks }) => {
      const level = levelOf(side, (ticks - shift) / grid);
      return Number.isInteger(level) && level >= 0 && level < levels + SPARE;
    },
  };
}

function isQuote({ ticks }: Quote): boolean {
  return ticks > 0;
}
