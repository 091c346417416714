import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../../test/support/operator-desk.ts";

const DEFAULTS = {
  maxLeverage: 3,
  transferLevel: "2",
  callLevel: "1.3",
  liquidationLevel: "1.1",
  clearanceRate: "0.02",
  liquidationRange: "0.1",
};

test("MARG-TERMS-2 the rules of a new exchange are those of leverage 3", async () => {
  const desk = new OperatorDesk();

  expect((await desk.get("/margin")).json).toEqual(DEFAULTS);
});

test("OPER-LEND-3 without a leverage what is not given stays as it is", async () => {
  const desk = new OperatorDesk();

  const called = await desk.done("/margin", { callLevel: "1.25" });
  const cleared = await desk.done("/margin", { clearanceRate: "0", liquidationRange: 0.05 });

  expect(called).toEqual({ ...DEFAULTS, callLevel: "1.25" });
  const both = { ...called, clearanceRate: "0", liquidationRange: "0.05" };
  expect(cleared).toEqual(both);
  expect((await desk.get("/margin")).json).toEqual(both);
});

test("OPER-LEND-3 with a leverage what is not given follows from it", async () => {
  const desk = new OperatorDesk();
  await desk.done("/margin", { callLevel: "1.25", clearanceRate: "0.5" });

  const five = await desk.done("/margin", { maxLeverage: "5", transferLevel: "3" });
  const four = await desk.done("/margin", { maxLeverage: 4 });

  const levels = { callLevel: "1.15", liquidationLevel: "1.05" };
  expect(five).toEqual({ ...DEFAULTS, maxLeverage: 5, transferLevel: "3", ...levels });
  const cut = { callLevel: "1.2", liquidationLevel: "1.06666666" };
  expect(four).toEqual({ ...DEFAULTS, maxLeverage: 4, ...cut });
  expect(desk.exchange.state.catalogue.marginRules).toMatchObject({
    leverageMax: 4,
    liquidationLevel: 106_666_666,
  });
});

const IN_ORDER = /^A leverage L is from 2 to 20, and the levels stand in order: 1 < liquid.+\.$/;

test.each([
  [{ maxLeverage: 21 }, -3008, IN_ORDER],
  [{ maxLeverage: 999_999_999_999_999 }, -3008, IN_ORDER],
  [{ liquidationLevel: "1" }, -3008, IN_ORDER],
  [{ liquidationLevel: "1.3" }, -3008, IN_ORDER],
  [{ callLevel: "1.5" }, -3008, IN_ORDER],
  [{ transferLevel: "1.49999999" }, -3008, IN_ORDER],
  [{ transferLevel: "1000.00000001" }, -3008, IN_ORDER],
  [{ clearanceRate: "1" }, -3008, IN_ORDER],
  [{ liquidationRange: "1" }, -3008, IN_ORDER],
  [{}, -1102, /^There is nothing to set/],
  [{ maxLeverage: 1 }, -1102, /^Parameter maxLeverage is malformed\.$/],
  [{ maxLeverage: 0 }, -1102, /^Parameter maxLeverage is malformed\.$/],
  [{ maxLeverage: "2.5" }, -1102, /^Parameter maxLeverage is malformed\.$/],
  [{ maxLeverage: "-3" }, -1102, /^Parameter maxLeverage is malformed\.$/],
  [{ callLevel: "-1.2" }, -1102, /^Parameter callLevel is malformed\.$/],
  [{ clearanceRate: "0.000000001" }, -1111, /^Parameter clearanceRate has more than 8 decimals/],
])("OPER-LEND-3 the rules %j are refused, and the old ones stay", async (rules, code, msg) => {
  const desk = new OperatorDesk();

  expect(await desk.post("/margin", rules)).toMatchObject({
    status: 400,
    json: { code, msg: expect.stringMatching(msg) },
  });
  expect((await desk.get("/margin")).json).toEqual(DEFAULTS);
});
