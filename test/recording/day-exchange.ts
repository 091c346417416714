/**
 * A whole exchange in this process, on time that moves only when told: sequencer and log, views, history,
 * both APIs and both dialects of the streams. Nothing in it is drawn by chance, so that two runs with the
 * same commands send the same bytes.
 */

import { inspectTouched } from "../../src/core/engine/invariants/tripwire.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";
import type { PublicApi } from "../../src/edge/http/public-api.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { OperatorApi } from "../../src/edge/operator/operator-api.ts";
import { privateWords } from "../../src/edge/public/private-words.ts";
import { keysOf, publicApiOf } from "../../src/edge/public/public-api-of.ts";
import { rowsWriter } from "../../src/edge/public/rows-writer.ts";
import { MARKET_WORDS } from "../../src/edge/public/streams-of.ts";
import { accountsOf } from "../../src/edge/public/user-accounts.ts";
import { ledgersOf } from "../../src/edge/public/user-ledgers.ts";
import { FaultRules } from "../../src/edge/sandbox/fault-rules.ts";
import { KLINE_API } from "../../src/edge/ws/kline-api/kline-api-dialect.ts";
import { LogName } from "../../src/edge/ws/log-name.ts";
import type { OrderCall } from "../../src/edge/ws/own/calls.ts";
import { ownDialect } from "../../src/edge/ws/own/own-dialect.ts";
import { DisconnectCancels } from "../../src/edge/ws/private/disconnect-cancels.ts";
import { PrivateStreams } from "../../src/edge/ws/private/private-streams.ts";
import { STREAM_LIMITS } from "../../src/edge/ws/socket/limits.ts";
import { Streams } from "../../src/edge/ws/streams.ts";
import { memoryLog } from "../../src/log/file/memory-log.ts";
import { UnarchivedRecords } from "../../src/runtime/history/unarchived-records.ts";
import { EPOCH } from "../../src/runtime/replica/open-log.ts";
import { Replica } from "../../src/runtime/replica/replay.ts";
import { engineTimeOf } from "../../src/runtime/replica/submission.ts";
import { TouchedUsers } from "../../src/runtime/replica/touched-users.ts";
import { Sequencer } from "../../src/runtime/sequencer/sequencer.ts";
import { nextTickMs } from "../../src/runtime/sequencer/ticks.ts";
import { solvencyOf } from "../../src/tools/audit/solvency.ts";
import { settle, VirtualTime } from "../support/virtual-time.ts";
import { LateArchive } from "./late-archive.ts";
import "../support/judged-apis.ts";

export const MASTER_KEY = Buffer.alloc(32, 7);
export const OPERATOR_TOKEN = "token-of-the-operator";
/** A client of a day that passes in jumps does not answer each ping: it is asked seldom, and never given up. */
const LIMITS = { ...STREAM_LIMITS, pingMs: 600_000, silenceMs: Number.MAX_SAFE_INTEGER };
/** While nothing happens, time passes in pieces of this: a second that rings, and the rest in a jump. */
const PIECE_MS = 60_000;
const SECOND_MS = 1_000;

export class DayExchange {
  readonly time: VirtualTime;
  readonly sequencer: Sequencer;
  readonly api: PublicApi;
  readonly operator: OperatorApi;
  readonly streams: Streams;
  readonly archive: LateArchive;
  readonly #touched = new TouchedUsers();
  readonly #unarchived = new UnarchivedRecords();

  constructor(state: ExchangeState, startMs: number) {
    this.time = new VirtualTime(startMs);
    this.sequencer = this.#openSequencer(state);
    const { sequencer } = this;
    const write = rowsWriter(state.catalogue);
    this.archive = new LateArchive({ sequencer, unarchived: this.#unarchived, write });
    const keys = keysOf(sequencer, MASTER_KEY);
    const shared = { exchange: sequencer, unarchived: this.#unarchived, archive: this.archive };
    this.api = publicApiOf({ ...shared, keys, bans: undefined, isTalkative: true, report: raise });
    this.streams = this.#openStreams(keys);
    this.operator = this.#openOperator(shared);
  }

  #openSequencer(state: ExchangeState): Sequencer {
    const log = memoryLog();
    log.claim(EPOCH);
    const replica = Replica.of(state);
    replica.unarchived = this.#unarchived;
    return new Sequencer({
      log,
      epoch: EPOCH,
      replica,
      timer: this.time.timer,
      onBroken: raise,
      inspect: (changed) => inspectTouched(changed, this.#touched.note),
      now: () => this.time.wallMs(),
    });
  }

  #openStreams(keys: ReturnType<typeof keysOf>): Streams {
    const { sequencer } = this;
    const words = privateWords(sequencer.state);
    const privateStreams = new PrivateStreams({ exchange: sequencer, keys, words });
    this.#touched.listen((user) => privateStreams.touched(user));
    const callOrder = (call: OrderCall) => this.api.call(call);
    const nextRequest = () => this.api.nextRequest();
    const shared = { exchange: sequencer, keys, report: raise };
    const cancels = new DisconnectCancels({ ...shared, nextRequest });
    const log = new LogName(() => ["the-"], "log");
    return new Streams({
      exchange: sequencer,
      words: MARKET_WORDS,
      userEvents: privateStreams,
      dialects: [
        ownDialect({
          privateStreams,
          log,
          isTalkative: true,
          callOrder,
          cancels,
        }),
        KLINE_API,
      ],
      isSilent: () => sequencer.notReady === "broken",
      hasLimits: false,
      limits: LIMITS,
      report: raise,
      clockwork: {
        now: () => this.time.monotonicMs(),
        timer: this.time.timer,
        makeWay: (goOn) => goOn(),
      },
    });
  }

  #openOperator(shared: Parameters<typeof accountsOf>[0]): OperatorApi {
    const { sequencer, time } = this;
    let drawn = 0;
    return new OperatorApi({
      exchange: sequencer,
      masterKey: MASTER_KEY,
      drawId: () => `drawn-${++drawn}`,
      token: OPERATOR_TOKEN,
      faults: new FaultRules({ routes: ROUTES, timer: time.timer }),
      report: raise,
      accountOf: accountsOf(shared),
      ledgerOf: ledgersOf(shared),
      nextRequest: () => this.api.nextRequest(),
      audit: async () => ({ ok: true, text: JSON.stringify(solvencyOf(sequencer.state)) }),
      notReady: () => undefined,
      watch: {
        uptimeMs: () => time.monotonicMs(),
        isHalted: () => sequencer.isHalted,
        waiting: () => sequencer.waiting,
        archivist: () => ({ pid: undefined, position: this.archive.position }),
      },
    });
  }

  /** Time goes on, with the hours and seconds that fall due; `passed` is called after every piece of it. */
  async goTo(timeMs: number, passed: () => Promise<void>): Promise<void> {
    while (timeMs - this.time.wallMs() > PIECE_MS) {
      this.time.jump(PIECE_MS - SECOND_MS);
      await this.time.pass(SECOND_MS);
      await this.#tick();
      await passed();
    }
    await this.time.pass(Math.max(0, timeMs - this.time.wallMs()));
    await this.#tick();
    await passed();
  }

  async #tick(): Promise<void> {
    const { sequencer } = this;
    if (nextTickMs(sequencer.state) > engineTimeOf(sequencer)) return;
    sequencer.flush();
    await settle();
  }

  async close(): Promise<void> {
    this.streams.close("stopping");
    const stopped = this.sequencer.stop();
    await this.time.pass(SECOND_MS);
    await stopped;
  }
}

function raise(problem: unknown): never {
  throw problem;
}
