/**
 * The golden log's chapters of margin: borrowing and repaying, an hour of interest, a warning, a
 * liquidation that a thin book makes wait, and one that ends in bad debt. BTC is asset 1 and trades
 * around 100 USDT, asset 2.
 */
import { rulesFor } from "../../src/core/engine/catalogue/lending.ts";
import type { Command } from "../../src/core/engine/codec.ts";

const USDT = 10n ** 6n;
const BTC = 10n ** 8n;
const by = (user: number) => ({ user, key: user, request: 20 });

/** What the operator arranges, and who comes to borrow. */
export function lending(): Command[] {
  const lent = { asset: 2, hourlyRate: 8_333_333, cap: 5_000n * USDT };
  const fund = (id: string, name: "loan_pool" | "margin_insurance", amount: bigint): Command => ({
    type: "FillFund",
    id,
    fund: name,
    asset: 2,
    amount,
    request: 21,
  });
  return [
    { type: "SetMarginPair", pair: 1, isMarginEnabled: true, request: 21 },
    { type: "SetLoanTerms", ...lent, request: 21 },
    { type: "SetMarginRules", ...rulesFor(4), request: 21 },
    { type: "SetMarginRules", ...rulesFor(3), request: 21 },
    fund("pool-1", "loan_pool", 9_000n * USDT),
    fund("insurance-1", "margin_insurance", 50n * USDT),
    { type: "DrawFund", id: "pool-2", fund: "loan_pool", asset: 2, amount: USDT, request: 21 },
    {
      type: "DrawFund",
      id: "pool-3",
      fund: "loan_pool",
      asset: 2,
      amount: BTC * USDT,
      request: 21,
    },
    index("feed", "99.5"),
    index("other", "101"),
    index("operator", "100"),
    ...[4, 5, 6].flatMap(newcomer),
  ];
}

function newcomer(user: number): Command[] {
  const apiKey = { apiKey: `key-${user}`, sealedSecret: Uint8Array.of(user), mayTrade: true };
  const move = { type: "Transfer", ...by(user), asset: 2 } as const;
  return [
    { type: "AddUser", name: `borrower-${user}`, request: 22 },
    { type: "AddKey", user, ...apiKey, addresses: [], request: 22 },
    { type: "Deposit", id: `in-${user}`, user, asset: 2, amount: 1_100n * USDT, request: 22 },
    { ...move, from: "spot", to: "margin", amount: 1_050n * USDT },
    { ...move, from: "margin", to: "spot", amount: 50n * USDT },
    { ...move, from: "margin", to: "margin", amount: 1n },
  ];
}

function index(source: string, price: string): Command {
  const [whole = "", parts = ""] = price.split(".");
  const units = BigInt(whole + parts.padEnd(18, "0"));
  return { type: "SetIndex", asset: 1, source, weight: 2, price: units, request: 23 };
}

function order(
  user: number,
  side: "buy" | "sell",
  quantity: string,
  price: string,
  clientId = "",
): Command {
  const asked = { side, kind: "limit", quantity, price, clientId } as const;
  return { type: "PlaceMarginOrder", ...by(user), pair: 1, ...asked };
}

/** A spot order of the first trader, who takes and gives. */
function spot(side: "buy" | "sell", quantity: string, price: string): Command {
  const asked = { side, kind: "limit", quantity, price, clientId: "" } as const;
  return { type: "PlaceOrder", user: 1, key: 1, request: 24, pair: 1, ...asked };
}

export function borrowing(): Command[] {
  return [
    spot("sell", "80", "100"),
    order(4, "buy", "12", "100"),
    order(4, "buy", "90", "100"),
    order(5, "buy", "28", "100"),
    order(6, "buy", "29", "100"),
    order(6, "sell", "1", "120", "patient"),
    order(6, "sell", "2", "120"),
    { type: "CancelMarginOrder", ...by(6), pair: 1, order: 0, clientId: "patient" },
    { type: "CancelMarginOrder", ...by(6), pair: 1, order: 0, clientId: "none" },
    { type: "Repay", ...by(4), asset: 2, amount: 1n },
    order(4, "sell", "1", "90"),
    { type: "Repay", ...by(4), asset: 2, amount: 0n },
  ];
}

/** Down to where the lower two are warned, then ruined: first without anyone who buys. */
export function falling(): Command[] {
  return [
    index("operator", "80"),
    index("operator", "72"),
    index("operator", "70"),
    spot("buy", "3", "69"),
    { type: "WithdrawIndex", asset: 1, source: "operator", request: 25 },
    index("feed", "69"),
    spot("buy", "30", "69"),
    index("other", "69.5"),
  ];
}

export function ruin(): Command[] {
  return [
    index("feed", "50"),
    index("other", "50"),
    spot("buy", "60", "48"),
    index("feed", "50.01"),
    { type: "WithdrawIndex", asset: 1, source: "feed", request: 26 },
    { type: "WithdrawIndex", asset: 1, source: "other", request: 26 },
  ];
}
