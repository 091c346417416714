/** A trigger in the order entry, against the real exchange: does it wait, and what would it come to? */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  assessContractOrder,
  type ContractDraft,
  contractLines,
} from "../../web/console/trade/contract/contract-order.ts";
import {
  sayTriggerSource,
  triggerPriceBy,
  triggerPriceIn,
} from "../../web/console/trade/ticket/trigger-source.ts";
import { ConsoleDesk } from "./console-desk.ts";

const NAME = "E-BTC-USDT";
const CONTRACT_ACCOUNT = { leverage: 20, mode: "cross" } as const;
const LIMIT = { contractName: NAME, positionType: 1, type: "LIMIT", open: "OPEN" } as const;
const DRAFT: ContractDraft = {
  action: "close",
  position: "long",
  kind: "market",
  timeInForce: "gtc",
  price: "",
  quantity: "100",
  trigger: "stop_loss",
  triggerPrice: "49000",
};

let desk: ConsoleDesk;
/** A long of a thousand contracts, and a short on another's side; the last price is 50,000. */
beforeAll(async () => {
  desk = await ConsoleDesk.open();
  await desk.others.futures.createOrder({ ...LIMIT, side: "SELL", price: "50000", volume: "1000" });
  await desk.me.futures.createOrder({ ...LIMIT, side: "BUY", price: "50000", volume: "1000" });
  await desk.others.futures.createOrder({ ...LIMIT, side: "BUY", price: "49990", volume: "5000" });
});
afterAll(() => desk.exchange.close());

test("FUT-COND-2 a market close that waits is estimated at its trigger, and says by which price it is judged", async () => {
  const marketView = await desk.contractMarketView(NAME, CONTRACT_ACCOUNT);

  const { estimate, complaints, due } = assessContractOrder(DRAFT, marketView);

  // 0.01 BTC, a thousand lower.
  expect(estimate).toMatchObject({ averagePrice: "49000", profit: "-10", value: "490" });
  expect([complaints, due]).toEqual([[], undefined]);
  const lines = contractLines(estimate, DRAFT, marketView);
  expect(lines.find(({ name }) => name === "Realises")).toMatchObject({ at: "49,000.0" });
  const judgedBy = triggerPriceIn(marketView);
  expect(sayTriggerSource(judgedBy)).toBe("Judged by the last traded price: now 50,000.");
});

test("FUT-COND-2 one that is true already is warned of, and is estimated on the book of now", async () => {
  const marketView = await desk.contractMarketView(NAME, CONTRACT_ACCOUNT);

  const assessed = assessContractOrder({ ...DRAFT, triggerPrice: "51000" }, marketView);

  const due = "Would close now: the last price, 50,000, is already below 51,000.";
  expect(assessed.due).toBe(due);
  expect(assessed.complaints).toEqual([{ field: "triggerPrice", text: due, isWarning: true }]);
  expect(assessed.estimate).toMatchObject({ averagePrice: "49990", profit: "-0.1" });
  const early = assessContractOrder({ ...DRAFT, triggerPrice: "51000", quantity: "" }, marketView);
  expect(early.complaints.map(({ text }) => text)).toEqual([due]);
});

const TRIGGERS = [
  ["long", "stop_loss", "down"],
  ["long", "stop_gain", "up"],
  ["short", "stop_loss", "up"],
  ["short", "stop_gain", "down"],
  ["long", "up", "up"],
  ["long", "down", "down"],
] as const;

test.each(TRIGGERS)(
  "FUT-COND-1 of a %s a %s waits for the price to go %s, and is due on the other side and at it",
  async (position, trigger, way) => {
    const marketView = await desk.contractMarketView(NAME, CONTRACT_ACCOUNT);
    const dueAt = (triggerPrice: string) =>
      assessContractOrder({ ...DRAFT, position, trigger, triggerPrice }, marketView).due;

    const [below, at, above] = ["49000", "50000", "51000"].map(dueAt);

    expect(at).toContain("is already at 50,000");
    expect([below !== undefined, above !== undefined]).toEqual([way === "up", way === "down"]);
  },
);

test("FUT-COND-2 without a last price nothing is due", async () => {
  const marketView = { ...(await desk.contractMarketView(NAME, CONTRACT_ACCOUNT)), last: "0" };

  expect(assessContractOrder({ ...DRAFT, triggerPrice: "51000" }, marketView).due).toBeUndefined();
  expect(sayTriggerSource(triggerPriceBy("last", marketView))).toContain("nothing has traded yet");
});

test("FUT-COND-2 FUT-COND-6 where the contract goes by its mark, that is what is said and judged", async () => {
  const told = await desk.contractMarketView(NAME, CONTRACT_ACCOUNT);
  const terms = { ...told.terms, triggerSource: "mark" } as const;
  const marketView = { ...told, terms, mark: "48000" };
  const dueAt = (triggerPrice: string) =>
    assessContractOrder({ ...DRAFT, triggerPrice }, marketView).due;

  expect(dueAt("47999")).toBeUndefined();
  expect(dueAt("49000")).toBe("Would close now: the mark price, 48,000, is already below 49,000.");
  expect(sayTriggerSource(triggerPriceBy("mark", marketView))).toBe(
    "Judged by the mark price: now 48,000.",
  );
  expect(sayTriggerSource({ source: "mark", price: "0" })).toContain("not known yet");
});

test("FUT-COND-2 what is said to be due the exchange fills at once, and what is not waits", async () => {
  const order = { contractName: NAME, positionType: 1, side: "SELL", open: "CLOSE" } as const;
  const send = async (triggerPrice: string) => {
    const { orderIdString: orderId } = await desk.me.futures.createConditionOrder({
      ...order,
      type: "MARKET",
      volume: "10",
      triggerType: 1,
      triggerPrice,
    });
    return (await desk.me.futures.getOrder({ contractName: NAME, orderId })).status;
  };

  expect(await send("49000")).toBe("INIT");
  expect(await send("51000")).toBe("FILLED");
});
