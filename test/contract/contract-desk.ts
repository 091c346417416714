/**
 * A desk at which demo1 and demo2 trade contracts, through the dialect: E-BTC-USDT (linear, 0.0001
 * BTC) and E-BTC-USD (inverse, 100 USD, margined in BTC), both with one decimal and the default fees.
 * Each user has 100,000 USDT and 10 BTC in futures, and as much in spot. All invariants hold after
 * every step.
 */
import { expect } from "vitest";
import {
  type AddContract,
  type ChangeContract,
  CONTRACT_DEFAULTS,
  impactNotionalOf,
} from "../../src/core/engine/catalogue/contract.ts";
import type { Command } from "../../src/core/engine/codec.ts";
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

export const LINEAR = "E-BTC-USDT";
export const INVERSE = "E-BTC-USD";

const BTC = 1;
const COINS = { BTC: "10", USDT: "100000" } as const;
export const USERS = { demo1: 1, demo2: 2 } as const;

function units(amount: string): bigint {
  return unitsOf(amount, 8) ?? expect.fail(amount);
}

const TIERS = [
  { valueMax: units("50000"), leverageMax: 100, maintenanceRate: 500_000 },
  { valueMax: units("1000000"), leverageMax: 20, maintenanceRate: 1_000_000 },
];

const RULES = {
  ...CONTRACT_DEFAULTS,
  base: BTC,
  pricePrecision: 1,
  marketVolumeMax: 100_000,
  limitVolumeMax: 200_000,
  moneyMin: units("0.0001"),
  marketMoneyMax: units("400000"),
  limitMoneyMax: units("500000"),
  ordersMax: 20,
  maxFeeRate: 40_000,
  tiers: TIERS,
  impactNotional: impactNotionalOf(TIERS),
};

export const CONTRACTS: readonly AddContract[] = [
  {
    ...RULES,
    type: "AddContract",
    ...{ name: LINEAR, kind: "linear", multiplier: 1n, multiplierDecimals: 4, request: 0 },
    volumeMin: 2,
    moneyMin: units("10"),
  },
  {
    ...RULES,
    type: "AddContract",
    ...{ name: INVERSE, kind: "inverse", multiplier: 100n, multiplierDecimals: 0, request: 0 },
  },
];

function userWith(name: User): Command[] {
  const user = USERS[name];
  const { apiKey } = CREDENTIALS[name];
  const sealedSecret = sealSecret(MASTER_KEY, CREDENTIALS[name]);
  const key = USERS[name];
  const money = Object.entries(COINS).flatMap(([coin, amount], at): Command[] => {
    const held = { asset: at + 1, amount: units(amount), request: 0 };
    return [
      { type: "Deposit", id: `${name}:${coin}`, user, ...held, amount: 2n * held.amount },
      { type: "Transfer", user, key, from: "spot", to: "futures", ...held },
    ];
  });
  return [
    { type: "AddUser", name, request: 0 },
    { type: "AddKey", user, apiKey, sealedSecret, mayTrade: true, addresses: [], request: 0 },
    ...money,
  ];
}

const MARKET: readonly Command[] = [
  ...Object.keys(COINS).map((name): Command => {
    return { type: "AddAsset", name, scale: 8, request: 0 };
  }),
  ...userWith("demo1"),
  ...userWith("demo2"),
  ...CONTRACTS,
];

export type Fields = Record<string, unknown>;

const WORDS = /^(BUY|SELL) (OPEN|CLOSE) (\S+)(?: @ (\S+))?$/;

/** `BUY OPEN 10 @ 40000`, or at market without a price; in cross. */
export function asked(words: string, more: Fields = {}): Fields {
  const [, side, open, volume, price] = WORDS.exec(words) ?? expect.fail(words);
  const type = price === undefined ? "MARKET" : "LIMIT";
  const order = { contractName: LINEAR, side, open, type, volume, price, positionType: 1 };
  return { ...order, ...more };
}

export class ContractDesk {
  readonly http: HttpDesk;

  private constructor(http: HttpDesk) {
    this.http = http;
  }

  /** `mark`: a price of BTC that the operator sets, before anything is traded. */
  static async open({ mark }: { mark?: string } = {}): Promise<ContractDesk> {
    const desk = new ContractDesk(await HttpDesk.open({ market: MARKET }));
    if (mark !== undefined) desk.index(mark);
    return desk;
  }

  must(command: Command): void {
    this.http.must(command);
    this.#check();
  }

  /** Changes rules of a contract; the others stay. */
  change(contract: number, rules: Partial<ChangeContract>): void {
    const {
      type: _,
      name,
      kind,
      base,
      multiplier,
      multiplierDecimals,
      pricePrecision,
      ...kept
    } = CONTRACTS[contract - 1] ?? expect.fail();
    this.must({ ...kept, ...rules, type: "ChangeContract", contract, request: 0 });
  }

  #check(): void {
    expect(brokenInvariants(this.http.exchange.state)).toEqual([]);
    expect(this.http.reports).toEqual([]);
  }

  /** The operator sets BTC, and the next second makes it the mark. */
  index(usdt: string): void {
    const price = unitsOf(usdt, 18) ?? expect.fail(usdt);
    const source = { asset: BTC, source: OPERATOR, weight: 1, price, request: 0 };
    this.must({ type: "SetIndex", ...source });
    this.second();
  }

  second(): void {
    const { exchange } = this.http;
    const secondMs = Math.ceil((exchange.nowMs + 1) / 1_000) * 1_000;
    exchange.nowMs = secondMs;
    this.must({ type: "SecondTick", secondMs });
  }

  async post(path: string, body: unknown, user: User = "demo1"): Promise<Answer> {
    const answer = await this.http.post(`/fapi/v1/${path}`, body, { user });
    this.#check();
    return answer;
  }

  get(target: string, user: User = "demo1"): Promise<Answer> {
    return this.http.get(`/fapi/v1/${target}`, { user });
  }

  /** What is answered to a request that has to succeed. */
  async shown<T = Fields>(answer: Promise<Answer>): Promise<T> {
    const { status, json } = await answer;
    expect(status, JSON.stringify(json)).toBe(200);
    return json as T;
  }

  order(user: User, words: string, more: Fields = {}): Promise<Answer> {
    return this.post("order", asked(words, more), user);
  }

  /** An order that has to be accepted; its id. */
  async place(user: User, words: string, more: Fields = {}): Promise<number> {
    return (await this.shown<{ orderId: number }>(this.order(user, words, more))).orderId;
  }

  /** demo1 gets long and demo2 short of so many, at a price; in both the margin mode told. */
  async open(volume: number, price: string, more: Fields = {}): Promise<void> {
    await this.place("demo2", `SELL OPEN ${volume} @ ${price}`, more);
    await this.place("demo1", `BUY OPEN ${volume} @ ${price}`, more);
  }

  /** The account of a margin coin. */
  async account(user: User = "demo1", coin: "USDT" | "BTC" = "USDT"): Promise<Account> {
    const { account } = await this.shown<{ account: Account[] }>(this.get("account", user));
    return account.find(({ marginCoin }) => marginCoin === coin) ?? expect.fail(coin);
  }

  /** The only position of a user, or that of a side. */
  async position(user: User = "demo1", coin: "USDT" | "BTC" = "USDT", side = ""): Promise<Fields> {
    const { positionVos } = await this.account(user, coin);
    const positions = positionVos.flatMap(({ positions: own }) => own);
    const found = positions.find((one) => side === "" || one["side"] === side);
    return found ?? expect.fail("no position");
  }

  orders(query: string, user: User = "demo1"): Promise<Fields[]> {
    return this.shown<Fields[]>(this.get(query, user));
  }
}

export interface Account extends Fields {
  readonly marginCoin: string;
  readonly positionVos: readonly (Fields & { readonly positions: readonly Fields[] })[];
}
