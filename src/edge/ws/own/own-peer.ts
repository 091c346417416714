/**
 * A client of `/ws`: its subscriptions, its login, its calls, and the answers to what it says. An answer
 * stands before what it leads to; what cannot be done is said and costs nothing. Rules STREAM-OWN-1,
 * STREAM-LIMIT-3, STREAM-RESUME-1, STREAM-RESUME-7, STREAM-LOGIN-1, STREAM-ORDER-1.
 */
import { Refusal } from "../../../contract/refusal.ts";
import type { Arrivals } from "../arrivals.ts";
import type { Channel, Listener } from "../channel.ts";
import type { Channels, OpenTopic } from "../channels.ts";
import type { LogName } from "../log-name.ts";
import type { MissedUpdates } from "../missed.ts";
import type { Seq } from "../seq.ts";
import type { CancelDesk, CancelNames, CancelWish } from "../socket/cancel-wish.ts";
import type { Connection, Member, Peer } from "../socket/connection.ts";
import { PING_FRAME, textFrame } from "../socket/frame.ts";
import { ANSWER_TEXTS, errorText, replyText } from "./answers.ts";
import { Calls, type CallsOptions } from "./calls.ts";
import {
  malformed,
  type Request,
  type RequestId,
  readId,
  readMessage,
  readRequest,
} from "./request.ts";

/** What a client of `/ws` needs of the exchange. */
export interface OwnTools extends CallsOptions {
  readonly channels: Channels;
  readonly log: LogName;
  readonly arrivals: Arrivals;
  readonly now: () => number;
  readonly engineNow: () => number;
  readonly subscriptionsMax: number;
  readonly isTalkative: boolean;
  publicTopic(name: string): OpenTopic | undefined;
  privateTopic(name: string, user: number): OpenTopic | undefined;
  /** Throws a refusal. */
  login(fields: Readonly<Record<string, unknown>>, address: string): Member;
  readonly cancels: CancelDesk;
  /** Whether all streams are being closed: the server stops, or goes to another state. */
  isClosing(): boolean;
}

type Subscribe = Extract<Request, { op: "subscribe" }>;

export const PRIVATE = "my.";
/** The user of public channels. */
const NOBODY = 0;

/** STREAM-LOGIN-3: whatever name a client says, the channels of another user are not behind it. */
function keyOf(user: number, name: string): string {
  return `${user} ${name}`;
}

export class OwnPeer implements Peer, Listener {
  readonly #connection: Connection;
  readonly #tools: OwnTools;
  readonly #subscriptions = new Map<string, Channel>();
  readonly #calls: Calls;
  /** By their channel, the subscriptions that wait for this process to come to where the client was. */
  readonly #arriving = new Map<string, Arriving>();
  #member: Member | undefined;
  /** STREAM-CANCEL-1 */
  #wish: CancelWish | undefined;

  constructor(connection: Connection, tools: OwnTools) {
    this.#connection = connection;
    this.#tools = tools;
    this.#calls = new Calls(tools);
    this.#say(ANSWER_TEXTS.hello({ type: "hello", log: tools.log.text, time: tools.engineNow() }));
  }

  get member(): Member | undefined {
    return this.#member;
  }

  get user(): number {
    return this.#member?.user ?? NOBODY;
  }

  get line(): Connection {
    return this.#connection;
  }

  hear(text: string): void {
    let id: RequestId;
    try {
      const message = readMessage(text);
      id = readId(message.fields);
      this.#do(readRequest(message), id);
    } catch (error) {
      this.#refuse(error, id);
    }
  }

  /** For what is done later than it was said. */
  #orRefuse(id: RequestId, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#refuse(error, id);
    }
  }

  #do(request: Request, id: RequestId): void {
    switch (request.op) {
      case "subscribe":
        this.#subscribe(request, id);
        break;
      case "unsubscribe":
        this.#unsubscribe(request.channel, id);
        break;
      case "login":
        this.#login(request.fields, id);
        break;
      case "call":
        this.#call(request, id);
        break;
      case "cancelOnDisconnect":
        this.#cancelOnDisconnect(request.names, id);
        break;
      case "ping":
        this.#say(ANSWER_TEXTS.pong({ type: "pong", id }));
        break;
    }
  }

  #subscribe(request: Subscribe, id: RequestId): void {
    const channel = this.#channelNamed(request.channel);
    this.#arriving.get(channel.key)?.end();
    const { from, log } = request;
    const teller = log === undefined ? undefined : this.#tools.log.tellerOf(log);
    const isAhead = from && !this.#tools.arrivals.isReached(from.position);
    if (isAhead && teller === "elsewhere") this.#arrive(channel, from, { request, id });
    else this.#begin(channel, request, id);
  }

  /** STREAM-RESUME-7: when this process has come to where the client was, or has not for too long. */
  #arrive({ key }: Channel, { position }: Seq, { request, id }: Arrival): void {
    const end = () => {
      callOff();
      this.#arriving.delete(key);
      this.#orRefuse(id, () => this.#begin(this.#channelNamed(request.channel), request, id));
    };
    const callOff = this.#tools.arrivals.wait(position, end);
    this.#arriving.set(key, { end, callOff });
  }

  #begin(channel: Channel, { from, log = "" }: Subscribe, id: RequestId): void {
    const teller = from && this.#tools.log.tellerOf(log);
    const missed = from && this.#missed(channel, from, teller);
    const { channels } = this.#tools;
    if (channels.find(channel.key) !== channel) throw noSuchChannel(); // STREAM-END-1: it has just ended.
    this.#subscriptions.set(channel.key, channel);
    const resumed = missed ? true : undefined;
    this.#say(ANSWER_TEXTS.subscribed({ type: "subscribed", channel: channel.name, resumed, id }));
    if (missed) {
      channel.join(this, missed.last);
      this.owe(missed.frames);
      return;
    }
    if (from) this.#tellResync(channel, teller);
    channels.welcome(channel, this);
  }

  /** STREAM-RESUME-4: what was missed, unless it is more than the client may ask for now. */
  #missed(channel: Channel, from: Seq, teller: Teller): MissedUpdates | undefined {
    const { channels, arrivals, now } = this.#tools;
    if (!isKnown(channel, teller) || !arrivals.isReached(from.position)) return undefined;
    const missed = channels.missedSince(channel, from);
    if (!missed || !this.#connection.spend(now(), missed.price)) return undefined;
    const written = missed.write();
    return written && this.#connection.mayOwe(written.frames) ? written : undefined;
  }

  /** STREAM-RESUME-1: what the client has is to be replaced by what comes. */
  #tellResync(channel: Channel, teller: Teller): void {
    const reason = isKnown(channel, teller) ? "too_old" : "other_log";
    this.#say(ANSWER_TEXTS.resync({ type: "resync", channel: channel.name, reason }));
  }

  #channelNamed(name: string): Channel {
    const { channels, subscriptionsMax } = this.#tools;
    const isPrivate = name.startsWith(PRIVATE);
    const user = isPrivate ? this.#userOf() : NOBODY;
    const key = keyOf(user, name);
    // STREAM-LIMIT-3: a channel that the client has already does not count.
    const count = this.#subscriptions.size + this.#arriving.size;
    const isCounted = this.#subscriptions.has(key) || this.#arriving.has(key);
    if (count >= subscriptionsMax && !isCounted) {
      throw new Refusal("TOO_MANY_REQUESTS", { msg: "Too many subscriptions on this connection." });
    }
    const known = channels.find(key);
    if (known) return known;
    const opener = this.#openerOf(name, isPrivate, user);
    const opened = channels.open(key, name, opener);
    if (!opened) throw new Refusal("TOO_MANY_REQUESTS", { msg: "Too many channels are open." });
    return opened;
  }

  #openerOf(name: string, isPrivate: boolean, user: number): OpenTopic {
    const { publicTopic, privateTopic } = this.#tools;
    const opener = isPrivate ? privateTopic(name, user) : publicTopic(name);
    if (!opener) throw noSuchChannel();
    return opener;
  }

  #userOf(): number {
    if (this.#member) return this.#member.user;
    throw new Refusal("UNAUTHORIZED", { msg: "Private channels need a login." });
  }

  #unsubscribe(name: string, id: RequestId): void {
    const key = keyOf(name.startsWith(PRIVATE) ? this.#userOf() : NOBODY, name);
    this.#arriving.get(key)?.end(); // It is answered first.
    const channel = this.#subscriptions.get(key);
    if (!channel) throw new Refusal("BAD_SYMBOL", { msg: "There is no such subscription." });
    this.#subscriptions.delete(key);
    channel.leave(this, this.#tools.now());
    this.#say(ANSWER_TEXTS.unsubscribed({ type: "unsubscribed", channel: channel.name, id }));
  }

  /** STREAM-LOGIN-1: once a connection. */
  #login(fields: Readonly<Record<string, unknown>>, id: RequestId): void {
    if (this.#member) throw new Refusal("UNSUPPORTED_OPERATION", { msg: "Already logged in." });
    this.#member = this.#tools.login(fields, this.#connection.address);
    this.#say(ANSWER_TEXTS.loggedIn({ type: "loggedIn", id }));
  }

  /** STREAM-ORDER-1: the reply has the id; it comes when the API has answered, in no order of its own. */
  #call({ path, ts, message }: Extract<Request, { op: "call" }>, id: RequestId): void {
    if (id === undefined) throw malformed("id");
    if (!this.#member) throw new Refusal("UNAUTHORIZED", { msg: "Calls need a login." });
    const { apiKey } = this.#member;
    const { address } = this.#connection;
    this.#calls.take({ apiKey, address, path, ts, message }, (reply) => {
      this.#connection.sendAtOnce(replyText(reply, id));
    });
  }

  /** STREAM-CANCEL-1: takes the place of what was asked for before. */
  #cancelOnDisconnect(names: CancelNames, id: RequestId): void {
    if (!this.#member) throw new Refusal("UNAUTHORIZED", { msg: "This needs a login." });
    const { cancels } = this.#tools;
    const wish = cancels.wishOf(this.#member, this.#connection.address, names);
    this.#wish = wish;
    const { requestId } = wish;
    this.#say(ANSWER_TEXTS.cancelSet({ type: "cancelOnDisconnect", requestId, id }));
  }

  #refuse(error: unknown, id: RequestId): void {
    if (!(error instanceof Refusal)) this.#tools.report(error);
    const refusal = error instanceof Refusal ? error : new Refusal("UNKNOWN");
    this.#say(errorText(refusal, this.#tools.isTalkative, id));
  }

  #say(text: string): void {
    this.send(textFrame(text));
  }

  send(frame: Buffer): void {
    this.#connection.send(frame);
  }

  owe(frames: readonly Buffer[]): void {
    this.#connection.owe(frames);
  }

  /** STREAM-END-1 */
  over(channel: Channel): void {
    this.#subscriptions.delete(channel.key);
    const told = { channel: channel.name, reason: "delisted" } as const;
    this.#say(ANSWER_TEXTS.unsubscribed({ type: "unsubscribed", ...told }));
  }

  heartbeat(): Buffer {
    return PING_FRAME;
  }

  whenIdle(act: () => void): void {
    this.#calls.whenIdle(act);
  }

  leave(): void {
    const nowMs = this.#tools.now();
    for (const channel of this.#subscriptions.values()) channel.leave(this, nowMs);
    this.#subscriptions.clear();
    for (const { callOff } of this.#arriving.values()) callOff();
    this.#arriving.clear();
    const { cancels, isClosing } = this.#tools;
    const wish = this.#wish;
    // STREAM-CANCEL-3: behind the calls that are still under way, so that none places an order after it.
    if (wish && !isClosing()) this.#calls.whenIdle(() => cancels.run(wish));
  }
}

/** Who told what a client has. */
type Teller = ReturnType<LogName["tellerOf"]> | undefined;

/** STREAM-RESUME-5: of a state only this process knows what it told, and when. */
function isKnown({ isOfEvents }: Channel, teller: Teller): boolean {
  return teller === "here" || (teller === "elsewhere" && isOfEvents);
}

interface Arrival {
  readonly request: Subscribe;
  readonly id: RequestId;
}

/** A subscription that waits. */
interface Arriving {
  /** It waits no longer. */
  readonly end: () => void;
  /** It is not wanted any more. */
  readonly callOff: () => void;
}

function noSuchChannel(): Refusal {
  return new Refusal("BAD_SYMBOL", { msg: "There is no such channel." });
}
