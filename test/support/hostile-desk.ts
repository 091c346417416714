/**
 * A whole exchange in this process with its real listener and its limits on, a well-behaved client that
 * trades and watches, and room for others that are not. What the well-behaved one notices of them can be measured
 * in the same run: how long after the reply to an order its trade comes by stream, and what is left in
 * memory.
 */
import { createHmac } from "node:crypto";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect } from "vitest";
import { DEMO_USERS } from "../../src/app/demo/demo-catalogue.ts";
import { type DemoFiles, demoKeys } from "../../src/app/demo/demo-keys.ts";
import { MemoryHost } from "../../src/app/in-process/memory-host.ts";
import { BourseClient } from "../../src/client/client.ts";
import { drawCredentials, sandboxMasterKey } from "../../src/edge/auth/seal.ts";
import { CONNECTION_LIMITS, type TimeOuts } from "../../src/edge/http/listener/connections.ts";
import { closeListener, createListener, listen } from "../../src/edge/http/listener/server.ts";
import { ONE_GATEWAY } from "./gateways.ts";
import { RawStream, type RawStreamOptions } from "./raw-stream.ts";
import "./judged-apis.ts";

const MIB = 1_048_576;
const LOOKS = 9;
/** Makers of a sweep, and how much each sells. */
const SWEPT = 100;
const LOT = "0.00001";
/** Of the trades that are waited for, and of the others. */
const OWN_PRICE = "29000";
const PRICE = "30000";

export class HostileDesk {
  readonly port: number;
  readonly server: Server;
  readonly host: MemoryHost;
  readonly #keys: Keys;
  readonly #clients: readonly BourseClient[];
  readonly #users: readonly number[];
  readonly #streams: RawStream[] = [];
  #witness: RawStream | undefined;
  #newcomers = 0;

  private constructor(host: MemoryHost, at: { server: Server; port: number }, keys: Keys) {
    this.host = host;
    this.#keys = keys;
    this.server = at.server;
    this.port = at.port;
    const baseUrl = `http://127.0.0.1:${at.port}`;
    this.#clients = Object.values(keys).map(
      (key) => new BourseClient({ baseUrl, ...key, onRateLimit: "wait" }),
    );
    const { byApiKey } = host.instance.sequencer.state.users;
    this.#users = Object.values(keys).map(({ apiKey }) => byApiKey.get(apiKey)?.user ?? 0);
  }

  static async open(timeOuts?: TimeOuts): Promise<HostileDesk> {
    const files = memoryFiles();
    const keys = demoKeys(files, DEMO_USERS, drawCredentials);
    const host = await MemoryHost.open({
      hasDemo: true,
      hasTraders: false,
      isCalm: true,
      hasLimits: true,
      gateways: ONE_GATEWAY,
      isFrozen: false,
      seed: 1,
      files,
      masterKey: sandboxMasterKey(files),
      site: undefined,
    });
    const limits = { ...CONNECTION_LIMITS, ...(timeOuts && { timeOuts }) };
    const takeStream = (ask: Parameters<MemoryHost["takeStream"]>[0]) => host.takeStream(ask);
    const server = createListener(host.api, { takeStream, limits });
    const port = await listen(server, { host: "127.0.0.1", port: 0 });
    return new HostileDesk(host, { server, port }, keys);
  }

  async close(): Promise<void> {
    this.leave();
    this.#witness?.close();
    await Promise.all([this.host.close(), closeListener(this.server, 0)]);
  }

  /** All attackers go, and the next one comes from another address. */
  leave(): void {
    for (const stream of this.#streams.splice(0)) stream.close();
    this.#newcomers++;
  }

  /** The addresses of the attackers: all of 127.0.0.0/8 is this machine. */
  get address(): string {
    return `127.1.${this.#newcomers >> 7}.${1 + (this.#newcomers & 127)}`;
  }

  /** How many streams the server knows of. */
  get streams(): number {
    return this.host.instance.publicStreams.figures.connections;
  }

  /** A stream whose handshake is on the way. */
  knock(options: RawStreamOptions = {}): RawStream {
    const stream = new RawStream(this.port, { localAddress: this.address, ...options });
    this.#streams.push(stream);
    return stream;
  }

  /** One that was taken. */
  async enter(options: RawStreamOptions = {}): Promise<RawStream> {
    const stream = this.knock(options);
    await stream.until(() => stream.texts.length > 0);
    return stream;
  }

  /** One that has logged in as the seller, and wants to be told of all that happens to it, and of all trades. */
  async enterCurious(): Promise<RawStream> {
    const [{ apiKey, secret } = expect.fail()] = Object.values(this.#keys);
    const stream = await this.enter();
    const ts = Date.now();
    const sign = createHmac("sha256", secret).update(`${ts}GET/ws`).digest("hex");
    stream.say({ op: "login", apiKey, ts, sign });
    const channels = ["my.orders", "my.trades", "trades:BTCUSDT"];
    for (const channel of channels) stream.say({ op: "subscribe", channel });
    const isTold = (channel: string) =>
      stream.texts.some((text) => text.includes('"snapshot"') && text.includes(channel));
    await stream.until(() => channels.every(isTold));
    return stream;
  }

  /** What is said to a client that is not let in. */
  async refused(): Promise<string> {
    const stream = this.knock();
    await stream.gone;
    return stream.refusal;
  }

  /** Connections of the listener, streams or not. */
  connections(): Promise<number> {
    return new Promise((resolve) => this.server.getConnections((_, count) => resolve(count)));
  }

  /** The well-behaved trades, and hears of it by its stream. */
  async served(): Promise<void> {
    const witness = await this.#witnessed();
    witness.texts.length = 0;
    await this.#trade();
    await witness.until(() => hasOwnTrade(witness));
  }

  /** One trade, of two orders that meet; when it was replied to. */
  async #trade(): Promise<number> {
    const [seller, buyer] = this.#clients;
    const terms = { symbol: "BTCUSDT", type: "LIMIT", price: OWN_PRICE, volume: "0.001" } as const;
    await seller?.spot.createOrder({ ...terms, side: "SELL" });
    await buyer?.spot.createOrder({ ...terms, side: "BUY" });
    return performance.now();
  }

  /** From now on: the most that was held in the socket of one attacker, and not taken by it. */
  watchHeld(): () => number {
    const sockets: Socket[] = [];
    let most = 0;
    this.server.on("connection", (socket) => sockets.push(socket));
    this.host.instance.sequencer.onEvent(() => {
      for (const { writableLength } of sockets) most = Math.max(most, writableLength);
    });
    return () => most;
  }

  /** A hundred trades at once, past the API and its limits. */
  async sweep(): Promise<void> {
    const { sequencer } = this.host.instance;
    const [seller = 0, buyer = 0] = this.#users;
    const terms = { type: "PlaceOrder", request: 0, pair: 1, kind: "limit", clientId: "" } as const;
    const sell = { ...terms, user: seller, key: seller, side: "sell", quantity: LOT } as const;
    const buy = { ...terms, user: buyer, key: buyer, side: "buy", quantity: "0.001" } as const;
    const commands = [...Array(SWEPT).fill(sell), buy].map((order) => ({
      ...order,
      price: PRICE,
    }));
    await sequencer.submitAll(commands);
  }

  /** The middle of some trades: ms from the reply to the order until the trade comes by stream. */
  async latency(): Promise<number> {
    const witness = await this.#witnessed();
    const waits: number[] = [];
    for (let look = 0; look < LOOKS; look++) {
      witness.texts.length = 0;
      const repliedAtMs = await this.#trade();
      await witness.until(() => hasOwnTrade(witness));
      waits.push(performance.now() - repliedAtMs);
    }
    return waits.sort((a, b) => a - b)[LOOKS >> 1] ?? 0;
  }

  async #witnessed(): Promise<RawStream> {
    if (this.#witness) return this.#witness;
    const witness = await RawStream.open(this.port);
    witness.say({ op: "subscribe", channel: "trades:BTCUSDT" });
    await witness.until(() => witness.texts.some((text) => text.includes('"snapshot"')));
    this.#witness = witness;
    return witness;
  }
}

type Keys = ReturnType<typeof demoKeys>;

function hasOwnTrade({ texts }: RawStream): boolean {
  return texts.some((text) => text.includes(`"price":"${OWN_PRICE}"`));
}

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** What is in use, in MiB, when all that is not needed is gone. */
export function memoryInUse(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / MIB;
}

function memoryFiles(): DemoFiles {
  const files = new Map<string, Uint8Array>();
  return {
    read: (name) => files.get(name),
    create: (name, bytes) => void files.set(name, bytes),
  };
}
