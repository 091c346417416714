/**
 * An order of which the server has the headers, and has said so (100 Continue): it is under way. The body, and with it
 * the order, comes when the test wants it to.
 */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Credentials, HttpAnswer } from "./signed-client.ts";

const PATH = "/sapi/v1/order";

export class HalfSentOrder {
  readonly #outgoing: ClientRequest;
  readonly #body: string;

  private constructor(outgoing: ClientRequest, body: string) {
    this.#outgoing = outgoing;
    this.#body = body;
  }

  static async begin(port: number, key: Credentials, order: object): Promise<HalfSentOrder> {
    const body = JSON.stringify(order);
    const ts = `${Date.now()}`;
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
      "X-CH-APIKEY": key.apiKey,
      "X-CH-TS": ts,
      "X-CH-SIGN": createHmac("sha256", key.secret).update(`${ts}POST${PATH}${body}`).digest("hex"),
      Expect: "100-continue",
    };
    const outgoing = request({ port, host: "127.0.0.1", path: PATH, method: "POST", headers });
    // Told by `finish`.
    outgoing.on("error", () => undefined);
    outgoing.flushHeaders();
    await once(outgoing, "continue");
    return new HalfSentOrder(outgoing, body);
  }

  /** Sends the rest; undefined when the connection broke before an answer came. */
  async finish(): Promise<HttpAnswer | undefined> {
    const answered = once(this.#outgoing, "response");
    this.#outgoing.end(this.#body);
    try {
      const [incoming] = (await answered) as [IncomingMessage];
      const pieces: Buffer[] = await incoming.toArray();
      const json = JSON.parse(Buffer.concat(pieces).toString());
      return { status: incoming.statusCode ?? 0, json, headers: incoming.headers };
    } catch {
      return undefined;
    }
  }
}
