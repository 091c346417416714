import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../../test/support/operator-desk.ts";

const RULE = { route: "POST /sapi/v1/order", kind: "504-executed" };

test("a rule is added, listed as it was understood, and removed", async () => {
  const desk = await new OperatorDesk().provision();
  const given = { user: "alice", chance: "2.50e-1", seed: 7, count: "3" };

  const added = await desk.done("/faults", { ...RULE, ...given });
  const slow = await desk.done("/faults", { route: "*", kind: "latency", ms: 250 });

  expect(added).toEqual({
    id: 1,
    ...RULE,
    user: "alice",
    chance: "0.25",
    seed: 7,
    count: 3,
    asked: 0,
    struck: 0,
  });
  expect(slow).toEqual({
    id: 2,
    route: "*",
    kind: "latency",
    ms: 250,
    chance: "1",
    seed: 2,
    asked: 0,
    struck: 0,
  });
  expect((await desk.get("/faults")).json).toEqual({ faults: [added, slow] });
  expect(await desk.done("/faults/remove", { id: 1 })).toEqual({ id: 1 });
  expect((await desk.get("/faults")).json).toEqual({ faults: [slow] });
  expect(await desk.done("/faults/clear", {})).toEqual({ removed: 1 });
  expect((await desk.get("/faults")).json).toEqual({ faults: [] });
});

test("SANDBOX-FAULT-1: a status may be sent as a number", async () => {
  const desk = new OperatorDesk();

  expect(await desk.done("/faults", { route: "*", kind: 429 })).toMatchObject({ kind: "429" });
});

test.each<[object, number, number, RegExp]>([
  [{ route: "/sapi/v1/none" }, 404, -3013, /^There is no such route\. ROUTE is like /],
  [{ user: "nobody" }, 404, -3001, /no such user/],
  [{ kind: "505" }, 400, -1102, /^KIND is latency, 429, 418, 503, 504-executed, .* or close\.$/],
  [{ kind: "drop" }, 400, -1102, /^A route's kind is latency, .*; others are for channels/],
  [
    { route: "WS my.orders" },
    400,
    -1102,
    /^A channel's kind is latency, drop, .* or close; others/,
  ],
  [
    { route: "WS my.order", kind: "drop" },
    404,
    -3013,
    /^There is no such channel\. ROUTE is like /,
  ],
  [{ kind: "stale" }, 400, -1102, /^Only a GET can be answered with what was told before/],
  [{ kind: "fill-before-cancel" }, 400, -1102, /^fill-before-cancel needs by/],
  [
    { kind: "fill-before-cancel", by: "alice" },
    400,
    -1102,
    /^Only a cancel of one order can be crossed/,
  ],
  [{ kind: "fill-before-cancel", by: "nobody" }, 404, -3001, /no such user/],
  [{ by: "alice" }, 400, -1102, /^Only fill-before-cancel has by/],
  [{ kind: "" }, 400, -1102, /^Parameter kind is missing/],
  [{ route: "" }, 400, -1102, /^Parameter route is missing/],
  [{ ms: 5 }, 400, -1102, /^Only a latency or a late reply has ms/],
  [{ kind: "latency" }, 400, -1102, /^A latency or a late reply needs ms from 1 to 25000/],
  [
    { kind: "latency", ms: 25_001 },
    400,
    -1102,
    /^A latency or a late reply needs ms from 1 to 25000/,
  ],
  [{ chance: "0" }, 400, -1102, /^A chance is above 0 and at most 1/],
  [{ chance: "1.1" }, 400, -1102, /^A chance is above 0 and at most 1/],
  [{ chance: "-0.5" }, 400, -1102, /^Parameter chance is malformed/],
  [{ chance: "0.123456789" }, 400, -1111, /8 decimals/],
  [{ seed: 2 ** 32 }, 400, -1102, /^A seed is a whole number from 0 to 4294967295/],
  [{ count: 0 }, 400, -1102, /^A count is a whole number from 1 up/],
])("SANDBOX-FAULT-6: a rule with %j is refused", async (change, status, code, msg) => {
  const desk = await new OperatorDesk().provision();

  const answer = await desk.post("/faults", { ...RULE, ...change });

  expect(answer).toMatchObject({ status, json: { code } });
  expect(answer.json.msg).toMatch(msg);
  expect(desk.faults.list).toEqual([]);
});

test("SANDBOX-FAULT-17: a parameter that rules do not have is refused; null and nothing are none", async () => {
  const desk = await new OperatorDesk().provision();

  const answer = await desk.post("/faults", { ...RULE, times: 1 });

  expect(answer).toMatchObject({ status: 400, json: { code: -1102 } });
  expect(answer.json.msg).toBe(
    "Parameter times is not known; this request takes route, kind, user, ms, by, chance, seed, count.",
  );
  expect(desk.faults.list).toEqual([]);
  expect(await desk.done("/faults", { ...RULE, times: null, often: "" })).toMatchObject({ id: 1 });
});

test("SANDBOX-FAULT-6: the hundred and first rule is refused", async () => {
  const desk = new OperatorDesk();
  for (let count = 0; count < 100; count++) await desk.done("/faults", RULE);

  expect(await desk.post("/faults", RULE)).toMatchObject({ status: 409, json: { code: -3007 } });
});

test("what is not there cannot be removed", async () => {
  const answer = await new OperatorDesk().post("/faults/remove", { id: 1 });

  expect(answer).toMatchObject({ status: 404, json: { code: -3014 } });
});

test("SANDBOX-FAULT-7: a production directory has no fault rules", async () => {
  const desk = new OperatorDesk();
  desk.exchange.state.kind = "production";

  const answers = [
    await desk.get("/faults"),
    await desk.post("/faults", RULE),
    await desk.post("/faults/remove", { id: 1 }),
    await desk.post("/faults/clear", {}),
  ];

  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 409, json: { code: -3011 } });
    expect(answer.json.msg).toMatch(/production.*no sandbox controls/);
  }
  expect(desk.faults.list).toEqual([]);
});
