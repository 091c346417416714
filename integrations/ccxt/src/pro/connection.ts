/**
 * One connection to `/ws`: login, subscriptions, sequence numbers. Every update names the one before it in
 * `prev`; where that is not the last one heard, the channel is asked for again from there, and goes on without
 * a row missing or told twice. So does a new connection after a lost one.
 */
import { BadSymbol, type Dict, ExchangeError, NotSupported, type Str } from "ccxt";
import { BourseAccount } from "../account.ts";

/** What this class uses of a connection of ccxt. */
export interface StreamClient {
  readonly url: string;
  readonly futures: Dict;
  readonly subscriptions: Dict;
  send(message: Dict): Promise<unknown>;
  resolve(result: unknown, messageHash: string): unknown;
  reject(error: Error, messageHash?: string): unknown;
}

export class BourseConnection extends BourseAccount {
  streamUrl(): string {
    const given = this.safeString(this.options, "streamUrl");
    if (given !== undefined) {
      return given;
    }
    const parts = this.restUrl().split("://");
    const scheme = parts[0] === "https" ? "wss" : "ws";
    return scheme + "://" + parts[1] + "/ws";
  }

  /** What was heard last in each channel, and in which log of the server. */
  streamState(): Dict {
    if (this.safeDict(this.options, "streams") === undefined) {
      this.options["streams"] = {};
    }
    return this.options["streams"];
  }

  /** Goes on from what was heard last, if anything was. */
  subscription(channel: string): Dict {
    const message: Dict = { op: "subscribe", channel: channel, id: channel };
    const heard = this.safeDict(this.streamState(), channel);
    if (heard !== undefined) {
      message["from"] = heard["seq"];
      message["log"] = heard["log"];
    }
    return message;
  }

  async watchPublic(channel: string): Promise<Dict> {
    return await this.watchNews(channel, channel);
  }

  async watchPrivate(channel: string, messageHash: string): Promise<Dict> {
    await this.authenticate();
    return await this.watchNews(channel, messageHash);
  }

  /** The next news; at once if some came since the last call, while nobody waited. */
  async watchNews(channel: string, messageHash: string): Promise<Dict> {
    const url = this.streamUrl();
    const client = this.client(url) as StreamClient;
    const untold = this.takeUntold(client, messageHash);
    if (untold !== undefined) {
      return untold;
    }
    client.subscriptions["asked#" + messageHash] = true;
    const told = await this.watch(url, messageHash, this.subscription(channel), channel);
    // Two messages may have come at once.
    const newer = this.takeUntold(client, messageHash);
    return newer === undefined ? told : newer;
  }

  takeUntold(client: StreamClient, messageHash: string): Dict | undefined {
    const key = "untold#" + messageHash;
    if (!(key in client.subscriptions)) {
      return undefined;
    }
    const untold = client.subscriptions[key];
    delete client.subscriptions[key];
    return untold;
  }

  /** Tells who waits, or the next call of those who have asked before. */
  tell(client: StreamClient, news: unknown, messageHash: string): void {
    if (messageHash in client.futures) {
      client.resolve(news, messageHash);
    } else if ("asked#" + messageHash in client.subscriptions) {
      client.subscriptions["untold#" + messageHash] = news;
    }
  }

  async authenticate(): Promise<void> {
    const url = this.streamUrl();
    const client = this.client(url) as StreamClient;
    if (this.safeBool(client.subscriptions, "loggedIn", false)) {
      return;
    }
    await this.loadMarkets();
    const headers = this.signedHeaders("GET", "/ws", undefined);
    const message: Dict = {
      op: "login",
      id: "login",
      apiKey: headers["X-CH-APIKEY"],
      ts: this.parseToInt(headers["X-CH-TS"]),
      sign: headers["X-CH-SIGN"],
      recvWindow: this.safeInteger(this.options, "recvWindow"),
    };
    await this.watch(url, "login", message, "login");
  }

  override handleMessage(client: StreamClient, message: Dict): void {
    const type = this.safeString(message, "type");
    if (type === "update") {
      this.handleUpdate(client, message);
    } else if (type === "snapshot") {
      this.handleSnapshot(client, message);
    } else if (type === "hello") {
      client.subscriptions["log"] = this.safeString(message, "log");
    } else if (type === "subscribed") {
      this.handleSubscribed(message);
    } else if (type === "loggedIn") {
      client.subscriptions["loggedIn"] = true;
      client.resolve(message, "login");
    } else if (type === "unsubscribed") {
      this.handleUnsubscribed(client, message);
    } else if (type === "error") {
      this.handleRefusal(client, message);
    }
  }

  handleSubscribed(message: Dict): void {
    const heard = this.safeDict(this.streamState(), this.safeString(message, "channel", ""));
    if (heard !== undefined) {
      heard["isAsking"] = false;
    }
  }

  handleSnapshot(client: StreamClient, message: Dict): void {
    this.noteSeq(client, message);
    this.handleData(client, message, true);
  }

  handleUpdate(client: StreamClient, message: Dict): void {
    const channel = this.safeString(message, "channel", "");
    const heard = this.safeDict(this.streamState(), channel, {});
    if (this.safeString(heard, "seq") === this.safeString(message, "prev")) {
      this.noteSeq(client, message);
      this.handleData(client, message, false);
    } else if (!this.safeBool(heard, "isAsking", false)) {
      // Something is missing: the channel is asked for again, once, from what was heard last.
      heard["isAsking"] = true;
      // A failure to send ends the connection, which ccxt tells.
      this.spawn(this.sendMessage, client, this.subscription(channel));
    }
  }

  async sendMessage(client: StreamClient, message: Dict): Promise<void> {
    await client.send(message);
  }

  noteSeq(client: StreamClient, message: Dict): void {
    const state = this.streamState();
    state[this.safeString(message, "channel", "")] = {
      seq: this.safeString(message, "seq"),
      log: client.subscriptions["log"],
      isAsking: false,
    };
  }

  handleUnsubscribed(client: StreamClient, message: Dict): void {
    const reason = this.safeString(message, "reason");
    if (reason !== undefined) {
      const channel = this.safeString(message, "channel", "");
      const error = new BadSymbol(this.id + " " + channel + " has ended: " + reason);
      this.endChannel(client, channel, error);
    }
  }

  /** An error names in `id` what it answers: a channel, or the login. */
  handleRefusal(client: StreamClient, message: Dict): void {
    const id = this.safeString(message, "id");
    const feedback = this.id + " " + this.json(message);
    let error = new ExchangeError(feedback);
    try {
      this.throwExactlyMatchedException(
        this.exceptions["exact"],
        this.safeString(message, "code"),
        feedback,
      );
    } catch (e) {
      error = e as ExchangeError;
    }
    if (id === "login") {
      delete client.subscriptions["login"];
      client.reject(error, "login");
    } else {
      this.endChannel(client, id, error);
    }
  }

  /** Everybody who waits for a channel is told, and the next call asks for it anew. */
  endChannel(client: StreamClient, channel: Str, error: Error): void {
    const name = this.safeString({ name: channel }, "name", "");
    const state = this.streamState();
    if (name in client.subscriptions) {
      delete client.subscriptions[name];
    }
    if (name in state) {
      delete state[name];
    }
    const hashes = Object.keys(client.futures);
    for (let i = 0; i < hashes.length; i++) {
      const hash = hashes[i];
      if (hash === name || hash.indexOf(name + "#") === 0) {
        client.reject(error, hash);
      }
    }
  }

  /** Told of every message of a channel that is the very next one. */
  handleData(_client: StreamClient, message: Dict, _isSnapshot: boolean): void {
    throw new NotSupported(
      this.id + " handleData() is up to the class below: " + this.json(message),
    );
  }
}
