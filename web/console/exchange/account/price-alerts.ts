/**
 * Prices that the user wants to be told of: each waits until the last price of its market reaches it from where it was, is told
 * once, and is gone. They are of this browser, and are looked at while the page is open.
 */
import { keep, readKept } from "../../parts/kept.ts";
import { compareDecimals, typedDecimal } from "../../text/exact.ts";
import { formatPlain } from "../../text/format.ts";
import type { AccountAlert, ShownTicker } from "../exchange.ts";
import { type Live, LiveValue } from "../live.ts";

export const PRICE_ALERTS_MAX = 20;
const KEPT = "price-alerts";

export interface PriceAlert {
  /** What the API calls the market. */
  readonly market: string;
  readonly price: string;
  /** It is reached from below. */
  readonly isAbove: boolean;
}

export class PriceAlerts {
  readonly entries = new LiveValue<readonly PriceAlert[]>(read());
  readonly #tickers: Live<ReadonlyMap<string, ShownTicker>>;
  readonly #tell: (reached: PriceAlert) => void;

  constructor(
    tickers: Live<ReadonlyMap<string, ShownTicker>>,
    tell: (reached: PriceAlert) => void,
  ) {
    this.#tickers = tickers;
    this.#tell = tell;
    tickers.follow(() => this.#look());
  }

  /** Why it is not taken; undefined when it is. */
  add(market: string, typed: string): string | undefined {
    const price = typedDecimal(typed);
    const last = this.#lastOf(market);
    if (price === undefined || compareDecimals(price, "0") <= 0) return "This is not a price.";
    if (last === undefined) return "Nothing has been traded there yet.";
    const order = compareDecimals(price, last);
    if (order === 0) return "This is the last price already.";
    const { value: entries } = this.entries;
    if (entries.some((one) => one.market === market && one.price === price)) return undefined;
    if (entries.length >= PRICE_ALERTS_MAX) return `No more than ${PRICE_ALERTS_MAX} at a time.`;
    this.#set([...entries, { market, price, isAbove: order > 0 }]);
    return undefined;
  }

  remove({ market, price }: Pick<PriceAlert, "market" | "price">): void {
    const others = this.entries.value.filter((one) => one.market !== market || one.price !== price);
    this.#set(others);
  }

  #look(): void {
    const reached = this.entries.value.filter((alert) => this.#isReached(alert));
    if (reached.length === 0) return;
    this.#set(this.entries.value.filter((alert) => !reached.includes(alert)));
    for (const alert of reached) this.#tell(alert);
  }

  #isReached({ market, price, isAbove }: PriceAlert): boolean {
    const last = this.#lastOf(market);
    if (last === undefined) return false;
    const order = compareDecimals(last, price);
    return isAbove ? order >= 0 : order <= 0;
  }

  #lastOf(market: string): string | undefined {
    const last = this.#tickers.value.get(market)?.last;
    return last === undefined || compareDecimals(last, "0") <= 0 ? undefined : last;
  }

  #set(entries: readonly PriceAlert[]): void {
    this.entries.set(entries);
    keep(KEPT, entries.length === 0 ? undefined : entries.map(wordsOf).join(" "));
  }
}

/** `BTCUSDT>50000` */
function wordsOf({ market, price, isAbove }: PriceAlert): string {
  return `${market}${isAbove ? ">" : "<"}${price}`;
}

/** What another version wrote, or somebody by hand, is passed over. */
function read(): readonly PriceAlert[] {
  const words = (readKept(KEPT) ?? "").split(" ");
  const found = words.flatMap((word): PriceAlert[] => {
    const [, market, sign, price = ""] = /^([A-Z0-9-]+)([<>])([0-9.]+)$/.exec(word) ?? [];
    const plain = typedDecimal(price);
    if (!market || plain === undefined) return [];
    return [{ market, price: plain, isAbove: sign === ">" }];
  });
  return found.slice(0, PRICE_ALERTS_MAX);
}

/** What is told of one that was reached; asked for again it is told again. */
export function alertOfPrice(
  { market, price, isAbove }: PriceAlert,
  { title, time }: { readonly title: string; readonly time: number },
): AccountAlert {
  const text = `${title} has ${isAbove ? "risen" : "fallen"} to ${formatPlain(price)}`;
  return {
    id: `price ${wordsOf({ market, price, isAbove })} ${time}`,
    time,
    title: text,
    lines: [],
  };
}
