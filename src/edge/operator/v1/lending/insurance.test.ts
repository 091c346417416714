import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../../test/support/operator-desk.ts";

async function insuranceOf(desk: OperatorDesk) {
  return (await desk.get("/insurance")).json.insurance;
}

test("OPER-FUT-4 where nothing is insured and nothing was lost there is nothing to show", async () => {
  const desk = await new OperatorDesk().provision();

  expect(await insuranceOf(desk)).toEqual([]);
});

test("OPER-FUT-4 both funds are shown, each with what it could not pay, as amounts", async () => {
  const desk = await new OperatorDesk().provision();
  const fill = (fund: string, asset: string, amount: string) =>
    desk.done("/funds/fill", { fund, asset, amount });
  await fill("MARGIN_INSURANCE", "USDT", "30");
  await fill("FUT_INSURANCE", "USDT", "7.00000001");
  await fill("FUT_INSURANCE", "BTC", "0.5");
  await desk.done("/funds/draw", { fund: "FUT_INSURANCE", asset: "USDT", amount: "2" });
  // As a liquidation would leave it; liquidations are tested in the engine.
  Object.assign(desk.exchange.state.ledger.houses[1] ?? {}, {
    marginBadDebt: -70_00000000n,
    futuresBadDebt: -1n,
  });

  expect(await insuranceOf(desk)).toEqual([
    {
      asset: "BTC",
      marginInsurance: "0",
      marginBadDebt: "0",
      futuresInsurance: "0.5",
      futuresBadDebt: "0",
    },
    {
      asset: "USDT",
      marginInsurance: "30",
      marginBadDebt: "70",
      futuresInsurance: "5.00000001",
      futuresBadDebt: "0.00000001",
    },
  ]);
});

test("OPER-FUT-4 a loss is shown also when the funds are empty", async () => {
  const desk = await new OperatorDesk().provision();
  const usdt = { fund: "FUT_INSURANCE", asset: "USDT", amount: "1" };
  await desk.done("/funds/fill", usdt);
  await desk.done("/funds/draw", usdt);
  expect(await insuranceOf(desk)).toEqual([]);

  Object.assign(desk.exchange.state.ledger.houses[1] ?? {}, { futuresBadDebt: -200_000_000n });

  expect(await insuranceOf(desk)).toMatchObject([{ asset: "USDT", futuresBadDebt: "2" }]);
});
