/** Alerts stay until they are dismissed, over reloads and in other tabs, and have an end. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Profit } from "../../../../src/client/client.ts";
import { type AccountAlert, LiveValue, type ShownMarket } from "../exchange.ts";
import { alertOfProfit, alertsOfSales } from "./alert-words.ts";
import { ALERTS_MAX, Alerts, DISMISSED_MAX } from "./alerts.ts";
import { Recall } from "./recall.ts";

const DAY = 24 * 60 * 60_000;
const NOW = 100 * DAY;
const KEY = "abcdefghijkl";
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

function opened(): Alerts {
  const alerts = new Alerts(() => NOW);
  alerts.open(KEY);
  return alerts;
}

function alertOf(id: number, changes: Partial<AccountAlert> = {}): AccountAlert {
  return { id: `profit ${id}`, time: NOW - id, title: "Liquidated", lines: ["a"], ...changes };
}

const idsOf = ({ entries }: Alerts) => entries.value.map(({ id }) => id);

test("an alert is there after a reload, and one that was dismissed never comes back", () => {
  const alerts = opened();
  alerts.raise(alertOf(1));
  alerts.raise(alertOf(2));
  alerts.dismiss("profit 1");
  alerts.raise(alertOf(1));
  expect(idsOf(alerts)).toEqual(["profit 2"]);

  const later = opened();
  expect(idsOf(later)).toEqual(["profit 2"]);
  later.raise(alertOf(1));
  expect(idsOf(later)).toEqual(["profit 2"]);
});

test("what another tab has dismissed is gone here, too", () => {
  const [here, there] = [opened(), opened()];
  here.raise(alertOf(1));
  there.read();
  there.dismiss("profit 1");
  here.read();

  expect(idsOf(here)).toEqual([]);
});

test("what is told again adds its new lines, and what is older than a day is no alert", () => {
  const alerts = opened();
  alerts.raise(alertOf(1, { lines: ["sold"] }));
  alerts.raise(alertOf(1, { lines: ["sold", "a fee"] }));
  alerts.raise(alertOf(1, { lines: ["sold"] }));
  alerts.raise(alertOf(2, { time: NOW - DAY - 1 }));

  expect(alerts.entries.value).toMatchObject([{ id: "profit 1", lines: ["sold", "a fee"] }]);
});

test(`at most ${ALERTS_MAX} are kept, and ${DISMISSED_MAX} that were dismissed`, () => {
  const alerts = opened();
  for (let id = 0; id < DISMISSED_MAX + 50; id += 1) {
    alerts.raise(alertOf(id));
    alerts.dismiss(`profit ${id}`);
  }
  for (let id = 1000; id < 1000 + ALERTS_MAX + 9; id += 1) alerts.raise(alertOf(id));

  expect(alerts.entries.value).toHaveLength(ALERTS_MAX);
  expect(JSON.parse(kept.get("bourse.dismissed.abcdefgh") ?? "")).toHaveLength(DISMISSED_MAX);
});

test("signing out leaves nothing of what happened, and broken text is no alert", () => {
  const alerts = opened();
  alerts.raise(alertOf(1));
  alerts.close();
  expect([...kept.keys()]).toEqual([]);
  for (const text of ["{", "[1]", '[{"id":1}]', '[{"id":"a","time":1,"title":"b","lines":[2]}]']) {
    kept.set("bourse.alerts.abcdefgh", text);
    expect(idsOf(opened())).toEqual([]);
  }
});

test("a margin call is one alert, however often it is told, and the next call another", () => {
  let now = NOW;
  const alerts = new Alerts(() => now);
  alerts.open(KEY);
  const call = { marginLevel: "1.15", state: "MARGIN_CALL", leverageMax: 3 } as const;
  alerts.takeMargin(call);
  now += 5;
  alerts.takeMargin({ ...call, marginLevel: "1.14" });
  expect(alerts.entries.value.map(({ lines }) => lines[0])).toEqual([
    "The margin level is 1.1500. Repay, or transfer money in: a little lower, and your assets are sold.",
  ]);
  alerts.takeMargin({ ...call, marginLevel: "2", state: "NORMAL" });
  alerts.takeMargin(call);

  expect(alerts.entries.value).toHaveLength(2);
});

const MARKET = {
  name: "E-BTC-USDT",
  kind: "contract",
  base: "BTC",
  quote: "USDT",
  pricePrecision: 1,
  contract: { marginCoin: "USDT" },
} as ShownMarket;

test("a liquidation says what was lost, and of what it is made", () => {
  const profit = {
    id: 7,
    side: "BUY",
    forced: "LIQUIDATION",
    volume: "100",
    openPrice: "40000",
    mtime: 5,
    closeProfit: "-20",
    settleProfit: "0",
    tradeFee: "-0.16",
    capitalFee: "0",
    historyRealizedAmount: "-20.16",
  } as Profit;

  expect(alertOfProfit(profit, MARKET)).toEqual({
    id: "profit 7",
    time: 5,
    title: "Liquidated: BTC/USDT Perp long",
    lines: [
      "You lost 20.16 USDT: price −20, fees −0.16, funding 0.",
      "100 contracts, opened at 40,000.0. At the mark price its margin was used up, and the exchange closed it.",
    ],
  });
});

test("the sales of one moment are one alert, of which a few are told", () => {
  const market = { base: "BTC", quote: "USDT", pricePrecision: 2 } as ShownMarket;
  const sale = { side: "SELL", price: "14157", fee: "1", feeCoin: "USDT" } as const;
  const sales = Array.from({ length: 30 }, (_, at) => ({ ...sale, qty: `${at}`, time: 9, market }));
  const [alert, ...rest] = alertsOfSales(sales as unknown as Parameters<typeof alertsOfSales>[0]);

  expect(rest).toEqual([]);
  expect(alert?.lines).toHaveLength(7);
  expect(alert?.lines[1]).toBe("Sold 0 BTC at 14,157.00 USDT, fee 1 USDT.");
});

test("one question is under way at a time, and an answer about a user that has signed out is not told", async () => {
  const asked = new LiveValue<readonly ((past: { entries: []; alerts: [] }) => void)[]>([]);
  const taken: unknown[] = [];
  const recall = new Recall({
    load: () => new Promise((resolve) => asked.set([...asked.value, resolve])),
    take: (past) => taken.push(past),
  });
  const answer = async (at: number) => {
    asked.value[at]?.({ entries: [], alerts: [] });
    await Promise.resolve().then(() => undefined);
    await Promise.resolve().then(() => undefined);
  };
  for (let turn = 0; turn < 5; turn += 1) recall.ask();
  expect(asked.value).toHaveLength(1);
  await answer(0);
  expect([taken.length, asked.value.length]).toEqual([1, 2]);

  recall.forget();
  recall.ask();
  await answer(1);
  expect(taken).toHaveLength(1);
  await answer(2);
  expect(taken).toHaveLength(2);
});
