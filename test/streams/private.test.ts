/** The private side of `/ws` over a real socket: the login, a fill, liquidations, and coming back. */
import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import WebSocket from "ws";
import {
  type Credentials,
  createExchange,
  type InProcessExchange,
} from "../../src/create-exchange.ts";
import { ONE_GATEWAY } from "../support/gateways.ts";
import "../support/judged-apis.ts";

interface Message {
  readonly type: string;
  readonly channel?: string;
  readonly seq?: string;
  readonly prev?: string;
  readonly code?: number;
  readonly log?: string;
  readonly resumed?: boolean;
  readonly data?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

let exchange: InProcessExchange;

afterEach(() => exchange?.close());

async function open(options: { readonly frozen?: boolean } = {}): Promise<void> {
  exchange = await createExchange({ gateways: ONE_GATEWAY, port: 0, ...options });
}

function keyOf(user: string): Credentials {
  return exchange.keys[user] ?? expect.fail(user);
}

class Member {
  readonly heard: Message[] = [];
  readonly closed: Promise<string>;
  readonly socket: WebSocket;
  #onHeard: () => void = () => undefined;

  constructor() {
    this.socket = new WebSocket(`${exchange.url?.replace("http", "ws")}/ws`);
    this.socket.on("message", (message) => {
      this.heard.push(JSON.parse(message.toString()));
      this.#onHeard();
    });
    this.closed = new Promise((resolve) => {
      this.socket.on("close", (code, reason) => resolve(`${code} ${reason}`));
    });
  }

  /** Connected, logged in, and listening. */
  static async listening(key: Credentials, ...channels: string[]): Promise<Member> {
    const member = new Member();
    await member.login(key);
    for (const channel of channels) await member.subscribe(channel);
    return member;
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  async login({ apiKey, secret }: Credentials, changes: object = {}): Promise<Message> {
    await this.until(({ type }) => type === "hello");
    const ts = Date.now();
    const sign = createHmac("sha256", secret).update(`${ts}GET/ws`).digest("hex");
    const answers = this.heard.length;
    this.say({ op: "login", apiKey, ts, sign, ...changes });
    return this.until((_, at) => at >= answers);
  }

  async subscribe(channel: string, resume: object = {}): Promise<Message> {
    this.say({ op: "subscribe", channel, ...resume });
    return this.until((message) => message.type === "subscribed" && message.channel === channel);
  }

  async until(isIt: (message: Message, at: number) => boolean): Promise<Message> {
    for (;;) {
      const found = this.heard.find(isIt);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#onHeard = resolve;
      });
    }
  }

  /** The rows of all updates of a channel. */
  rows(channel: string): readonly Readonly<Record<string, unknown>>[] {
    const updates = this.heard.filter((one) => one.type === "update" && one.channel === channel);
    return updates.flatMap(({ data = {} }) => Object.values(data).flat());
  }

  untilRow(channel: string, fields: Readonly<Record<string, unknown>>): Promise<Message> {
    const isIt = (row: Readonly<Record<string, unknown>>) =>
      Object.entries(fields).every(([name, value]) => row[name] === value);
    return this.until(() => this.rows(channel).some(isIt));
  }
}

const LIMIT = { symbol: "BTCUSDT", type: "LIMIT", price: "50000" } as const;

test("STREAM-LOGIN-1: the login has the codes of the REST API, and private channels wait for it", async () => {
  await open();
  const member = new Member();
  await member.until(({ type }) => type === "hello");
  member.say({ op: "subscribe", channel: "my.orders", id: "early" });
  expect(await member.until(({ type }) => type === "error")).toMatchObject({ code: -1002 });

  const key = keyOf("demo1");
  const wrong = "0".repeat(64);
  const attempts: readonly [object, number][] = [
    [{ apiKey: undefined }, -1002],
    [{ ts: undefined }, -1023],
    [{ ts: "now" }, -1021],
    [{ sign: undefined }, -1024],
    [{ apiKey: "nobody" }, -2015],
    [{ sign: wrong }, -1022],
    [{ recvWindow: 60_001 }, -1102],
  ];
  for (const [changes, code] of attempts) {
    expect(await member.login(key, changes), JSON.stringify(changes)).toMatchObject({ code });
  }
  const late = `${Date.now() - 6_000}`;
  const sign = createHmac("sha256", key.secret).update(`${late}GET/ws`).digest("hex");
  expect(await member.login(key, { ts: late, sign })).toMatchObject({ code: -1021 });

  expect(await member.login(key)).toMatchObject({ type: "loggedIn" });
  expect(await member.login(key)).toMatchObject({ code: -1020 });
  expect(await member.subscribe("my.orders")).toMatchObject({ channel: "my.orders" });
  member.say({ op: "subscribe", channel: "my.everything" });
  expect(await member.until(({ code }) => code === -1121)).toMatchObject({ type: "error" });
});

test("STREAM-MINE-1 STREAM-MINE-2 STREAM-MINE-3: a fill shows in orders, trades and balances of both, and of no other user", async () => {
  await open();
  await exchange.operator.addUser("carol");
  const channels = ["my.orders", "my.trades", "my.balances"];
  const members = [
    await Member.listening(keyOf("demo1"), ...channels),
    await Member.listening(keyOf("demo2"), ...channels),
  ];
  const carol = await Member.listening(await exchange.operator.addKey("carol"), ...channels);
  const [maker, taker] = members as [Member, Member];

  await exchange.client("demo1").spot.createOrder({ ...LIMIT, side: "SELL", volume: "1" });
  await exchange.client("demo2").spot.createOrder({ ...LIMIT, side: "BUY", volume: "0.4" });

  await maker.untilRow("my.orders", { status: "PARTIALLY_FILLED", executedQty: "0.4" });
  await taker.untilRow("my.orders", { status: "FILLED", executedQty: "0.4", area: "spot" });
  await maker.untilRow("my.trades", { isMaker: true, side: "SELL", qty: "0.4" });
  await taker.untilRow("my.trades", { isMaker: false, side: "BUY", qty: "0.4" });
  await maker.untilRow("my.balances", { area: "spot", asset: "BTC", locked: "0.6" });
  await taker.untilRow("my.balances", { area: "spot", asset: "BTC" });
  const [order] = await exchange.client("demo1").spot.openOrders({ symbol: "BTCUSDT" });
  expect(maker.rows("my.orders").at(-1)).toEqual({ area: "spot", ...order });
  expect(maker.rows("my.orders")).toHaveLength(2);
  expect(taker.rows("my.orders")).toHaveLength(1);

  await exchange.operator.deposit("carol", "USDT", "5");
  await carol.untilRow("my.balances", { area: "spot", asset: "USDT", free: "5" });
  for (const channel of ["my.orders", "my.trades"]) expect(carol.rows(channel)).toEqual([]);
  expect(carol.rows("my.balances")).toHaveLength(1);
});

test("STREAM-MINE-5: liquidations in margin and in futures are told as they happen", async () => {
  await open({ frozen: true });
  const { operator } = exchange;
  const [one, two] = [exchange.client("demo1"), exchange.client("demo2")];
  const channels = ["my.liquidation", "my.margin", "my.positions"];
  const member = await Member.listening(keyOf("demo1"), ...channels);
  await operator.setIndex("BTC", "50000");
  const contractName = "E-BTC-USDT";
  const contract = { contractName, type: "LIMIT", open: "OPEN", positionType: 2 } as const;
  await one.futures.setLeverage({ contractName, nowLevel: 20 });
  await two.futures.setLeverage({ contractName, nowLevel: 20 });
  await two.futures.createOrder({ ...contract, side: "SELL", volume: "100", price: "50000" });
  await one.futures.createOrder({ ...contract, side: "BUY", volume: "100", price: "50000" });
  await two.spot.createOrder({ ...LIMIT, side: "SELL", volume: "0.5" });
  await one.margin.createOrder({ ...LIMIT, side: "BUY", volume: "0.5" });
  await member.untilRow("my.positions", { contractName, volume: "100" });
  await member.until(({ type, channel }) => type === "update" && channel === "my.margin");

  await two.spot.createOrder({ ...LIMIT, side: "BUY", volume: "1", price: "32000" });
  await operator.setIndex("BTC", "32000");
  await operator.advanceClock(1_000);

  await member.untilRow("my.liquidation", { event: "LIQUIDATION_OVER", area: "margin" });
  await member.untilRow("my.liquidation", { event: "FUTURES_LIQUIDATED", end: "TAKEN_OVER" });
  await member.untilRow("my.positions", { contractName, volume: "0" });
  const names = member.rows("my.liquidation").map(({ event }) => event);
  expect(names.filter((name) => name === "LIQUIDATION_BEGAN")).toHaveLength(1);
  expect(names.indexOf("LIQUIDATION_BEGAN")).toBeLessThan(names.indexOf("LIQUIDATION_OVER"));
});

test("STREAM-LOGIN-2: when the key is revoked the connection is closed, and no other", async () => {
  await open();
  const { operator } = exchange;
  const key = await operator.addKey("demo1", { permissions: ["read"] });
  const [gone, stays] = [
    await Member.listening(key, "my.orders"),
    await Member.listening(keyOf("demo1"), "my.orders"),
  ];

  await operator.post("/keys/revoke", { apiKey: key.apiKey });

  expect(await gone.closed).toMatch(/^4002 /);
  await exchange.client("demo1").spot.createOrder({ ...LIMIT, side: "SELL", volume: "1" });
  await stays.untilRow("my.orders", { status: "NEW" });
  const again = new Member();
  expect(await again.login(key)).toMatchObject({ code: -2015 });
});

test("STREAM-RESUME-1: a client that was cut off comes back and has missed nothing", async () => {
  await open();
  const key = keyOf("demo1");
  const client = exchange.client("demo1");
  const first = await Member.listening(key, "my.orders");
  const { log } = await first.until(({ type }) => type === "hello");
  await client.spot.createOrder({ ...LIMIT, side: "SELL", volume: "1" });
  const last = await first.until(({ type }) => type === "update");
  first.socket.terminate();
  await first.closed;
  for (let at = 1; at <= 5; at++) {
    await client.spot.createOrder({ ...LIMIT, side: "SELL", volume: `0.${at}` });
  }

  const second = await Member.listening(key);
  const answer = await second.subscribe("my.orders", { from: last.seq, log });
  await second.until(() => second.rows("my.orders").length === 5);

  expect(answer).toMatchObject({ resumed: true });
  expect(second.rows("my.orders").map(({ origQty }) => origQty)).toEqual(
    [1, 2, 3, 4, 5].map((at) => `0.${at}`),
  );
  const updates = second.heard.filter(({ type }) => type === "update");
  expect(updates.map(({ prev }) => prev)).toEqual(
    [last.seq, ...updates.map(({ seq }) => seq)].slice(0, -1),
  );
});
