/**
 * What is asked of both books where stops and OCO lists are: drawn without knowing the books, and made a step when its turn
 * has come, by what is open and by the last price, which both agree on.
 */
import fc from "fast-check";
import { present } from "../../src/core/base/assert.ts";

export type Side = "buy" | "sell";

interface Sized {
  readonly name: string;
  readonly side: Side;
  readonly size: number;
}

export type Limit = Sized & { readonly type: "limit"; readonly price: number };
export type Market = Sized & { readonly type: "market" };
/** A price of 0 is at market. */
export type Stop = Sized & {
  readonly type: "stop";
  readonly price: number;
  readonly trigger: number;
};
/** Two legs under one name: one at `price`, and one that waits for `trigger` and then asks for `after`. */
export type Oco = Sized & {
  readonly type: "oco";
  readonly price: number;
  readonly trigger: number;
  readonly after: number;
};
export type StopStep =
  | Limit
  | Market
  | Stop
  | Oco
  | { readonly type: "cancel"; readonly name: string };

/** What a book says of a step, and what then stands in it. */
export interface Seen {
  readonly isTaken: boolean;
  /** `3 @ 100 with o7`, in their order, those of triggered stops too. */
  readonly trades: readonly string[];
  /** `o7 buy 3 @ 100`, in trading order. */
  readonly orders: readonly string[];
  /** `buy 8 @ 100`, best first. */
  readonly levels: readonly string[];
  /** `o7 buy 3 @ 100 waits for 101`; at 0 where it is at market. */
  readonly stops: readonly string[];
  readonly last: number;
}

export type DrawnStep =
  | { readonly type: "cancel"; readonly index: number; readonly isOpen: boolean }
  | {
      readonly type: "limit" | "market" | "stop" | "stop at market" | "oco";
      readonly side: Side;
      readonly size: number;
      readonly price: number;
      /** How far a trigger is from the last price, and a price behind it. */
      readonly gap: number;
      readonly slack: number;
    };

const placing = fc.record({
  type: fc.constantFrom(
    ...(["limit", "limit", "limit", "limit", "limit", "limit"] as const),
    ...(["market", "stop", "stop at market", "oco", "oco"] as const),
  ),
  side: fc.constantFrom("buy" as const, "sell" as const),
  size: fc.integer({ min: 1, max: 9 }),
  price: fc.integer({ min: 92, max: 108 }),
  gap: fc.integer({ min: 0, max: 6 }),
  slack: fc.integer({ min: 0, max: 3 }),
});
const canceling = fc.record({
  type: fc.constant("cancel" as const),
  index: fc.nat(),
  isOpen: fc.integer({ min: 0, max: 5 }).map((die) => die > 0),
});

/** A market of so many commands. */
export function someStopSteps(count: number): fc.Arbitrary<DrawnStep[]> {
  const step = fc.oneof({ arbitrary: placing, weight: 6 }, { arbitrary: canceling, weight: 1 });
  return fc.array<DrawnStep>(step, { minLength: count, maxLength: count, size: "max" });
}

/** Which names were given, and what a drawn step is now. */
export class Naming {
  readonly #given: string[] = [];

  /** Nothing where a cancel means an order and there is none yet. */
  stepOf(drawn: DrawnStep, { orders, stops, last }: Seen): StopStep | undefined {
    if (drawn.type === "cancel") {
      const open = [...orders, ...stops].map((line) => present(line.split(" ")[0], "a name"));
      const names = drawn.isOpen ? open : this.#given;
      const name = names[drawn.index % Math.max(names.length, 1)];
      return name === undefined ? undefined : { type: "cancel", name };
    }
    const { type, side, size, price, gap, slack } = drawn;
    const name = `o${this.#given.length + 1}`;
    this.#given.push(name);
    const sized = { name, side, size };
    const away = side === "buy" ? 1 : -1;
    const trigger = last + away * gap;
    const after = trigger + away * slack;
    if (type === "limit") return { ...sized, type, price };
    if (type === "market") return { ...sized, type };
    if (type === "oco") return { ...sized, type, price: last - away * (slack + 1), trigger, after };
    return { ...sized, type: "stop", price: type === "stop" ? after : 0, trigger };
  }
}
