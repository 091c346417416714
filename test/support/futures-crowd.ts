/**
 * A crowd for properties of futures: random orders of a few people near a mark that stands still. A
 * deed is plain data, so that two desks can be led through the same deeds. What would only be refused
 * (the other margin mode, a close of nothing) is made into something that may happen.
 */
import fc from "fast-check";
import { bestOpposite } from "../../src/core/engine/book/book.ts";
import { findContractAccount, isModeFree } from "../../src/core/engine/futures/contract-account.ts";
import type { EngineOutcome } from "./desk.ts";
import type { FuturesDesk } from "./futures-desk.ts";

export const CROWD = ["ann", "bob", "cat"] as const;

export interface Deed {
  readonly who: string;
  readonly action: "open" | "close";
  readonly side: "buy" | "sell";
  readonly lots: number;
  /** A limit is so many ten-thousandths off the mark; a hit is at the best price it meets. */
  readonly kind: "limit" | "hit" | "market";
  readonly off: number;
  readonly timeInForce: "" | "ioc" | "fok" | "post_only";
  readonly mode: "cross" | "isolated";
}

export interface Manners {
  readonly names?: readonly string[];
  readonly lotsMax?: number;
  readonly offMax?: number;
}

export function deeds(manners: Manners = {}): fc.Arbitrary<Deed> {
  const { names = CROWD, lotsMax = 60, offMax = 200 } = manners;
  return fc.record({
    who: fc.constantFrom(...names),
    action: fc.constantFrom("open", "close"),
    side: fc.constantFrom("buy", "sell"),
    lots: fc.integer({ min: 1, max: lotsMax }),
    kind: fc.constantFrom("limit", "limit", "hit", "hit", "market"),
    off: fc.integer({ min: -offMax, max: offMax }),
    timeInForce: fc.constantFrom("", "", "", "", "ioc", "fok", "post_only"),
    mode: fc.constantFrom("isolated", "cross"),
  });
}

/** What the deed comes to as things stand: its action, contracts and margin mode. */
function meant(desk: FuturesDesk, { who, action, side, lots, mode }: Deed) {
  const contractAccount = findContractAccount(desk.state.futures, desk.user(who), 1);
  const position =
    contractAccount && (side === "buy" ? contractAccount.short : contractAccount.long);
  const closable = position ? position.volume - position.pending : 0;
  const isClose = action === "close" && closable > 0;
  return {
    action: isClose ? "close" : "open",
    lots: isClose ? Math.min(lots, closable) : lots,
    mode: contractAccount && !isModeFree(contractAccount) ? contractAccount.mode : mode,
  };
}

/** The words of a deed, on the desk's first contract. */
export function wordsOf(desk: FuturesDesk, deed: Deed): string {
  const { side, off, timeInForce } = deed;
  const { action, lots, mode } = meant(desk, deed);
  const { mark, contract, book } = desk.market();
  const { unit, kind, scale, pricePrecision } = contract;
  if (deed.kind === "market") {
    const one = kind === "linear" ? unit * BigInt(mark) : unit / BigInt(mark);
    const value = Number(one * BigInt(lots)) / 10 ** scale;
    return `${action} ${side} ${action === "open" ? value.toFixed(8) : lots} ${mode}`;
  }
  const best = deed.kind === "hit" ? bestOpposite(book, side) : undefined;
  const ticks = best?.ticks ?? Math.max(1, mark + Math.round((mark * off) / 10_000));
  const price = (ticks / 10 ** pricePrecision).toFixed(pricePrecision);
  const force = timeInForce === "" ? "" : ` ${timeInForce}`;
  return `${action} ${side} ${lots} @ ${price}${force} ${mode}`;
}

export function act(desk: FuturesDesk, deed: Deed): EngineOutcome {
  return desk.send(desk.trading(deed.who, wordsOf(desk, deed)));
}
