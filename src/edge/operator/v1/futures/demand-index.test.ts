import { expect, test } from "vitest";
import { busyDesk } from "../../../../../test/support/busy-operator.ts";
import { E_BTC_USDT, OperatorDesk } from "../../../../../test/support/operator-desk.ts";
import { SILENT_AFTER_MS } from "../../../../core/engine/prices/index-prices.ts";
import { tenTo } from "../../../../core/money/decimal.ts";

/** BTC, USDT and EUR, none of them with an index but USDT. */
async function openDesk(): Promise<OperatorDesk> {
  const desk = await new OperatorDesk().provision();
  await desk.done("/assets", { name: "EUR" });
  return desk;
}

function refusal(sentences: string, lines: string) {
  const msg = `${sentences} A contract is listed by its index: set it first, ${lines}.`;
  return { status: 409, json: { code: -3022, msg } };
}

const BTC_UNKNOWN = refusal("The index of BTC is not known.", "bourse index set BTC PRICE");

test("OPER-FUT-7 without an index no contract is listed, whatever is named of it", async () => {
  const desk = await openDesk();
  const before = desk.exchange.commands.length;

  for (const contract of [{ name: "E-BTC-USDT" }, { name: "E-BTC-USD" }, E_BTC_USDT]) {
    expect(await desk.post("/contracts", contract)).toMatchObject(BTC_UNKNOWN);
  }

  expect(desk.exchange.commands.length).toBe(before);
  await desk.done("/index", { asset: "BTC", price: "20000" });
  expect(await desk.done("/contracts", { name: "E-BTC-USDT" })).toMatchObject({
    multiplier: "0.0001",
  });
});

test("OPER-FUT-7 a quote that is an asset here needs an index, too", async () => {
  const desk = await openDesk();
  const both = refusal(
    "The index of BTC is not known. The index of EUR is not known.",
    "bourse index set BTC PRICE and bourse index set EUR PRICE",
  );

  expect(await desk.post("/contracts", { name: "E-BTC-EUR" })).toMatchObject(both);
  await desk.done("/index", { asset: "BTC", price: "20000" });
  const quote = refusal("The index of EUR is not known.", "bourse index set EUR PRICE");
  for (const kind of ["linear", "inverse"]) {
    expect(await desk.post("/contracts", { name: "E-BTC-EUR", kind })).toMatchObject(quote);
  }
  await desk.done("/index", { asset: "EUR", price: "1.1" });
  await desk.done("/contracts", { name: "E-BTC-EUR" });
});

test("OPER-FUT-7 PRICE-INDEX-4 by a stale index nothing is listed; what the operator sets is never stale", async () => {
  const desk = await openDesk();
  const said = { source: "feed", weight: 1, price: 20_000n * tenTo(18) };
  desk.exchange.do({ type: "SetIndex", asset: 1, ...said, request: 0 });

  desk.exchange.nowMs += SILENT_AFTER_MS + 1;
  const stale = refusal(
    "The index of BTC is stale: its sources are silent.",
    "bourse index set BTC PRICE",
  );
  expect(await desk.post("/contracts", { name: "E-BTC-USDT" })).toMatchObject(stale);

  await desk.done("/index", { asset: "BTC", price: "20000" });
  desk.exchange.nowMs += SILENT_AFTER_MS + 1;
  await desk.done("/contracts", { name: "E-BTC-USDT" });
});

test("OPER-FUT-7 PRICE-INDEX-3 an index that follows trades is one", async () => {
  const desk = await busyDesk();

  expect((await desk.get("/index")).json.prices).toContainEqual(
    expect.objectContaining({ asset: "ETH", from: "trades" }),
  );
  await desk.done("/contracts", { name: "S-ETH-USDT" });
});
