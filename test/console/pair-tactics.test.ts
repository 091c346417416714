/** What the order entry of spot says of slices and of stops that trail, against what the real exchange then does. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { maySend } from "../../web/console/trade/form/check-form.ts";
import type { PairTicketView } from "../../web/console/trade/market-views.ts";
import { PLAIN } from "../../web/console/trade/pair/pair-instructions.ts";
import {
  assessPairOrder,
  newPairOrder,
  type PairDraft,
  pairLines,
} from "../../web/console/trade/pair/pair-order.ts";
import { sayTrails } from "../../web/console/trade/pair/pair-outcome.ts";
import { sayTactics } from "../../web/console/trade/pair/pair-tactics.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { SHOWN_PAIR } from "./shown-pair.ts";

const SPOT = { symbol: "BTCUSDT", type: "LIMIT" } as const;
const BUY: PairDraft = {
  ...PLAIN,
  area: "spot",
  side: "buy",
  kind: "limit",
  price: "49000",
  quantity: "1",
};
const ICEBERG: PairDraft = { ...BUY, slice: "0.2" };
const TRAIL: PairDraft = {
  ...BUY,
  side: "sell",
  kind: "market",
  quantity: "0.5",
  isStop: true,
  trailBy: "1.05",
};

let desk: ConsoleDesk;
let marketView: PairTicketView;
/** The last price is 50,000. */
beforeAll(async () => {
  desk = await ConsoleDesk.open();
  const at = { ...SPOT, price: "50000", volume: "1" } as const;
  await desk.others.spot.createOrder({ ...at, side: "SELL" });
  await desk.me.spot.createOrder({ ...at, side: "BUY" });
  marketView = await desk.pairMarketView(SPOT.symbol, "spot");
});
afterAll(() => desk.exchange.close());

function assess(draft: PairDraft) {
  return assessPairOrder(draft, marketView, SHOWN_PAIR);
}

/** `slice: text` of all that is said. */
function said(draft: PairDraft): string[] {
  return assess(draft).complaints.map(({ field, text }) => `${field}: ${text}`);
}

function sent(draft: PairDraft) {
  const { asked, complaints } = assess(draft);
  if (!asked || !maySend(complaints)) throw new Error("the draft is not complete");
  return newPairOrder(asked, SHOWN_PAIR);
}

async function send(draft: PairDraft) {
  return await desk.me.spot.createOrder(sent(draft));
}

test("SPOT-ICE-1 what is typed to be shown is sent as it is, and taken", async () => {
  expect(sent({ ...ICEBERG, slice: " .2" })).toMatchObject({ icebergQty: "0.2", volume: "1" });
  expect(await send(ICEBERG)).toMatchObject({ status: "NEW", icebergQty: "0.2" });
  expect(await send({ ...ICEBERG, timeInForce: "post_only" })).toMatchObject({
    timeInForce: "POST_ONLY",
    icebergQty: "0.2",
  });
});

test("SPOT-ICE-1 what is wrong with a slice is said by its field, and keeps the order back", () => {
  const words = (slice: string) => said({ ...ICEBERG, slice });

  expect(words("2")).toEqual(["slice: Of this order it shows 0.01 to 1 BTC."]);
  expect(words("0.001")).toEqual(["slice: Of this order it shows 0.01 to 1 BTC."]);
  expect(words("0")).toEqual(["slice: What it shows must be above zero."]);
  expect(words("0.1234567")).toEqual(["slice: What it shows has at most 5 decimals here."]);
  expect(words("much")).toEqual(["slice: This is not a quantity: use digits and a point."]);
  expect(assess({ ...ICEBERG, slice: "much" }).asked).toBeUndefined();
  expect(maySend(assess({ ...ICEBERG, slice: "2" }).complaints)).toBe(false);
});

test("SPOT-ICE-1 an order that cannot rest, and one of margin, is not asked for slices", () => {
  for (const part of [
    { timeInForce: "ioc" },
    { timeInForce: "fok" },
    { kind: "market" },
    { area: "margin" },
    { isOco: true, triggerPrice: "48000" },
    { slice: "  " },
  ] as const) {
    const { asked, complaints } = assess({ ...ICEBERG, ...part });
    expect(asked?.tactics).toBeUndefined();
    expect(complaints.filter(({ field }) => field === "slice")).toEqual([]);
  }
});

test("SPOT-TRAIL-1 a distance in percent is sent in basis points, and the stop trails at once", async () => {
  const { estimate, delta, due } = assess(TRAIL);

  expect([delta, due]).toEqual([105, undefined]);
  expect(pairLines(estimate, TRAIL, SHOWN_PAIR)).toEqual([
    { name: "Sets aside", value: "0.5", unit: "BTC" },
  ]);
  expect(sent(TRAIL)).toEqual({
    symbol: "BTCUSDT",
    side: "SELL",
    type: "MARKET",
    volume: "0.5",
    trailingDelta: 105,
  });
  const { orderIdString: orderId } = await send(TRAIL);
  const order = await desk.me.spot.getOrder({ symbol: SPOT.symbol, orderId });
  expect(order).toMatchObject({ trailingPrice: "49475", triggered: false });
});

test("SPOT-TRAIL-1 with a price it trails from there, also a limit order that shows slices", async () => {
  const from = { ...TRAIL, triggerPrice: "51,000" };
  const limit = { ...from, kind: "limit", price: "50000", slice: "0.1" } as const;

  expect(await send(from)).toMatchObject({ triggerPrice: "51000", trailingDelta: 105 });
  expect(await send(limit)).toMatchObject({ trailingDelta: 105, icebergQty: "0.1" });
  // At the last price it begins now, which nobody has to be asked about.
  expect(assess({ ...TRAIL, triggerPrice: "50000" })).toMatchObject({
    due: undefined,
    complaints: [],
  });
  expect(said({ ...TRAIL, triggerPrice: "x" })[0]).toContain("triggerPrice: This is not a price");
});

test("SPOT-TRAIL-1 what is wrong with a distance is said by its field, and keeps the order back", () => {
  const words = (trailBy: string) => said({ ...TRAIL, trailBy });

  expect(words("0.09")).toEqual(["trailBy: It trails by 0.1% to 20%."]);
  expect(words("20.01")).toEqual(["trailBy: It trails by 0.1% to 20%."]);
  expect(words("0.105")).toEqual(["trailBy: A percentage has at most 2 decimals here."]);
  expect(words("1%")).toEqual(["trailBy: This is not a percentage: use digits and a point."]);
  expect(assess({ ...TRAIL, trailBy: "0.105" }).asked).toBeUndefined();
  expect(maySend(assess({ ...TRAIL, trailBy: "0.09" }).complaints)).toBe(false);
});

test("SPOT-TRAIL-1 without a distance a stop needs its trigger, and an order that does not wait has none", () => {
  expect(assess({ ...TRAIL, trailBy: " " }).asked).toBeUndefined();
  const now = assess({ ...TRAIL, isStop: false });
  expect([now.asked?.trailing, now.delta]).toEqual([undefined, undefined]);
  expect(assess({ ...TRAIL, area: "margin" }).asked?.trailing).toBeUndefined();
});

test("SPOT-TRAIL-2 what the stop will do is said before, and what was asked for behind it", () => {
  const stop = { side: "sell", delta: 105, triggerPrice: "" } as const;

  expect(sayTrails(stop, "50000")).toBe(
    "Trails from now on: sells once the last price, now 50,000, is 1.05% below its highest.",
  );
  expect(sayTrails({ ...stop, side: "buy", triggerPrice: "49000" }, "50000")).toBe(
    "Trails once the last price, now 50,000, falls to 49,000: then buys once it is 1.05% above its lowest.",
  );
  expect(sayTrails({ ...stop, triggerPrice: "50000" }, "0")).toContain("once the last price is");
  const words = (draft: PairDraft) => {
    const { asked } = assess(draft);
    return asked && sayTactics(asked);
  };
  expect(words(TRAIL)).toBe(", trailing 1.05%");
  expect(words({ ...TRAIL, triggerPrice: "51000" })).toBe(", trailing 1.05% from 51,000");
  expect(words({ ...ICEBERG, isStop: true, triggerPrice: "48000" })).toBe(
    ", triggered at 48,000, showing 0.2 at a time",
  );
  expect(words(BUY)).toBe("");
});
