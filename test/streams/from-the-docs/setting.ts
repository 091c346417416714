/** An exchange for one test, with REST and stream clients for it; all of it is gone when the test is over. */
import { onTestFinished } from "vitest";
import { createExchange } from "../../../src/create-exchange.ts";
import { ONE_GATEWAY } from "../../support/gateways.ts";
import { KlineClient } from "./kline-client.ts";
import { type Key, Rest, type Row } from "./rest.ts";
import { type Options, StreamClient } from "./ws-client.ts";
import "../../support/judged-apis.ts";

type ExchangeOptions = NonNullable<Parameters<typeof createExchange>[0]>;
type Operator = Awaited<ReturnType<typeof createExchange>>["operator"];

/** Engine time stands, so that nothing moves but what a test moves. */
export async function openExchange(options: ExchangeOptions = {}): Promise<Setting> {
  const exchange = await createExchange({
    gateways: ONE_GATEWAY,
    port: 0,
    frozen: true,
    ...options,
  });
  onTestFinished(() => exchange.close());
  const { url, keys, operator } = exchange;
  if (url === undefined) throw new Error("it does not listen");
  return new Setting(url, keys, operator, () => exchange.close());
}

export class Setting {
  readonly url: string;
  readonly #keys: Readonly<Record<string, Key | undefined>>;
  readonly operator: Operator;
  /** Without a key. */
  readonly rest: Rest;
  readonly demo1: Rest;
  readonly demo2: Rest;
  readonly stop: () => Promise<void>;

  constructor(
    url: string,
    keys: Readonly<Record<string, Key | undefined>>,
    operator: Operator,
    stop: () => Promise<void>,
  ) {
    this.stop = stop;
    this.url = url;
    this.#keys = keys;
    this.operator = operator;
    this.rest = new Rest(url);
    this.demo1 = new Rest(url, this.key("demo1"));
    this.demo2 = new Rest(url, this.key("demo2"));
  }

  key(user: string): Key {
    const key = this.#keys[user];
    if (key === undefined) throw new Error(`no key of ${user}`);
    return key;
  }

  /** A client of `/ws`; with a name it logs in. */
  stream(user?: string, options: Options = {}): Promise<StreamClient> {
    const key = user === undefined ? {} : { key: this.key(user) };
    const client = new StreamClient(this.url, { ...key, ...options });
    onTestFinished(() => client.cut());
    return client.connect();
  }

  /** A client of `/kline-api/ws`. */
  klineApi(): Promise<KlineClient> {
    const client = new KlineClient(this.url);
    onTestFinished(() => client.cut());
    return client.connect();
  }
}

/** A limit order of BTCUSDT. */
export function limit(side: "BUY" | "SELL", volume: string, price: string): Row {
  return { symbol: "BTCUSDT", type: "LIMIT", side, volume, price };
}

/** A limit order of E-BTC-USDT with margin of its own. */
export function contractLimit(
  open: "OPEN" | "CLOSE",
  side: "BUY" | "SELL",
  volume: string,
  price: string,
): Row {
  return { contractName: "E-BTC-USDT", type: "LIMIT", positionType: 2, open, side, volume, price };
}
