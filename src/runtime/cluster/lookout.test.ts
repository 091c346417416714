/** How a node of a simulated cluster looks who leads, on virtual time. */
import { expect, test } from "vitest";
import { begin, nodeOf } from "../../../test/simulation/cluster/cluster-desk.ts";
import { SILENT_MS } from "./leader-watch.ts";
import { LOOK_MS } from "./lookout.ts";

test("CLUSTER-CLAIM-1 nodes that have only just begun take over in time from a leader that falls silent", async () => {
  const { desk, leader } = await begin();
  leader.process.pause();

  expect(await desk.isTakenOver(leader, SILENT_MS + 1_000)).toBe(true);
});

test("CLUSTER-CLAIM-1 a leader that is heard is not taken over from, however long it is looked at", async () => {
  const { desk, leader, followers } = await begin();

  expect(await desk.isTakenOver(leader, 4 * SILENT_MS)).toBe(false);
  for (const node of followers) expect(nodeOf(node).standing.beatAgeMs).toBeLessThan(1_000);
});

test("CLUSTER-CLAIM-1 time in which PostgreSQL could not be asked is no silence", async () => {
  const { desk, leader, followers } = await begin();
  for (const node of desk.nodes) desk.cutFromPostgres(node);
  await desk.world.pass(2 * SILENT_MS);
  desk.network.healAll();

  expect(await desk.isTakenOver(leader, SILENT_MS - LOOK_MS)).toBe(false);
  for (const node of followers) expect(nodeOf(node).role).toBe("following");
});

test("what keeps PostgreSQL from being asked is said once, and looked past when it is gone", async () => {
  const { desk, followers } = await begin();
  const [follower] = followers;
  const said = () =>
    desk.told.filter((line) => line.includes(`${follower.name}: PostgreSQL cannot`));
  desk.cutFromPostgres(follower);
  await desk.world.pass(20 * LOOK_MS);
  const met = said();

  desk.network.healAll();
  await desk.world.pass(2_000);

  expect(met.length).toBeGreaterThan(0);
  expect(met).toEqual([...new Set(met)]);
  expect(nodeOf(follower).notReady).toBeUndefined();
  expect(said()).toEqual(met);
});
