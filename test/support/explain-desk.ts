/**
 * What a desk sent, as the log of a directory on a simulated disk: each command with a request number
 * of its own, a few commands in a batch. `explained` asks about it as the archivist would, and every
 * explanation must be as in the operator's document.
 */

import { ByteWriter } from "../../src/core/base/records/bytes.ts";
import { type Command, encodeCommand } from "../../src/core/engine/codec.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { type FileLog, openFileLog } from "../../src/log/file/file-log.ts";
import { LogReader } from "../../src/log/file/log-reader.ts";
import { Archivist } from "../../src/runtime/archivist/archivist.ts";
import type { HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { EPOCH } from "../../src/runtime/replica/open-log.ts";
import { digestOf, Replica } from "../../src/runtime/replica/replay.ts";
import type { EngineOutcome } from "../../src/runtime/replica/submission.ts";
import { explain } from "../../src/tools/explain/explain.ts";
import type {
  Explanation,
  OrderExplained,
  RequestExplained,
  Step,
} from "../../src/tools/explain/words/explanation.ts";
import { historyOf, optionsOn } from "./archivist-desk.ts";
import { problemsOf } from "./document-check.ts";
import { OPERATOR_API } from "./operator-document.ts";
import { SEGMENT_BYTES } from "./service-desk.ts";
import { SimulatedDisk } from "./simulated-disk.ts";

export interface Sent {
  readonly command: Command;
  readonly timeMs: number;
  /** The number of its request, where it is not to be that of its position. */
  readonly request?: number;
}

/** What the engine did with a command, as its client was told. */
export interface Done {
  readonly command: Command;
  readonly outcome: EngineOutcome;
  readonly events: readonly ExchangeEvent[];
}

/** The number of the first command's request. */
const FIRST_REQUEST = 1_700_000_000_000_000;
const BATCH_MAX = 3;

export class ExplainDesk {
  readonly disk = new SimulatedDisk();
  /** By position less one. */
  readonly done: Done[] = [];
  #log: FileLog | undefined;
  #replica = Replica.start(undefined);

  static async of(sent: readonly Sent[]): Promise<ExplainDesk> {
    const desk = new ExplainDesk();
    await desk.write(sent);
    return desk;
  }

  get position(): number {
    return this.#replica.state.position;
  }

  get history(): HistoryStore {
    return historyOf(this.disk);
  }

  /** Appends commands, as many to a batch as have one time, up to a few. */
  async write(sent: readonly Sent[]): Promise<void> {
    for (let at = 0; at < sent.length; ) {
      const { timeMs } = sent[at] as Sent;
      const next = sent.slice(at, at + BATCH_MAX);
      const other = next.findIndex((one) => one.timeMs !== timeMs);
      const batch = other < 0 ? next : next.slice(0, other);
      await this.#append(batch);
      at += batch.length;
    }
  }

  async #append(batch: readonly Sent[]): Promise<void> {
    const log = await this.#opened();
    const replica = this.#replica;
    const out = new ByteWriter();
    batch.forEach(({ command, request }, index) => {
      encodeCommand(out, numbered(command, request ?? requestNumber(this.position + 1 + index)));
    });
    await log.append(this.position + 1, EPOCH, {
      timeMs: batch[0]?.timeMs ?? 0,
      count: batch.length,
      digestPosition: replica.state.position,
      digest: digestOf(replica.state),
      payload: out.view().slice(),
    });
    this.#follow(log.end.position);
  }

  /** The live state follows what was written. */
  #follow(position: number): void {
    const replica = this.#replica;
    let met: Command | undefined;
    replica.witness = {
      meets: (command) => {
        met = command;
      },
      leaves: (outcome, events) => {
        if (met && outcome) this.done.push({ command: met, outcome, events });
      },
    };
    for (const batch of new LogReader(this.disk, replica.cursor).readTo(position)) {
      replica.follow(batch);
    }
  }

  async #opened(): Promise<FileLog> {
    if (this.#log) return this.#log;
    const from = this.position === 0 ? undefined : this.#replica.cursor;
    const log = await openFileLog({ disk: this.disk, segmentBytes: SEGMENT_BYTES, from });
    log.claim(EPOCH);
    this.#log = log;
    return log;
  }

  /** The directory is closed, and the next write opens it anew. */
  close(): void {
    this.#log?.close();
    this.#log = undefined;
  }

  /** The archivist comes, follows to the end and makes a snapshot. */
  snapshot(keepsArchive = true): void {
    const options = optionsOn(this.disk, { keepsArchive: () => keepsArchive });
    const archivist = new Archivist(options, this.position);
    archivist.takeSnapshot();
  }

  /** The request id of the command at a position, or of the last one. */
  requestId(position = this.position): string {
    return requestNumber(position).toString(36);
  }

  explained(id: string): Explanation {
    const { disk, history, position: durablePosition } = this;
    const explanation = toEnd(explain({ disk, history, durablePosition }, id));
    demandExplanation(explanation);
    return explanation;
  }

  request(position?: number): RequestExplained {
    return demandKind(this.explained(this.requestId(position)), "request");
  }

  /** The only step of the request at a position, or of the last one. */
  step(position?: number): Step {
    const { steps } = this.request(position);
    if (steps.length !== 1 || !steps[0]) throw new Error(`${steps.length} steps`);
    return steps[0];
  }

  order(id: number): OrderExplained {
    return demandKind(this.explained(`${id}`), "order");
  }
}

/** The operator is told it as JSON: it must be as in the document. */
export function demandExplanation(explanation: Explanation): void {
  const schema = OPERATOR_API.yesOf("GET /operator/v1/explain");
  const problems = problemsOf(schema, JSON.parse(JSON.stringify(explanation)));
  if (problems.length > 0) throw new Error(`${JSON.stringify(explanation)}: ${problems}`);
}

function demandKind<K extends Explanation["found"]>(
  explanation: Explanation,
  found: K,
): Extract<Explanation, { found: K }> {
  if (explanation.found === found) return explanation as Extract<Explanation, { found: K }>;
  throw new Error(`${explanation.found}: ${explanation.notes.join("; ")}`);
}

function requestNumber(position: number): number {
  return FIRST_REQUEST + position;
}

function numbered(command: Command, request: number): Command {
  return "request" in command ? { ...command, request } : command;
}

/** Runs work to its end without a pause. */
export function toEnd<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
