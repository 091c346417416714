import { expect, test } from "vitest";
import { standingOfFollower, standingOfLeader } from "./node-standing.ts";

const SIGHT = {
  epoch: 4,
  node: "node-2",
  address: "two:5001",
  beat: 9,
  claim: "",
  number: 70,
  position: 90,
};

test("CLUSTER-NODE-1 who leads stands in its own epoch, lacks nothing, and is as old as its last beat", () => {
  const term = { id: { epoch: 5, claim: "" }, lease: { ageMs: 120.4 } };

  expect(standingOfLeader({ node: "node-1", role: "leading" }, term)).toEqual({
    node: "node-1",
    role: "leading",
    epoch: 5,
    leader: "node-1",
    lagCommands: 0,
    lagMs: 0,
    beatAgeMs: 120,
  });
});

test("CLUSTER-NODE-1 who follows says whom, how far it is behind, and for how long the leader was silent", () => {
  const feed = { sight: SIGHT, lagCommands: 3, lagMs: 41.6 };

  expect(standingOfFollower({ node: "node-1", role: "following" }, feed, 700.2)).toEqual({
    node: "node-1",
    role: "following",
    epoch: 4,
    leader: "node-2",
    lagCommands: 3,
    lagMs: 42,
    beatAgeMs: 700,
  });
});

test("CLUSTER-NODE-1 who has not looked yet knows no leader and no epoch", () => {
  const feed = { sight: undefined, lagCommands: 0, lagMs: 0 };

  expect(standingOfFollower({ node: "node-1", role: "following" }, feed, 0)).toMatchObject({
    epoch: 0,
    leader: "",
  });
});
