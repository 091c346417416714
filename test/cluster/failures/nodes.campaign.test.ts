/**
 * What may be wrong with a node: three that start at once, a clock that is off, another version, a wire to the leader that is cut,
 * a disk that is full.
 */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtFile } from "../../../src/package/package.ts";
import { hasPostgres } from "../../support/postgres.ts";
import { directoryOfFile } from "../../support/temporary-directory.ts";
import { until } from "../../support/until.ts";
import { FailureDesk } from "../desk/failure-desk.ts";
import { otherBuild } from "../desk/other-build.ts";
import { sendOrder, statusOf } from "../desk/single-orders.ts";

const SEED = 2204;
const PATIENCE_MS = 180_000;
const SOON_MS = 30_000;
const OFF_MS = 11_000;
const isHere = hasPostgres();
const rowTest = test.skipIf(!isHere);
const place = directoryOfFile();
const secret = (bytes: number) => randomBytes(bytes).toString("hex");
const login = () => ({ apiKey: secret(16), secret: secret(32) });
const KEY_FILES = {
  "master-key": `${secret(32)}\n`,
  "demo-keys.json": JSON.stringify({ demo1: login(), demo2: login() }),
};

/** Nodes 1 to 3 are as usual, 4 and 5 have another time, 6 is of another version. */
const [BEHIND, AHEAD, OTHER] = [3, 4, 5];
const SOUND = [0, 1, 2];

function skewed(byMs: number): readonly string[] {
  const module = new URL(`../../support/skewed-clock.mjs?by=${byMs}`, import.meta.url);
  return [process.execPath, "--import", module.href, fileURLToPath(builtFile("main.js"))];
}

let desk: FailureDesk;
beforeAll(async () => {
  if (!isHere) return;
  const other = otherBuild(join(place, "other"), { version: "9.9.9" });
  const commands = new Map([
    [BEHIND, skewed(-OFF_MS)],
    [AHEAD, skewed(OFF_MS)],
    [OTHER, other],
  ]);
  desk = await FailureDesk.start({
    seed: SEED,
    nodes: 6,
    keyFiles: KEY_FILES,
    sound: SOUND,
    launchOf: (index) => {
      const command = commands.get(index);
      return command ? { command } : {};
    },
  });
}, PATIENCE_MS);
afterAll(() => desk?.end());

const node = (index: number) => desk.cluster.node(index);
const waitUntil = (sentence: string, ask: () => Promise<unknown>) =>
  until(sentence, SOON_MS, async () => ((await ask()) ? true : undefined));

rowTest("CLUSTER-CLAIM-1 of nodes that start at once one claims epoch 1", async () => {
  const claims = desk.cluster.nodes.filter(({ output }) =>
    output.includes("leads the cluster in epoch 1"),
  );

  expect(claims).toHaveLength(1);
  expect(await desk.epoch()).toBe(1);
});

rowTest("CLUSTER-CLOCK-1 a node whose clock is 11 s off is refused with a sentence", async () => {
  await waitUntil(
    "both have ended",
    async () => !(node(BEHIND).isRunning || node(AHEAD).isRunning),
  );

  expect(node(BEHIND).output).toMatch(
    /the wall clock is \d+ ms behind the database's; set it right/,
  );
  expect(node(AHEAD).output).toMatch(
    /the wall clock is \d+ ms ahead of the database's; set it right/,
  );
  expect([node(BEHIND).exitCode, node(AHEAD).exitCode]).toEqual([1, 1]);
});

rowTest(
  "CLUSTER-FOLLOW-1 a node of another version is not fed and serves nobody, has the same state, and takes over when no other is left",
  async () => {
    await waitUntil("it is told so", async () =>
      (await node(OTHER).readiness()).includes("other_version"),
    );
    expect(node(OTHER).output).toContain("the leader does not feed this node");
    const leader = await desk.leader();
    const order = sendOrder(desk, leader, "before-other");
    expect((await order.answered)?.status).toBe(200);
    expect(await statusOf(desk, OTHER, "before-other")).toBe(503);

    for (const index of SOUND) await desk.cluster.killNode(index);
    await waitUntil("it leads", async () => (await node(OTHER).readiness()) === "ready");
    expect(await statusOf(desk, OTHER, "before-other")).toBe(200);
    for (const index of SOUND) desk.cluster.reviveNode(index);
    await waitUntil("the others are not fed", async () =>
      (await node(leader).readiness()).includes("other_version"),
    );
    await node(OTHER).stop();
    await desk.allReady();
  },
  PATIENCE_MS,
);

rowTest(
  "CLUSTER-SUBMIT-1 the wire to the leader is cut, either way: the leader goes on, others answer 503 and 504, and what they say is so",
  async () => {
    const leader = await desk.leader();
    const [epoch, way] = [await desk.epoch(), desk.ways.into(leader)];
    for (const where of ["there", "back"] as const) {
      await desk.underTraffic(
        async (traffic) => {
          const atMs = performance.now();
          way.cut(where);
          await until("a node gives up", SOON_MS, async () => refusedSince() > 0 || undefined);
          await traffic.more(50);
          expect(traffic.countSince(atMs, leader)).toBeGreaterThan(20);
          way.heal();
          await desk.allReady();
        },
        { patienceMs: 15_000 },
      );
      await desk.check();
    }
    console.log(`answers while a wire was cut: ${JSON.stringify([...desk.claims.statuses])}`);
    expect(await desk.epoch()).toBe(epoch);
  },
  PATIENCE_MS,
);

let refusedBefore = 0;
/** Orders that were refused or left open since this was asked last. */
function refusedSince(): number {
  const { statuses } = desk.claims;
  const sum = (statuses.get(503) ?? 0) + (statuses.get(504) ?? 0);
  const since = sum - refusedBefore;
  refusedBefore = sum;
  return since;
}

rowTest(
  "CLUSTER-SUBMIT-1 what was handed over a wire that is cut is answered 503 when another has claimed, and never was",
  async () => {
    const leader = await desk.leader();
    const way = desk.ways.into(leader);
    const before = desk.claims.statuses.get(503) ?? 0;
    await desk.underTraffic(
      async (traffic) => {
        const atMs = performance.now();
        way.cut();
        await traffic.more(5);
        await desk.cluster.killNode(leader);
        await traffic.firstAfter(atMs);
        way.heal();
        desk.cluster.reviveNode(leader);
        await desk.allReady();
      },
      { patienceMs: 15_000 },
    );
    expect(desk.claims.statuses.get(503) ?? 0).toBeGreaterThan(before);
    await desk.prove();
  },
  PATIENCE_MS,
);
