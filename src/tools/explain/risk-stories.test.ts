/** Stories of margin and futures, explained: loans, liquidations, triggers, funding. */
import { expect, test } from "vitest";
import { ExplainDesk } from "../../../test/support/explain-desk.ts";
import { FuturesDesk } from "../../../test/support/futures-desk.ts";
import { MarginDesk } from "../../../test/support/margin-desk.ts";
import { tell } from "./tell.ts";

function marginDesk(): MarginDesk {
  const desk = new MarginDesk({ ann: { USDT: "1000" } });
  desk.lend("100000 USDT");
  desk.owe("ann", { usdt: "3000", bought: "0.15" });
  return desk;
}

test("EXPLAIN-VERDICT-1 a margin order: what was borrowed, and the level before and after", async () => {
  const desk = await ExplainDesk.of(marginDesk().sent);

  const step = desk.step();

  expect(step).toMatchObject({
    asked: "on margin: buy 0.15 BTCUSDT at 20000",
    before: { margin: { level: "999", state: "normal" } },
    verdict: { result: "accepted", status: "filled" },
    after: { margin: { level: "1.5" } },
  });
  expect(step.effects.map(({ says }) => says)).toContain("ann borrowed 2000 USDT");
  expect(step.after.balances).toMatchObject([
    { area: "margin", asset: "BTC", free: "0.15", borrowed: "0" },
    { area: "margin", asset: "USDT", free: "0", borrowed: "2000", interest: "0" },
  ]);
});

test("EXPLAIN-LIFE-1 a margin liquidation: the order it forced, and the price that set it off", async () => {
  const story = marginDesk();
  story.addUser("dealer");
  story.deposit("dealer", "20000 USDT");
  story.order("dealer", "buy 1 @ 14000");
  story.index("BTC", "13500");
  const desk = await ExplainDesk.of(story.sent);
  const forced = story.state.orders.orderIdLast;

  const { created, user, now, order } = desk.order(forced);
  const step = desk.step();

  expect({ user, order }).toMatchObject({ user: "ann", order: expect.stringMatching(/^sell /) });
  expect(now).toMatch(/^ended: filled/);
  expect(created).toMatchObject({
    command: "SetIndex",
    position: desk.position,
    before: { margin: { level: "1.5" } },
  });
  const followed = step.followUps.map(({ says }) => says);
  expect(followed).toContain("the liquidation of ann's margin account began, at level 1.0125");
  expect(followed.some((says) => says.includes(`order ${forced} of ann`))).toBe(true);
  expect(followed.at(-1)).toMatch(/^the liquidation of ann's margin account is over: /);
});

test("EXPLAIN-VERDICT-1 an index that is set: its price is a decimal", async () => {
  const story = marginDesk();
  story.index("BTC", "28000");
  story.index("BTC", "0.000000000000000001");
  const desk = await ExplainDesk.of(story.sent);

  const asked = [desk.position - 1, desk.position].map((position) => desk.step(position).asked);

  expect(asked).toEqual([
    expect.stringMatching(/^set index: asset BTC, .*price 28000$/),
    expect.stringMatching(/^set index: asset BTC, .*price 0\.000000000000000001$/),
  ]);
});

/** What a price of 13500 does to two users who owe the same. */
async function begunByPrice(...bids: readonly string[]): Promise<string[]> {
  const story = new MarginDesk({ ann: { USDT: "1000" }, ben: { USDT: "1000" } });
  story.lend("100000 USDT");
  for (const name of ["ann", "ben"]) story.owe(name, { usdt: "3000", bought: "0.15" });
  story.addUser("dealer");
  story.deposit("dealer", "20000 USDT");
  for (const bid of bids) story.order("dealer", bid);
  story.index("BTC", "13500");
  const desk = await ExplainDesk.of(story.sent);
  return desk
    .step()
    .followUps.flatMap(({ type, says }) => (type === "LiquidationBegan" ? [says] : []));
}

test("EXPLAIN-VERDICT-1 the level of a liquidation is told while no trade can have changed it", async () => {
  const [ann, ben] = ["ann", "ben"].map(
    (name) => `the liquidation of ${name}'s margin account began`,
  );

  expect(await begunByPrice()).toEqual([`${ann}, at level 1.0125`, `${ben}, at level 1.0125`]);
  expect(await begunByPrice("buy 1 @ 14000")).toEqual([`${ann}, at level 1.0125`, ben]);
});

test("EXPLAIN-VERDICT-1 terms of a loan: the cap is a sum of its asset", async () => {
  const story = new MarginDesk();
  story.terms("USDT", "0.000001", story.units("100000.5 USDT").amount);
  const desk = await ExplainDesk.of(story.sent);

  expect(desk.step().asked).toMatch(
    /^set loan terms: asset USDT, .*cap 100000\.5 USDT, index from trades: any move in an hour$/,
  );
});

test("USER-REPEAT-1 a request that was sent again: accepted, under its id, and nothing came of it", async () => {
  const story = new MarginDesk({ ann: { USDT: "100" } });
  const way = { from: "margin", to: "spot", ...story.units("5 USDT") } as const;
  const hand = { user: story.user("ann"), key: story.key("ann"), request: 0 };
  for (const request of [1, 2]) {
    story.must({ type: "Transfer", ...hand, request, ...way, clientRequestId: "t-1" });
  }
  const desk = await ExplainDesk.of(story.sent);
  const { asked, verdict, effects } = desk.step();

  expect(asked).toBe("transfer 5 USDT from margin to spot, client request id t-1");
  expect(verdict).toMatchObject({ result: "accepted" });
  expect(effects).toEqual([]);
});

function futuresDesk(): FuturesDesk {
  const desk = new FuturesDesk({ ann: { USDT: "100" }, bob: { USDT: "10000" } });
  desk.markAt("20000");
  desk.trade("bob", "open sell 100 @ 20000");
  desk.lever("ann", 50);
  desk.trade("ann", "open buy 100 @ 20000");
  return desk;
}

test("EXPLAIN-VERDICT-1 a position is opened: the account and the position before and after", async () => {
  const desk = await ExplainDesk.of(futuresDesk().sent);

  const { asked, before, after, verdict } = desk.step();

  expect(asked).toBe("open buy 100 E-BTC-USDT at 20000, isolated");
  expect(verdict).toMatchObject({ status: "filled", executed: "100" });
  expect(before).toMatchObject({
    market: { ask: "20000", mark: "20000" },
    futures: { coin: "USDT", normal: "100", positions: [] },
  });
  expect(after.futures).toMatchObject({
    normal: "60",
    positions: [
      {
        contract: "E-BTC-USDT",
        side: "long",
        volume: "100",
        leverage: 50,
        openPrice: "20000",
        margin: "40",
        liquidationPrice: "19698.49246231",
      },
    ],
  });
});

test("EXPLAIN-LIFE-1 a futures liquidation: the order of the takeover, by the second that ticked", async () => {
  const story = futuresDesk();
  story.markAt("19500");
  const desk = await ExplainDesk.of(story.sent);
  const [takeover, deleveraging] = [3, 4].map((id) => desk.order(id));

  expect(takeover).toMatchObject({
    order: "close sell 100 E-BTC-USDT by the exchange (takeover)",
    user: "ann",
    now: "ended: filled, 100 of 100 executed",
    created: {
      command: "SecondTick",
      request: undefined,
      before: { futures: { positions: [{ side: "long", margin: "40" }] } },
      after: { futures: { normal: "60", positions: [] } },
    },
  });
  const effects = takeover?.life[0]?.effects.map(({ says }) => says);
  expect(effects).toContain("liquidation of ann, E-BTC-USDT: taken_over");
  expect(deleveraging).toMatchObject({ user: "bob", now: expect.stringMatching(/^ended: filled/) });
});

test("EXPLAIN-LIFE-1 a condition order waits, is triggered later by another's trade, and rests", async () => {
  const story = futuresDesk();
  const waiting = story.trade("ann", "close sell 50 @ 21000 when up 20500");
  story.addUser("cat");
  story.fund("cat", "1000 USDT");
  story.trade("bob", "open sell 1 @ 20600");
  story.advance(5_000);
  story.trade("cat", "open buy 1 @ 20600");
  const desk = await ExplainDesk.of(story.sent);

  const { life, now } = desk.order(waiting);

  expect(life.map(({ effects }) => effects.map(({ says }) => says))).toEqual([
    [`order ${waiting} waits: up 20500`],
    [`order ${waiting} rests: 50 at 21000, 0 USDT locked`],
  ]);
  expect(life[1]).toMatchObject({ position: desk.position, user: "cat" });
  expect(now).toBe("open: new, 0 executed, 50 left, 0 USDT locked");
  const { followUps } = desk.step();
  expect(followUps.map(({ order }) => order)).toContain(waiting);
});

test("EXPLAIN-VERDICT-1 a refusal of futures has its reason and code", async () => {
  const story = futuresDesk();
  story.send(story.trading("ann", "close sell 101 @ 20000"));
  const desk = await ExplainDesk.of(story.sent);

  expect(desk.step().verdict).toMatchObject({
    reason: "close_above_position",
    had: "100",
    needed: "101",
    api: { code: -1156 },
  });
});

test("EXPLAIN-LIFE-1 every order of these stories can be told to people", async () => {
  const story = futuresDesk();
  story.markAt("19500");
  const desk = await ExplainDesk.of(story.sent);

  for (let id = 1; id <= story.state.orders.orderIdLast; id++) {
    const lines = tell(desk.order(id));
    expect(lines[0]).toMatch(new RegExp(`^order +${id} of `));
    expect(lines.join("\n")).not.toMatch(/undefined|NaN|\[object/);
  }
});
