/** Which client has its turn when: on a clock of the test, with work that takes as long as the test says. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { VirtualTime } from "../../../../test/support/virtual-time.ts";
import { BEAT_MS, BEAT_WORK_MS, type Client, Rounds, type RoundsOptions } from "./rounds.ts";

const LONGEST_MS = 100;

class Desk {
  readonly time = new VirtualTime(0);
  /** The time that work took, which the clock of timers does not know of. */
  workedMs = 0;
  /** The steps that were done, in their order. */
  readonly done: string[] = [];
  readonly ways: (() => void)[] = [];
  readonly rounds: Rounds;
  work = 0;

  constructor(options: Partial<RoundsOptions> = {}) {
    this.rounds = new Rounds({
      now: () => this.time.monotonicMs() + this.workedMs,
      timer: this.time.timer,
      makeWay: (goOn) => this.ways.push(goOn),
      make: () => true,
      hasWork: () => this.work > 0,
      isSilent: () => false,
      ...options,
    });
  }

  enter(count: number, flush: (client: Client) => void = () => undefined): Client[] {
    return Array.from({ length: count }, () => {
      const client: Client = { place: this.rounds.enter(), flush: () => flush(client) };
      return client;
    });
  }

  makeWay(): void {
    for (const goOn of this.ways.splice(0)) goOn();
  }
}

test.each([...[1, 50, 51, 100, 101, 200, 250, 251, 500, 501, 1_000, 5_000]])(
  "STREAM-PACE-2 every one of %d clients has its turn within a round, and they are spread over it",
  async (count) => {
    const desk = new Desk();
    const atBeat: number[] = [];
    const clients = desk.enter(count, () => atBeat.push(desk.time.monotonicMs()));
    for (const client of clients) desk.rounds.wait(client);
    const roundMs = desk.rounds.length * BEAT_MS;
    await desk.time.pass(roundMs);

    expect(roundMs).toBeLessThanOrEqual(LONGEST_MS);
    expect(atBeat).toHaveLength(count);
    const perBeat = [...new Set(atBeat)].map((ms) => atBeat.filter((other) => other === ms).length);
    expect(perBeat.length).toBeGreaterThan(roundMs / BEAT_MS / 2);
    expect(Math.max(...perBeat)).toBeLessThanOrEqual(Math.max(60, count / 20));
  },
);

test("STREAM-PACE-2 the round grows with the clients that wait, up to 100 ms, and shrinks again", () => {
  const desk = new Desk();
  const lengths: number[] = [];
  const clients: Client[] = [];
  for (const count of [50, 1, 49, 1, 99, 1, 49, 1, 249, 1, 499, 4_000]) {
    const more = desk.enter(count);
    for (const client of more) desk.rounds.wait(client);
    clients.push(...more);
    lengths.push(desk.rounds.length);
  }
  expect(lengths).toEqual([1, 2, 2, 4, 4, 5, 5, 10, 10, 20, 20, 20]);

  for (const client of clients.slice(50)) desk.rounds.leave(client);
  expect(desk.rounds.length).toBe(1);
});

test("STREAM-PACE-2 a client that has nothing to get makes no round longer", async () => {
  const desk = new Desk();
  desk.enter(5_000);
  const [client] = desk.enter(1, () => desk.done.push("sent"));
  desk.rounds.wait(client as Client);
  await desk.time.pass(BEAT_MS);

  expect(desk.done).toEqual(["sent"]);
});

test("STREAM-PACE-2 whenever a client waits, its turn comes within the longest round", async () => {
  const wait = fc.record({ who: fc.nat(299), afterMs: fc.nat(30) });
  await fc.assert(
    fc.asyncProperty(fc.array(wait, { maxLength: 60 }), async (waits) => {
      const desk = new Desk();
      const since = new Map<Client, number>();
      const clients = desk.enter(300, (client) => {
        expect(desk.time.monotonicMs() - (since.get(client) ?? 0)).toBeLessThanOrEqual(LONGEST_MS);
        since.delete(client);
      });
      for (const { who, afterMs } of waits) {
        const client = clients[who] as Client;
        if (!since.has(client)) since.set(client, desk.time.monotonicMs());
        desk.rounds.wait(client);
        await desk.time.pass(afterMs);
      }
      await desk.time.pass(LONGEST_MS);
      expect(since.size).toBe(0);
      expect(desk.time.pending).toBe(0);
    }),
    { seed: 7, numRuns: 20 },
  );
});

test("STREAM-PACE-2 a beat that has sent for 2 ms makes way for others, and goes on behind them", async () => {
  const desk = new Desk();
  let sent = 0;
  const clients = desk.enter(10, () => {
    sent++;
    desk.workedMs += 1;
  });
  for (const client of clients) desk.rounds.wait(client);
  await desk.time.pass(BEAT_MS);

  const perTurn: number[] = [sent];
  while (desk.ways.length > 0) {
    const before = sent;
    desk.makeWay();
    perTurn.push(sent - before);
  }
  expect(perTurn).toEqual([2, 2, 2, 2, 2]);
  expect(desk.rounds.longestMs).toBe(BEAT_WORK_MS);
});

test("STREAM-PACE-2 when making takes its time, sending makes way; what is left is made in the next beat", async () => {
  const order: string[] = [];
  const desk = new Desk({
    make: (isTimeUp) => {
      for (; desk.work > 0; desk.work--) {
        if (isTimeUp()) return false;
        order.push("made");
        desk.workedMs += 1;
      }
      return true;
    },
  });
  const [client] = desk.enter(1, () => order.push("sent"));
  desk.work = 3;
  desk.rounds.wait(client as Client);
  await desk.time.pass(BEAT_MS);
  expect(order).toEqual(["made", "made"]);
  desk.makeWay();
  expect(order).toEqual(["made", "made", "sent"]);
  await desk.time.pass(BEAT_MS);

  expect(order).toEqual(["made", "made", "sent", "made"]);
  expect(desk.time.pending).toBe(0);
});

test("STREAM-PACE-2 making and sending share the time of a beat, and count as one turn", async () => {
  const turns: number[] = [];
  const desk = new Desk({
    make: () => {
      desk.workedMs += 1;
      return true;
    },
    worked: (ms) => turns.push(ms),
  });
  const clients = desk.enter(3, () => {
    desk.workedMs += 1;
  });
  for (const client of clients) desk.rounds.wait(client);
  await desk.time.pass(BEAT_MS);
  desk.makeWay();

  expect(turns).toEqual([BEAT_WORK_MS, BEAT_WORK_MS]);
});

test("STREAM-PACE-2 beats come only while there is something to do", async () => {
  const desk = new Desk();
  expect(desk.time.pending).toBe(0);
  desk.rounds.wake();
  desk.rounds.wake();
  expect(desk.time.pending).toBe(1);
  await desk.time.pass(BEAT_MS);
  expect(desk.time.pending).toBe(0);

  desk.work = 1;
  desk.rounds.wake();
  await desk.time.pass(3 * BEAT_MS);
  expect(desk.time.pending).toBe(1);
});

test("STREAM-DUR-1 when nothing may be shown nothing is made or sent", async () => {
  let isSilent = false;
  const desk = new Desk({ isSilent: () => isSilent, make: () => desk.done.push("made") > 0 });
  const [client] = desk.enter(1, () => desk.done.push("sent"));
  desk.rounds.wait(client as Client);
  isSilent = true;
  await desk.time.pass(1_000);

  expect(desk.done).toEqual([]);
});

test("STREAM-PACE-2 a client that has left has no turn, and after the end none has", async () => {
  const desk = new Desk();
  const [left, stays] = desk.enter(2, (client) => desk.done.push(`${client.place}`));
  for (const client of [left, stays]) desk.rounds.wait(client as Client);
  desk.rounds.leave(left as Client);
  await desk.time.pass(BEAT_MS);
  expect(desk.done).toEqual([`${stays?.place}`]);

  desk.rounds.wait(stays as Client);
  desk.rounds.close();
  desk.rounds.wait(stays as Client);
  await desk.time.pass(LONGEST_MS);
  expect([desk.done.length, desk.time.pending]).toEqual([1, 0]);
});
