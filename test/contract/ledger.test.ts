/** Ledgers through the dialects: every field, every page, every filter, and that nobody sees another's. */
import { expect, test } from "vitest";
import { HttpDesk, type User } from "../support/http-client.ts";
import { ContractDesk, LINEAR } from "./contract-desk.ts";

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly asset: string;
  readonly amount: string;
  readonly balance: string;
}

interface LedgerRows {
  readonly entries: readonly Entry[];
  readonly nextId?: string;
}

const SPOT = "/sapi/v1/account/ledger";

async function page(desk: HttpDesk, target: string, user: User = "demo1"): Promise<LedgerRows> {
  const { status, json } = await desk.get(target, { user });
  expect({ status, json }).toMatchObject({ status: 200 });
  return json as LedgerRows;
}

async function place(desk: HttpDesk, user: User, words: string): Promise<void> {
  const [side, volume, price] = words.split(" ");
  const order = { symbol: "BTCUSDT", side, volume, price, type: "LIMIT" };
  const { status, json } = await desk.post("/sapi/v1/order", order, { user });
  expect({ status, json }).toMatchObject({ status: 200 });
}

function words({ id, type, amount, asset, balance }: Entry): string {
  return `${id} ${type} ${amount} ${asset}: ${balance}`;
}

test("LEDGER-ENTRY-1 HIST-LEDGER-1 a trade leaves each side what it paid, received and was charged", async () => {
  const desk = await HttpDesk.open();
  await place(desk, "demo2", "SELL 2 100");
  const { position } = desk.exchange.state;
  await place(desk, "demo1", "BUY 2 100");

  const at = { time: desk.exchange.nowMs, symbol: "BTCUSDT", tradeId: 1, forced: "NONE" };
  const bought = await page(desk, `${SPOT}?fromId=${position + 1}-0`);
  expect(bought).toEqual({
    entries: [
      {
        id: `${position + 1}-2`,
        ...at,
        asset: "BTC",
        type: "FEE",
        amount: "-0.002",
        balance: "101.998",
      },
      { id: `${position + 1}-1`, ...at, asset: "BTC", type: "TRADE", amount: "2", balance: "102" },
      {
        id: `${position + 1}-0`,
        ...at,
        asset: "USDT",
        type: "TRADE",
        amount: "-200",
        balance: "9999800",
      },
    ],
  });
  expect((await page(desk, `${SPOT}?limit=3`, "demo2")).entries.map(words)).toEqual([
    `${position + 1}-2 TRADE -2 BTC: 98`,
    `${position + 1}-1 FEE -0.2 USDT: 10000199.8`,
    `${position + 1}-0 TRADE 200 USDT: 10000200`,
  ]);
});

test("LEDGER-ENTRY-1 money that is only locked or free again leaves no entry", async () => {
  const desk = await HttpDesk.open();
  const before = await page(desk, SPOT);
  await place(desk, "demo1", "BUY 1 90");
  await desk.post("/sapi/v1/cancelAll", { symbol: "BTCUSDT" });

  expect(await page(desk, SPOT)).toEqual(before);
});

test("HIST-LEDGER-2 pages of any length, from either end, are the whole ledger", async () => {
  const desk = await HttpDesk.open();
  for (let trade = 0; trade < 4; trade++) {
    await place(desk, "demo2", "SELL 1 100");
    await place(desk, "demo1", "BUY 1 100");
  }
  const { entries: whole, nextId } = await page(desk, `${SPOT}?limit=1000`);
  expect(nextId).toBeUndefined();
  expect(whole.length).toBeGreaterThan(12);

  for (const limit of [1, 2, 5, whole.length, whole.length + 1]) {
    expect(await walked(desk, "toId", limit)).toEqual(whole);
    expect(await walked(desk, "fromId", limit)).toEqual(whole.toReversed());
  }
});

/** All entries, in the order in which pages of one length come to them. */
async function walked(desk: HttpDesk, by: "fromId" | "toId", limit: number): Promise<Entry[]> {
  const found: Entry[] = [];
  let next: string | undefined = by === "fromId" ? "0-0" : undefined;
  do {
    const from: string = next === undefined ? "" : `&${by}=${next}`;
    const { entries, nextId } = await page(desk, `${SPOT}?limit=${limit}${from}`);
    expect(entries.length).toBeLessThanOrEqual(limit);
    found.push(...(by === "fromId" ? entries.toReversed() : entries));
    next = nextId;
  } while (next !== undefined);
  return found;
}

test("HIST-LEDGER-2 of an asset, of a type, and between two times, both included", async () => {
  const desk = await HttpDesk.open();
  const times: number[] = [];
  for (let trade = 0; trade < 3; trade++) {
    desk.exchange.nowMs += 1_000;
    times.push(desk.exchange.nowMs);
    await place(desk, "demo2", "SELL 1 100");
    await place(desk, "demo1", "BUY 1 100");
  }
  const typesOf = async (query: string) => {
    const { entries } = await page(desk, `${SPOT}?${query}`);
    return entries.map(({ type, asset }) => `${type} ${asset}`);
  };

  expect(await typesOf("asset=btc&type=FEE")).toEqual(Array(3).fill("FEE BTC"));
  expect(await typesOf("asset=USDT&type=TRADE")).toEqual(Array(3).fill("TRADE USDT"));
  const [first = 0, second = 0, third = 0] = times;
  for (const way of ["", "&fromId=0-0"]) {
    expect(await typesOf(`startTime=${second}&endTime=${second}${way}`)).toHaveLength(3);
    expect(await typesOf(`startTime=${second}${way}`)).toHaveLength(6);
    expect(await typesOf(`startTime=${first}&endTime=${second}${way}`)).toHaveLength(6);
    expect(await typesOf(`startTime=${third + 1}${way}`)).toEqual([]);
    expect(await typesOf(`startTime=${third}&endTime=${first}${way}`)).toEqual([]);
    expect(await typesOf(`endTime=${first - 1}&type=TRADE${way}`)).toEqual([]);
  }
});

test.each([
  ["asset=NONE", "Parameter asset is unknown."],
  ["fromId=7", "Parameter fromId is malformed."],
  ["toId=-1-0", "Parameter toId is malformed."],
  ["fromId=1-0&toId=2-0", "Parameter toId is malformed."],
  ["limit=0", "Parameter limit is malformed."],
  ["type=GIFT", "Parameter type must be one of DEPOSIT, WITHDRAWAL, TRANSFER"],
])("HIST-LEDGER-2 %s is refused", async (query, msg) => {
  const desk = await HttpDesk.open();

  const { status, json } = await desk.get(`${SPOT}?${query}`);

  expect({ status, json }).toMatchObject({ status: 400, json: { code: -1102 } });
  expect((json as { msg: string }).msg).toContain(msg);
});

test("LEDGER-ENTRY-1 a transfer is an entry in each of its areas", async () => {
  const desk = await HttpDesk.open();
  const moved = { coinSymbol: "USDT", amount: "10", fromAccount: "EXCHANGE", toAccount: "FUTURE" };
  await desk.post("/sapi/v1/asset/transfer", moved);

  const [out] = (await page(desk, `${SPOT}?limit=1`)).entries;
  const [into] = (await page(desk, "/fapi/v1/account/ledger?limit=1")).entries;
  expect(out).toMatchObject({ type: "TRANSFER", amount: "-10", transferId: 7 });
  expect(into).toMatchObject({ type: "TRANSFER", amount: 10, transferId: 7 });
  // A user's entries of one command are numbered through, area by area.
  expect([out?.id, into?.id].map((id) => id?.split("-")[1])).toEqual(["0", "1"]);
});

test("LEDGER-ENTRY-1 of contracts: margin, fee and profit, each of its balance", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  await desk.place("demo2", "SELL OPEN 10 @ 40000");
  await desk.place("demo1", "BUY OPEN 10 @ 40000", { positionType: 2 });
  await desk.place("demo2", "BUY CLOSE 10 @ 40100");
  await desk.place("demo1", "SELL CLOSE 10 @ 40100", { positionType: 2 });

  const { entries } = await page(desk.http, "/fapi/v1/account/ledger?limit=8");
  expect(entries.length).toBe(8);
  for (const entry of entries) expect(entry).toMatchObject({ forced: "NONE" });
  const opened = entries.filter(({ type }) => type === "MARGIN");
  expect(opened).toHaveLength(4);
  expect(entries.map(({ type }) => type)).toContain("PROFIT");
  expect(entries.map(({ type }) => type)).toContain("FEE");
  expect(entries[0]).toMatchObject({ contractName: LINEAR });
});

test("HIST-LEDGER-2 nobody sees another's entries, and an area not another's", async () => {
  const desk = await HttpDesk.open();
  const before = await page(desk, SPOT, "demo2");
  desk.must({ type: "Deposit", id: "x", user: 1, asset: 1, amount: 5n, request: 0 });

  expect(await page(desk, SPOT, "demo2")).toEqual(before);
  const inMargin = await page(desk, "/sapi/v1/margin/account/ledger");
  expect(inMargin.entries.map(({ type }) => type)).toEqual(["TRANSFER"]);
  const [deposit] = (await page(desk, `${SPOT}?limit=1`)).entries;
  expect(deposit).toMatchObject({ type: "DEPOSIT", amount: "0.00000005", movementId: "x" });
});
