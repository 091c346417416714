/**
 * The public API through gateways in memory: with BOURSE_GATEWAYS=2 in the environment every desk of the
 * contract has two, each a follower of the desk's exchange with an API of its own, and a request goes to one and
 * the next to the other. The wire is in memory; all else is what runs in a gateway's process.
 */

import { ApisByTurns } from "../../src/app/in-process/memory-gateways.ts";
import { RequestNumbers } from "../../src/edge/http/api.ts";
import type { PublicApi } from "../../src/edge/http/public-api.ts";
import type { Reply } from "../../src/edge/http/reply.ts";
import type { RequestHead } from "../../src/edge/http/request.ts";
import type { StreamCall } from "../../src/edge/http/stream-call.ts";
import { bansOf, keysOf, publicApiOf } from "../../src/edge/public/public-api-of.ts";
import type { Snapshot } from "../../src/log/file/snapshot-files.ts";
import { UnarchivedRecords } from "../../src/runtime/history/unarchived-records.ts";
import { Follower } from "../../src/runtime/replica/follower.ts";
import { Replica } from "../../src/runtime/replica/replay.ts";
import { TouchedUsers } from "../../src/runtime/replica/touched-users.ts";
import { Feeder } from "../../src/runtime/wire/feeder.ts";
import { FollowedExchange } from "../../src/runtime/wire/followed-exchange.ts";
import { memoryWire } from "../../src/runtime/wire/wire.ts";
import { archiveOnly } from "./archive-only.ts";
import { type DeskOptions, MASTER_KEY } from "./desk-options.ts";
import type { DirectExchange } from "./direct-exchange.ts";
import { GATEWAYS } from "./gateways.ts";
import { recorded } from "./reply-recorder.ts";

/** What desks use of a public API. */
export type DeskApi = Pick<
  PublicApi,
  "admit" | "answer" | "dispatch" | "call" | "refuse" | "nextRequest"
>;

/** How many gateways a desk has: one where limits are to be exact, none where the table of routes is a test's own. */
export function gatewaysFor({ hasLimits, routes }: DeskOptions): number {
  if (routes) return 0;
  return hasLimits ? Math.min(1, GATEWAYS) : GATEWAYS;
}

export class GatewayApis extends ApisByTurns implements DeskApi {
  readonly #followed: readonly FollowedExchange[];

  constructor(exchange: DirectExchange, count: number, options: DeskOptions) {
    const snapshot = exchange.snapshot();
    const feeder = new Feeder({
      core: exchange,
      archive: archiveOnly(exchange),
      program: PROGRAM,
      makeWay: queueMicrotask,
      onDiffers: raise,
      report: raise,
    });
    const sides = Array.from({ length: count }, (_, at) => {
      return openGateway({ exchange, feeder, snapshot, number: at + 1, options });
    });
    super(sides.map(({ api }) => api));
    this.#followed = sides.map(({ followed }) => followed);
  }

  async caughtUp(): Promise<void> {
    for (const followed of this.#followed) await followed.caughtUp();
  }

  close(): void {
    for (const followed of this.#followed) followed.close();
  }

  /** A public request is answered from what its gateway has been fed, so the wires come to rest first. */
  async dispatch(head: RequestHead, body: Uint8Array): Promise<Reply> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.next.dispatch(head, body);
  }

  async call(call: StreamCall): Promise<Reply> {
    return this.next.call(call);
  }
}

const PROGRAM = "test";

function raise(reason: unknown): never {
  throw reason instanceof Error ? reason : new Error(String(reason));
}

interface GatewayParts {
  readonly exchange: DirectExchange;
  readonly feeder: Feeder;
  readonly snapshot: Snapshot;
  readonly number: number;
  readonly options: DeskOptions;
}

function openGateway({ exchange, feeder, snapshot, number, options }: GatewayParts) {
  const unarchived = new UnarchivedRecords();
  const now = () => exchange.now();
  const followed = new FollowedExchange({
    follower: new Follower(Replica.start(snapshot)),
    unarchived,
    touched: new TouchedUsers(),
    open(listener) {
      const [mine, cores] = memoryWire();
      mine.listen(listener);
      cores.listen(feeder.accept(cores.wire));
      return mine.wire;
    },
    readOn: () => undefined,
    program: PROGRAM,
    number,
    now,
    clockwork: { now, timer: () => () => undefined, makeWay: queueMicrotask },
    onEnd: raise,
    report: raise,
  });
  const { hasLimits = false, market: _market, report = raise, ...rest } = options;
  const api = publicApiOf({
    ...rest,
    report,
    traffic: options.traffic,
    faults: options.faults,
    site: undefined,
    isShared: true,
    numbers: new RequestNumbers(number),
    exchange: followed,
    unarchived,
    archive: followed.archive,
    keys: keysOf(followed, MASTER_KEY),
    bans: hasLimits ? bansOf(followed) : undefined,
  });
  return { followed, api: recorded(api) };
}
