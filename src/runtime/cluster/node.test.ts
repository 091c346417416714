/** Nodes of a simulated cluster, on virtual time: what each does when one thing happens to it. */
import { expect, test } from "vitest";
import { begin, ClusterDesk, nodeOf } from "../../../test/simulation/cluster/cluster-desk.ts";
import type { SimulatedNode } from "../../../test/simulation/cluster/simulated-node.ts";
import { NODE_STATEMENTS, NODES_MAX } from "../../log/postgres/node-table.ts";
import { clockProblemOf } from "../sequencer/open-exchange.ts";
import { WIRE_SILENT_MS } from "./leader-feed.ts";
import { SILENT_MS } from "./leader-watch.ts";

test("CLUSTER-FOLLOW-1 a wire over which nothing comes for three seconds is ended, and what is missing is fetched", async () => {
  const { world, network, leader, followers, ...rest } = await begin();
  const [follower] = followers;
  network.cut(leader.name, follower.name);

  expect(await rest.desk.answer(leader)).toBe("done");
  await world.pass(WIRE_SILENT_MS - 1_500);
  expect(nodeOf(follower).state.position).toBeLessThan(nodeOf(leader).state.position);
  await world.pass(2_500);

  expect(nodeOf(follower).state.position).toBe(nodeOf(leader).state.position);
  expect(nodeOf(follower).notReady).toBe("no_leader");
});

test("CLUSTER-FOLLOW-1 a wire to one who leads no more is ended, though it speaks: another has claimed", async () => {
  const { desk, leader, followers } = await begin();
  desk.cutFromPostgres(leader);

  expect(await desk.isTakenOver(leader, SILENT_MS + 1_500)).toBe(true);
  await desk.world.pass(1_000);

  for (const follower of followers) expect(await desk.answer(follower)).toBe("done");
  expect(nodeOf(leader).leads).toBe(1);
});

test("STREAM-RESUME-5 who takes over goes on with the line that it followed, and who comes back is told its name", async () => {
  const { desk, leader, followers } = await begin();
  const lineOf = (one: SimulatedNode) => nodeOf(one).lines[0];
  const line = lineOf(leader);
  expect(followers.map(lineOf)).toEqual([line, line]);

  leader.kill();
  await desk.world.pass(SILENT_MS + 1_500);
  leader.start();
  await desk.world.pass(3_000);

  expect(desk.nodes.map(lineOf)).toEqual([line, line, line]);
  expect(nodeOf(leader).leads).toBeUndefined();
});

test("CLUSTER-FOLLOW-1 a node of another version follows the log and serves nobody, and may take over", async () => {
  const desk = new ClusterDesk();
  const [one, two, other] = desk.nodes as [SimulatedNode, SimulatedNode, SimulatedNode];
  one.start();
  two.start();
  await desk.world.pass(2_000);
  other.program = "newer";
  other.start();
  await desk.world.pass(3_000);

  expect(await desk.answer(one)).toBe("done");
  expect(await desk.answer(other)).toBe("unavailable");
  expect(nodeOf(other).notReady).toBe("other_version");
  expect(nodeOf(other).state.position).toBe(nodeOf(one).state.position);

  one.kill();
  two.kill();
  await desk.world.pass(SILENT_MS + 1_500);
  expect(await desk.answer(other)).toBe("done");
});

test("CLUSTER-FOLLOW-1 a node that has more than a PostgreSQL that can commit halts", async () => {
  const { desk } = await begin();
  desk.servers[0].restoreOlder(8);
  await desk.world.pass(500);

  expect(desk.nodes.some((node) => nodeOf(node).isHalted)).toBe(true);
  expect(desk.world.problems.splice(0).join()).toContain("has lost what it had confirmed");
});

test("CLUSTER-FOLLOW-1 a node that has more than a PostgreSQL that cannot commit waits", async () => {
  const { desk, followers } = await begin();
  desk.servers[0].hang(true);
  desk.servers[0].restoreOlder(8);
  await desk.world.pass(10_000);

  for (const follower of followers) expect(nodeOf(follower).isHalted).toBe(false);
});

test("LOG-PG-3 a leader whose primary dies goes on with the standby that is promoted in its place", async () => {
  const { desk, leader } = await begin();
  const [primary, standby] = desk.servers;
  const epoch = nodeOf(leader).leads;
  expect(epoch).toBeDefined();
  const waiting = desk.clients.send(leader);
  primary.crash();
  await desk.world.pass(SILENT_MS / 2);
  standby.promote(primary);
  standby.attach(primary);

  await desk.world.pass(SILENT_MS);
  expect(nodeOf(leader).leads).toBe(epoch);
  expect(waiting?.answer?.kind).toBe("done");
  for (const node of desk.nodes) expect(await desk.answer(node)).toBe("done");
});

test.each([11_000, -11_000])(
  "CLUSTER-CLOCK-1 a node whose wall clock is %d ms away from the database's does not start, unless that is accepted",
  async (skewMs) => {
    const desk = new ClusterDesk();
    const [node] = desk.nodes as [SimulatedNode];
    const refusals: unknown[] = [];
    node.skewMs = skewMs;
    node.onRefused = (error) => void refusals.push(error);
    node.start();
    await desk.world.pass(1_000);
    expect(refusals.join()).toMatch(
      /the wall clock is 1[01]\d{3} ms (ahead of|behind) the database's/,
    );
    expect(desk.servers[0].tables.rows).toHaveLength(1);

    node.acceptsClockBehind = true;
    node.start();
    await desk.world.pass(1_000);
    expect(nodeOf(node).leads).toBe(1);
  },
);

test("CLUSTER-CLOCK-1 ten seconds are not far behind, and a frozen clock is never behind", () => {
  const clock = { leadMs: 0, frozen: 0, targetMs: 0 } as const;

  expect(clockProblemOf({ clock, timeMs: 50_000 }, 40_000)).toBeUndefined();
  expect(clockProblemOf({ clock, timeMs: 50_001 }, 40_000)).toContain("behind the log");
  expect(clockProblemOf({ clock: { ...clock, frozen: 1 }, timeMs: 90_000 }, 0)).toBeUndefined();
});

test("CLUSTER-NODE-1 a second node of a name that runs is refused, and one that was killed has left it", async () => {
  const { desk, leader } = await begin();
  const second = desk.node(leader.name);
  const refusals: unknown[] = [];
  second.onRefused = (error) => void refusals.push(error);
  second.start();
  await desk.world.pass(5_000);
  expect(refusals.join()).toContain(`A node named ${leader.name} is running already.`);

  leader.kill();
  second.start();
  await desk.world.pass(2_000);
  expect(second.isRunning).toBe(true);
});

test("CLUSTER-NODE-1 a cluster has at most eight nodes", async () => {
  const desk = new ClusterDesk();
  for (let number = 0; number < NODES_MAX; number++) {
    desk.run(NODE_STATEMENTS.join, [`other-${number}`]);
    await desk.world.pass(50);
  }
  const [ninth] = desk.nodes as [SimulatedNode];
  const refusals: unknown[] = [];
  ninth.onRefused = (error) => void refusals.push(error);
  ninth.start();
  await desk.world.pass(1_000);

  expect(refusals.join()).toContain("The cluster has 8 nodes already");
});

test("CLUSTER-NODE-1 a node says every second how it stands", async () => {
  const { desk, leader, followers } = await begin();
  await desk.world.pass(5_000);

  const { notes } = desk.servers[0].tables;
  expect(notes.get(leader.name)).toMatchObject({ role: "leading" });
  expect(notes.get(followers[0].name)).toMatchObject({ role: "following" });
  expect(notes.get(leader.name)?.times).toBeGreaterThanOrEqual(5);
});
