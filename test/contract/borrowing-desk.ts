/**
 * A desk at which demo1 and demo2 have margin accounts, through the dialect. BTCUSDT has margin and
 * fees of 0.1%, USDTBTC is listed without margin; BTC and USDT are lent at 0.00001 by the hour. BTC
 * is at 20,000. Money comes into a margin account by `moveIn`. All invariants hold after every step.
 */
import { expect } from "vitest";
import { PAIR_DEFAULTS } from "../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import { HOUR_MS } from "../../src/core/engine/directory.ts";
import { brokenInvariants } from "../../src/core/engine/invariants/invariants.ts";
import { OPERATOR } from "../../src/core/engine/prices/index-prices.ts";
import { unitsOf } from "../../src/core/money/decimal.ts";
import { sealSecret } from "../../src/edge/auth/seal.ts";
import {
  type Answer,
  CREDENTIALS,
  HttpDesk,
  MASTER_KEY,
  type User,
} from "../support/http-client.ts";

const ASSETS = { BTC: 1, USDT: 2, ETH: 3 } as const;
export type AssetName = keyof typeof ASSETS;
export const USERS = { demo1: 1, demo2: 2 } as const;

/** As the account lists it. */
export interface Balance {
  readonly asset: string;
  readonly free: string;
  readonly locked: string;
  readonly borrowed: string;
  readonly interest: string;
}

export interface Account {
  readonly balances: readonly Balance[];
  readonly marginLevel: string;
  readonly state: string;
}

/** `0.5 BTC` as asset and units. */
function unitsIn(what: string): { asset: number; amount: bigint } {
  const [amount = "", name = ""] = what.split(" ");
  return { asset: ASSETS[name as AssetName], amount: unitsOf(amount, 8) ?? expect.fail(what) };
}

function userWith(name: User, ...deposits: string[]): Command[] {
  const user = USERS[name];
  const { apiKey } = CREDENTIALS[name];
  const sealedSecret = sealSecret(MASTER_KEY, CREDENTIALS[name]);
  return [
    { type: "AddUser", name, request: 0 },
    { type: "AddKey", user, apiKey, sealedSecret, mayTrade: true, addresses: [], request: 0 },
    ...deposits.map((what): Command => {
      return {
        type: "Deposit",
        id: `${name}:${what.replace(" ", "-")}`,
        user,
        ...unitsIn(what),
        request: 0,
      };
    }),
  ];
}

function pairOf(
  name: string,
  assets: { base: number; quote: number },
  hasMargin: boolean,
): Command {
  const precisions = { pricePrecision: 2, quantityPrecision: 5 };
  const rules = { ...PAIR_DEFAULTS, ...precisions, isMarginEnabled: hasMargin };
  return { type: "AddPair", name, ...rules, ...assets, request: 0 };
}

const MARKET: readonly Command[] = [
  ...Object.keys(ASSETS).map((name): Command => {
    return { type: "AddAsset", name, scale: 8, request: 0 };
  }),
  pairOf("BTCUSDT", { base: ASSETS.BTC, quote: ASSETS.USDT }, true),
  pairOf("USDTBTC", { base: ASSETS.USDT, quote: ASSETS.BTC }, false),
  ...userWith("demo1", "10 BTC", "100000 USDT"),
  ...userWith("demo2", "10 BTC", "100000 USDT"),
];

export class BorrowingDesk {
  readonly http: HttpDesk;
  #funded = 0;

  private constructor(http: HttpDesk) {
    this.http = http;
  }

  static async open(): Promise<BorrowingDesk> {
    const desk = new BorrowingDesk(await HttpDesk.open({ market: MARKET }));
    desk.lend("10 BTC", "5 BTC");
    desk.lend("50000 USDT", "40000 USDT");
    desk.index("BTC", "20000");
    return desk;
  }

  must(command: Command): void {
    this.http.must(command);
    this.#check();
  }

  #check(): void {
    expect(brokenInvariants(this.http.exchange.state)).toEqual([]);
  }

  /** Puts so much into the pool; each user may owe so much. */
  lend(pool: string, cap: string, hourlyRate = "0.00001"): void {
    this.terms(cap, hourlyRate);
    this.#funded++;
    const id = `fund-${this.#funded}`;
    this.must({ type: "FillFund", id, fund: "loan_pool", ...unitsIn(pool), request: 0 });
  }

  terms(cap: string, hourlyRate = "0.00001"): void {
    const { asset, amount } = unitsIn(cap);
    const rate = Number(unitsOf(hourlyRate, 12));
    this.must({ type: "SetLoanTerms", asset, hourlyRate: rate, cap: amount, request: 0 });
  }

  /** Takes so much out of the pool again. */
  drain(what: string): void {
    this.#funded++;
    const id = `drawn-${this.#funded}`;
    this.must({ type: "DrawFund", id, fund: "loan_pool", ...unitsIn(what), request: 0 });
  }

  index(name: AssetName, usdt: string, source: string = OPERATOR): void {
    const price = unitsOf(usdt, 18) ?? expect.fail(usdt);
    this.must({ type: "SetIndex", asset: ASSETS[name], source, weight: 1, price, request: 0 });
  }

  withdrawIndex(name: AssetName): void {
    this.must({ type: "WithdrawIndex", asset: ASSETS[name], source: OPERATOR, request: 0 });
  }

  tickHour(): void {
    const { exchange } = this.http;
    const hourMs = exchange.state.hourMs + HOUR_MS;
    exchange.nowMs = Math.max(exchange.nowMs, hourMs);
    this.must({ type: "HourTick", hourMs });
  }

  /** `BUY 0.14 20000`, or `SELL 0.14` at market. */
  order(user: User, words: string, more: object = {}): Promise<Answer> {
    return this.#place("/sapi/v1/margin/order", user, words, more);
  }

  spotOrder(user: User, words: string, more: object = {}): Promise<Answer> {
    return this.#place("/sapi/v1/order", user, words, more);
  }

  #place(path: string, user: User, words: string, more: object): Promise<Answer> {
    const [side, volume, price] = words.split(" ");
    const type = price === undefined ? "MARKET" : "LIMIT";
    return this.post(path, { symbol: "BTCUSDT", side, type, volume, price, ...more }, user);
  }

  /** An order that has to be accepted; its id. */
  async placed(answer: Promise<Answer>): Promise<number> {
    const { status, json } = await answer;
    expect(status, JSON.stringify(json)).toBe(200);
    return (json as { orderId: number }).orderId;
  }

  async post(path: string, body: unknown, user: User = "demo1"): Promise<Answer> {
    const answer = await this.http.post(path, body, { user });
    this.#check();
    return answer;
  }

  get(target: string, user: User = "demo1"): Promise<Answer> {
    return this.http.get(target, { user });
  }

  /** `move("demo1", "5 BTC", "EXCHANGE", "MARGIN")` */
  move(user: User, what: string, [fromAccount, toAccount]: [string, string]): Promise<Answer> {
    const [amount, coinSymbol] = what.split(" ");
    const body = { coinSymbol, amount, fromAccount, toAccount };
    return this.post("/sapi/v1/asset/transfer", body, user);
  }

  async moveIn(user: User, what: string): Promise<void> {
    const { status, json } = await this.move(user, what, ["EXCHANGE", "MARGIN"]);
    expect(status, JSON.stringify(json)).toBe(200);
  }

  moveOut(user: User, what: string): Promise<Answer> {
    return this.move(user, what, ["MARGIN", "EXCHANGE"]);
  }

  async account(user: User = "demo1"): Promise<Account> {
    const { status, json } = await this.get("/sapi/v1/margin/account", user);
    expect(status).toBe(200);
    return json as Account;
  }

  /** What the margin account has and owes of an asset, without the asset's name. */
  async balance(user: User, asset: AssetName): Promise<Omit<Balance, "asset">> {
    const { balances } = await this.account(user);
    const { asset: _, ...balance } = balances.find((one) => one.asset === asset) ?? expect.fail();
    return balance;
  }

  async spotFree(user: User, asset: AssetName): Promise<string> {
    const { json } = await this.get("/sapi/v1/account", user);
    const { balances } = json as Account;
    return balances.find((one) => one.asset === asset)?.free ?? expect.fail();
  }

  /** What is in the pool, in units. */
  pool(asset: AssetName): bigint {
    return this.http.exchange.state.ledger.houses[ASSETS[asset] - 1]?.loanPool ?? 0n;
  }

  /** MARG-05: demo1 is long 0.13986 BTC, bought of demo2 with 1,000 of his own and 1,800 lent. */
  async goLong(): Promise<void> {
    await this.moveIn("demo1", "1000 USDT");
    await this.placed(this.spotOrder("demo2", "SELL 0.14 20000"));
    await this.placed(this.order("demo1", "BUY 0.14 20000"));
  }
}
