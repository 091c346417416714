/**
 * Lost replies of orders that have ended meanwhile, of a user whose client ids are free at once (SPOT-CLIENT-7): the server refuses no
 * second order of the name, so that there is one is the client's own doing. It sends again only what was proven not to be done.
 */
import { expect, test } from "vitest";
import { ClientDesk, type Fate } from "./client-desk.ts";

const SYMBOL = "BTCUSDT";
const TAKING = {
  symbol: SYMBOL,
  side: "BUY",
  type: "LIMIT",
  volume: "0.01",
  price: "49000",
} as const;
const CREATE = "POST /sapi/v1/order";

/** Whoever bids 49000 is filled at once, and may use the name again. */
async function deskWithReuse(isFree = true): Promise<ClientDesk> {
  const desk = await ClientDesk.open();
  desk.http.must({ type: "SetClientIdReuse", user: 1, isFree, request: 0 });
  const ask = { ...TAKING, side: "SELL", volume: "5" } as const;
  await desk.client({ user: "demo2" }).spot.createOrder(ask);
  desk.placed.length = 0;
  desk.seen.length = 0;
  return desk;
}

const FATES: readonly Fate[] = [
  ...(["504-executed", "504-not-executed", "504-stalled"] as const),
  ...(["cut-before", "cut-after", "silence"] as const),
  { cutAndLateMs: 3_000 },
  { cutAndLateMs: 6_500 },
  { foreign: "<html>" },
];

test.each(FATES.map((fate) => [JSON.stringify(fate), fate] as const))(
  "SPOT-CLIENT-7 after %s an order that has ended is there once, and told as it is",
  async (_, fate) => {
    const desk = await deskWithReuse();
    desk.fates(fate);

    const told = await desk.client().spot.createOrder(TAKING);
    await desk.settle();

    expect(told).toMatchObject({ status: "FILLED", executedQty: "0.01" });
    expect(desk.placed).toEqual([{ id: told.orderId, clientId: told.clientOrderId }]);
  },
);

test("SPOT-CLIENT-7 replies that are lost one after the other: still once", async () => {
  const desk = await deskWithReuse();
  desk.fates("504-not-executed", "answered", "answered", "answered", "cut-after");

  const told = await desk.client().spot.createOrder({ ...TAKING, newClientOrderId: "mine" });

  expect(desk.asked().filter((asked) => asked === CREATE)).toHaveLength(2);
  expect(desk.ordersNamed("mine")).toEqual([told.orderId]);
});

test("SPOT-CLIENT-7 a name that an earlier order had: the new one is told from it, or it is not sent again", async () => {
  const desk = await deskWithReuse();
  const { spot } = desk.client();
  const named = { ...TAKING, newClientOrderId: "again" };
  const first = await spot.createOrder(named);
  desk.fates("504-executed");
  const second = await spot.createOrder(named);
  desk.fates("504-not-executed");
  const third = spot.createOrder(named);

  await expect(third).rejects.toMatchObject({ kind: "outcome_unknown", clientOrderIds: ["again"] });
  expect(desk.ordersNamed("again")).toEqual([first.orderId, second.orderId]);
});

test.each([
  ["off", false, 1],
  ["on", true, 2],
])(
  "SPOT-CLIENT-3 SPOT-CLIENT-7 bytes that the way delivers twice: with the setting %s",
  async (_, isFree, count) => {
    const desk = await deskWithReuse(isFree);
    desk.fates("doubled");

    await desk.client().spot.createOrder(TAKING);

    expect(desk.placed).toHaveLength(count);
  },
);
