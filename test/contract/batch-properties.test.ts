/**
 * A batch whose items are all of good form does what the same orders do when they are sent one after
 * the other (SPOT-BATCH-3); what would be refused alone has an id and is REJECTED. And a batch of
 * cancels does what the cancels do one by one (SPOT-BATCH-4).
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { HttpDesk, type User } from "../support/http-client.ts";
import { runs } from "../support/runs.ts";

const RUN = { seed: 53, numRuns: runs(25, 100) };
/** The codes of checks 11 to 14, and nothing else. */
const STANDING = [-1100, -2010, -1015, -1112, -2017];

const order = fc.record({
  side: fc.constantFrom("BUY", "SELL"),
  batchType: fc.constantFrom("LIMIT", "LIMIT", "MARKET"),
  price: fc.integer({ min: 95, max: 105 }).map(String),
  // Nobody has enough money for the largest.
  volume: fc.constantFrom("0.5", "1", "2.25", "30", "99.5", "250000"),
  newClientOrderId: fc.constantFrom(undefined, undefined, "a", "b", "no good"),
});
type Asked = typeof order extends fc.Arbitrary<infer T> ? T : never;

const prelude = fc.array(
  fc.record({ user: fc.constantFrom<User>("demo1", "demo2"), asked: order }),
  { maxLength: 12 },
);

/** The id of an order that was placed, or 0 and the no. */
interface Alone {
  readonly orderId: number;
  readonly code: number;
  readonly msg: string;
}

async function place(desk: HttpDesk, asked: Asked, user: User = "demo1"): Promise<Alone> {
  const body = { symbol: "BTCUSDT", ...asked, type: asked.batchType };
  const { json } = await desk.post("/sapi/v1/order", body, { user });
  const { orderId = 0, code = 0, msg = "" } = json as Partial<Alone>;
  if (orderId === 0) expect(STANDING).toContain(code);
  return { orderId, code, msg };
}

const CLIENT_ID_USED = -2010;

/** SPOT-BATCH-7: what each would have been told alone; the order that has its client id has another number. */
function rejectedOf(alone: readonly Alone[]): unknown[] {
  return alone.flatMap(({ orderId, code, msg }, index) => {
    if (orderId !== 0) return [];
    return [{ index, code, msg: code === CLIENT_ID_USED ? expect.any(String) : msg }];
  });
}

async function deskAfter(steps: readonly { user: User; asked: Asked }[]): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  for (const { user, asked } of steps) await place(desk, asked, user);
  return desk;
}

/** What an order is but for its names, which differ where one before it was rejected. */
async function orderOf(desk: HttpDesk, id: number): Promise<unknown> {
  const { json } = await desk.get(`/sapi/v1/order?symbol=BTCUSDT&orderId=${id}`);
  const {
    orderId: _id,
    orderIdString: _text,
    clientOrderId,
    ...rest
  } = json as Record<string, string>;
  const isOwn = clientOrderId?.startsWith("bourse:") === false;
  return { ...rest, clientOrderId: isOwn ? clientOrderId : "" };
}

async function worldOf(desk: HttpDesk): Promise<unknown[]> {
  const answers = [
    await desk.get("/sapi/v1/depth?symbol=BTCUSDT"),
    await desk.get("/sapi/v1/trades?symbol=BTCUSDT"),
    await desk.get("/sapi/v1/account"),
    await desk.get("/sapi/v1/account", { user: "demo2" }),
  ];
  return answers.map(({ json }) => json);
}

test("SPOT-BATCH-3 SPOT-BATCH-7 a batch is its orders one after the other", async () => {
  const items = fc.array(order, { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(prelude, items, async (before, asked) => {
      const desk = await deskAfter(before);
      const twin = await deskAfter(before);

      const { json } = await desk.post("/sapi/v1/batchOrders", {
        symbol: "BTCUSDT",
        orders: asked,
      });
      const alone: Alone[] = [];
      for (const one of asked) alone.push(await place(twin, one));

      const { ids, rejected } = json as { ids: number[]; rejected: unknown[] };
      expect(ids).toHaveLength(asked.length);
      expect(rejected).toEqual(rejectedOf(alone));
      for (const [index, id] of ids.entries()) {
        const twinId = alone[index]?.orderId ?? 0;
        const shown = await orderOf(desk, id);
        if (twinId === 0) expect(shown).toMatchObject({ status: "REJECTED", executedQty: "0" });
        else expect(shown).toEqual(await orderOf(twin, twinId));
      }
      expect(await worldOf(desk)).toEqual(await worldOf(twin));
    }),
    RUN,
  );
});

test("SPOT-BATCH-4 a batch of cancels is its cancels one after the other", async () => {
  const ids = fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(prelude, ids, fc.boolean(), async (before, orderIds, isText) => {
      const desk = await deskAfter(before);
      const twin = await deskAfter(before);

      const asked = isText ? orderIds.join() : orderIds;
      const body = { symbol: "BTCUSDT", orderIds: asked };
      const { json } = await desk.post("/sapi/v1/batchCancel", body);
      const success: number[] = [];
      const failed: number[] = [];
      for (const orderId of orderIds) {
        const answer = await twin.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId });
        (answer.status === 200 ? success : failed).push(orderId);
      }

      expect(json).toEqual({ success, failed });
      expect(await worldOf(desk)).toEqual(await worldOf(twin));
    }),
    RUN,
  );
});
