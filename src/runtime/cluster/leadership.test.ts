/** How a node of a simulated cluster comes to lead, and how that ends, on virtual time. */
import { expect, test } from "vitest";
import { begin, nodeOf } from "../../../test/simulation/cluster/cluster-desk.ts";
import { LEADER_STATEMENTS } from "../../log/postgres/leader-table.ts";
import { SILENT_MS } from "./leader-watch.ts";

test("CLUSTER-CLAIM-1 of two nodes that find nobody leading one leads, and the other follows it", async () => {
  const { desk, leader, followers } = await begin();
  leader.kill();

  expect(await desk.isTakenOver(leader, SILENT_MS + 1_500)).toBe(true);
  await desk.world.pass(1_000);

  expect(followers.map((node) => nodeOf(node).role).sort()).toEqual(["following", "leading"]);
  expect(desk.servers[0].tables.leader.epoch).toBe(2);
});

test("CLUSTER-CLAIM-1 a node that has halted claims nothing, and says that it would not", async () => {
  const { desk, leader, followers } = await begin();
  const [halted, other] = followers;
  nodeOf(halted).halt();
  other.kill();
  leader.kill();

  await desk.world.pass(SILENT_MS + 3_000);

  expect(nodeOf(halted).canLead).toBe(false);
  expect(nodeOf(halted).leads).toBeUndefined();
  expect(desk.servers[0].tables.leader.epoch).toBe(1);
});

test("CLUSTER-SUBMIT-1 while its term ends a node leads no more, and is no follower before the end", async () => {
  const { desk, leader } = await begin();
  desk.clients.send(leader);
  const seen: (readonly [string, number | undefined])[] = [];
  const look = () => void seen.push([nodeOf(leader).role, nodeOf(leader).leads]);

  leader.process.receive(() => {
    look();
    void nodeOf(leader).resign();
    look();
  });
  await desk.world.pass(900);
  look();

  expect(seen).toEqual([
    ["leading", 1],
    ["leading", undefined],
    ["following", undefined],
  ]);
});

test("CLUSTER-RESIGN-1 who is asked twice to resign resigns once", async () => {
  const { desk, leader } = await begin();
  leader.process.receive(() => {
    void nodeOf(leader).resign();
    void nodeOf(leader).resign();
  });

  expect(await desk.isTakenOver(leader, 1_000)).toBe(true);
  expect(desk.told.filter((line) => line.includes("leads no more"))).toHaveLength(1);
});

test("CLUSTER-RESIGN-1 a leader that resigns ends what waits, takes nothing new, and another leads within a second", async () => {
  const { desk, leader } = await begin();
  const waiting = [1, 2, 3].map(() => desk.clients.send(leader));
  leader.process.receive(() => void nodeOf(leader).resign());
  const refused = desk.clients.send(leader);

  expect(await desk.isTakenOver(leader, 1_000)).toBe(true);
  expect(waiting.map((sent) => sent?.answer?.kind)).toEqual(["done", "done", "done"]);
  expect(refused?.answer?.kind).toBe("unavailable");
  expect(nodeOf(leader).role).toBe("following");
});

test("CLUSTER-RESIGN-1 a leader that is asked to resign does, and so does one that is stopped", async () => {
  const { desk, leader } = await begin();
  desk.run(LEADER_STATEMENTS.askToResign);
  expect(await desk.isTakenOver(leader, 1_500)).toBe(true);

  const second = desk.nodes.find(({ node }) => node?.leads === 2) ?? expect.fail("epoch 2");
  second.stop(60_000);
  expect(await desk.isTakenOver(second, 1_000)).toBe(true);
  expect(second.isRunning).toBe(false);
});

test("CLUSTER-RESIGN-1 who has resigned stands back for five seconds, also where there is nobody else", async () => {
  const { desk, leader, followers } = await begin();
  for (const follower of followers) follower.kill();
  void nodeOf(leader).resign();

  await desk.world.pass(4_900);
  expect(desk.servers[0].tables.leader.node).toBe("");
  await desk.world.pass(500);
  expect(nodeOf(leader).leads).toBe(2);
});

test("CLUSTER-CLOCK-1 a node whose wall clock falls behind the log follows, and does not claim before it is set right", async () => {
  const { desk, leader, followers } = await begin();
  const [late, other] = followers;
  late.skewMs = -60_000;
  leader.kill();
  other.kill();

  await desk.world.pass(10_000);
  expect(nodeOf(late).role).toBe("following");
  const said = desk.told.filter((line) => line.includes("the wall clock is behind the log"));
  expect(said).toHaveLength(1);
  late.skewMs = 0;
  await desk.world.pass(500);
  expect(nodeOf(late).leads).toBe(2);
});
