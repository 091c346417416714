/**
 * Where streams come in: takes an upgrade of one of its paths, counts connections by address, and
 * carries messages to the dialect of the path. `ws` reads frames and finds what is none; what is
 * sent is framed by us, once for all clients. Rules STREAM-LIMIT-1, STREAM-LIMIT-2, STREAM-LIMIT-4,
 * STREAM-LIMIT-7.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import type { CloseReason } from "../../../contract/streams/closings.ts";
import { blockOf } from "../../../core/base/address.ts";
import { RateLimit } from "../../auth/limits.ts";
import { Connection, type Peer, type Wire } from "./connection.ts";
import { pongFrame } from "./frame.ts";
import { STREAM_LIMITS, type StreamLimits } from "./limits.ts";
import type { Rounds } from "./rounds.ts";

/** Makes the dialect's side of a new connection. */
export type Greet = (connection: Connection) => Peer;

export interface Upgrade {
  readonly path: string;
  readonly address: string;
  /** The headers as they came: a name, its value, the next name. */
  readonly rawHeaders: readonly string[];
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Why a connection is not taken. */
export type NotTaken = "closed" | "no_such_path" | "banned" | "too_many" | "no_upgrade";

/** Counts what happens here, for the metrics. */
export interface StreamMeter {
  opened(): void;
  ended(closing: CloseReason | undefined): void;
  sent(messages: number): void;
  /** A turn of sending held the loop for so long. */
  worked(ms: number): void;
}

export interface StreamApiOptions {
  readonly dialects: ReadonlyMap<string, Greet>;
  readonly rounds: Rounds;
  readonly now: () => number;
  /** Without it no address is banned. */
  readonly isBanned?: ((address: string) => boolean) | undefined;
  /** Without limits nothing is counted: for a sandbox. */
  readonly hasLimits: boolean;
  readonly limits?: StreamLimits;
  readonly meter?: StreamMeter | undefined;
}

/** How long a client may take to answer a closing frame. */
const CLOSING_MS = 2_000;

export class StreamApi {
  readonly #options: StreamApiOptions;
  readonly #limits: StreamLimits;
  readonly #ws: WebSocketServer;
  readonly #connections = new Set<Connection>();
  readonly #byBlock = new Map<string, number>();
  readonly #opening: RateLimit<string>;
  readonly #owed = { bytes: 0 };
  readonly #messages: RateLimit<string>;

  constructor(options: StreamApiOptions) {
    this.#options = options;
    this.#limits = options.limits ?? STREAM_LIMITS;
    this.#opening = new RateLimit(this.#limits.opening);
    this.#messages = new RateLimit(this.#limits.messagesPerAddress);
    const settings: ServerOptions & { readonly closeTimeout: number } = {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload: this.#limits.messageBytes,
      maxFragments: 16,
      maxBufferedChunks: 1_024,
      closeTimeout: CLOSING_MS,
    };
    this.#ws = new WebSocketServer(settings);
  }

  get connections(): ReadonlySet<Connection> {
    return this.#connections;
  }

  /** Takes a connection, or says why not; then the socket still belongs to the caller. */
  take(upgrade: Upgrade): NotTaken | undefined {
    const greet = this.#options.dialects.get(upgrade.path);
    if (!greet) return "no_such_path";
    const block = blockOf(upgrade.address);
    const refused = this.#refusalOf(upgrade.address, block);
    if (refused) return refused;
    const request = requestOf(upgrade.rawHeaders);
    if (!isUpgrade(request.headers)) return "no_upgrade";
    this.#ws.handleUpgrade(request, upgrade.socket, upgrade.head, (ws) =>
      this.#open(ws, greet, { address: upgrade.address, block, socket: upgrade.socket }),
    );
    return undefined;
  }

  #refusalOf(address: string, block: string): NotTaken | undefined {
    const { isBanned, hasLimits, now } = this.#options;
    if (isBanned?.(address)) return "banned";
    if (!hasLimits) return undefined;
    const slot = this.#opening.take(block, now());
    if (this.#opening.isExceeded(slot)) return "too_many";
    const count = this.#byBlock.get(block) ?? 0;
    return count >= this.#limits.connectionsPerAddress ? "too_many" : undefined;
  }

  #open(ws: WebSocket, greet: Greet, from: From): void {
    const { rounds, now, meter, hasLimits } = this.#options;
    const { socket, address } = from;
    const messages = this.#messages;
    const wire: Wire = {
      get writableLength() {
        return socket.writableLength;
      },
      write: (bytes, messages) => {
        socket.write(bytes, "latin1");
        meter?.sent(messages);
      },
      close: (code, reason) => ws.close(code, reason),
      cut: () => ws.terminate(),
    };
    const connection = new Connection({
      wire,
      rounds,
      limits: this.#limits,
      address,
      nowMs: now(),
      owed: this.#owed,
      mayHear: hasLimits
        ? (nowMs, count) => !messages.isExceeded(messages.take(from.block, nowMs, count))
        : undefined,
      onEnd: (ended, closing) => {
        this.#forget(ended, from.block);
        meter?.ended(closing);
      },
    });
    this.#connections.add(connection);
    this.#byBlock.set(from.block, (this.#byBlock.get(from.block) ?? 0) + 1);
    meter?.opened();
    connection.peer = greet(connection);
    this.#listen(ws, connection);
  }

  #listen(ws: WebSocket, connection: Connection): void {
    const heard = () => connection.heard(this.#options.now());
    ws.on("message", (message, isBinary) => {
      if (!heard()) return;
      if (isBinary) connection.close("binary");
      else connection.peer?.hear(message.toString());
    });
    ws.on("ping", (payload) => {
      if (heard()) connection.send(pongFrame(payload));
    });
    ws.on("pong", heard);
    // What is no frame: `ws` has said so to the client, and closes.
    ws.on("error", () => connection.ended());
    ws.on("close", () => connection.ended());
  }

  #forget(connection: Connection, block: string): void {
    this.#connections.delete(connection);
    const left = (this.#byBlock.get(block) ?? 1) - 1;
    if (left === 0) this.#byBlock.delete(block);
    else this.#byBlock.set(block, left);
  }

  /** STREAM-PING-1: asks every client whether it is still there. */
  beat(): void {
    const nowMs = this.#options.now();
    for (const connection of this.#connections) connection.beat(nowMs);
  }

  /** Ends when every call that is under way now is answered. */
  async idle(): Promise<void> {
    const waits = [...this.#connections].map(({ peer }) => {
      return new Promise<void>((resolve) => {
        if (peer?.whenIdle) peer.whenIdle(resolve);
        else resolve();
      });
    });
    await Promise.all(waits);
  }

  closeAll(closing: CloseReason): void {
    for (const connection of this.#connections) connection.close(closing);
  }
}

interface From {
  readonly address: string;
  readonly block: string;
  readonly socket: Duplex;
}

/** As `ws` wants it: the headers by name. Those that were sent twice are joined, and match nothing. */
function requestOf(rawHeaders: readonly string[]): IncomingMessage {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    const value = rawHeaders[at + 1] as string;
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { method: "GET", headers } as IncomingMessage;
}

const KEY = /^[+/0-9A-Za-z]{22}==$/;

/** A request that `ws` would refuse in its own words is refused in ours. */
function isUpgrade(headers: IncomingMessage["headers"]): boolean {
  const isWebSocket = headers.upgrade?.toLowerCase() === "websocket";
  const version = headers["sec-websocket-version"];
  return isWebSocket && version === "13" && KEY.test(headers["sec-websocket-key"] ?? "");
}
