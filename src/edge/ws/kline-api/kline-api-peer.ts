/**
 * A client of the kline-api: its subscriptions and the answers to what it says. What cannot be
 * done is said with `"status":"error"` and costs nothing. Rules STREAM-FAM-7, STREAM-FAM-8,
 * STREAM-LIMIT-3.
 */
import { Refusal } from "../../../contract/refusal.ts";
import {
  REFUSED,
  repOf,
  SERVER_PONG,
  SUBED,
  UNSUBED,
} from "../../../contract/streams/kline-api.ts";
import { writerAround, writerOf, writtenList } from "../../../contract/writer.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import type { Channel, Listener } from "../channel.ts";
import type { Channels } from "../channels.ts";
import type { Connection, Peer } from "../socket/connection.ts";
import { gzipFrame } from "../socket/frame.ts";
import { type AnswerTools, rowsOf } from "./answers.ts";
import type { ChannelNames, KlineApiChannel } from "./channel-name.ts";
import {
  type KlineApiMessage,
  malformed,
  readMessage,
  readPage,
  UNREAD,
} from "./kline-api-message.ts";
import type { Heartbeat } from "./message-format.ts";
import { type OpenerTools, openerOf } from "./topics.ts";

export interface PeerTools extends AnswerTools, OpenerTools {
  readonly channels: Channels;
  readonly names: ChannelNames;
  readonly heartbeat: Heartbeat;
  readonly subscriptionsMax: number;
  readonly now: () => number;
  /** Takes errors that are no refusal: our own failures. */
  readonly report: (error: unknown) => void;
}

const subedText = writerOf(SUBED);
const unsubedText = writerOf(UNSUBED);
const repText = writerAround(repOf({}), "data");
const refusedText = writerAround(REFUSED, "msg");
const pongText = writerOf(SERVER_PONG);

/** The names of the answers. */
const REPLIES: ReadonlyMap<unknown, "subed" | "unsubed" | "rep"> = new Map([
  ["sub", "subed"],
  ["unsub", "unsubed"],
  ["req", "rep"],
]);

/** How many messages an answer to `req` counts as. */
export const ANSWER_COUNT = 10;

export class KlineApiPeer implements Peer, Listener {
  readonly #connection: Connection;
  readonly #tools: PeerTools;
  readonly #subscriptions = new Map<string, Channel>();

  constructor(connection: Connection, tools: PeerTools) {
    this.#connection = connection;
    this.#tools = tools;
  }

  get line(): Connection {
    return this.#connection;
  }

  hear(text: string): void {
    let message = UNREAD;
    try {
      message = readMessage(text);
      this.#do(message);
    } catch (error) {
      this.#refuse(error, message);
    }
  }

  #do(message: KlineApiMessage): void {
    switch (message.event) {
      case "sub":
        this.#subscribe(message);
        break;
      case "unsub":
        this.#unsubscribe(message);
        break;
      case "req":
        this.#answer(message);
        break;
      default:
        this.#beat(message);
    }
  }

  #subscribe(message: KlineApiMessage): void {
    const channel = this.#channelNamed(nameIn(message));
    this.#subscriptions.set(channel.key, channel);
    this.#say(subedText({ event_rep: "subed", ...this.#about(message), status: "ok" }));
    this.#tools.channels.welcome(channel, this);
  }

  #channelNamed(name: string): Channel {
    const { channels, subscriptionsMax } = this.#tools;
    // STREAM-LIMIT-3: one that it has already is none more.
    if (this.#subscriptions.size >= subscriptionsMax && !this.#subscriptions.has(name)) {
      throw new Refusal("TOO_MANY_REQUESTS", { msg: "Too many subscriptions on this connection." });
    }
    const known = channels.find(name);
    if (known) return known;
    const opened = channels.open(name, name, openerOf(this.#subjectOf(name), this.#tools));
    if (!opened) throw new Refusal("TOO_MANY_REQUESTS", { msg: "Too many channels are open." });
    return opened;
  }

  #subjectOf(name: string): KlineApiChannel {
    const about = this.#tools.names.find(name);
    if (!about) throw new Refusal("BAD_SYMBOL", { msg: "There is no such channel." });
    return about;
  }

  #unsubscribe(message: KlineApiMessage): void {
    const channel = this.#subscriptions.get(nameIn(message));
    if (!channel) throw new Refusal("BAD_SYMBOL", { msg: "There is no such subscription." });
    this.#subscriptions.delete(channel.key);
    channel.leave(this, this.#tools.now());
    this.#say(unsubedText({ event_rep: "unsubed", ...this.#about(message), status: "ok" }));
  }

  /** STREAM-FAM-9: written and compressed for one client, it counts as many messages. */
  #answer(message: KlineApiMessage): void {
    if (!this.#connection.heard(this.#tools.now(), ANSWER_COUNT - 1)) return;
    const rows = rowsOf(this.#subjectOf(nameIn(message)), this.#tools, () => readPage(message));
    const text = repText({ event_rep: "rep", ...this.#about(message), data: writtenList(rows) });
    this.#connection.owe([gzipFrame(text)]);
  }

  /** That a pong came has been noted; there is nothing to say to it. */
  #beat({ event, ping, isPong }: KlineApiMessage): void {
    if (event === undefined && ping !== undefined) {
      this.#say(pongText({ pong: ping }));
    } else if (event !== undefined || !isPong) {
      const msg = "event is not one of sub, unsub, req.";
      throw new Refusal("UNSUPPORTED_OPERATION", { msg });
    }
  }

  #refuse(error: unknown, message: KlineApiMessage): void {
    if (!(error instanceof Refusal)) this.#tools.report(error);
    const refusal = error instanceof Refusal ? error : new Refusal("UNKNOWN");
    const { event, channel, cbId: cb_id } = message;
    const text = refusedText({
      event_rep: REPLIES.get(event) ?? "error",
      channel,
      cb_id,
      ts: this.#engineNow(),
      status: "error",
      code: refusal.code,
      msg: refusal.msgText(),
    });
    this.#say(text);
  }

  /** What every answer to a message has. */
  #about(message: KlineApiMessage) {
    return { channel: nameIn(message), cb_id: message.cbId, ts: this.#engineNow() };
  }

  #engineNow(): number {
    return engineTimeOf(this.#tools.markets.exchange);
  }

  #say(text: string): void {
    this.send(gzipFrame(text));
  }

  owe(frames: readonly Buffer[]): void {
    this.#connection.owe(frames);
  }

  send(frame: Buffer): void {
    this.#connection.send(frame);
  }

  /** STREAM-END-1 */
  over({ key, name }: Channel): void {
    this.#subscriptions.delete(key);
    const ended = { channel: name, ts: this.#engineNow(), reason: "delisted" } as const;
    this.#say(unsubedText({ event_rep: "unsubed", status: "ok", ...ended }));
  }

  heartbeat(nowMs: number): Buffer {
    return this.#tools.heartbeat.frameAt(nowMs);
  }

  leave(): void {
    const nowMs = this.#tools.now();
    for (const channel of this.#subscriptions.values()) channel.leave(this, nowMs);
    this.#subscriptions.clear();
  }
}

function nameIn({ channel }: KlineApiMessage): string {
  if (channel === undefined) throw malformed("channel");
  return channel;
}
