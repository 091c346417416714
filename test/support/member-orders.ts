/** Orders of the demo's users in a few words, for tests of what users hear. */

import { expect } from "vitest";
import type { Command } from "../../src/core/engine/codec.ts";
import { OPERATOR } from "../../src/core/engine/prices/index-prices.ts";
import { unitsOf } from "../../src/core/money/decimal.ts";
import { type MemberDesk, USERS } from "./member-desk.ts";

export const [BTC, USDT] = [1, 2];
export const DEMO1 = { user: USERS.demo1, key: USERS.demo1, request: 0 };
export const DEMO2 = { user: USERS.demo2, key: USERS.demo2, request: 0 };

export function units(amount: string): bigint {
  return unitsOf(amount, 8) ?? expect.fail(amount);
}

export function index(usdt: string): Command {
  const price = unitsOf(usdt, 18) ?? expect.fail(usdt);
  return { type: "SetIndex", asset: BTC, source: OPERATOR, weight: 1, price, request: 0 };
}

/** `sell 0.5 50000` in spot or margin. */
export function order(
  type: "PlaceOrder" | "PlaceMarginOrder",
  by: typeof DEMO1,
  words: string,
): Command {
  const [side, quantity = "", price = ""] = words.split(" ");
  const asked = { side: side === "buy" ? "buy" : "sell", kind: "limit", quantity, price } as const;
  return { type, ...by, pair: 1, ...asked, clientId: "" };
}

/** `open buy 100 50000`, isolated. */
export function contractOrder(by: typeof DEMO1, words: string): Command {
  const [action, side, quantity = "", price = ""] = words.split(" ");
  return {
    type: "PlaceFuturesOrder",
    ...by,
    contract: 1,
    kind: "limit",
    quantity,
    price,
    action: action === "open" ? "open" : "close",
    side: side === "buy" ? "buy" : "sell",
    mode: "isolated",
    timeInForce: "gtc",
    trigger: "none",
    triggerPrice: "",
    clientId: "",
  };
}

export function must(desk: MemberDesk, ...commands: Command[]): void {
  for (const command of commands) desk.http.must(command);
}
