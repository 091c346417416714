/**
 * What a node has of the leader while it follows: the wire over which it is fed, and PostgreSQL, from which it fetches what it
 * was not fed. What comes either way is applied, and goes into the copy of the log. Rule CLUSTER-FOLLOW-1.
 */

import type { NotReady } from "../../contract/not-ready.ts";
import type { LeaderSight } from "../../log/postgres/leader-table.ts";
import type { PostgresLog } from "../../log/postgres/postgres-log.ts";
import { FollowedExchange, type FollowedExchangeOptions } from "../wire/followed-exchange.ts";
import type { WireEnd, WireListener } from "../wire/wire.ts";
import { Trouble } from "./trouble.ts";

/** A wire over which nothing comes for so long is cut; a leader speaks every second. */
export const WIRE_SILENT_MS = 3_000;
/** Who was refused by the leader asks again after so long. */
const REFUSED_MS = 5_000;
/** Wires of nodes get numbers of their own beside those of gateways. */
const WIRE_NUMBERS_FROM = 1_000;

export interface LeaderFeedOptions
  extends Pick<
    FollowedExchangeOptions,
    "program" | "follower" | "unarchived" | "touched" | "now" | "clockwork" | "report"
  > {
  readonly node: string;
  /** Among the nodes, from 0. */
  readonly number: number;
  readonly log: PostgresLog;
  /** Opens a wire to the leader. */
  readonly dial: (
    address: string,
    listener: WireListener,
    onProblem: (problem: string) => void,
  ) => WireEnd;
}

/** What a node is told by what it follows with. */
export interface LeaderFeedListener {
  /** Whether it follows now. */
  mayFollow(): boolean;
  /** A batch is durable and applied. */
  batch(bytes: Uint8Array): void;
  /** PostgreSQL could not be asked, or what it said cannot be gone on from. */
  failed(error: unknown): void;
  /** LOG-DIGEST-1: it came to another state than the log says. */
  differs(reason: unknown): void;
}

export class LeaderFeed {
  readonly exchange: FollowedExchange;
  readonly #options: LeaderFeedOptions;
  readonly #listener: LeaderFeedListener;
  #sight: LeaderSight | undefined;
  #catchingUp: Promise<void> | undefined;
  #refusedAtMs: number | undefined;
  readonly #trouble: Trouble;
  /** When it last had all that the leader had. */
  #levelMs = 0;

  constructor(options: LeaderFeedOptions, listener: LeaderFeedListener) {
    const { clockwork, number, dial, log } = options;
    this.#options = options;
    this.#listener = listener;
    this.#trouble = new Trouble(options.report);
    this.exchange = new FollowedExchange({
      ...options,
      number: WIRE_NUMBERS_FROM + number,
      open: (wire) => {
        return dial(this.#sight?.address ?? "", wire, (problem) => this.#failed(problem));
      },
      mayOpen: () => this.#mayDial(),
      readOn: () => this.catchUp().catch((error: unknown) => listener.failed(error)),
      onFed: (batch, bytes) => {
        log.keep(bytes, batch);
        listener.batch(bytes);
        if (!log.hasRoom) clockwork.makeWay(() => this.exchange.drop());
      },
      onRefused: (sentence) => this.#refused(sentence),
      onEnd: (reason) => listener.differs(reason),
    });
  }

  get sight(): LeaderSight | undefined {
    return this.#sight;
  }

  /** Whether the leader is of another version, and feeds it not. */
  get isRefused(): boolean {
    return this.#refusedAtMs !== undefined;
  }

  /** Why no orders are taken through it, while they are not. */
  get notReady(): NotReady | undefined {
    if (this.exchange.isFed) return this.exchange.notReady;
    return this.isRefused ? "other_version" : "no_leader";
  }

  /** Commands that the leader had at the last look, and this node has not. */
  get lagCommands(): number {
    const { state } = this.#options.follower;
    return Math.max(0, (this.#sight?.position ?? 0) - state.position);
  }

  /** Since it last had all. */
  get lagMs(): number {
    return this.lagCommands === 0 ? 0 : this.#options.clockwork.now() - this.#levelMs;
  }

  /** Takes a look at who leads: a wire to another is cut, as is one that says nothing. */
  see(sight: LeaderSight): void {
    const { exchange } = this;
    this.#sight = sight;
    if (exchange.isFed) this.#isWell();
    if (this.lagCommands === 0) this.#levelMs = this.#options.clockwork.now();
    const isOld = exchange.isFed && exchange.handsTo < sight.epoch;
    if (isOld || exchange.silentMs > WIRE_SILENT_MS) exchange.drop();
  }

  /** Who leads is not known any more. */
  forget(): void {
    this.#sight = undefined;
    this.#refusedAtMs = undefined;
  }

  #mayDial(): boolean {
    const { node, log, clockwork } = this.#options;
    const leader = this.#sight?.node ?? "";
    if (leader === "" || leader === node || !this.#listener.mayFollow()) return false;
    if (this.#catchingUp || !log.hasRoom) return false;
    return this.#refusedAtMs === undefined || clockwork.now() > this.#refusedAtMs + REFUSED_MS;
  }

  #failed(problem: string): void {
    const { node = "", address = "" } = this.#sight ?? {};
    this.#trouble.say(`the wire to ${node} at ${address} failed: ${problem}`);
  }

  #isWell(): void {
    this.#trouble.end();
    this.#refusedAtMs = undefined;
  }

  #refused(sentence: string): void {
    this.#refusedAtMs = this.#options.clockwork.now();
    this.#trouble.say(`the leader does not feed this node: ${sentence}`);
  }

  /** Whether PostgreSQL has what the wire does not bring. */
  get isBehindWithoutWire(): boolean {
    return !this.exchange.hasWire && (this.#sight?.number ?? 0) > this.#options.log.number;
  }

  /** Fetches what it was not fed, and applies it; one fetches for all who ask meanwhile. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#options.log
      .catchUp((batch, bytes) => {
        this.exchange.log.follow(batch);
        this.#listener.batch(bytes);
      })
      .finally(() => {
        this.#catchingUp = undefined;
      });
    return this.#catchingUp;
  }
}
