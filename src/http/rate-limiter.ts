/**
 * The rate limiter: which addresses are banned, which clients ask too often, and what each reply says
 * about it. It counts on the request clock; a ban runs in engine time. An address that goes on after
 * being refused is banned by a command that no reply waits for. Rules USER-LIMIT-2, USER-LIMIT-3,
 * USER-BAN-1, USER-BAN-3.
 */
import { blockOf } from "../auth/address.ts";
import type { BanTable } from "../auth/bans.ts";
import { PUBLIC_LIMIT, RateLimit, SHARED } from "../auth/limits.ts";
import { RefusalCounts } from "../auth/refusal-counts.ts";
import { present } from "../base/assert.ts";
import { type Exchange, engineTimeOf } from "../service/submission.ts";
import { Refusal } from "./dialect/errors.ts";
import { requestIdOf } from "./request.ts";
import type { Route } from "./route.ts";

export interface RateLimiterOptions {
  readonly exchange: Exchange;
  readonly bans: BanTable;
  readonly routes: readonly Route[];
  /** Called with a ban that failed in an unexpected way. */
  readonly report: (error: unknown, request: string) => void;
}

/** A request that is counted, and the headers that its reply will have. */
export interface LimitedRequest {
  readonly address: string;
  readonly request: number;
  readonly headers: Record<string, string>;
}

export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #ofAddresses = new RateLimit<string>(PUBLIC_LIMIT);
  readonly #ofUsers = new Map<Route, RateLimit<number>>();
  readonly #refusals = new RefusalCounts();

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    for (const route of options.routes) {
      if (route.security !== "NONE") this.#ofUsers.set(route, new RateLimit(route.limit));
    }
  }

  /** USER-BAN-3 */
  checkBan(address: string): void {
    const { bans, exchange } = this.#options;
    if (bans.size === 0) return;
    const timeMs = engineTimeOf(exchange);
    const leftMs = bans.leftMs(address, timeMs);
    if (leftMs === 0) return;
    const msg = "This address is banned for a while: it went on after being refused.";
    throw tooMany(leftMs, { status: 418, msg });
  }

  /** USER-LIMIT-3: a request that no user answers for, which counts as `weight` of them. */
  countAddress(request: LimitedRequest, weight = 1): void {
    this.#count(this.#ofAddresses, blockOf(request.address), request, weight);
  }

  /** USER-LIMIT-2: a user's request, by whichever of the user's keys. */
  countUser(route: Route, user: number, request: LimitedRequest): void {
    this.#count(present(this.#ofUsers.get(route), "the limit of a route"), user, request);
  }

  #count<Key>(limit: RateLimit<Key>, key: Key, request: LimitedRequest, weight = 1): void {
    const nowMs = this.#options.exchange.now();
    const slot = limit.take(key, nowMs, weight);
    announce(limit, slot, request.headers);
    if (!limit.isExceeded(slot)) return;
    // In a shared window the others may have used it up: that is no reason for a ban.
    if (slot !== SHARED) this.#countRefusal(request, nowMs);
    throw tooMany(limit.endsAtMs(slot) - nowMs);
  }

  /** USER-BAN-1: counts a refusal against the address it went to. */
  #countRefusal({ address, request }: LimitedRequest, nowMs: number): void {
    const block = blockOf(address);
    if (this.#refusals.note(block, nowMs)) void this.#ban(block, request);
  }

  async #ban(block: string, request: number): Promise<void> {
    const { exchange, report } = this.#options;
    let isLogged = false;
    try {
      const { kind } = await exchange.submit({ type: "BanAddress", block, request });
      isLogged = kind === "done";
    } catch (error) {
      report(error, requestIdOf(request));
    }
    this.#refusals.banAnswered(block, isLogged);
  }
}

function announce<Key>(
  limit: RateLimit<Key>,
  slot: number,
  headers: LimitedRequest["headers"],
): void {
  headers["X-RateLimit-Limit"] = `${limit.limit.count}`;
  headers["X-RateLimit-Remaining"] = `${limit.remaining(slot)}`;
  headers["X-RateLimit-Reset"] = `${limit.endsAtMs(slot)}`;
}

function tooMany(leftMs: number, variation: { status?: number; msg?: string } = {}): Refusal {
  const headers = { "Retry-After": `${Math.max(1, Math.ceil(leftMs / 1_000))}` };
  return new Refusal("TOO_MANY_REQUESTS", { ...variation, headers });
}
