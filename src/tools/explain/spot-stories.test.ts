/** Stories of spot, explained by request and by order: the numbers are those that clients saw. */
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { ExplainDesk } from "../../../test/support/explain-desk.ts";
import { tell } from "./tell.ts";

const FEES = { makerRate: 50_000, takerRate: 100_000 };
const SETTLEMENT_ACCOUNTS = { alice: { USDT: "10000" }, bob: { BTC: "2" } };

/** alice takes two makers of bob's and rests with what is left. */
function takerDesk(): Desk {
  const desk = new Desk(SETTLEMENT_ACCOUNTS, { rules: FEES });
  desk.order("bob", "sell 0.1 @ 20000");
  desk.order("bob", "sell 0.2 @ 20100");
  desk.order("alice", "buy 0.4 @ 20100 as mine");
  return desk;
}

test("EXPLAIN-VERDICT-1 a taker that fills two makers: what it met, traded, locked and left", async () => {
  const desk = await ExplainDesk.of(takerDesk().sent);

  const step = desk.step();

  expect(step).toMatchObject({
    position: desk.position,
    timeMs: 1_699_999_200_000,
    time: "2023-11-14T22:00:00.000Z",
    command: "PlaceOrder",
    request: desk.requestId(),
    user: "alice",
    key: 1,
    asked: "buy 0.4 BTCUSDT at 20100, client id mine",
  });
  expect(step.before).toEqual({
    market: { symbol: "BTCUSDT", bid: "none", ask: "20000", last: "none" },
    balances: [
      { area: "spot", asset: "BTC", free: "0", locked: "0" },
      { area: "spot", asset: "USDT", free: "10000", locked: "0" },
    ],
    margin: undefined,
    futures: undefined,
  });
  expect(step.verdict).toMatchObject({
    result: "accepted",
    orders: [3],
    status: "partially_filled",
    executed: "0.3",
  });
  expect(step.effects.flatMap(({ trade }) => trade ?? [])).toMatchObject([
    {
      price: "20000",
      volume: "0.1",
      takerSide: "buy",
      maker: { order: 1, user: "bob", fee: "1 USDT" },
      taker: { order: 3, user: "alice", fee: "0.0001 BTC" },
    },
    { price: "20100", volume: "0.2", maker: { order: 2, user: "bob", fee: "2.01 USDT" } },
  ]);
  expect(step.effects.at(-1)?.says).toBe("order 3 rests: 0.1 at 20100, 2010 USDT locked");
  expect(step.followUps.map(({ says }) => says)).toEqual([
    "order 1 ended: filled, 0.1 of 0.1 executed",
    "order 2 ended: filled, 0.2 of 0.2 executed",
  ]);
  expect(step.after.balances).toEqual([
    { area: "spot", asset: "BTC", free: "0.2997", locked: "0" },
    { area: "spot", asset: "USDT", free: "1970", locked: "2010" },
  ]);
});

test("EXPLAIN-VERDICT-1 too little money: reason, had, needed, band, and the code of the reply", async () => {
  const story = takerDesk();
  story.order("alice", "buy 5 @ 20000");
  const desk = await ExplainDesk.of(story.sent);

  const { verdict, limits, before, after } = desk.step();

  expect(verdict).toEqual({
    result: "refused",
    says: "refused, insufficient_balance: had 1970, needed 100000",
    orders: [],
    reason: "insufficient_balance",
    had: "1970",
    needed: "100000",
    api: {
      code: -2017,
      status: 400,
      msg: "Balance is not enough: 1970 free, 100000 needed.",
    },
  });
  expect(limits).toMatchObject({
    priceMin: "4020",
    priceMax: "100500",
    openOrders: "1 of 1000",
    takerFee: "0.001",
  });
  expect(after).toEqual(before);
});

test("SPOT-FEE-2 the fees in the limits are those of the user, and the command that gave them is told", async () => {
  const story = takerDesk();
  const rates = { makerRate: -20_000, takerRate: 50_000 };
  story.must({ type: "SetUserFees", user: story.user("alice"), pair: 1, ...rates, request: 7 });
  const given = await ExplainDesk.of(story.sent);
  story.order("alice", "buy 5 @ 20000");
  const desk = await ExplainDesk.of(story.sent);

  expect(given.step().asked).toBe(
    "set user fees: pair BTCUSDT, user alice, makerRate -20000, takerRate 50000",
  );
  expect(desk.step().limits).toMatchObject({ makerFee: "-0.0002", takerFee: "0.0005" });
});

test("EXPLAIN-VERDICT-1 it is told to people in a dozen lines", async () => {
  const story = takerDesk();
  story.order("alice", "buy 5 @ 20000");
  const desk = await ExplainDesk.of(story.sent);

  const lines = tell(desk.request()).map((line) => line.replace(/^(\S*) +/, "$1 "));

  expect(lines).toEqual([
    `request ${desk.requestId()}: found in the log`,
    `when 2023-11-14T22:00:00.000Z (1699999200000), position ${desk.position}`,
    `who alice, key 1, request ${desk.requestId()}`,
    "asked buy 5 BTCUSDT at 20000",
    "before BTCUSDT: bid 20100, ask none, last 20100",
    " spot BTC 0.2997 free, 0 locked; spot USDT 1970 free, 2010 locked",
    expect.stringMatching(/^limits priceMin 4020, priceMax 100500, /),
    "verdict refused, insufficient_balance: had 1970, needed 100000",
    "decided -2017 (HTTP 400): Balance is not enough: 1970 free, 100000 needed.",
    "after as before: nothing was changed",
  ]);
});

test("SPOT-MATCH-6 a market order whose amount pays for not one step is told why it ended", async () => {
  const story = new Desk(SETTLEMENT_ACCOUNTS, { rules: FEES });
  story.order("bob", "sell 1 @ 20000");
  story.order("alice", "buy for 1");
  const desk = await ExplainDesk.of(story.sent);

  const end =
    "ended: canceled, 0 executed: 1 USDT did not pay for one step (0.0001 BTCUSDT) at the next price";
  expect(desk.order(2).now).toBe(end);
  expect(desk.step().effects.map(({ says }) => says)).toEqual([`order 2 ${end}`]);
});

test("SPOT-BATCH-7 of a batch it is told which items were rejected, and why", async () => {
  const story = new Desk(SETTLEMENT_ACCOUNTS, { rules: FEES });
  story.batch("alice", ["buy 0.1 @ 100", "buy 99 @ 2000"]);
  const desk = await ExplainDesk.of(story.sent);

  expect(desk.step().verdict).toMatchObject({
    result: "accepted",
    says: "accepted as orders 1, 2; order 2 refused, insufficient_balance: had 9990, needed 198000",
    orders: [1, 2],
  });
});

test("SPOT-BATCH-6 of a batch that was refused it is told which item was at fault", async () => {
  const story = new Desk(SETTLEMENT_ACCOUNTS, { rules: FEES });
  story.batch("alice", ["buy 0.1 @ 100", "buy 0.00001 @ 100"]);
  const desk = await ExplainDesk.of(story.sent);

  const { says, api } = desk.step().verdict;
  expect(says).toMatch(/ \(item 1\)$/);
  expect(api?.msg).toMatch(/^orders\[1\]: Too many decimals in volume\./);
});

test("EXPLAIN-LIFE-1 a maker: placed, traded twice and with which users, and ended", async () => {
  const story = new Desk(SETTLEMENT_ACCOUNTS, { rules: FEES });
  story.order("bob", "sell 1 @ 20000");
  story.order("alice", "buy 0.1 @ 20000");
  story.order("alice", "buy for 2000");
  story.cancel("bob", 1);
  story.order("bob", "sell 1 @ 20000");
  const desk = await ExplainDesk.of(story.sent);
  const placed = desk.position - 4;

  const { order, user, created, life, now } = desk.order(1);

  expect({ order, user, now }).toEqual({
    order: "sell 1 BTCUSDT at 20000",
    user: "bob",
    now: "ended: canceled, 0.2 of 1 executed",
  });
  expect(created).toMatchObject({ position: placed, request: desk.requestId(placed) });
  expect(life.map(({ position, asked, request }) => ({ position, asked, request }))).toEqual(
    ["sell 1 BTCUSDT at 20000", "buy 0.1 BTCUSDT at 20000"]
      .concat("buy for 2000 USDT of BTCUSDT at market", "cancel order 1 of BTCUSDT")
      .map((asked, index) => {
        const position = placed + index;
        return { position, asked, request: desk.requestId(position) };
      }),
  );
  expect(life[1]?.effects).toMatchObject([{ trade: { volume: "0.1", taker: { order: 2 } } }]);
  expect(desk.order(4)).toMatchObject({ now: "open: new, 0 executed, 1 left, 1 BTC locked" });
});

test("EXPLAIN-LIFE-1 the items of a batch, one of them rejected, are one request and three orders", async () => {
  const story = new Desk(SETTLEMENT_ACCOUNTS);
  story.batch("alice", ["buy 0.1 @ 20000", "buy 5 @ 20000", "buy 0.2 @ 19000"]);
  const desk = await ExplainDesk.of(story.sent);

  expect(desk.step()).toMatchObject({
    asked: [
      "a batch: buy 0.1 BTCUSDT at 20000; buy 5 BTCUSDT at 20000; buy 0.2 BTCUSDT at 19000",
    ].join(),
    verdict: { result: "accepted", orders: [1, 2, 3] },
  });
  expect(desk.order(2)).toMatchObject({ now: "ended: rejected, 0 of 5 executed" });
  expect(desk.order(3)).toMatchObject({
    now: "open: new, 0 executed, 0.2 left, 3800 USDT locked",
    created: { verdict: { orders: [1, 2, 3] } },
  });
});

/** Two orders that trade with each other, then cancels of what is not open. */
function canceling(): { story: Desk; traded: number } {
  const story = new Desk(SETTLEMENT_ACCOUNTS);
  story.order("alice", "buy 0.1 @ 20000 as mine");
  story.order("bob", "sell 0.1 @ 20000");
  const traded = story.sent.length;
  story.cancel("alice", 1);
  story.cancel("alice", "mine");
  story.cancel("alice", 2);
  story.cancel("alice", 77);
  return { story, traded };
}

function codesOf(desk: ExplainDesk): unknown[] {
  return [3, 2, 1, 0].map((back) => desk.step(desk.position - back).verdict.api?.code);
}

test("EXPLAIN-VERDICT-1 a cancel of what has ended, of another's, and of nothing has its code", async () => {
  const { story } = canceling();

  const desk = await ExplainDesk.of(story.sent);

  expect(codesOf(desk)).toEqual([-1145, -1145, -2013, -2013]);
});

test("EXPLAIN-VERDICT-1 that an order had ended before the snapshot, history knows", async () => {
  const { story, traded } = canceling();
  const desk = await ExplainDesk.of(story.sent.slice(0, traded));
  desk.snapshot();
  await desk.write(story.sent.slice(traded));

  expect(codesOf(desk)).toEqual([-1145, -1145, -2013, -2013]);
});

test("EXPLAIN-VERDICT-1 what the operator did: a deposit, and a withdrawal with its numbers in coins", async () => {
  const story = new Desk(SETTLEMENT_ACCOUNTS);
  story.deposit("alice", "2.5 BTC", "d-1");
  story.withdraw("alice", "10000.5 USDT", "w-1");
  story.halt();
  const desk = await ExplainDesk.of(story.sent);

  expect(desk.step(desk.position - 2)).toMatchObject({
    asked: "deposit 2.5 BTC to alice, id d-1",
    user: undefined,
    before: { balances: [{ asset: "BTC", free: "0" }] },
    effects: [{ says: "2.5 BTC in for alice" }],
    after: { balances: [{ asset: "BTC", free: "2.5" }] },
  });
  expect(desk.step(desk.position - 1).verdict).toMatchObject({
    reason: "insufficient_balance",
    had: "10000",
    needed: "10000.5",
    api: { code: -2017, status: 409 },
  });
  expect(desk.step()).toMatchObject({ asked: "halt pair: pair BTCUSDT", user: undefined });
});

test("EXPLAIN-VERDICT-1 a key's sealed secret is not told, nor anything else that is bytes", async () => {
  const desk = await ExplainDesk.of(new Desk({ alice: { USDT: "1" } }).sent);
  const added = desk.done.findIndex(({ command }) => command.type === "AddKey");

  const { asked } = desk.step(added + 1);

  expect(asked).toBe("add key: user alice, apiKey key-1, mayTrade true, addresses []");
});

test("SPOT-TIF-4 SPOT-STP-4 an order that ended by its instructions is told why", async () => {
  const story = new Desk({ ...SETTLEMENT_ACCOUNTS, alice: { USDT: "10000", BTC: "1" } });
  story.order("bob", "sell 0.1 @ 20000");
  story.order("alice", "buy 0.1 @ 20000 post_only");
  const posted = await ExplainDesk.of(story.sent);
  expect(posted.step().asked).toBe("buy 0.1 BTCUSDT at 20000, post_only");
  expect(posted.order(2).now).toBe(
    "ended: canceled, 0 of 0.1 executed: post only, and it would have traded (SPOT-TIF-4)",
  );
  story.order("alice", "sell 0.2 @ 19000");
  story.order("alice", "buy 0.2 @ 19000 meets expire_both");
  const met = await ExplainDesk.of(story.sent);

  const why = "it met an order of the same user (SPOT-STP-1, SPOT-STP-4)";
  const { effects, followUps } = met.step();
  const losses = "order 3 lost 0.2, order 4 lost 0.2";
  const prevented = "two orders of alice met on BTCUSDT at 19000 and did not trade (expire_both)";
  expect([...effects, ...followUps].map(({ says }) => says)).toEqual([
    `prevented match 1: ${prevented}: ${losses}`,
    `order 4 ended: canceled, 0 of 0.2 executed: ${why}`,
    `order 3 ended: canceled, 0 of 0.2 executed: ${why}`,
  ]);
});

test("SPOT-STOP-2 SPOT-STOP-3 a stop is told as it waits and as it is set off", async () => {
  const story = new Desk(SETTLEMENT_ACCOUNTS);
  story.order("bob", "sell 0.3 @ 20000");
  story.order("alice", "buy 0.1 @ 20000");
  story.order("alice", "buy 0.1 @ 21000 stop 20500");
  const waits = await ExplainDesk.of(story.sent);
  expect(waits.step()).toMatchObject({
    asked: "buy 0.1 BTCUSDT at 21000, when the last price reaches 20500",
    effects: [{ says: "order 3 waits until the last price rises to 20500, 2100 USDT locked" }],
  });
  story.order("bob", "sell 0.1 @ 20500");
  story.order("alice", "buy 0.25 @ 20500");
  const set = await ExplainDesk.of(story.sent);

  expect(set.step().followUps.at(-1)?.says).toBe("order 3 rests: 0.05 at 21000, 1050 USDT locked");
});

test("EXPLAIN-LIST-1 a list is told with its orders, and each order with its list and what ended it", async () => {
  const story = new Desk({
    alice: { USDT: "100000", BTC: "2" },
    bob: { BTC: "2", USDT: "100000" },
  });
  story.order("bob", "sell 0.1 @ 20000");
  story.order("alice", "buy 0.1 @ 20000");
  const [list = 0, first = 0, up = 0, down = 0] = story.list("alice", "otoco", [
    "buy 1 @ 19900",
    "sell 1 @ 21000",
    "sell 1 @ 19500 stop 19500",
  ]);
  const opened = (await ExplainDesk.of(story.sent)).step();
  expect(opened.asked).toMatch(/^a list \(OTOCO\): buy 1 BTCUSDT at 19900; sell 1 /);
  expect(opened.verdict).toMatchObject({
    says: `accepted as list ${list} with the orders ${first}, ${up}, ${down}`,
    orders: [first, up, down],
  });
  expect(opened.effects.map(({ says }) => says)).toEqual([
    `list ${list} of alice (OTOCO) is open, with the orders ${first}, ${up}, ${down}`,
    `order ${up} of list ${list} is pending until the first order is filled`,
    `order ${down} of list ${list} is pending until the first order is filled`,
    expect.stringMatching(new RegExp(`^order ${first} of list ${list} rests: 1 at 19900, `)),
  ]);

  story.order("bob", "sell 1 @ 19900");
  story.order("bob", "buy 1 @ 21000");

  const worked = (await ExplainDesk.of(story.sent)).step();
  const said = [...worked.effects, ...worked.followUps].map(({ says }) => says);
  expect(said).toContainEqual(
    `order ${down} of list ${list} ended: canceled, 0 of 1 executed: another order of list ${list} worked (SPOT-LIST-9)`,
  );
  expect(said).toContainEqual(`list ${list} is over: all its orders have ended`);
});

test("SPOT-REPLACE-5 SPOT-CANCEL-3 SPOT-COUNT-3 replacing, canceling all and a countdown are told", async () => {
  const story = new Desk(SETTLEMENT_ACCOUNTS);
  const verdicts: string[] = [];
  const told = async () => {
    const desk = await ExplainDesk.of(story.sent);
    verdicts.push(desk.step().verdict.says);
    return desk.step().asked;
  };
  story.order("alice", "buy 0.2 @ 20000 as mine");
  story.replace("alice", "mine", "buy 0.1 @ 20000");
  expect(await told()).toBe('replace order "mine" in spot by: buy 0.1 BTCUSDT at 20000');
  story.replace("alice", 1, "buy 0.1 @ 20001");
  await told();
  story.replace("alice", 2, "buy 9 @ 20001");
  await told();
  const by = { user: story.user("alice"), key: 1, request: 0, pair: 1 };
  story.send({ type: "SetCountdown", ...by, afterMs: 5_000 });
  expect(await told()).toBe("cancel all orders of BTCUSDT in 5000 ms unless renewed");
  story.send({ type: "CancelAllOrders", ...by, area: "spot" });
  expect(await told()).toBe("cancel all orders of BTCUSDT in spot");

  expect(verdicts).toEqual([
    "order 1 is amended and keeps its place",
    "order 1 is canceled, accepted as order 2: new, 0 executed",
    "order 2 is canceled, order 3 refused, insufficient_balance: had 10000, needed 180009",
    "due at 2023-11-14T22:00:05.000Z",
    "canceled: 0",
  ]);
});
