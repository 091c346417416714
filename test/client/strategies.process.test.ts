/**
 * The strategies of examples/strategies as a person would run them, on a real server whose traders make a market
 * and whose clock they lead. What they say they gained is held against the account, added up another way.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATOR_TOKEN_NAME } from "../../src/auth/operator-token.ts";
import { runToEnd } from "../support/run-to-end.ts";
import { IS_LONG } from "../support/runs.ts";
import { bourse, ServerProcess, SMALL_LOG, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Of engine time: in the campaign long enough to meet a full hour. */
const HOURS = IS_LONG ? 1.2 : 0.1;
const PATIENCE_MS = 600_000;
/** Decimals of every asset of the demo, and of its prices. */
const [DECIMALS, PRICE_DECIMALS] = [8, 2];
/** What is told of a profit is cut to cents. */
const CENT = 10n ** BigInt(DECIMALS - 2);

const directory = directoryOfFile();
let server: ServerProcess;
let client: SignedClient;

beforeAll(async () => {
  server = await ServerProcess.startAsIs(directory, [...SMALL_LOG, "--no-limits"]);
  client = new SignedClient(server.port, server.keys()["demo1"] ?? { apiKey: "", secret: "" });
  // The strategies find a clock that stands and leave it so: what they leave behind does not change.
  await operate("clock", "freeze");
  await operate("contract", "set", "E-BTC-USDT", "--funding-hours", "1");
}, START_PATIENCE_MS);

afterAll(async () => {
  client.close();
  await server.stop();
});

async function operate(...args: string[]): Promise<void> {
  const { code, output } = await bourse(...args, "--data", directory);
  expect(code, output).toBe(0);
}

async function run(name: string, ...flags: string[]): Promise<string> {
  const command = [process.execPath, "--import", "tsx", `examples/strategies/${name}.ts`];
  const environment = {
    BOURSE_URL: `http://127.0.0.1:${server.port}`,
    BOURSE_KEYS: join(directory, "demo-keys.json"),
    BOURSE_OPERATOR_URL: `http://127.0.0.1:${server.operatorPort}`,
    BOURSE_OPERATOR_TOKEN: readFileSync(join(directory, OPERATOR_TOKEN_NAME), "utf8").trim(),
  };
  const before = await held();
  const all = [...command, "--hours", `${HOURS}`, ...flags];

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

test("the market maker trades and leaves no quote behind", { timeout: PATIENCE_MS }, async () => {
  await run("market-maker", "--step", "10");
});

test("the grid answers every line that trades", { timeout: PATIENCE_MS }, async () => {
  const said = await run("grid", "--distance", "0.0005", "--step", "10");

  expect(said).toMatch(/^[1-9]\d* lines traded$/m);
});

test("the funding collector ends without a position", { timeout: PATIENCE_MS }, async () => {
  const said = await run("funding-collector");

  expect(said).toMatch(/^USDT -\d/m);
  // A full hour of the campaign, which is a funding here, is in it.
  expect(said).toMatch(IS_LONG ? /^funding -?\d*\.\d*[1-9]\d* USDT$/m : /^funding -?[\d.]+ USDT$/m);
});

test("the long adds margin, then halves itself, and is not liquidated", {
  timeout: PATIENCE_MS,
}, async () => {
  const said = await run(
    "liquidation-aware-long",
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
