/** A test of an order list: what placing it would ask but for the money, and no effect. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeSnapshot } from "../../src/core/engine/snapshot/snapshot.ts";
import { checkOrderList } from "../../src/core/preview/read/check-order-list.ts";
import type { HttpDesk } from "../support/http-client.ts";
import { listCommandOf, listing, openMemberDay, play, step } from "../support/member-days.ts";
import { runs } from "../support/runs.ts";
import { DOWN, ENTRY, LIST_PATH, placeList, UP } from "./list-desk.ts";
import { tradedDesk } from "./traded-desk.ts";

function asksFor(desk: HttpDesk, orders: object[], more: object = {}) {
  const asked = { symbol: "BTCUSDT", listType: "OCO", orders, ...more };
  return desk.post(`${LIST_PATH}/test`, asked);
}

test("SPOT-LIST-17 SPOT-CHECK-16 a list that would be taken is {}, whatever money there is, and takes no name", async () => {
  const desk = await tradedDesk();
  const { position } = desk.exchange.state;
  const dear = [UP, DOWN].map((leg) => ({ ...leg, volume: "9000", newClientOrderId: undefined }));
  const named = { listClientOrderId: "out" };

  expect(await asksFor(desk, dear, named)).toMatchObject({ status: 200, json: {} });
  const bracket = { listType: "OTOCO" };
  expect(await asksFor(desk, [ENTRY, UP, DOWN], bracket)).toMatchObject({ status: 200, json: {} });

  expect(desk.exchange.state.position).toBe(position);
  expect((await placeList(desk, "OCO", [UP, DOWN], named))["listClientOrderId"]).toBe("out");
});

test("SPOT-LIST-17 a list that would be refused is refused as placing it is, with the place of the order", async () => {
  const desk = await tradedDesk();
  await placeList(desk, "OCO", [UP, DOWN], { listClientOrderId: "out" });
  const refused: readonly [object[], object][] = [
    [[UP], {}],
    [[UP, { ...DOWN, volume: "1" }], {}],
    [[{ ...UP, price: "90" }, DOWN], {}],
    [[UP, { ...DOWN, triggerPrice: "95.123456789" }], {}],
    [[UP, DOWN], { listClientOrderId: "out" }],
    [[UP, { ...DOWN, triggerprice: "95" }], {}],
    [[UP, DOWN].map((leg) => ({ ...leg, newClientOrderId: "same" })), {}],
  ];
  for (const [orders, more] of refused) {
    const placed = await desk.post(LIST_PATH, {
      symbol: "BTCUSDT",
      listType: "OCO",
      orders,
      ...more,
    });
    expect(placed.status, JSON.stringify(orders)).toBe(400);

    const { status, json } = await asksFor(desk, orders, more);
    expect({ status, json }).toEqual({ status: placed.status, json: placed.json });
  }
});

test("SPOT-LIST-17 at any moment a test says what placing would, but for the money, and changes nothing", async () => {
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 60, size: "max" }),
      fc.array(listing, { minLength: 10, maxLength: 20, size: "max" }),
      async (steps, lists) => {
        const desk = await openMemberDay();
        for (const one of steps) play(desk, one);
        const { state } = desk.http.exchange;
        for (const one of lists) {
          const command = listCommandOf(one);
          const before = Buffer.from(writeSnapshot(state));
          const refused = checkOrderList(state, command, desk.http.exchange.nowMs);

          expect(before.equals(writeSnapshot(state))).toBe(true);
          const outcome = desk.do(command);
          const said = outcome.ok ? "ok" : outcome.reason;
          met.set(said, (met.get(said) ?? 0) + 1);
          const isTaken = outcome.ok || outcome.reason === "insufficient_balance";
          expect(refused).toEqual(isTaken ? undefined : outcome);
        }
      },
    ),
    { seed: 17, numRuns: runs(8, 30) },
  );
  expect(met.get("ok")).toBeGreaterThan(10);
  expect(met.get("leg_prices_crossed")).toBeGreaterThan(5);
});
