/**
 * The strategies of examples/strategies as a person would run them, against an exchange whose traders make a market
 * and whose clock they lead. What they say they gained is held against the account, added up another way. The
 * exchange lives in this process and begins at a time of its own, shortly before a full hour: its market is the
 * same every time, so what a strategy is here to meet, it meets. Python's run on a real server.
 */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { OPERATOR_PREFIX } from "../../src/client/operator.ts";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { runToEnd } from "../support/run-to-end.ts";
import { IS_LONG } from "../support/runs.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import "../support/judged-apis.ts";

const ROOT = join(import.meta.dirname, "../..");
const BEGINNING_MS = Date.UTC(2026, 0, 15, 11, 58);
/** Of engine time, in the campaign; in the suite each runs until it has done what it is for. */
const HOURS_IN_CAMPAIGN = 1.2;
const PATIENCE_MS = 600_000;
const TOKEN = "0123456789abcdef".repeat(4);
/** Decimals of every asset of the demo, and of its prices. */
const [DECIMALS, PRICE_DECIMALS] = [8, 2];
/** What is told of a profit is cut to cents. */
const CENT = 10n ** BigInt(DECIMALS - 2);

const keys = join(directoryOfFile(), "demo-keys.json");
const operator = createServer();
let exchange: InProcessExchange;
let client: SignedClient;

beforeAll(async () => {
  exchange = await openAt(BEGINNING_MS);
  writeFileSync(keys, JSON.stringify(exchange.keys));
  const port = Number(new URL(exchange.url ?? "").port);
  client = new SignedClient(port, exchange.keys["demo1"] ?? { apiKey: "", secret: "" });
  await exchange.operator.post("/contracts/set", { name: "E-BTC-USDT", fundingIntervalHours: "1" });
  await listenForOperator();
});

afterAll(async () => {
  client.close();
  operator.close();
  await exchange.close();
});

/** Its clock stands there. A state that is loaded has the clock of requests anew, by which programs sign. */
async function openAt(timeMs: number): Promise<InProcessExchange> {
  vi.useFakeTimers({ toFake: ["Date"], now: timeMs });
  try {
    const opened = await createExchange({ traders: true, frozen: true, seed: 1, port: 0 });
    await opened.operator.save("beginning");
    vi.useRealTimers();
    await opened.operator.load("beginning");
    return opened;
  } finally {
    vi.useRealTimers();
  }
}

/** The operator's API at an address, as a program is told one. */
async function listenForOperator(): Promise<void> {
  operator.on("request", async (incoming, reply) => {
    const { method, url = "", headers } = incoming;
    const body = await text(incoming);
    const path = url.slice(OPERATOR_PREFIX.length);
    if (headers.authorization !== `Bearer ${TOKEN}`) {
      reply.writeHead(401).end("{}");
      return;
    }
    const answer =
      method === "GET"
        ? await exchange.operator.get(path)
        : await exchange.operator.post(path, JSON.parse(body));
    reply.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => operator.listen(0, "127.0.0.1", resolve));
}

async function run(name: string, hours: number, ...flags: string[]): Promise<string> {
  const command = [process.execPath, "--import", "tsx", `examples/strategies/${name}.ts`];
  const environment = {
    BOURSE_URL: exchange.url ?? "",
    BOURSE_KEYS: keys,
    BOURSE_OPERATOR_URL: `http://127.0.0.1:${(operator.address() as AddressInfo).port}`,
    BOURSE_OPERATOR_TOKEN: TOKEN,
  };
  const before = await held();
  const all = [...command, "--hours", `${IS_LONG ? HOURS_IN_CAMPAIGN : hours}`, ...flags];

  const { code, out, output } = await runToEnd(all, { directory: ROOT, environment });

  expect(code, output).toBe(0);
  await expectTrue(out, before, await held());
  await expectNothingOpen();
  return out;
}
/** A whole number of 10^-decimals. */
function unitsOf(text: string, decimals: number): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}

type Held = Readonly<Record<"BTC" | "USDT", bigint>>;

/** All positions are closed before and after: money is what lies in the accounts. */
async function held(): Promise<Held> {
  const { balances } = (await client.get("/sapi/v1/account"))?.json ?? {};
  const { account } = (await client.get("/fapi/v1/account"))?.json ?? {};
  const sum = (asset: string) => {
    const spot = balances.find((one: { asset: string }) => one.asset === asset);
    const coin = account.find((one: { marginCoin: string }) => one.marginCoin === asset);
    const texts = [spot.free, spot.locked, `${coin.accountNormal}`, `${coin.accountLock}`];
    return texts.reduce((total, text) => total + unitsOf(text, DECIMALS), 0n);
  };
  return { BTC: sum("BTC"), USDT: sum("USDT") };
}

async function expectTrue(said: string, before: Held, after: Held): Promise<void> {
  const told = (asset: string) => new RegExp(`^${asset} ([+-]\\d+\\.\\d{8})$`, "m").exec(said)?.[1];
  const toldUnits = (asset: string) => {
    const text = told(asset) ?? "+0";
    return unitsOf(text.slice(1), DECIMALS) * (text.startsWith("-") ? -1n : 1n);
  };
  const gained = { BTC: after.BTC - before.BTC, USDT: after.USDT - before.USDT };
  expect({ BTC: toldUnits("BTC"), USDT: toldUnits("USDT") }, said).toEqual(gained);
  const { last } = (await client.get("/sapi/v1/ticker?symbol=BTCUSDT"))?.json ?? {};
  const price = unitsOf(`${last}`, PRICE_DECIMALS);
  const profit = gained.USDT + (gained.BTC * price) / 10n ** BigInt(PRICE_DECIMALS);
  const [, sign, cents] = /^profit and loss: ([+-])(\d+\.\d\d) USDT$/m.exec(said) ?? [];
  const toldProfit = unitsOf(cents ?? "", DECIMALS) * (sign === "-" ? -1n : 1n);
  expect(profit - toldProfit, said).toBeGreaterThanOrEqual(-1n);
  expect(profit - toldProfit, said).toBeLessThan(CENT);
}

async function expectNothingOpen(): Promise<void> {
  const spot = await client.get("/sapi/v1/openOrders?symbol=BTCUSDT");
  const futures = await client.get("/fapi/v1/openOrders");
  const { account } = (await client.get("/fapi/v1/account"))?.json ?? {};
  const positions = account.flatMap((coin: { positionVos: unknown[] }) => coin.positionVos);
  expect([spot?.json, futures?.json, positions]).toEqual([[], [], []]);
}

test("the funding collector is funded once, and ends without a position", {
  timeout: PATIENCE_MS,
}, async () => {
  const said = await run("funding-collector", 0.05);

  expect(said).toMatch(/^USDT -\d/m);
  // A full hour, which is a funding here, is in it.
  expect(said).toMatch(/^funding -?\d*\.\d*[1-9]\d* USDT$/m);
});

test("the market maker trades and leaves no quote behind", { timeout: PATIENCE_MS }, async () => {
  const said = await run("market-maker", 0.03, "--step", "10", "--half-spread", "0.0001");

  expect(said).toMatch(/^BTC [+-]/m);
});

test("the grid answers every line that trades", { timeout: PATIENCE_MS }, async () => {
  const said = await run("grid", 0.03, "--distance", "0.0002", "--step", "10");

  expect(said).toMatch(/^[1-9]\d* lines traded$/m);
});

test("the long adds margin, then halves itself, and is not liquidated", {
  timeout: PATIENCE_MS,
}, async () => {
  const said = await run(
    "liquidation-aware-long",
    0.02,
    "--leverage",
    "60",
    "--near",
    "0.02",
    "--budget",
    "50",
    "--step",
    "20",
  );

  expect(said).toMatch(/^added \d+\.\d\d USDT of margin, \d+\.\d\d left for that$/m);
  expect(said).toMatch(/^closed \d+ of 2000 contracts$/m);
  expect(said).toMatch(/^closed by itself$/m);
});
