/**
 * Both ends of the wire against bytes that nobody of ours would send: frames whose heads are sound and whose bodies are
 * anything, or a sound body with a byte changed, cut anywhere. The end that gets them may close the wire; it does
 * nothing else, and those beside it notice nothing.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { FollowerDesk, PROGRAM } from "../../../test/support/follower-desk.ts";
import { runs } from "../../../test/support/runs.ts";
import {
  ALICE,
  answered,
  BOB,
  deposit,
  hashOfSequencer,
  order,
} from "../../../test/support/service-desk.ts";
import { ByteWriter } from "../../core/base/records/bytes.ts";
import { type Command, encodeCommand } from "../../core/engine/codec.ts";
import type { Cursor } from "../../log/log.ts";
import { ANSWER_MS } from "../sequencer/sequencer.ts";
import {
  NO_FAULTS,
  writeFaults,
  writeMessageStrike,
  writeNote,
  writeStrike,
  writeStruck,
} from "./fault-frames.ts";
import { frameOf } from "./frame-queue.ts";
import {
  TO_CORE,
  TO_FOLLOWER,
  WIRE_VERSION,
  writeFound,
  writeHello,
  writeLines,
  writeQuestion,
  writeStatus,
  writeTicket,
} from "./frames.ts";
import { memoryWire, type WireListener } from "./wire.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

interface SentFrame {
  readonly kind: number;
  readonly body: Uint8Array;
}

function bodyOf(write: (out: ByteWriter) => void): Uint8Array {
  const out = new ByteWriter();
  write(out);
  return out.view().slice();
}

function helloFrom(cursor: Cursor): Uint8Array {
  const hello = { wire: WIRE_VERSION, program: PROGRAM, number: 0, cursor };
  return frameOf(
    TO_CORE.HELLO,
    bodyOf((out) => writeHello(out, hello)),
  );
}

function commandBody(command: Command): Uint8Array {
  return bodyOf((out) => {
    out.uint(1);
    out.uint(0);
    encodeCommand(out, command);
  });
}

const ASKED = { number: 1, user: ALICE };

/** Of each kind a body as it should be; what the tests send is near it or far from it. */
const TO_CORE_BODIES: readonly SentFrame[] = [
  { kind: TO_CORE.COMMAND, body: commandBody(order(ALICE, "buy 0.5 @ 100", "hostile")) },
  { kind: TO_CORE.ASK, body: bodyOf((out) => out.uint(7)) },
  {
    kind: TO_CORE.HISTORY,
    body: bodyOf((out) => {
      const owner = { area: "spot", user: ALICE, market: 1 } as const;
      const query = { kind: "order", ...owner, limit: 10, fromId: 0 } as const;
      writeQuestion(out, { number: 1, position: 1, query });
    }),
  },
  { kind: TO_CORE.COUNTS, body: bodyOf((out) => out.uint(0)) },
  {
    kind: TO_CORE.STRIKE,
    body: bodyOf((out) => writeStrike(out, { ...ASKED, route: 1, request: 7, hasEarlier: true })),
  },
  {
    kind: TO_CORE.STRIKE_MESSAGE,
    body: bodyOf((out) => {
      const [prev, seq] = [
        { position: 1, counter: 0 },
        { position: 2, counter: 5 },
      ];
      writeMessageStrike(out, { ...ASKED, channel: "my.orders", prev, seq });
    }),
  },
  {
    kind: TO_CORE.NOTE,
    body: bodyOf((out) =>
      writeNote(out, { id: 1, route: "*", user: ALICE, request: 7, note: "none" }),
    ),
  },
];

const TO_FOLLOWER_BODIES: readonly SentFrame[] = [
  { kind: TO_FOLLOWER.WELCOME, body: bodyOf((out) => writeStatus(out, "")) },
  {
    kind: TO_FOLLOWER.TICKET,
    body: bodyOf((out) => writeTicket(out, { number: 1, answer: "logged", position: 9_999 })),
  },
  {
    kind: TO_FOLLOWER.AT,
    body: bodyOf((out) => {
      out.uint(1);
      out.uint(1);
    }),
  },
  { kind: TO_FOLLOWER.STATUS, body: bodyOf((out) => writeStatus(out, "stopping")) },
  {
    kind: TO_FOLLOWER.FOUND,
    body: bodyOf((out) =>
      writeFound(out, { number: 1, found: { position: 1, ranks: [1], rows: ["x"] } }),
    ),
  },
  { kind: TO_FOLLOWER.ARCHIVED, body: bodyOf((out) => out.uint(3)) },
  { kind: TO_FOLLOWER.COUNTS, body: bodyOf((out) => out.uint(0)) },
  { kind: TO_FOLLOWER.FAULTS, body: bodyOf((out) => writeFaults(out, NO_FAULTS)) },
  {
    kind: TO_FOLLOWER.STRUCK,
    body: bodyOf((out) => writeStruck(out, { number: 1, rule: undefined })),
  },
  {
    kind: TO_FOLLOWER.LINES,
    body: bodyOf((out) => writeLines(out, ["0123abcd", "456789ef"])),
  },
  { kind: TO_FOLLOWER.BATCH, body: new Uint8Array(88) },
];

/** A sound frame, one with a byte changed, or any bytes under its kind. */
function framesNear(sound: readonly SentFrame[]): fc.Arbitrary<SentFrame> {
  const one = fc.constantFrom(...sound);
  const changed = fc.tuple(one, fc.nat(), fc.nat(255)).map(([{ kind, body }, at, byte]) => {
    const copy = Uint8Array.from(body);
    if (copy.length > 0) copy[at % copy.length] = byte;
    return { kind, body: copy };
  });
  const anything = fc
    .tuple(one, fc.uint8Array({ maxLength: 100 }))
    .map(([{ kind }, body]) => ({ kind, body }));
  return fc.oneof(one, changed, anything);
}

function sendInPieces(
  send: (bytes: Uint8Array) => void,
  frames: readonly SentFrame[],
  piece: number,
): void {
  const bytes = Buffer.concat(frames.map(({ kind, body }) => frameOf(kind, body)));
  for (let at = 0; at < bytes.length; at += piece) send(bytes.subarray(at, at + piece));
}

test("the core closes the wire of a follower that sends no frames of ours, and goes on with the others", async () => {
  const sent = fc.array(framesNear(TO_CORE_BODIES), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(sent, fc.integer({ min: 1, max: 64 }), async (frames, piece) => {
      const desk = await FollowerDesk.open();
      const { exchange } = await desk.following();
      const { sequencer } = desk.core;
      const [hostile, cores] = memoryWire();
      hostile.listen({ bytes: () => undefined, closed: () => undefined });
      cores.listen(desk.feeder.accept(cores.wire));
      hostile.wire.send([helloFrom(sequencer.end)]);
      sendInPieces((bytes) => hostile.wire.send([bytes]), frames, piece);
      await settled();

      expect(sequencer.notReady).toBeUndefined();
      expect(desk.feeder.count + desk.reports.length).toBe(2);
      const placed = await exchange.submit(order(BOB, "buy 0.5 @ 100", "beside"));
      expect(placed).toMatchObject({ kind: "done", outcome: { ok: true } });
      expect(hashOfSequencer(exchange)).toBe(hashOfSequencer(sequencer));
    }),
    { seed: 2103, numRuns: runs(60, 2_000) },
  );
});

test("a follower closes the wire of a core that sends no frames of ours, and answers no command as done", async () => {
  const sent = fc.array(framesNear(TO_FOLLOWER_BODIES), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(sent, fc.integer({ min: 1, max: 64 }), async (frames, piece) => {
      const desk = await FollowerDesk.open();
      const listeners: WireListener[] = [];
      const follower = desk.follow({
        open(listener) {
          listeners.push(listener);
          return {
            send: () => undefined,
            waiting: 0,
            close: () => undefined,
            end: () => undefined,
          };
        },
      });
      const { exchange } = follower;
      const before = hashOfSequencer(exchange);
      const [listener] = listeners as [WireListener];
      listener.bytes(frameOf(TO_FOLLOWER.WELCOME, Uint8Array.of(0)));
      const answer = answered(exchange.submit(order(ALICE, "buy 0.5 @ 100")));
      sendInPieces((bytes) => listener.bytes(bytes), frames, piece);
      await settled();
      await desk.core.time.pass(ANSWER_MS);
      await settled();

      expect(hashOfSequencer(exchange)).toBe(before);
      expect(["unknown", "late", "unavailable"]).toContain(answer.submitted?.kind);
    }),
    { seed: 2104, numRuns: runs(60, 2_000) },
  );
});

test.each([
  ["a deposit", deposit(ALICE, "made")],
  ["a tick of the clock", { type: "SecondTick", secondMs: 0 } as const],
  ["a user", { type: "AddUser", name: "mallory", request: 0 } as const],
])(
  "FOLLOW-SUBMIT-4 %s that a follower hands over ends its wire and is not logged",
  async (_, command) => {
    const desk = await FollowerDesk.open();
    const follower = await desk.following();
    const { position } = desk.core.sequencer.state;

    const answer = answered(follower.exchange.submit(command as Command));
    await settled();

    expect(desk.reports).toEqual([
      `a follower is cut off: a follower hands over ${(command as Command).type}`,
    ]);
    expect(desk.feeder.count).toBe(0);
    expect(desk.core.sequencer.state.position).toBe(position);
    await desk.core.time.pass(ANSWER_MS);
    await settled();
    expect(answer.submitted).toEqual({ kind: "unknown" });
  },
);
