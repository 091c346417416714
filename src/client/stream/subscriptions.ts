/**
 * The channels that have subscribers, and the present connection: what is wanted is asked for, and
 * what comes is handed to its channel. What is left to ask follows from the channels themselves, so
 * nothing queues: a new connection begins with the same look at them.
 */
import { CODES } from "../session/codes.ts";
import { BourseError, kindOf } from "../session/errors.ts";
import type { StreamCalls } from "./calls.ts";
import { isPrivate } from "./channel/channels.ts";
import type { Connection } from "./connection.ts";
import type { DisconnectWish } from "./disconnect-wish.ts";
import { type ChannelListener, FollowedChannel } from "./followed-channel.ts";
import { Login, type LoginOptions } from "./login.ts";
import type { ServerMessage } from "./messages.ts";

/** As many channels as the server allows on a connection. */
const CHANNELS_MAX = 200;

export interface Subscription {
  /** The subscriber is told nothing any more. */
  close(): void;
}

interface Present {
  readonly connection: Connection;
  /** Undefined without a key. */
  readonly login: Login | undefined;
}

export class Subscriptions {
  readonly #loginOptions: LoginOptions | undefined;
  readonly #channels = new Map<string, FollowedChannel>();
  /** Channels that the server still sends and that have no subscribers; each was subscribed, so it is bounded. */
  readonly #leaving = new Set<string>();
  readonly #calls: StreamCalls;
  readonly #wish: DisconnectWish;
  #present: Present | undefined;

  constructor(login: LoginOptions | undefined, calls: StreamCalls, wish: DisconnectWish) {
    this.#loginOptions = login;
    this.#calls = calls;
    this.#wish = wish;
  }

  /** Whether there is nothing to connect for. */
  get isEmpty(): boolean {
    return this.#channels.size === 0 && !this.#calls.isWaiting && !this.#wish.isWanted;
  }

  add(name: string, listener: ChannelListener<unknown>): Subscription {
    const channel = this.#channels.get(name) ?? this.#open(name);
    const subscriber = channel.add(listener);
    this.flush();
    return {
      close: () => {
        channel.remove(subscriber);
        if (channel.isEmpty && this.#channels.get(name) === channel) this.#leave(channel);
      },
    };
  }

  #open(name: string): FollowedChannel {
    if (isPrivate(name) && !this.#loginOptions) {
      throw new BourseError(`${name} needs an apiKey and a secret.`, { kind: "credentials" });
    }
    if (this.#channels.size >= CHANNELS_MAX) {
      const { code, kind } = CODES.TOO_MANY_REQUESTS;
      throw new BourseError(`A stream has at most ${CHANNELS_MAX} channels.`, { code, kind });
    }
    const channel = new FollowedChannel(name);
    this.#channels.set(name, channel);
    this.#leaving.delete(name);
    return channel;
  }

  #leave({ name, requestId }: FollowedChannel): void {
    this.#channels.delete(name);
    if (!this.#present || requestId === 0) return;
    this.#present.connection.met(requestId);
    this.#leaving.add(name);
    this.flush();
  }

  /** The server has said hello. */
  attach(connection: Connection): void {
    const options = this.#loginOptions;
    this.#present = { connection, login: options && new Login(options, connection) };
    this.flush();
  }

  detach(): void {
    this.#present = undefined;
    this.#calls.lost();
    this.#wish.lost();
    this.#leaving.clear();
    for (const channel of this.#channels.values()) channel.lost();
  }

  /** The state behind the numbers is another one. */
  forget(): void {
    for (const channel of [...this.#channels.values()]) channel.forget("other_log");
  }

  /** The key is refused, or was revoked. */
  failPrivate(error: BourseError): void {
    this.#calls.fail(error);
    this.#wish.fail(error);
    const names = [...this.#channels.keys()].filter(isPrivate);
    for (const name of names) this.#end(name, (channel) => channel.fail(error));
  }

  clear(): void {
    this.detach();
    this.#wish.fail(new Error("The stream is closed."));
    for (const channel of this.#channels.values()) channel.clear();
    this.#channels.clear();
  }

  /** Asks for what is wanted and not asked for yet, as much as there is room for. */
  flush(): void {
    if (!this.#present) return;
    const { connection, login } = this.#present;
    this.#flushOrders(connection, login);
    for (const channel of this.#leaving) {
      if (connection.request({ op: "unsubscribe", channel }) === undefined) return;
      this.#leaving.delete(channel);
    }
    for (const channel of this.#channels.values()) {
      if (channel.phase !== "idle") continue;
      if (isPrivate(channel.name) && !login?.isDone) {
        void login?.begin();
        continue;
      }
      const wanted = { op: "subscribe", channel: channel.name, ...channel.place } as const;
      const id = connection.request(wanted);
      if (id === undefined) return;
      channel.asked(id);
    }
  }

  /** No order is sent on a connection before the one that protects it is asked for. */
  #flushOrders(connection: Connection, login: Login | undefined): void {
    if (!this.#wish.isWaiting && !this.#calls.isWaiting) return;
    if (!login?.isDone) {
      void login?.begin();
      return;
    }
    this.#wish.flush(connection);
    this.#calls.flush(connection);
  }

  heard(message: ServerMessage): void {
    const present = this.#present;
    if (!present) return;
    const { connection, login } = present;
    switch (message.type) {
      case "reply":
        if (this.#calls.heard(message)) this.flush();
        break;
      case "cancelOnDisconnect":
        connection.met(message.id);
        this.#wish.heard(message.id);
        break;
      case "error":
        if (!this.#calls.heard(message)) this.#refused(message, present);
        break;
      case "loggedIn":
        connection.met(message.id);
        login?.accepted();
        this.flush();
        break;
      case "unsubscribed":
        if (message.reason === undefined) connection.met(message.id);
        else this.#ended(message);
        break;
      case "subscribed":
        this.#answered(message, connection);
        break;
      case "snapshot":
      case "update":
      case "resync":
        this.#told(message, connection);
        break;
    }
  }

  #told(
    message: Extract<ServerMessage, { type: "snapshot" | "update" | "resync" }>,
    connection: Connection,
  ): void {
    const channel = this.#channels.get(message.channel);
    const { log = "" } = connection;
    if (message.type === "snapshot") {
      if (channel?.takeSnapshot(message, log)) connection.met(channel.requestId);
      return;
    }
    const isInOrder =
      message.type === "update"
        ? channel?.takeUpdate(message, log)
        : channel?.resync(message.reason);
    if (isInOrder === false) this.flush();
  }

  /** The answer to an older request says nothing of what is awaited now. */
  #answered(
    { id, channel: name, resumed = false }: Extract<ServerMessage, { type: "subscribed" }>,
    connection: Connection,
  ): void {
    const channel = this.#channels.get(name);
    const isAwaited = channel?.requestId === id && channel.phase === "asked";
    const isSnapshotDue = isAwaited && channel.answered(resumed);
    if (!isSnapshotDue) connection.met(id);
  }

  #ended({ channel: name, reason }: { readonly channel: string; readonly reason: string }): void {
    const channel = this.#channels.get(name);
    if (channel?.phase !== "due" && channel?.phase !== "live") return;
    this.#present?.connection.met(channel.requestId);
    this.#end(name, () => channel.end(reason));
  }

  #refused(
    { id, code, msg }: Extract<ServerMessage, { type: "error" }>,
    { connection, login }: Present,
  ): void {
    connection.met(id);
    const error = new BourseError(msg, { kind: kindOf(code), code });
    if (this.#wish.refused(id, error)) return;
    const isLogin = login?.isAnsweredBy(id) ?? false;
    const channel = [...this.#channels.values()].find(({ requestId }) => requestId === id);
    if (!isLogin && !channel) return;
    // No exchange is behind the API: the request is tried again later, with everything else.
    if (error.kind === "unavailable") connection.drop();
    else if (channel) this.#end(channel.name, () => channel.fail(error));
    else if (login?.refused(error)) this.flush();
    else this.failPrivate(error);
  }

  #end(name: string, say: (channel: FollowedChannel) => void): void {
    const channel = this.#channels.get(name);
    this.#channels.delete(name);
    if (channel) say(channel);
  }
}
