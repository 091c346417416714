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
import { PATIENCE_MS, untilSeen } from "../../support/until.ts";
import { FailureDesk } from "../desk/failure-desk.ts";
import { otherBuild } from "../desk/other-build.ts";
import { sendOrder, statusAt } from "../desk/single-orders.ts";

const SEED = 2204;
/** Far more than is allowed: what an answer of the database takes is no matter. */
const OFF_MS = 600_000;
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
  untilSeen(sentence, async () => ((await ask()) ? true : undefined));

rowTest("CLUSTER-CLAIM-1 of nodes that start at once one claims epoch 1", async () => {
  const claims = desk.cluster.nodes.filter(({ output }) =>
    output.includes("leads the cluster in epoch 1"),
  );

  expect(claims).toHaveLength(1);
});

rowTest("CLUSTER-CLOCK-1 a node whose clock is far off is refused with a sentence", async () => {
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
    expect(await statusAt(desk, OTHER, "before-other")).toBe(503);

    for (const index of SOUND) await desk.cluster.killNode(index);
    await waitUntil("it leads", async () => (await node(OTHER).readiness()) === "ready");
    expect(await statusAt(desk, OTHER, "before-other")).toBe(200);
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
    for (const where of ["there", "back"] as const) {
      const leader = await desk.leader();
      const way = desk.ways.into(leader);
      await desk.underTraffic(
        async (traffic) => {
          refusedSince();
          way.cut(where);
          await waitUntil("a node gives up", async () => refusedSince() > 0);
          await traffic.more(50, leader);
          way.heal();
          await desk.allReady();
        },
        { patienceMs: 15_000 },
      );
      await desk.check();
    }
    console.log(`answers while a wire was cut: ${JSON.stringify([...desk.claims.statuses])}`);
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

/** More than the small things that a follower says now and then. */
const ORDER_BYTES = 60;

rowTest(
  "CLUSTER-SUBMIT-1 what was handed over a wire that is cut is refused when another has claimed, and never was",
  async () => {
    const leader = await desk.leader();
    const [follower = 0] = SOUND.filter((index) => index !== leader);
    const way = desk.ways.into(leader);
    way.cut();
    const order = sendOrder(desk, follower, "handed-over");
    await way.keeps(ORDER_BYTES);
    await desk.cluster.killNode(leader);
    const told = await order.answered;
    way.heal();
    desk.cluster.reviveNode(leader);

    // The node itself gives no answer after ten seconds: on a busy machine that may come first.
    expect([503, 504], JSON.stringify(told?.json)).toContain(told?.status);
    await desk.allReady();
    for (const index of SOUND) expect(await statusAt(desk, index, "handed-over")).toBe(400);
    await desk.prove();
  },
  PATIENCE_MS,
);
