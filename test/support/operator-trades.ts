/** Trades at a desk of the operator, whose index prices follow them: alice sells to bob. */
import { expect } from "vitest";
import type { OperatorDesk } from "./operator-desk.ts";

/** Gives both what they need; the desk is provisioned already. */
export async function openTraders(desk: OperatorDesk): Promise<void> {
  await desk.done("/users", { name: "bob" });
  for (const user of ["alice", "bob"]) await desk.done("/keys", { user });
  await desk.done("/deposits", { user: "alice", asset: "BTC", amount: "9" });
  await desk.done("/deposits", { user: "bob", asset: "USDT", amount: "900000" });
}

/** One whole BTC changes hands at this price. */
export function tradeAt({ exchange }: OperatorDesk, price: string): void {
  const asked = { kind: "limit", quantity: "1", price, clientId: "", request: 0 } as const;
  const order = { type: "PlaceOrder", pair: 1, ...asked } as const;
  const sides = [
    [1, "sell"],
    [2, "buy"],
  ] as const;
  for (const [user, side] of sides) {
    expect(exchange.do({ ...order, user, key: user, side })).toMatchObject({ ok: true });
  }
}
