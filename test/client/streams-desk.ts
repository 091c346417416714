/**
 * A desk for streams over a real port: the whole exchange in this process, `ws` as the client's
 * WebSocket, and hands on its sockets, so that a test can cut them.
 */
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import type { BourseClient, BourseStream } from "../../src/client/client.ts";
import {
  type CreateExchangeOptions,
  type Credentials,
  createExchange,
  type InProcessExchange,
} from "../../src/create-exchange.ts";
import { ONE_GATEWAY } from "../support/gateways.ts";
import "../support/judged-apis.ts";

export class StreamsDesk {
  readonly exchange: InProcessExchange;
  readonly #sockets: WebSocket[] = [];

  private constructor(exchange: InProcessExchange) {
    this.exchange = exchange;
  }

  static async open(options: CreateExchangeOptions = {}): Promise<StreamsDesk> {
    const exchange = await createExchange({ gateways: ONE_GATEWAY, port: 0, ...options });
    onTestFinished(() => exchange.close());
    return new StreamsDesk(exchange);
  }

  stream(user?: string | Credentials): BourseStream {
    const sockets = this.#sockets;
    const webSocket = class extends WebSocket {
      constructor(url: string) {
        super(url);
        sockets.push(this);
      }
    };
    const stream = this.exchange.client(user).stream({ webSocket });
    onTestFinished(() => stream.close());
    return stream;
  }

  /** As if a cable were pulled. */
  cut(): void {
    for (const socket of this.#sockets.splice(0)) socket.terminate();
  }

  /** demo1 sells and demo2 buys: trades of BTCUSDT at 50,000. */
  async trade(count: number): Promise<void> {
    const limit = { symbol: "BTCUSDT", type: "LIMIT", volume: "0.01", price: "50000" } as const;
    const [seller, buyer] = [this.exchange.client("demo1"), this.exchange.client("demo2")];
    for (let done = 0; done < count; done++) {
      await seller.spot.createOrder({ ...limit, side: "SELL" });
      await buyer.spot.createOrder({ ...limit, side: "BUY" });
    }
  }

  client(user: string): BourseClient {
    return this.exchange.client(user);
  }
}

/** Something that is told now and then; `until` waits for what is wanted. */
export class Told<Value> {
  readonly all: Value[] = [];
  #look: () => void = () => undefined;

  readonly tell = (value: Value): void => {
    this.all.push(value);
    this.#look();
  };

  /** Looks now, and whenever something is told. */
  until(isWanted: (all: readonly Value[]) => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#look = () => {
        if (isWanted(this.all)) resolve();
      };
      this.#look();
    });
  }
}
