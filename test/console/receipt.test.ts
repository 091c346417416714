/** What is said of an order that was sent: never more than is known, and what is known now. */
import { expect, test } from "vitest";
import type { AccountOrder } from "../../web/console/exchange/exchange.ts";
import { type Receipt, sayReceipt } from "../../web/console/trade/ticket/receipt.ts";

const RECEIPT: Receipt = {
  area: "futures",
  orderIdString: "7",
  unit: "contracts of BTC/USDT Perp",
  pricePrecision: 1,
  what: "Close by selling 9 contracts of BTC/USDT Perp at market",
};

function told(status: string, executedQty: string, area = "futures"): AccountOrder {
  const order = { area, orderIdString: "7", side: "SELL", status, executedQty };
  return { ...order, avgPrice: "50006.6633" } as AccountOrder;
}

test("until the stream has told of it, it is sent, whatever it is", () => {
  const text = `${RECEIPT.what}: sent (order 7)`;

  expect(sayReceipt(RECEIPT, [])).toEqual({ text, tone: "good" });
  expect(sayReceipt(RECEIPT, [told("FILLED", "9", "spot")]).text).toBe(text);
  expect(sayReceipt({ ...RECEIPT, status: "NEW" }, []).text).toContain(": rests on the book (");
});

test.each([
  ["INIT", "0", "good", `${RECEIPT.what}: waits for its trigger`],
  ["NEW", "0", "good", `${RECEIPT.what}: rests on the book`],
  ["CANCELLED", "0", "plain", `${RECEIPT.what}: canceled`],
  ["REJECTED", "0", "bad", `${RECEIPT.what}: rejected`],
  ["FILLED", "9", "good", "Sold 9 contracts of BTC/USDT Perp at 50,006.7"],
  [
    "PARTIALLY_FILLED",
    "4",
    "good",
    "Sold 4 contracts of BTC/USDT Perp at 50,006.7, the rest is on the book",
  ],
  [
    "CANCELLED",
    "4",
    "plain",
    "Sold 4 contracts of BTC/USDT Perp at 50,006.7, the rest was canceled",
  ],
] as const)("an order that is %s with %s traded is told so", (status, traded, tone, text) => {
  const said = sayReceipt({ ...RECEIPT, status: "NEW" }, [told(status, traded)]);

  expect(said).toEqual({ text: `${text} (order 7)`, tone });
});

test("an order whose amount paid for not one step is told so", () => {
  const row = { ...told("CANCELLED", "0"), endReason: "BELOW_ONE_STEP" } as AccountOrder;

  expect(sayReceipt({ ...RECEIPT, status: "NEW" }, [row])).toEqual({
    text: `${RECEIPT.what}: canceled: the amount does not pay for one step at the next price (order 7)`,
    tone: "plain",
  });
});

test("SPOT-STOP-2 a stop of a pair waits until it is triggered, and then is as any other", () => {
  const receipt: Receipt = { ...RECEIPT, area: "spot", status: "INIT" };
  const stop = { ...told("NEW", "0", "spot"), triggered: false } as AccountOrder;

  expect(sayReceipt(receipt, []).text).toContain(": waits for its trigger (");
  expect(sayReceipt(receipt, [stop]).text).toContain(": waits for its trigger (");
  expect(sayReceipt(receipt, [{ ...stop, triggered: true } as AccountOrder]).text).toContain(
    ": rests on the book (",
  );
  const ended = { ...stop, status: "CANCELED", endReason: "COUNTDOWN" } as AccountOrder;
  expect(sayReceipt(receipt, [ended]).text).toContain(": canceled: your countdown was not renewed");
});

test("what was sent behind it is told with it, and is bad news where it was refused", () => {
  const row = told("FILLED", "9");
  const text = "Sold 9 contracts of BTC/USDT Perp at 50,006.7 (order 7). Stop loss: so and so.";
  const sequel = { text: "Stop loss: so and so.", isGood: true };

  expect(sayReceipt({ ...RECEIPT, sequel }, [row])).toEqual({ text, tone: "good" });
  expect(sayReceipt({ ...RECEIPT, sequel: { ...sequel, isGood: false } }, [row])).toEqual({
    text,
    tone: "bad",
  });
});
