/**
 * The newest trades of each market, which are public. Bounded; part of the snapshot. SPOT-DATA-2.
 */
import type { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import type { Side } from "../engine/orders/order.ts";
import type { PastCandle } from "../engine/prices/past.ts";
import { ByMarket, type MarketId } from "./by-market.ts";
import { pastIdAt, ROWS, rowsOf } from "./past-rows.ts";
import { type PastPiece, PendingPast } from "./pending-past.ts";
import { Ring } from "./ring.ts";

export interface RecentTrade {
  /** Below zero for a row of an imported candle. */
  readonly id: number;
  readonly ticks: number;
  readonly lots: number;
  readonly timeMs: number;
  readonly takerSide: Side;
}

/** The largest number the API gives of a market. */
export const RECENT_TRADES_MAX = 1_000;

/** The columns of a row. The id of a row that no trade has made follows from its time, and is 0 here. */
const ID = 0;
const TICKS = 1;
const LOTS = 2;
const TIME_MS = 3;
const IS_BUY = 4;
const WIDTH = 5;

export class RecentTrades {
  private readonly tapes = new ByMarket(newTape);

  add(market: MarketId, trade: RecentTrade): void {
    addTrade(settled(this.tapes.get(market)), trade);
  }

  /** SANDBOX-PAST-3 */
  addPast(market: MarketId, past: readonly PastCandle[]): void {
    const traded = past.filter(({ lots }) => lots > 0);
    if (traded.length > 0) this.tapes.get(market).pending.add(traded);
  }

  /** SPOT-DATA-2: at most `limit`, newest first. */
  newest(market: MarketId, limit: number): RecentTrade[] {
    const tape = this.tapes.find(market);
    const trades: RecentTrade[] = [];
    if (!tape) return trades;
    const ring = settled(tape);
    const oldest = Math.max(ring.count - limit, 0);
    for (let older = ring.count - 1; older >= oldest; older--) trades.push(tradeAt(ring, older));
    return trades;
  }

  write(out: ByteWriter): void {
    this.tapes.write(out, (to, tape) => writeTrades(to, settled(tape)));
  }

  read(from: ByteReader): void {
    this.tapes.read(from, (bytes, { ring }) => readTrades(bytes, ring));
  }
}

interface Tape {
  readonly ring: Ring;
  readonly pending: PendingPast;
}

function newTape(): Tape {
  return { ring: new Ring(WIDTH, RECENT_TRADES_MAX), pending: new PendingPast(isOnTape) };
}

function isOnTape(_: PastPiece, later: readonly PastPiece[]): boolean {
  return later.reduce((rows, piece) => rows + rowsIn(piece), 0) < RECENT_TRADES_MAX;
}

/** SANDBOX-PAST-3: the tape has no rows of nothing, and fewer lots than rows all stand in the last. */
function rowsIn(piece: PastPiece): number {
  return piece.reduce((rows, { lots }) => rows + (lots < ROWS ? 1 : ROWS), 0);
}

/** The ring of a tape, with all that waited for it. */
function settled({ ring, pending }: Tape): Ring {
  for (const candle of pending.take()) {
    for (const row of rowsOf(candle)) if (row.lots > 0) addTrade(ring, row);
  }
  return ring;
}

function addTrade(ring: Ring, { id, ticks, lots, timeMs, takerSide }: RecentTrade): void {
  const at = ring.push();
  const { values } = ring;
  values[at + ID] = Math.max(id, 0);
  values[at + TICKS] = ticks;
  values[at + LOTS] = lots;
  values[at + TIME_MS] = timeMs;
  values[at + IS_BUY] = takerSide === "buy" ? 1 : 0;
}

function tradeAt(ring: Ring, older: number): RecentTrade {
  const at = ring.at(older);
  const { values } = ring;
  const timeMs = values[at + TIME_MS] as number;
  return {
    id: values[at + ID] || pastIdAt(timeMs),
    ticks: values[at + TICKS] as number,
    lots: values[at + LOTS] as number,
    timeMs,
    takerSide: values[at + IS_BUY] === 1 ? "buy" : "sell",
  };
}

function writeTrades(out: ByteWriter, ring: Ring): void {
  out.uint(ring.count);
  for (let older = 0; older < ring.count; older++) {
    const at = ring.at(older);
    for (let column = 0; column < WIDTH; column++) out.uint(ring.values[at + column] as number);
  }
}

function readTrades(from: ByteReader, ring: Ring): void {
  const count = from.uint();
  for (let i = 0; i < count; i++) {
    const at = ring.push();
    for (let column = 0; column < WIDTH; column++) ring.values[at + column] = from.uint();
  }
}
