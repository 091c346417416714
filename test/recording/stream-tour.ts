/**
 * A guest at the end of a recorded day who says everything that can be said on a stream once: the clients of the day only
 * subscribe and log in. What it says and what it hears is kept by path.
 */
import type { StreamPath } from "../../src/contract/streams/message.ts";
import type { Pair } from "../../src/core/engine/catalogue/catalogue.ts";
import { lastTicksOf } from "../../src/core/engine/prices/prices.ts";
import { formatSteps } from "../../src/core/money/decimal.ts";
import { settle } from "../support/virtual-time.ts";
import { type DayClients, type DayKey, signed } from "./day-clients.ts";
import type { DayExchange } from "./day-exchange.ts";
import { ownChannels, PRIVATE_CHANNELS } from "./questions.ts";
import { StreamClient } from "./stream-client.ts";

export interface Spoken {
  readonly path: StreamPath;
  readonly from: "client" | "server";
  readonly text: string;
}

/** Longer than any answer takes, and than a snapshot waits. */
const ANSWERED_MS = 1_000;

/** STREAM-PING-1: longer than a client of such a day goes without a ping. */
const PINGED_MS = 610_000;

export class StreamTour {
  readonly spoken: Spoken[] = [];
  readonly visit = async (exchange: DayExchange, clients: DayClients): Promise<void> => {
    const { catalogue } = exchange.sequencer.state;
    const pair = catalogue.pairs.find(({ status }) => status === "trading");
    if (!pair) throw new Error("the day ends without a market");
    await this.#listen(exchange, ownChannels(catalogue));
    // The recorded days were written before these were there.
    const mine = [...PRIVATE_CHANNELS, "my.ledger", "my.lists"];
    for (const key of clients.keys()) await this.#listen(exchange, mine, key);
    await this.#payIn(exchange);
    await this.#list(exchange, pair);
    const [key] = clients.keys();
    if (!key) throw new Error("the day ends without a key");
    await this.#tourOwn(exchange, pair.name, key);
    await this.#tourKlineApi(exchange, `market_${pair.name.toLowerCase()}`);
  };

  /** STREAM-MINE-6: something that a ledger tells. */
  async #payIn({ sequencer, time }: DayExchange): Promise<void> {
    const paid = { id: "payment-7", user: 1, asset: 1, amount: 1_000_000n, request: 0 };
    await sequencer.submit({ type: "Deposit", ...paid });
    await settle();
    await time.pass(ANSWERED_MS);
  }

  /** STREAM-MINE-7: a list below the price, wherever the market stands. */
  async #list({ sequencer, time }: DayExchange, pair: Pair): Promise<void> {
    const { prices } = sequencer.state;
    const ticks = Math.floor(lastTicksOf(prices, pair.id) * 0.9);
    const item = {
      side: "buy",
      kind: "limit",
      clientId: "",
      price: formatSteps(ticks, pair.pricePrecision),
      quantity: formatSteps(pair.lotsMin * 10, pair.quantityPrecision),
      instructions: undefined,
      extras: undefined,
    } as const;
    const by = { user: 1, key: 1, request: 0, pair: pair.id };
    const list = { kind: "oto", clientId: "bracket", items: [item, item] } as const;
    const outcome = await sequencer.submit({ type: "PlaceOrderList", ...by, ...list });
    if (outcome.kind !== "done" || !outcome.outcome.ok) throw new Error("the day takes no list");
    await settle();
    await time.pass(ANSWERED_MS);
  }

  /** How everything stands at the end of the day. */
  async #listen(exchange: DayExchange, channels: readonly string[], key?: DayKey): Promise<void> {
    const say = this.#connect(exchange, "/ws");
    if (key) await say(loginOf(exchange, key));
    await say(...channels.map((channel) => ({ op: "subscribe", channel })));
  }

  #connect(exchange: DayExchange, path: StreamPath) {
    const client = new StreamClient(exchange.streams, path, (text) => {
      if (!text.startsWith('{"closed"')) this.spoken.push({ path, from: "server", text });
    });
    return async (...messages: readonly object[]) => {
      for (const message of messages) {
        this.spoken.push({ path, from: "client", text: JSON.stringify(message) });
        client.say(message);
      }
      await settle();
      await exchange.time.pass(ANSWERED_MS);
    };
  }

  async #tourOwn(exchange: DayExchange, symbol: string, key: DayKey): Promise<void> {
    const say = this.#connect(exchange, "/ws");
    const channel = `depth:${symbol}`;
    await say({ op: "ping", id: 1 });
    await say({ op: "subscribe", channel: "depth:NOPE", id: 2 });
    await say({ op: "subscribe", channel, id: 3 });
    const seq = /"type":"snapshot".*"seq":"([^"]+)"/.exec(this.spoken.at(-1)?.text ?? "")?.[1];
    await say({ op: "subscribe", channel, from: seq, log: "the-log", id: 4 });
    await say({ op: "subscribe", channel, from: "885000000-0", log: "the-log", id: 5 });
    await say({ op: "unsubscribe", channel, id: 6 });
    await say({ ...loginOf(exchange, key), id: 7 });
    await say({ op: "cancelOnDisconnect", spot: [symbol], margin: [], futures: [], id: 8 });
    const body = { symbol };
    await say({ op: "call", path: "/sapi/v1/cancelAll", body, ts: exchange.time.wallMs(), id: 9 });
  }

  async #tourKlineApi(exchange: DayExchange, market: string): Promise<void> {
    const say = this.#connect(exchange, "/kline-api/ws");
    const ask = (event: string, channel: string, more: object = {}) =>
      say({ event, params: { channel: `${market}_${channel}`, cb_id: "1", ...more } });
    await ask("sub", "depth_step0");
    await ask("unsub", "depth_step0");
    await ask("sub", "trade_ticker_step0");
    for (const kind of ["depth_step0", "trade_ticker", "ticker"]) await ask("req", kind);
    await ask("req", "kline_1min", { pageSize: 2 });
    await say({ ping: 1 });
    await say({ pong: 1 });
    await exchange.time.pass(PINGED_MS);
  }
}

function loginOf(exchange: DayExchange, { apiKey }: DayKey) {
  const ts = exchange.time.wallMs();
  return { op: "login", apiKey, ts, sign: signed(apiKey, `${ts}GET/ws`) };
}
