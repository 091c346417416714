import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../test/support/operator-desk.ts";
import { brokenInvariants } from "../../../core/engine/invariants/invariants.ts";

const USDT = { user: "alice", asset: "USDT" };

test("LEDGER-MOVE-1 money comes in and goes out, exact to the last unit", async () => {
  const desk = await new OperatorDesk().provision();

  const moved = await desk.done("/deposits", { ...USDT, amount: "0.00000001", id: "d-1" });
  const taken = await desk.done("/withdrawals", { ...USDT, amount: 40.5, id: "w-1" });

  expect(moved).toEqual({ id: "d-1", ...USDT, amount: "0.00000001" });
  expect(taken).toEqual({ id: "w-1", ...USDT, amount: "40.5" });
  expect(desk.freeOf("alice", "USDT")).toBe(5_950_000_001n);
});

test("LEDGER-MOVE-3 the same id twice moves the money once and answers the same", async () => {
  const desk = await new OperatorDesk().provision();

  const replies = [
    await desk.post("/deposits", { ...USDT, amount: "5", id: "d-1" }),
    await desk.post("/deposits", { ...USDT, amount: "5.00", id: "d-1" }),
    await desk.post("/withdrawals", { ...USDT, amount: "105", id: "w-1" }),
    await desk.post("/withdrawals", { ...USDT, amount: "105", id: "w-1" }),
  ];

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(replies[1]?.body).toBe(replies[0]?.body);
  expect(replies[3]?.body).toBe(replies[2]?.body);
  expect(desk.freeOf("alice", "USDT")).toBe(0n);
});

test.each([
  ["another amount", "/deposits", { ...USDT, amount: "6" }],
  ["another asset", "/deposits", { user: "alice", asset: "BTC", amount: "5" }],
  ["another user", "/deposits", { user: "bob", asset: "USDT", amount: "5" }],
  ["the other direction", "/withdrawals", { ...USDT, amount: "5" }],
])("LEDGER-MOVE-3 the same id with %s is 409 and moves nothing", async (_, path, body) => {
  const desk = await new OperatorDesk().provision();
  await desk.done("/users", { name: "bob" });
  await desk.done("/deposits", { ...USDT, amount: "5", id: "d-1" });

  const { status, json } = await desk.post(path, { ...body, id: "d-1" });

  expect(status).toBe(409);
  expect(json.code).toBe(-3006);
  expect(desk.freeOf("alice", "USDT")).toBe(10_500_000_000n);
  expect(desk.freeOf("bob", "USDT")).toBe(0n);
});

test("without an id a new one is drawn and told each time", async () => {
  const desk = await new OperatorDesk().provision();

  const first = await desk.done("/deposits", { ...USDT, amount: "1" });
  const second = await desk.done("/deposits", { ...USDT, amount: "1", id: "" });

  expect([first.id, second.id]).toEqual(["drawn-1", "drawn-2"]);
  expect(desk.freeOf("alice", "USDT")).toBe(10_200_000_000n);
});

test("LEDGER-MOVE-2 what is not free cannot go, and the answer says what is", async () => {
  const desk = await new OperatorDesk().provision();

  const { status, json } = await desk.post("/withdrawals", { ...USDT, amount: "100.5" });

  expect(status).toBe(409);
  expect(json).toEqual({
    code: -2017,
    msg: "Only what is free can be withdrawn: 100 is, 100.5 is needed.",
  });
});

test.each([
  [{ ...USDT, amount: "0.000000001" }, 400, -1111],
  [{ ...USDT, amount: "0" }, 400, -1102],
  [{ ...USDT, amount: "-1" }, 400, -1102],
  [{ ...USDT, amount: "-0.5" }, 400, -1102],
  [{ ...USDT, amount: "ten" }, 400, -1102],
  [{ ...USDT, amount: "1e400" }, 400, -1102],
  [{ ...USDT, amount: "9".repeat(40) }, 400, -1102],
  [{ ...USDT }, 400, -1102],
  [{ ...USDT, amount: "1", id: "with a blank" }, 400, -1102],
  [{ ...USDT, amount: "1", id: "x".repeat(65) }, 400, -1102],
  [{ ...USDT, amount: "1", id: 5 }, 400, -1102],
  [{ user: "bob", asset: "USDT", amount: "1" }, 404, -3001],
  [{ user: "alice", asset: "DOGE", amount: "1" }, 404, -3002],
])("%j is refused both ways with %i and moves nothing", async (body, status, code) => {
  const desk = await new OperatorDesk().provision();

  expect(await desk.post("/deposits", body)).toMatchObject({ status, json: { code } });
  expect(await desk.post("/withdrawals", body)).toMatchObject({ status, json: { code } });
  expect(desk.freeOf("alice", "USDT")).toBe(10_000_000_000n);
});

const POOL = { fund: "LOAN_POOL", asset: "USDT" };
const INSURANCE = { fund: "MARGIN_INSURANCE", asset: "USDT" };
const FUTURES = { fund: "FUT_INSURANCE", asset: "USDT" };

/** What the funds hold of USDT, and what was put into the pool. */
function fundsOf(desk: OperatorDesk) {
  const { houses, poolCapital } = desk.exchange.state.ledger;
  const { loanPool = 0n, marginInsurance = 0n, futuresInsurance = 0n } = houses[1] ?? {};
  return { loanPool, marginInsurance, futuresInsurance, poolCapital: poolCapital[1] ?? 0n };
}

test("LEDGER-FUND-1 the funds are filled and drawn, exact and apart from each other", async () => {
  const desk = await new OperatorDesk().provision();

  const filled = await desk.done("/funds/fill", { ...POOL, amount: "10.00000001", id: "p-1" });
  await desk.done("/funds/fill", { ...INSURANCE, amount: 7, id: "i-1" });
  const drawn = await desk.done("/funds/draw", { ...POOL, amount: "4", id: "p-2" });
  await desk.done("/funds/draw", { ...INSURANCE, amount: "7", id: "i-2" });
  const insured = await desk.done("/funds/fill", { ...FUTURES, amount: "3", id: "f-1" });
  await desk.done("/funds/draw", { ...FUTURES, amount: "0.5", id: "f-2" });

  expect(filled).toEqual({ id: "p-1", ...POOL, amount: "10.00000001" });
  expect(drawn).toEqual({ id: "p-2", ...POOL, amount: "4" });
  expect(insured).toEqual({ id: "f-1", ...FUTURES, amount: "3" });
  expect(fundsOf(desk)).toEqual({
    loanPool: 600_000_001n,
    poolCapital: 600_000_001n,
    marginInsurance: 0n,
    futuresInsurance: 250_000_000n,
  });
  expect(desk.freeOf("alice", "USDT")).toBe(10_000_000_000n);
  expect(brokenInvariants(desk.exchange.state)).toEqual([]);
});

test("LEDGER-FUND-1 LEDGER-MOVE-3 the same id moves a fund's money once, and answers the same", async () => {
  const desk = await new OperatorDesk().provision();

  for (const path of ["/funds/fill", "/funds/draw"]) {
    const id = path.slice(1);
    const first = await desk.post(path, { ...INSURANCE, amount: "5", id });
    const second = await desk.post(path, { ...INSURANCE, amount: "5.0", id });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toBe(first.body);
    const { marginInsurance } = fundsOf(desk);
    expect(marginInsurance).toBe(path === "/funds/fill" ? 500_000_000n : 0n);
  }
});

const POOL_OF_FIVE = {
  loanPool: 500_000_000n,
  poolCapital: 500_000_000n,
  marginInsurance: 0n,
  futuresInsurance: 0n,
};

test.each([
  ["another fund", "/funds/fill", { ...INSURANCE, amount: "5" }],
  ["the fund of futures", "/funds/fill", { ...FUTURES, amount: "5" }],
  ["another amount", "/funds/fill", { ...POOL, amount: "6" }],
  ["another asset", "/funds/fill", { ...POOL, asset: "BTC", amount: "5" }],
  ["the other direction", "/funds/draw", { ...POOL, amount: "5" }],
  ["a user instead of a fund", "/deposits", { ...USDT, amount: "5" }],
])("LEDGER-MOVE-3 the id of a fund's movement with %s is 409", async (_, path, body) => {
  const desk = await new OperatorDesk().provision();
  await desk.done("/funds/fill", { ...POOL, amount: "5", id: "p-1" });

  const { status, json } = await desk.post(path, { ...body, id: "p-1" });

  expect([status, json.code]).toEqual([409, -3006]);
  expect(json.msg).toContain("another user or fund");
  expect(fundsOf(desk)).toEqual(POOL_OF_FIVE);
  expect(desk.freeOf("alice", "USDT")).toBe(10_000_000_000n);
});

test.each([POOL, INSURANCE, FUTURES])("LEDGER-FUND-1 %j gives only what is in it", async (fund) => {
  const desk = await new OperatorDesk().provision();
  await desk.done("/funds/fill", { ...fund, amount: "5" });
  const before = fundsOf(desk);

  const { status, json } = await desk.post("/funds/draw", { ...fund, amount: "5.00000001" });

  expect(status).toBe(409);
  expect(json).toEqual({
    code: -2017,
    msg: "Only what is free can be withdrawn: 5 is, 5.00000001 is needed.",
  });
  expect(fundsOf(desk)).toEqual(before);
});

test.each([
  [{ ...POOL, amount: "0.000000001" }, 400, -1111],
  [{ ...POOL, amount: "0" }, 400, -1102],
  [{ ...POOL, amount: "-1" }, 400, -1102],
  [{ ...POOL, amount: "9".repeat(40) }, 400, -1102],
  [{ ...POOL, amount: "ten" }, 400, -1102],
  [{ ...POOL }, 400, -1102],
  [{ ...POOL, amount: "1", id: "with a blank" }, 400, -1102],
  [{ ...POOL, amount: "1", fund: "FEE" }, 400, -1102],
  [{ ...POOL, amount: "1", fund: "loan_pool" }, 400, -1102],
  [{ ...POOL, amount: "1", fund: "futures_insurance" }, 400, -1102],
  [{ asset: "USDT", amount: "1" }, 400, -1102],
  [{ ...POOL, asset: "DOGE", amount: "1" }, 404, -3002],
])("%j is refused both ways with %i and moves no fund", async (body, status, code) => {
  const desk = await new OperatorDesk().provision();
  await desk.done("/funds/fill", { ...POOL, amount: "5" });

  expect(await desk.post("/funds/fill", body)).toMatchObject({ status, json: { code } });
  expect(await desk.post("/funds/draw", body)).toMatchObject({ status, json: { code } });
  expect(fundsOf(desk)).toEqual(POOL_OF_FIVE);
});

test("LOG-DUR-1 OPER-API-4 no room in the sequencer is 503: not carried out", async () => {
  const desk = await new OperatorDesk().provision();
  desk.exchange.nextAnswer = { kind: "unavailable" };

  const { status, headers, json } = await desk.post("/deposits", { ...USDT, amount: "1" });

  expect(status).toBe(503);
  expect(headers["Retry-After"]).toBe("1");
  expect(json.code).toBe(-1001);
  expect(json.msg).toContain("was not carried out");
});

test("LOG-DUR-1 OPER-API-4 no outcome is 504, and says with which id to repeat it", async () => {
  const desk = await new OperatorDesk().provision();
  desk.exchange.nextAnswer = { kind: "unknown" };
  const drawn = await desk.post("/deposits", { ...USDT, amount: "1" });
  desk.exchange.nextAnswer = { kind: "unknown" };
  const given = await desk.post("/deposits", { ...USDT, amount: "1", id: "d-1" });
  desk.exchange.nextAnswer = { kind: "unknown" };
  const filled = await desk.post("/funds/fill", { ...POOL, amount: "1" });

  expect([drawn.status, given.status, filled.status]).toEqual([504, 504, 504]);
  expect(filled.json.msg).toContain("Send it again with the id drawn-2: the money moves once.");
  expect(drawn.json).toEqual({
    code: -1007,
    msg: [
      "No outcome in time: it was carried out once or not at all.",
      "Send it again with the id drawn-1: the money moves once.",
    ].join(" "),
  });
  expect(given.json.msg).toContain("Send it again with the same id");
  expect(given.body).not.toContain("d-1");
});
