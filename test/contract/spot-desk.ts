/**
 * Two clients at a real server's door, after a first trade in spot and one between margin and spot:
 * demo1 is the maker of both, demo2 their taker.
 */
import type { ServerProcess } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";

const NOBODY = { apiKey: "", secret: "" };

export class SpotDesk {
  readonly maker: SignedClient;
  readonly taker: SignedClient;
  readonly #base: string;
  /** An order of the maker's that is filled in part. */
  openId = 0;
  /** The same in margin. */
  marginId = 0;

  /** `prefix` is what a base URL may have before every path. */
  constructor(server: ServerProcess, prefix: string) {
    const { demo1 = NOBODY, demo2 = NOBODY } = server.keys();
    this.maker = new SignedClient(server.port, demo1, prefix);
    this.taker = new SignedClient(server.port, demo2, prefix);
    this.#base = `http://127.0.0.1:${server.port}${prefix}`;
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
  async ask(path: string, method = "GET"): Promise<HttpAnswer> {
    const reply = await fetch(this.#base + path, { method });
    const headers = Object.fromEntries(reply.headers);
    return { status: reply.status, json: await reply.json(), headers };
  }

  close(): void {
    this.maker.close();
    this.taker.close();
  }
}
