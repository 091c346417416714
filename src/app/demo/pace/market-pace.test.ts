/** The market's pace: what the sequencer answers, and how late, changes what it does next and not when. */
import { expect, test } from "vitest";
import { DirectExchange } from "../../../../test/support/direct-exchange.ts";
import { countedKeys, MarketDesk, NO_FILES } from "../../../../test/support/market-desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import { openOn } from "../../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../../test/support/simulated-disk.ts";
import { settle, VirtualTime } from "../../../../test/support/virtual-time.ts";
import { brokenInvariants } from "../../../core/engine/invariants/invariants.ts";
import { openOrdersOf } from "../../../core/engine/read/orders.ts";
import type { Submitted } from "../../../runtime/replica/submission.ts";
import { openDirectoryAs } from "../../../runtime/sequencer/open-exchange.ts";
import { completeDemo } from "../demo-catalogue.ts";
import { DemoError } from "../ensure.ts";
import { openMarket } from "./market-pace.ts";

/** In a second: ten on the pairs, and a whole half of each contract cancelled and placed anew. */
const COMMANDS_MAX = 48;
/** In a step: three on the pairs, and six cancels and six quotes on a contract. */
const STEP_COMMANDS_MAX = 15;

type Refusal = Exclude<Submitted, { kind: "done" }>;

test.each<Refusal>([{ kind: "unavailable" }, { kind: "late" }, { kind: "unknown" }])(
  "ten seconds of $kind are survived at the usual pace, and the market goes on",
  async (refusal) => {
    const desk = await MarketDesk.open();
    await desk.pass(5_000);
    desk.sent.length = 0;
    const submit = desk.exchange.submit.bind(desk.exchange);

    desk.exchange.submit = () => Promise.resolve(refusal);
    await desk.pass(10_000);
    const count = desk.sent.length;
    desk.exchange.submit = submit;
    await desk.pass(5_000);

    expect(count).toBeGreaterThan(30);
    expect(count).toBeLessThanOrEqual(10 * COMMANDS_MAX);
    expect(desk.fewestLevels()).toBeGreaterThanOrEqual(8);
    expect(desk.reports).toEqual([]);
  },
);

interface Held {
  readonly notAfterMs: number | undefined;
  readonly answer: (submitted: Refusal) => void;
}

/** From now on a command is answered when the test says so. */
function holdAnswers({ exchange }: MarketDesk): Held[] {
  const held: Held[] = [];
  exchange.submit = (_, notAfterMs) =>
    new Promise((answer) => {
      held.push({ notAfterMs, answer });
    });
  return held;
}

test("nothing is sent before the step ahead is answered, and what is old by then is not wanted", async () => {
  const desk = await MarketDesk.open();
  const answers = holdAnswers(desk);
  desk.sent.length = 0;

  await desk.pass(60_000);
  const count = desk.sent.length;
  const patienceMs = answers.map(({ notAfterMs = 0 }) => notAfterMs - desk.exchange.nowMs);
  for (const { answer } of answers) answer({ kind: "late" });
  await settle();
  await desk.pass(400);

  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(STEP_COMMANDS_MAX);
  expect(new Set(patienceMs)).toEqual(new Set([1_000]));
  expect(desk.sent.length).toBeGreaterThan(count);
});

test("after a stop nothing is sent, and the stop waits for what is on its way", async () => {
  const desk = await MarketDesk.open();
  const answers = holdAnswers(desk);
  await desk.pass(2_000);
  let isStopped = false;

  const stopped = desk.stop().then(() => {
    isStopped = true;
  });
  await desk.pass(1_000);
  expect(isStopped).toBe(false);
  desk.sent.length = 0;
  for (const { answer } of answers) answer({ kind: "unavailable" });
  await stopped;
  await desk.pass(5_000);

  expect(desk.sent).toEqual([]);
  expect(desk.time.pending).toBe(0);
});

test("a bug of the traders is reported and ends their market, not the exchange", async () => {
  const desk = await MarketDesk.provisioned();
  await desk.start(1);

  // Where they look for their own orders.
  Object.defineProperty(desk.exchange.state.orders, "users", {
    get() {
      throw new Error("a bug");
    },
  });
  await desk.pass(5_000);

  expect(desk.reports).toEqual([new Error("a bug")]);
  expect(desk.time.pending).toBe(0);
});

test("production has no demo market", async () => {
  const exchange = new DirectExchange();
  exchange.state.kind = "production";
  const { timer } = new VirtualTime(0);
  const tools = { exchange, ...countedKeys(), timer, report: () => undefined };

  await expect(openMarket(tools)).rejects.toThrow(DemoError);
});

/** Between two starts. */
const LIFE_MS = runs(60, 60) * 1_000;

test("on the real sequencer it stops, starts again from the disk and goes on", async () => {
  const disk = new SimulatedDisk();
  const time = new VirtualTime(1_700_000_000_000);
  const keys = countedKeys();
  const positions: number[] = [];

  for (let start = 0; start < 3; start++) {
    const { sequencer, broken } = await openOn(disk, time, { segmentBytes: 1 << 20 });
    await openDirectoryAs(sequencer, "sandbox");
    await sequencer.catchUp();
    await completeDemo({ exchange: sequencer, files: NO_FILES, ...keys });
    const report = (error: unknown) => expect.fail(String(error));
    const market = await openMarket({
      exchange: sequencer,
      ...keys,
      timer: time.timer,
      report,
    });
    market.start();
    await time.pass(LIFE_MS);
    await market.stop();
    await sequencer.stop();

    expect(broken).toEqual([]);
    expect(brokenInvariants(sequencer.state)).toEqual([]);
    for (const { bids, asks } of sequencer.state.books)
      expect(bids.best && asks.best).toBeDefined();
    for (const trader of [3, 4]) {
      expect([
        ...openOrdersOf(sequencer.state.orders, { area: "spot", user: trader }),
      ]).toHaveLength(30);
    }
    positions.push(sequencer.state.position);
    time.forgetTimers();
  }

  const [first = 0, second = 0, third = 0] = positions;
  const fewest = LIFE_MS / 240;
  expect(Math.min(second - first, third - second)).toBeGreaterThan(fewest);
});
