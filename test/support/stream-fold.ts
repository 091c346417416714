/**
 * What a careful client of `/ws` makes of a channel: it takes a snapshot, applies the updates whose
 * `prev` is what it has, and knows nothing else. Written from docs/streams.md, not from the server.
 */
import { expect } from "vitest";
import type { Heard } from "./stream-desk.ts";

type Level = readonly [price: string, quantity: string];

interface Trade {
  readonly id: number;
}

export class ChannelFold {
  seq: string | undefined;
  readonly bids = new Map<string, string>();
  readonly asks = new Map<string, string>();
  readonly candles = new Map<number, unknown>();
  trades: Trade[] = [];
  whole: unknown;

  hear({ type, seq, prev, data }: Heard): void {
    if (type !== "snapshot" && type !== "update") return;
    if (type === "update") expect(prev).toBe(this.seq);
    else this.#forget();
    if (type === "update") expect(isAfter(seq, this.seq)).toBe(true);
    this.seq = seq;
    this.#fold(data as Record<string, never>, type);
  }

  #forget(): void {
    for (const map of [this.bids, this.asks, this.candles]) map.clear();
    this.trades = [];
  }

  #fold(
    data: { bids?: Level[]; asks?: Level[]; trades?: Trade[]; candles?: { idx: number }[] },
    type: string,
  ): void {
    for (const side of ["bids", "asks"] as const) {
      for (const [price, quantity] of data[side] ?? []) {
        if (quantity === "0") expect(this[side].delete(price), `${type} ${price}`).toBe(true);
        else this[side].set(price, quantity);
      }
    }
    this.trades.push(...(data.trades ?? []));
    for (const candle of data.candles ?? []) this.candles.set(candle.idx, candle);
    this.whole = data;
  }

  /** As the REST API would write it: best first. */
  get depth(): { bids: Level[]; asks: Level[] } {
    const sorted = (side: Map<string, string>, sign: number) =>
      [...side].sort(([a], [b]) => sign * (Number(a) - Number(b)));
    return { bids: sorted(this.bids, -1), asks: sorted(this.asks, 1) };
  }
}

function isAfter(a: string | undefined, b: string | undefined): boolean {
  const [position = 0, counter = 0] = (a ?? "").split("-").map(Number);
  const [before = 0, counted = 0] = (b ?? "").split("-").map(Number);
  return position > before || (position === before && counter > counted);
}
