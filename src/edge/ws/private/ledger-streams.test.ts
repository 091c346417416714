/** What a user hears about its ledger, and that it costs nothing while nobody listens. */
import { expect, test } from "vitest";
import { MemberDesk } from "../../../../test/support/member-desk.ts";
import { DEMO1, DEMO2, must, order } from "../../../../test/support/member-orders.ts";
import { LedgerAudience } from "./ledger-audience.ts";

test("STREAM-MINE-6 LEDGER-ENTRY-1 every change of a balance is told with the balance, while somebody listens", async () => {
  const desk = await MemberDesk.open();
  const { exchange } = desk.http;
  const ledger = desk.listen("demo1", "my.ledger");
  const trades = desk.listen("demo2", "my.trades");
  must(desk, order("PlaceOrder", DEMO1, "sell 0.1 50000"));
  must(desk, order("PlaceOrder", DEMO2, "buy 0.1 50000"));
  desk.beat();

  const { position } = exchange.state;
  const said = ledger.told("entries").map(({ id, area, type, amount, asset, balance }) => {
    return `${id} ${area} ${type} ${amount} ${asset}: ${balance}`;
  });
  const usdt = balanceBefore(ledger.told("entries"), "USDT");
  expect(said).toEqual([
    `${position}-0 spot TRADE 5000 USDT: ${usdt + 5_000}`,
    `${position}-1 spot FEE -5 USDT: ${usdt + 4_995}`,
    `${position}-2 spot TRADE -0.1 BTC: ${balanceBefore(ledger.told("entries"), "BTC") - 0.1}`,
  ]);
  expect(ledger.seq).toBe(`${position}-3`);
  expect(trades.told("trades")).toHaveLength(1);

  const answer = await desk.http.get("/sapi/v1/account/ledger?limit=3");
  const { entries } = answer.json as { entries: object[] };
  const inSpot = entries.toReversed().map(({ ...entry }) => ({ area: "spot", ...entry }));
  expect(ledger.told("entries")).toEqual(inSpot);
});

/** What the first entry of an asset began at. */
function balanceBefore(entries: readonly Record<string, unknown>[], asset: string): number {
  const first = entries.find((entry) => entry["asset"] === asset);
  return Number(first?.["balance"]) - Number(first?.["amount"]);
}

test("STREAM-MINE-6 a ledger that nobody listens to is not noted down", async () => {
  const desk = await MemberDesk.open();
  let listeners = 0;
  const audience = new LedgerAudience({
    onPosted: () => {
      listeners++;
      return () => void listeners--;
    },
  });
  const [leave, other] = [1, 2].map((user) => audience.join(user, () => undefined));
  expect(listeners).toBe(1);
  leave?.();
  expect(listeners).toBe(1);
  other?.();

  expect(listeners).toBe(0);
  expect(desk.members.listenedTo).toBe(0);
});
