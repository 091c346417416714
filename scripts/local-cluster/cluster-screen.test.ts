/** What the screen of a cluster says, and what its keys mean. */
import { expect, test } from "vitest";
import { actionOf, letterOf } from "./cluster-keys.ts";
import { type ClusterSight, lineOf, screenOf } from "./cluster-screen.ts";

const COUNTS = { nodes: 3, postgres: 3 };

const SIGHT: ClusterSight = {
  servers: ["down", "primary", "standby"],
  nodes: [
    { name: "n1", port: 4001, readiness: "ready" },
    { name: "n2", port: 4002, readiness: "ready" },
    { name: "n3", port: 4003, readiness: "down" },
  ],
  seen: {
    epoch: 7,
    leader: "n1",
    position: 1_000,
    nodes: [
      { name: "n1", role: "leading", position: 1_000 },
      { name: "n2", role: "following", position: 990 },
      { name: "n3", role: "following", position: 500 },
    ],
  },
  load: {
    acknowledged: [20, 30, 0],
    refused: 2,
    lost: { open: 1, done: 2, notDone: 3 },
    silentMs: 100,
    longestGapMs: 3_400,
    lastRefusal: "it is starting",
  },
  rates: [10, 15, 0],
};

test("each server and node has its key, its role and its figures", () => {
  const screen = screenOf(SIGHT, ["   1.0 s  something happened"]);

  expect(screen).toContain("  a  PostgreSQL s1  down");
  expect(screen).toContain("  b  PostgreSQL s2  primary");
  expect(screen.find((line) => line.includes("n1  "))).toMatch(/1 +n1 +4001 +leads +1000 +0 +10$/);
  expect(screen.find((line) => line.includes("n2  "))).toMatch(
    /2 +n2 +4002 +following +990 +10 +15$/,
  );
  expect(screen.find((line) => line.includes("n3  "))).toMatch(/3 +n3 +4003 +down +0$/);
  expect(screen.join("\n")).toContain("n1 leads, epoch 7, position 1000");
  expect(screen.join("\n")).toContain(
    "25 orders/s, 50 acknowledged, 2 refused, 6 lost (2 done, 3 not, 1 unknown)",
  );
  expect(screen.at(-1)).toBe("   1.0 s  something happened");
});

test("a leader that is away leads no more, and a long silence is explained", () => {
  const nodes = SIGHT.nodes.map((node) => ({ ...node, readiness: "paused" }));
  const load = { ...SIGHT.load, silentMs: 5_000 };
  const line = lineOf({ ...SIGHT, nodes, load });

  expect(line).toContain("n1 paused");
  expect(line).toContain("nobody leads (last: n1)");
  expect(line).toContain("it is starting");
  expect(lineOf({ ...SIGHT, seen: undefined })).toContain("PostgreSQL does not say who leads");
});

test("a node without a row of its own is shown by what it answers", () => {
  const seen = { epoch: 1, leader: "n1", position: 10, nodes: [] };
  const nodes = SIGHT.nodes.map((node) => ({ ...node, readiness: "fenced" }));

  expect(lineOf({ ...SIGHT, seen, nodes })).toContain("n1 leads, fenced, n2 fenced");
});

test("keys are nodes, servers and what is done to the leader; others mean nothing", () => {
  expect(actionOf("1", COUNTS)).toEqual({ kind: "node", index: 0 });
  expect(actionOf("c", COUNTS)).toEqual({ kind: "postgres", index: 2 });
  expect(actionOf("s", COUNTS)).toEqual({ kind: "pause" });
  expect(actionOf("r", COUNTS)).toEqual({ kind: "resign" });
  for (const key of ["q", "\u0003"]) expect(actionOf(key, COUNTS)).toEqual({ kind: "end" });
  for (const key of ["", "0", "4", "d", "ab", " ", "\u001b"]) {
    expect(actionOf(key, COUNTS)).toBeUndefined();
  }
  expect([0, 1, 2].map(letterOf).join("")).toBe("abc");
});
