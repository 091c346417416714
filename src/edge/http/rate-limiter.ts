/**
 * The rate limiter: which addresses are banned, which clients ask too often, and what each reply says
 * about it. It counts on the request clock; a ban runs in engine time. An address that goes on after
 * being refused is banned by a command that no reply waits for. Rules USER-LIMIT-2, USER-LIMIT-3,
 * USER-BAN-1, USER-BAN-3.
 */

import { PUBLIC_LIMIT } from "../../contract/limits.ts";
import { Refusal } from "../../contract/refusal.ts";
import { blockOf } from "../../core/base/address.ts";
import { present } from "../../core/base/assert.ts";
import { type Exchange, engineTimeOf } from "../../runtime/replica/submission.ts";
import type { BanTable } from "../auth/bans.ts";
import { RateLimit, SHARED } from "../auth/limits.ts";
import { REFUSALS_TO_BAN, REFUSALS_WITHIN_MS, RefusalCounts } from "../auth/refusal-counts.ts";
import { type Counted, CountNews, type CountTable } from "./counts-exchange.ts";
import { requestIdOf } from "./request.ts";
import type { Route } from "./route.ts";

export interface RateLimiterOptions {
  readonly exchange: Exchange;
  readonly bans: BanTable;
  readonly routes: readonly Route[];
  /** Called with a ban that failed in an unexpected way. */
  readonly report: (error: unknown, request: string) => void;
  /** FOLLOW-LIMIT-1: where other processes count for the same users, what is counted here is noted for them. */
  readonly isShared?: boolean | undefined;
}

/** A request that is counted, and the headers that its reply will have. */
export interface LimitedRequest {
  readonly address: string;
  readonly request: number;
  readonly headers: Record<string, string>;
}

/** The windows of a route's users: a large table, made when the route is first asked for. */
interface UserLimit {
  /** Of the route among all routes, by which other processes know it. */
  readonly place: number;
  limit: RateLimit<number> | undefined;
}

export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #ofAddresses = new RateLimit<string>(PUBLIC_LIMIT);
  readonly #ofUsers = new Map<Route, UserLimit>();
  #refusals: RefusalCounts | undefined;
  readonly #news: CountNews | undefined;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    this.#news = options.isShared ? new CountNews() : undefined;
    options.routes.forEach((route, place) => {
      if (route.security === "NONE") return;
      this.#ofUsers.set(route, { place, limit: undefined });
    });
  }

  /** FOLLOW-LIMIT-1: what was counted here and not told yet. */
  takeNews(): readonly Counted[] {
    return this.#news?.take() ?? [];
  }

  /** FOLLOW-LIMIT-1: what another process has counted. */
  addNews(news: readonly Counted[]): void {
    const nowMs = this.#options.exchange.now();
    for (const counted of news) {
      const { table, key, count } = counted;
      if (table === "addresses") this.#ofAddresses.add(key, nowMs, counted);
      else if (table === "refusals") this.#addRefusals(key, nowMs, count);
      else this.#limitAt(table)?.add(Number(key), nowMs, counted);
    }
  }

  #limitAt(place: number): RateLimit<number> | undefined {
    const route = this.#options.routes[place];
    const ofUsers = route && this.#ofUsers.get(route);
    return ofUsers && limitIn(ofUsers, route);
  }

  #refusalCounts(): RefusalCounts {
    this.#refusals ??= new RefusalCounts();
    return this.#refusals;
  }

  #addRefusals(block: string, nowMs: number, count: number): void {
    for (let added = 0; added < Math.min(count, REFUSALS_TO_BAN); added++) {
      this.#refusalCounts().add(block, nowMs);
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
    const block = blockOf(request.address);
    this.#count(this.#ofAddresses, block, request, { table: "addresses", weight });
  }

  /** USER-LIMIT-2: a user's request, by whichever of the user's keys. */
  countUser(route: Route, user: number, request: LimitedRequest): void {
    const ofUsers = present(this.#ofUsers.get(route), "the limit of a route");
    const limit = limitIn(ofUsers, route);
    this.#count(limit, user, request, { table: ofUsers.place, weight: 1 });
  }

  #count<Key extends string | number>(
    limit: RateLimit<Key>,
    key: Key,
    request: LimitedRequest,
    { table, weight }: { readonly table: CountTable; readonly weight: number },
  ): void {
    const nowMs = this.#options.exchange.now();
    const slot = limit.take(key, nowMs, weight);
    this.#news?.note({ table, key: `${key}`, count: weight, endsAtMs: limit.endsAtMs(slot) });
    announce(limit, slot, request.headers);
    if (!limit.isExceeded(slot)) return;
    // In a shared window the others may have used it up: that is no reason for a ban.
    if (slot !== SHARED) this.#countRefusal(request, nowMs);
    throw tooMany(limit.endsAtMs(slot) - nowMs);
  }

  /** USER-BAN-1: counts a refusal against the address it went to. */
  #countRefusal({ address, request }: LimitedRequest, nowMs: number): void {
    const block = blockOf(address);
    const endsAtMs = nowMs + REFUSALS_WITHIN_MS;
    this.#news?.note({ table: "refusals", key: block, count: 1, endsAtMs });
    if (this.#refusalCounts().note(block, nowMs)) void this.#ban(block, request);
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
    this.#refusalCounts().banAnswered(block, isLogged);
  }
}

function limitIn(ofUsers: UserLimit, route: Route): RateLimit<number> {
  ofUsers.limit ??= new RateLimit(route.limit);
  return ofUsers.limit;
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
