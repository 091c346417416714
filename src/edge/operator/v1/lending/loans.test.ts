import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../../test/support/operator-desk.ts";

function termsOf(desk: OperatorDesk) {
  return desk.exchange.state.catalogue.loanTerms[0];
}

test("MARG-TERMS-1 NUM-RATE-2 an asset is lent at a rate by the hour, exact to 12 decimals", async () => {
  const desk = await new OperatorDesk().provision();

  const terms = { asset: "BTC", cap: "1.5", hourlyRate: "0.000000000001" };

  expect(await desk.done("/loans", terms)).toEqual(terms);
  expect(termsOf(desk)).toEqual({ asset: 1, cap: 150_000_000n, hourlyRate: 1 });
  expect(await desk.done("/loans", { ...terms, cap: 0, hourlyRate: 0 })).toEqual({
    asset: "BTC",
    cap: "0",
    hourlyRate: "0",
  });
});

test("NUM-RATE-2 a rate by the day is divided by 24 and cut at 12 decimals", async () => {
  const desk = await new OperatorDesk().provision();

  const lent = await desk.done("/loans", { asset: "BTC", cap: "1", dailyRate: "0.0001" });

  expect(lent).toEqual({ asset: "BTC", cap: "1", hourlyRate: "0.000004166666" });
  expect(termsOf(desk)?.hourlyRate).toBe(4_166_666);
});

test("OPER-LEND-1 a loan that is stopped has a cap of 0 and keeps its rate", async () => {
  const desk = await new OperatorDesk().provision();
  await desk.done("/loans", { asset: "BTC", cap: "1", hourlyRate: "0.00002" });

  for (const _ of ["once", "twice"]) {
    const stopped = await desk.done("/loans/stop", { asset: "BTC" });
    expect(stopped).toEqual({ asset: "BTC", cap: "0", hourlyRate: "0.00002" });
    expect(termsOf(desk)).toEqual({ asset: 1, cap: 0n, hourlyRate: 20_000_000 });
  }
});

test.each([
  ["any", 0, "any"],
  ["0.1", 10_000_000, "0.1"],
  [0.25, 25_000_000, "0.25"],
] as const)(
  "MARG-INDEX-1 PRICE-INDEX-6 loans may rest on an index from trades: %j",
  async (given, kept, shown) => {
    const desk = await new OperatorDesk().provision();
    const terms = { asset: "BTC", cap: "1", hourlyRate: "0" };

    const set = await desk.done("/loans", { ...terms, indexFromTrades: given });

    expect(set).toEqual({ ...terms, indexFromTrades: shown });
    expect(termsOf(desk)).toMatchObject({ tradesMoveMax: kept });
    await desk.done("/loans/stop", { asset: "BTC" });
    expect(termsOf(desk)).toMatchObject({ cap: 0n, tradesMoveMax: kept });
    await desk.done("/loans", terms);
    expect(termsOf(desk)?.tradesMoveMax).toBeUndefined();
  },
);

test.each(["0", "1", "1.5", "-0.1", "all", true])(
  "PRICE-INDEX-6 %j is no largest move",
  async (indexFromTrades) => {
    const desk = await new OperatorDesk().provision();

    const answer = await desk.post("/loans", { ...BTC, hourlyRate: 0, indexFromTrades });

    const msg = "Parameter indexFromTrades is malformed.";
    expect(answer).toMatchObject({ status: 400, json: { code: -1102, msg } });
  },
);

const BTC = { asset: "BTC", cap: "1" };
const ONE_RATE = "A loan needs its rate by the hour or by the day: one of them, not both.";
const TOO_DEAR = "An interest rate is at most 0.01 by the hour.";
const TOO_FINE = "Parameter hourlyRate has more than 12 decimals.";
const CAP_TOO_FINE = "The amount has more than the 8 decimals of this asset.";
const NO_ASSET = "There is no such asset; it has to be added first.";

test.each([
  [{ ...BTC }, 400, -1102, ONE_RATE],
  [{ ...BTC, hourlyRate: "0", dailyRate: "0" }, 400, -1102, ONE_RATE],
  [{ ...BTC, hourlyRate: "0.0000000000001" }, 400, -1111, TOO_FINE],
  [{ ...BTC, hourlyRate: "0.010000000001" }, 400, -3008, TOO_DEAR],
  [{ ...BTC, hourlyRate: "1e39" }, 400, -3008, TOO_DEAR],
  [{ ...BTC, dailyRate: "0.240000000024" }, 400, -3008, TOO_DEAR],
  [{ ...BTC, dailyRate: "1e39" }, 400, -3008, TOO_DEAR],
  [{ ...BTC, hourlyRate: "-0.1" }, 400, -1102, "Parameter hourlyRate is malformed."],
  [{ ...BTC, dailyRate: "-0.1" }, 400, -1102, "Parameter dailyRate is malformed."],
  [{ ...BTC, dailyRate: "little" }, 400, -1102, "Parameter dailyRate is malformed."],
  [{ asset: "BTC", hourlyRate: "0" }, 400, -1102, "Parameter cap is missing."],
  [{ ...BTC, cap: "-1", hourlyRate: "0" }, 400, -1102, "Parameter cap is malformed."],
  [{ ...BTC, cap: "1e-9", hourlyRate: "0" }, 400, -1111, CAP_TOO_FINE],
  [{ ...BTC, asset: "DOGE", hourlyRate: "0" }, 404, -3002, NO_ASSET],
])("a loan with %j is refused with %i", async (body, status, code, msg) => {
  const desk = await new OperatorDesk().provision();

  expect(await desk.post("/loans", body)).toMatchObject({ status, json: { code, msg } });
  expect(termsOf(desk)).toBeUndefined();
});

test("the dearest loan is one percent an hour, 24 a day", async () => {
  const desk = await new OperatorDesk().provision();

  const hourly = await desk.done("/loans", { ...BTC, hourlyRate: "0.01" });
  const daily = await desk.done("/loans", { ...BTC, dailyRate: "0.24000000002399999" });

  expect([hourly.hourlyRate, daily.hourlyRate]).toEqual(["0.01", "0.01"]);
});

test("what is not there cannot be stopped", async () => {
  const desk = await new OperatorDesk().provision();

  expect(await desk.post("/loans/stop", { asset: "DOGE" })).toMatchObject({
    status: 404,
    json: { code: -3002, msg: NO_ASSET },
  });
});
