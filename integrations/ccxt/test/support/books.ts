/** Whether what an account has is what it was given, what it traded, and what it paid for that. */
import assert from "node:assert/strict";
import type { Exchange, Trade } from "ccxt";

export interface Books {
  readonly base: number;
  readonly quote: number;
}

/** Of a pair; `given` is what came into spot, in and out of other accounts. */
export async function assertBooks(exchange: Exchange, trades: readonly Trade[], given: Books) {
  const [base = "", quote = ""] = (trades[0]?.symbol ?? "").split("/");
  let { base: bases, quote: quotes } = given;
  for (const { side, amount, cost, fee } of trades) {
    const sign = side === "buy" ? 1 : -1;
    bases += sign * Number(amount) - (fee?.currency === base ? Number(fee.cost) : 0);
    quotes -= sign * Number(cost) + (fee?.currency === quote ? Number(fee.cost) : 0);
  }
  const balance = await exchange.fetchBalance();
  assert.equal(balance[base]?.total?.toFixed(8), bases.toFixed(8));
  assert.equal(balance[quote]?.total?.toFixed(6), quotes.toFixed(6));
}
