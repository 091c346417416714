import { expect, test } from "vitest";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import { ByteReader, ByteWriter } from "../../core/base/records/bytes.ts";
import { type Command, decodeCommands } from "../../core/engine/codec.ts";
import type { EngineOutcome, Submitted } from "../replica/submission.ts";
import { readRest, TO_CORE } from "./frames.ts";
import { Handover } from "./handover.ts";

const OUTCOME = { ok: true, answer: {} } as unknown as EngineOutcome;
const NEVER = Number.POSITIVE_INFINITY;

function command(user: number): Command {
  return { type: "AddUser", name: `user-${user}`, request: 1 };
}

interface Sent {
  readonly kind: number;
  readonly number: number;
  readonly notAfterMs: number;
  readonly commands: readonly Command[];
}

function readSent(kind: number, write: (out: ByteWriter) => void): Sent {
  const out = new ByteWriter();
  write(out);
  const body = new ByteReader(out.view().slice());
  const [number, notAfterMs] = [body.uint(), body.uint()];
  return { kind, number, notAfterMs, commands: [...decodeCommands(readRest(body), 1)] };
}

class Desk {
  readonly time = new VirtualTime(0);
  readonly state = { position: 0 };
  readonly sent: Sent[] = [];
  readonly answers: Submitted[] = [];
  isOpen = true;
  readonly handover = new Handover({
    core: {
      isOpen: () => this.isOpen,
      send: (kind, write) => void this.sent.push(readSent(kind, write)),
    },
    state: this.state,
    now: () => this.time.monotonicMs(),
    timer: this.time.timer,
  });

  hand(user: number, notAfterMs = NEVER): void {
    const answer = (submitted: Submitted) => void this.answers.push(submitted);
    this.handover.hand({ command: command(user), notAfterMs, answer });
  }

  /** The replica applies what stands at its next position. */
  apply(user: number, outcome: EngineOutcome | undefined, timeMs: number): void {
    this.handover.meets(command(user), timeMs);
    this.state.position++;
    this.handover.leaves(outcome);
  }

  get kinds(): string[] {
    return this.answers.map(({ kind }) => kind);
  }
}

test("FOLLOW-SUBMIT-1 a command leaves with a ticket and the end of its time window, 0 for none", () => {
  const desk = new Desk();

  desk.hand(1, 5_000);
  desk.hand(2);

  expect(desk.sent).toEqual([
    { kind: TO_CORE.COMMAND, number: 1, notAfterMs: 5_000, commands: [command(1)] },
    { kind: TO_CORE.COMMAND, number: 2, notAfterMs: 0, commands: [command(2)] },
  ]);
});

test("FOLLOW-SUBMIT-1 it is answered with what the replica made of it, when its batch is applied to the end", () => {
  const desk = new Desk();
  desk.hand(1);
  desk.handover.spoken({ number: 1, answer: "logged", position: 2 });

  desk.apply(9, OUTCOME, 700);
  desk.apply(1, OUTCOME, 800);
  expect(desk.answers).toEqual([]);
  desk.handover.applied(0);

  expect(desk.answers).toEqual([{ kind: "done", outcome: OUTCOME, timeMs: 800, position: 2 }]);
});

test("FOLLOW-SUBMIT-3 where the core is not there nothing leaves, and it is unavailable", () => {
  const desk = new Desk();
  desk.isOpen = false;

  desk.hand(1);

  expect(desk.kinds).toEqual(["unavailable"]);
  expect(desk.sent).toEqual([]);
});

test("LOG-VOID-1 a command that was made void has no outcome, and answers nobody", () => {
  const desk = new Desk();
  desk.hand(1);
  desk.handover.spoken({ number: 1, answer: "logged", position: 1 });

  desk.apply(1, undefined, 700);
  desk.handover.applied(0);

  expect(desk.answers).toEqual([]);
});

test("CLUSTER-SUBMIT-1 the batch of a later epoch settles what was handed to the leader before, one of the same does not", () => {
  const desk = new Desk();
  desk.handover.welcomed(4);
  desk.hand(1);
  desk.handover.lost();

  desk.handover.applied(4);
  expect(desk.kinds).toEqual([]);
  desk.handover.applied(5);

  expect(desk.kinds).toEqual(["unavailable"]);
});

test("CLUSTER-SUBMIT-1 what may be the command that was met in the log since is unknown", () => {
  const desk = new Desk();
  desk.handover.welcomed(4);
  desk.hand(1);
  desk.handover.lost();

  desk.apply(1, OUTCOME, 700);
  desk.handover.claimed(5);

  expect(desk.kinds).toEqual(["unknown"]);
});

test("FOLLOW-SUBMIT-2 the next wire settles what was lost before it, and not what is handed over since", () => {
  const desk = new Desk();
  desk.hand(1);
  desk.handover.lost();
  const settleLost = desk.handover.welcomed(0);
  desk.hand(2);

  settleLost();

  expect(desk.kinds).toEqual(["unknown"]);
});
