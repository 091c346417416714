/**
 * A bot to which accidents happen on a real server, as a person brings them about: by rules from the command line. It
 * survives them, and every strike is explained with what it struck.
 */
import { expect } from "vitest";
import { WebSocket } from "ws";
import { BourseClient, type BourseStream } from "../../src/client/client.ts";
import { typistOf } from "../support/cli-desk.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { PATIENCE_MS, until } from "../support/until.ts";

/** Above what the tests beside it bid, and near enough to leave their prices in range once it has traded. */
const BID = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "0.1",
  price: "101",
} as const;

/** What an explanation says, and of which order. */
export interface Explained {
  readonly order: number;
  readonly line: RegExp;
}

export class StruckBot {
  readonly #typed: ReturnType<typeof typistOf>;
  readonly #client: BourseClient;
  readonly #stream: BourseStream;
  readonly #raw: SignedClient;

  constructor(server: ServerProcess) {
    const credentials = server.keys()["demo1"] ?? { apiKey: "", secret: "" };
    const baseUrl = `http://127.0.0.1:${server.port}`;
    this.#typed = typistOf(server.directory);
    this.#client = new BourseClient({ baseUrl, ...credentials });
    this.#stream = this.#client.stream({ webSocket: WebSocket as never });
    this.#raw = new SignedClient(server.port, credentials);
  }

  close(): void {
    this.#stream.close();
    this.#raw.close();
  }

  /** A message of its orders is dropped, and healed by the next one. */
  async missMessage(): Promise<Explained> {
    const told: number[] = [];
    await this.#listen((orderId) => told.push(orderId));
    const rule = await this.#strikeOnce("WS my.orders", "drop");
    const { orderId: order } = await this.#client.spot.createOrder(BID);
    await this.#says("faults strikes", new RegExp(` ${rule} +drop +demo1 +my\\.orders \\d+-\\d+`));

    const next = await this.#client.spot.createOrder(BID);
    await until("both orders are told", PATIENCE_MS, async () => told.length >= 2 || undefined);

    expect(told).toEqual([order, next.orderId]);
    const line = struckBy(rule, "drop of my\\.orders \\d+-\\d+ to demo1");
    await this.#says(`explain ${order}`, line);
    expect(await this.#typed(`explain ${next.orderId}`)).not.toContain("struck");
    return { order, line };
  }

  /** A request is late, then a reply, then a cancel is crossed by a trade. */
  async comeLate(): Promise<void> {
    const { symbol } = BID;
    const latency = await this.#strikeOnce("GET /sapi/v1/openOrders", "latency", "--ms", "5");
    const read = await this.#raw.get(`/sapi/v1/openOrders?symbol=${symbol}`);
    const late = await this.#strikeOnce("POST /sapi/v1/order", "late-reply", "--ms", "5");
    const placed = await this.#raw.post("/sapi/v1/order", BID);
    const crossing = ["fill-before-cancel", "--by", "demo2"] as const;
    const crossed = await this.#strikeOnce("/sapi/v1/cancel", ...crossing);
    const { orderId } = placed?.json ?? {};
    const cancel = await this.#raw.post("/sapi/v1/cancel", { symbol, orderId });

    await this.#explains(read, struckBy(latency, "latency 5 ms on GET /sapi/v1/openOrders"));
    await this.#explains(placed, struckBy(late, "late-reply 5 ms on POST /sapi/v1/order"));
    const traded = "0\\.05 of it was traded before by order \\d+";
    const line = struckBy(crossed, `fill-before-cancel on /sapi/v1/cancel: ${traded}`);
    await this.#explains(cancel, line);
  }

  #listen(hear: (orderId: number) => void): Promise<void> {
    return new Promise<void>((resolve) => {
      this.#stream.subscribe("my.orders", {
        snapshot: () => resolve(),
        update: ({ orders }) => {
          for (const { orderId } of orders) hear(orderId);
        },
      });
    });
  }

  /** Adds a rule about its own requests and messages; its number. */
  async #strikeOnce(route: string, kind: string, ...more: string[]): Promise<number> {
    const once = ["--count", "1", "--user", "demo1", "--json"];
    return JSON.parse(await this.#typed(["faults", "add", route, kind, ...more, ...once])).id;
  }

  async #explains(answer: HttpAnswer | undefined, line: RegExp): Promise<void> {
    await this.#says(`explain ${answer?.headers["x-request-id"]}`, line);
  }

  async #says(typed: string, line: RegExp): Promise<void> {
    await until(`${typed} says ${line}`, PATIENCE_MS, async () => {
      const text = await this.#typed(typed).catch(String);
      return line.test(text) || undefined;
    });
  }
}

function struckBy(rule: number, what: string): RegExp {
  return new RegExp(`^struck +rule ${rule}: ${what}$`, "m");
}
