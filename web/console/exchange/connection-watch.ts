/**
 * Whether what is shown is live: the state of the market's stream and of the account's as one. Losing
 * a connection and having it again are noted in the feed; the first one is not news.
 */
import type { StreamStatus } from "../../../src/client/stream/stream.ts";
import type { ConnectionState, NewFeedEntry } from "./exchange.ts";
import { LiveValue } from "./live.ts";

/** What is needed of a stream. */
export interface HasStatus {
  readonly status: StreamStatus;
  onStatus(tell: () => void): () => void;
}

export class ConnectionWatch {
  readonly status = new LiveValue<ConnectionState>("connecting");
  readonly staleSince = new LiveValue<number | undefined>(undefined);
  readonly #market: HasStatus;
  readonly #note: (entry: NewFeedEntry) => void;
  readonly #now: () => number;
  #unfollow: (() => void) | undefined;
  #isAccountLost = false;
  #wasOpen = false;

  constructor(market: HasStatus, note: (entry: NewFeedEntry) => void, now = Date.now) {
    this.#market = market;
    this.#note = note;
    this.#now = now;
    market.onStatus(() => this.#look());
  }

  /** The account's stream counts, too, from now on; undefined: there is none any more. */
  join(account: HasStatus | undefined): void {
    this.#unfollow?.();
    this.#isAccountLost = false;
    // One that has just been made is on its way; it counts once it was there.
    let wasThere = false;
    this.#unfollow = account?.onStatus(() => {
      wasThere ||= account.status === "open";
      this.#isAccountLost = wasThere && account.status !== "open";
      this.#look();
    });
    this.#look();
  }

  #look(): void {
    const { status } = this.#market;
    if (status === "closed") this.#become("closed");
    else if (status === "open" && !this.#isAccountLost) this.#become("open");
    else this.#become(this.#wasOpen ? "reconnecting" : "connecting");
  }

  #become(status: ConnectionState): void {
    const before = this.status.value;
    if (status === before) return;
    if (status === "open" && this.#wasOpen) {
      this.#note({ kind: "connection", tone: "good", text: "Connected again" });
    }
    if (before === "open") this.#note({ kind: "connection", tone: "bad", text: "Connection lost" });
    if (before === "open") this.staleSince.set(this.#now());
    if (status === "open") this.staleSince.set(undefined);
    this.#wasOpen ||= status === "open";
    this.status.set(status);
  }
}
