/**
 * Gateways in this process: followers of an instance in memory, each with API and streams of its own, joined to
 * it by wires in memory. A request goes to one and the next to another, so that whoever is tested against them
 * meets what a server with gateways may do.
 */

import { type Api, RequestNumbers } from "../../edge/http/api.ts";
import type { PublicRequest } from "../../edge/http/public-api.ts";
import type { Reply } from "../../edge/http/reply.ts";
import type { RequestHead } from "../../edge/http/request.ts";
import type { Site } from "../../edge/http/site.ts";
import { FollowedFaults, FollowedMessageFaults } from "../../edge/public/followed-faults.ts";
import { type PublicSide, publicSideOf } from "../../edge/public/public-side.ts";
import type { Snapshot } from "../../log/file/snapshot-files.ts";
import { systemTimer } from "../../log/system-timer.ts";
import { UnarchivedRecords } from "../../runtime/history/unarchived-records.ts";
import { Follower } from "../../runtime/replica/follower.ts";
import { Replica } from "../../runtime/replica/replay.ts";
import { TouchedUsers } from "../../runtime/replica/touched-users.ts";
import type { Feeder } from "../../runtime/wire/feeder.ts";
import { FollowedExchange } from "../../runtime/wire/followed-exchange.ts";
import { memoryWire } from "../../runtime/wire/wire.ts";

export interface MemoryGatewayParts {
  readonly number: number;
  readonly feeder: Feeder;
  /** What the instance began at. */
  readonly snapshot: Snapshot | undefined;
  /** The request clock. */
  readonly now: () => number;
  readonly masterKey: Uint8Array;
  readonly hasLimits: boolean;
  readonly site: Site | undefined;
  readonly report: (problem: unknown) => void;
}

export const PROGRAM = "in-process";

export class MemoryGateway {
  readonly #parts: MemoryGatewayParts;
  readonly #exchange: FollowedExchange;
  readonly #unarchived = new UnarchivedRecords();
  readonly #touched = new TouchedUsers();
  #side: PublicSide | undefined;

  constructor(parts: MemoryGatewayParts) {
    this.#parts = parts;
    this.#exchange = new FollowedExchange({
      follower: new Follower(Replica.start(parts.snapshot, undefined, { room: "by need" })),
      unarchived: this.#unarchived,
      touched: this.#touched,
      open(listener) {
        const [mine, cores] = memoryWire();
        mine.listen(listener);
        cores.listen(parts.feeder.accept(cores.wire));
        return mine.wire;
      },
      readOn: () => undefined,
      program: PROGRAM,
      number: parts.number,
      now: parts.now,
      clockwork: { now: () => performance.now(), timer: systemTimer, makeWay: queueMicrotask },
      onEnd: parts.report,
      report: parts.report,
    });
  }

  /** There once the instance is what it will be. */
  async open(): Promise<PublicSide> {
    const exchange = this.#exchange;
    await exchange.caughtUp();
    this.#side ??= publicSideOf({
      ...this.#parts,
      exchange,
      unarchived: this.#unarchived,
      archive: exchange.archive,
      touched: this.#touched,
      traffic: undefined,
      isTalkative: true,
      isShared: true,
      faults: new FollowedFaults(exchange.strikes),
      messageFaults: new FollowedMessageFaults(exchange.strikes),
      numbers: new RequestNumbers(this.#parts.number),
    });
    return this.#side;
  }

  close(closing: "stopping" | "anew"): void {
    this.#side?.streams.close(closing);
    this.#exchange.close();
  }
}

/** Several APIs that take requests by turns. */
export class ApisByTurns implements Api<PublicRequest> {
  readonly #apis: readonly PublicSide["api"][];
  /** Which of them let a request in. */
  readonly #admittedBy = new WeakMap<object, PublicSide["api"]>();
  #turn = 0;

  constructor(apis: readonly PublicSide["api"][]) {
    this.#apis = apis;
  }

  /** Whose turn it is. */
  protected get next(): PublicSide["api"] {
    this.#turn++;
    return this.#apis[this.#turn % this.#apis.length] as PublicSide["api"];
  }

  admit(head: RequestHead): PublicRequest | Reply {
    const api = this.next;
    const admitted = api.admit(head);
    this.#admittedBy.set(admitted, api);
    return admitted;
  }

  answer(admitted: PublicRequest, body: Uint8Array): Reply | Promise<Reply> {
    return (this.#admittedBy.get(admitted) ?? this.next).answer(admitted, body);
  }

  refuse(request: number, error: unknown, head?: RequestHead): Reply {
    return this.next.refuse(request, error, head);
  }

  nextRequest(): number {
    return this.next.nextRequest();
  }
}
