/**
 * Two clients at a door, a real server's or one without a port, after a first trade in spot and one
 * between margin and spot: demo1 is the maker of both, demo2 their taker.
 */
import type { HttpDesk, User } from "../support/http-client.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";

const NOBODY = { apiKey: "", secret: "" };

type Client = Pick<SignedClient, "get" | "post" | "close">;

/** Meets what its user has in margin (SPOT-STP-7). */
export const OWN = {
  side: "BUY",
  volume: "0.01",
  timeInForce: "IOC",
  selfTrade: "EXPIRE_TAKER",
} as const;

/** Asks without a key or a signature. */
type Ask = (path: string, method: string) => Promise<HttpAnswer>;

export class SpotDesk {
  readonly maker: Client;
  readonly taker: Client;
  readonly #ask: Ask;
  /** An order of the maker's that is filled in part. */
  openId = 0;
  /** The same in margin. */
  marginId = 0;

  private constructor(maker: Client, taker: Client, ask: Ask) {
    this.maker = maker;
    this.taker = taker;
    this.#ask = ask;
  }

  /** `prefix` is what a base URL may have before every path. */
  static at(server: ServerProcess, prefix: string): SpotDesk {
    const { demo1 = NOBODY, demo2 = NOBODY } = server.keys();
    const base = `http://127.0.0.1:${server.port}${prefix}`;
    return new SpotDesk(
      new SignedClient(server.port, demo1, prefix),
      new SignedClient(server.port, demo2, prefix),
      async (path, method) => {
        const reply = await judgedFetch(base + path, { method });
        const headers = Object.fromEntries(reply.headers);
        return { status: reply.status, json: await reply.json(), headers };
      },
    );
  }

  static inProcess(http: HttpDesk): SpotDesk {
    const close = () => undefined;
    const clientOf = (user: User): Client => ({
      get: (path) => http.get(path, { user }),
      post: (path, body) => http.post(path, body, { user }),
      close,
    });
    const unsigned = { "x-ch-apikey": undefined, "x-ch-ts": undefined, "x-ch-sign": undefined };
    return new SpotDesk(clientOf("demo1"), clientOf("demo2"), (path, method) =>
      http.send(method, path, "", { headers: unsigned }),
    );
  }

  /** The same desk, at which others ask. */
  askedBy({ maker, taker }: { readonly maker: Client; readonly taker: Client }): SpotDesk {
    const { openId, marginId } = this;
    return Object.assign(new SpotDesk(maker, taker, this.#ask), { openId, marginId });
  }

  async open(): Promise<void> {
    const order = { symbol: "BTCUSDT", type: "LIMIT", price: "50000" };
    this.openId = await this.place({ ...order, side: "SELL", volume: "0.3" });
    await this.taker.post("/sapi/v1/order", { ...order, side: "BUY", volume: "0.1" });
    await this.taker.post("/sapi/v1/order", { ...order, side: "BUY", price: "49500", volume: "1" });
    await this.moveIn("BTC", 1);
    await this.moveIn("USDT", 10_000);
    const inside = { ...order, price: "49900" };
    const path = "/sapi/v1/margin/order";
    this.marginId = await this.place({ ...inside, side: "SELL", volume: "0.3" }, path);
    await this.taker.post("/sapi/v1/order", { ...inside, side: "BUY", volume: "0.1" });
    await this.place({ ...inside, ...OWN });
  }

  /** Places an order of the maker's; its id. */
  async place(order: object, path = "/sapi/v1/order"): Promise<number> {
    return (await this.maker.post(path, order))?.json.orderId;
  }

  /** The maker brings money into margin. */
  moveIn(coinSymbol: string, amount: number): Promise<HttpAnswer | undefined> {
    const move = { coinSymbol, amount, fromAccount: "EXCHANGE", toAccount: "MARGIN" };
    return this.maker.post("/sapi/v1/asset/transfer", move);
  }

  /** Asks without a key or a signature. */
  ask(path: string, method = "GET"): Promise<HttpAnswer> {
    return this.#ask(path, method);
  }

  close(): void {
    this.maker.close();
    this.taker.close();
  }
}
