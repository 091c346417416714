/**
 * Candles for the chart. The stream tells the newest 300 and goes on; earlier ones are asked of REST
 * when the chart is scrolled to them, a page at a time.
 */
import type { BourseClient, Interval, Kline } from "../../../../src/client/client.ts";
import type { Subscribes } from "../../../../src/client/stream/follow.ts";
import type { CandleWatch, ShownMarket } from "../exchange.ts";
import { LiveValue } from "../live.ts";
import { CANDLES_MAX, mergeCandles } from "./candles.ts";

/** As many as REST gives at once. */
const PAGE = 300;

type Reads = Pick<BourseClient, "spot" | "futures">;

export class StreamedCandles implements CandleWatch {
  readonly candles = new LiveValue<readonly Kline[] | undefined>(undefined);
  readonly #client: Reads;
  readonly #market: Pick<ShownMarket, "name" | "kind">;
  readonly #interval: Interval;
  readonly #subscription: { close(): void };
  #isLoading = false;
  #hasEarlier = true;

  constructor(
    { client, stream }: { readonly client: Reads; readonly stream: Subscribes },
    market: Pick<ShownMarket, "name" | "kind">,
    interval: Interval,
  ) {
    this.#client = client;
    this.#market = market;
    this.#interval = interval;
    const take = ({ candles }: { readonly candles: readonly Kline[] }) => this.#add(candles);
    this.#subscription = stream.subscribe(`kline:${market.name}:${interval}`, {
      // A snapshot replaces what was told: after a sandbox went back, later candles are no more.
      snapshot: ({ candles }) => {
        this.#hasEarlier = true;
        this.candles.set(candles);
      },
      update: take,
      // What the streams do not tell, REST may.
      error: () => void this.#loadNewest(),
    });
  }

  async #loadNewest(): Promise<void> {
    try {
      this.#add(await this.#fetchUpTo(undefined));
    } catch {
      this.candles.set([]);
    }
  }

  async loadEarlier(): Promise<boolean> {
    const oldest = this.candles.value?.[0];
    const isFull = (this.candles.value?.length ?? 0) >= CANDLES_MAX;
    if (this.#isLoading || !this.#hasEarlier || isFull || !oldest) return false;
    this.#isLoading = true;
    try {
      const page = await this.#fetchUpTo(oldest.idx - 1);
      this.#hasEarlier = page.length === PAGE;
      if (page.length > 0) this.#add(page);
      return page.length > 0;
    } catch {
      // Scrolling on asks again; the chart shows what it has.
      return false;
    } finally {
      this.#isLoading = false;
    }
  }

  stop(): void {
    this.#hasEarlier = false;
    this.#subscription.close();
  }

  #fetchUpTo(endTime: number | undefined): Promise<readonly Kline[]> {
    const { name, kind } = this.#market;
    const span = { interval: this.#interval, limit: PAGE, endTime };
    return kind === "pair"
      ? this.#client.spot.klines({ symbol: name, ...span })
      : this.#client.futures.klines({ contractName: name, ...span });
  }

  #add(candles: readonly Kline[]): void {
    this.candles.set(mergeCandles(this.candles.value ?? [], candles));
  }
}
