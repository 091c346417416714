/**
 * Walking every list that has a `fromId`, from id 1 on and in pages of any size, over random markets in
 * which users trade with themselves, too: every record once and none lost. With `fromId` a page has one
 * record more than its limit where it would end inside a trade; without it the limit is exact.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { HttpDesk, type User } from "../support/http-client.ts";
import { runs } from "../support/runs.ts";

const SYMBOL = { symbol: "BTCUSDT" };
const CONTRACT = { contractName: "E-BTC-USDT" };

type Row = Readonly<Record<string, unknown>>;

/** What a list is asked by, and the field that its pages go by. */
interface List {
  readonly query: string;
  readonly market: Readonly<Record<string, string>>;
  readonly id: "id" | "orderId" | "orderListId";
}

const LISTS: readonly List[] = [
  { query: "GET /sapi/v1/myTrades", market: SYMBOL, id: "id" },
  { query: "GET /sapi/v1/historyOrders", market: SYMBOL, id: "orderId" },
  { query: "GET /sapi/v1/allOrderLists", market: SYMBOL, id: "orderListId" },
  { query: "GET /sapi/v1/myPreventedMatches", market: SYMBOL, id: "id" },
  { query: "GET /sapi/v1/margin/myPreventedMatches", market: SYMBOL, id: "id" },
  { query: "GET /sapi/v1/margin/myTrades", market: SYMBOL, id: "id" },
  { query: "GET /sapi/v1/margin/historyOrders", market: SYMBOL, id: "orderId" },
  { query: "GET /fapi/v1/myTrades", market: CONTRACT, id: "id" },
  { query: "POST /fapi/v1/orderHistorical", market: CONTRACT, id: "orderId" },
  { query: "POST /fapi/v1/profitHistorical", market: CONTRACT, id: "id" },
  { query: "POST /fapi/v1/profitHistorical", market: {}, id: "id" },
];

test("HIST-PAGE-3 every endpoint that takes fromId is walked here", () => {
  // A ledger has pages of its own (HIST-LEDGER-2).
  const paged = ROUTES.filter(
    ({ parameters }) => "fromId" in parameters && !("toId" in parameters),
  );

  const walked = new Set(LISTS.map(({ query }) => query));
  expect(paged.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([...walked].sort());
});

/** An order at one price: it rests, or meets what rests there, also what its own user has; or a list, with its like behind it. */
interface Placed {
  readonly area: "spot" | "list" | "margin" | "futures";
  readonly user: User;
  readonly isBuy: boolean;
  readonly isClose: boolean;
  readonly size: number;
}

const placed: fc.Arbitrary<Placed> = fc.record({
  area: fc.constantFrom("spot", "list", "margin", "futures"),
  // Most often the same, so that most trades are with oneself.
  user: fc.oneof({ weight: 3, arbitrary: fc.constant("demo1") }, fc.constant("demo2")),
  isBuy: fc.boolean(),
  isClose: fc.boolean(),
  size: fc.integer({ min: 1, max: 3 }),
});

async function openDesk(): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  const { pairs, contracts } = desk.exchange.state.catalogue;
  for (const market of [...pairs, ...contracts]) Object.assign(market, { selfTrade: "none" });
  return desk;
}

/** One that may not be placed now, such as a close of nothing, leaves no record. */
async function place(desk: HttpDesk, { area, user, isBuy, isClose, size }: Placed): Promise<void> {
  const order = { side: isBuy ? "BUY" : "SELL", type: "LIMIT", price: "50000" };
  if (area === "futures") {
    const body = { ...CONTRACT, ...order, volume: size, positionType: 1 };
    await desk.post("/fapi/v1/order", { ...body, open: isClose ? "CLOSE" : "OPEN" }, { user });
    return;
  }
  const volume = `${size / 1_000}`;
  if (area === "list") {
    const item = { side: order.side, batchType: "LIMIT", price: order.price, volume };
    const list = { ...SYMBOL, listType: "OTO", orders: [item, item] };
    await desk.post("/sapi/v1/orderList", list, { user });
    return;
  }
  const path = area === "spot" ? "/sapi/v1/order" : "/sapi/v1/margin/order";
  // A pair has nothing to close: there it says whether matches with one's own are prevented.
  const more = isClose ? { selfTrade: "DECREMENT" } : {};
  await desk.post(path, { ...SYMBOL, ...order, volume, ...more }, { user });
}

/** Both open a contract and close it again: a profit record for each. */
const ROUND: readonly Placed[] = [
  { area: "futures", user: "demo1", isBuy: true, isClose: false, size: 1 },
  { area: "futures", user: "demo2", isBuy: false, isClose: false, size: 1 },
  { area: "futures", user: "demo1", isBuy: false, isClose: true, size: 1 },
  { area: "futures", user: "demo2", isBuy: true, isClose: true, size: 1 },
];

interface Page {
  readonly limit: number;
  readonly fromId?: number;
}

async function ask(desk: HttpDesk, list: List, user: User, page: Page): Promise<readonly Row[]> {
  const [method = "", path = ""] = list.query.split(" ");
  const asked = { ...list.market, ...page };
  const words = Object.entries(asked).map(([name, value]) => [name, `${value}`]);
  const query = new URLSearchParams(Object.fromEntries(words));
  const answer =
    method === "GET"
      ? await desk.get(`${path}?${query}`, { user })
      : await desk.post(path, asked, { user });
  expect(answer, path).toMatchObject({ status: 200 });
  return answer.json as readonly Row[];
}

/** As the documents tell a reader to: on from the highest id of a page, until one is empty. */
async function walk(desk: HttpDesk, list: List, user: User, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let fromId = 1; ; ) {
    const page = await ask(desk, list, user, { limit, fromId });
    const [newest] = page;
    if (newest === undefined) return rows.reverse();
    if (page.length > limit) demandOnlyTheOther(page, limit);
    rows.push(...page.toReversed());
    fromId = Number(newest[list.id]) + 1;
  }
}

/** One more than the limit only for the taker's side of a trade whose maker's side is the last. */
function demandOnlyTheOther(page: readonly Row[], limit: number): void {
  const [taker, maker] = page;
  expect(page).toHaveLength(limit + 1);
  expect({ ...taker, isMaker: true }).toMatchObject({ id: maker?.["id"], isMaker: true });
  expect([taker?.["isMaker"], maker?.["isMaker"]]).toEqual([false, true]);
}

test("HIST-PAGE-3 walking by fromId has every record of every list once, in pages of any size", async () => {
  let selfTrades = 0;
  const met = new Set<List>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(placed, { minLength: 20, maxLength: 40 }),
      fc.integer({ min: 2, max: 6 }),
      fc.integer({ min: 1, max: 5 }),
      async (orders, rounds, limit) => {
        const desk = await openDesk();
        const sides = { demo1: 0, demo2: 0 };
        desk.exchange.onEvent((event) => {
          if (event.type !== "Traded" && event.type !== "ContractTraded") return;
          sides[event.makerUser === 1 ? "demo1" : "demo2"]++;
          sides[event.takerUser === 1 ? "demo1" : "demo2"]++;
          if (event.makerUser === event.takerUser) selfTrades++;
        });
        const before = Array.from({ length: rounds }, () => ROUND).flat();
        for (const order of [...before, ...orders]) await place(desk, order);

        for (const user of ["demo1", "demo2"] as const) {
          let trades = 0;
          for (const list of LISTS) {
            const whole = await ask(desk, list, user, { limit: 1_000 });
            if (whole.length > 1) met.add(list);
            expect(await walk(desk, list, user, limit)).toEqual(whole);
            expect(await ask(desk, list, user, { limit })).toEqual(whole.slice(0, limit));
            if (list.query.endsWith("myTrades")) trades += whole.length;
          }
          expect(trades).toBe(sides[user]);
        }
      },
    ),
    { numRuns: runs(4, 40), seed: 16 },
  );
  expect(selfTrades).toBeGreaterThan(5);
  expect([...LISTS.filter((list) => !met.has(list))]).toEqual([]);
});
