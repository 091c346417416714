/**
 * The README's order and the walk of docs/first-steps.md, run as they stand against one real server:
 * only the port is another one, and the shell is the one of typed-shell.ts. They are typed in a folder that looks like
 * a clone, with `./data` in it. What the machine has no program for is skipped, and says so.
 */
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cli, type Printed } from "../support/cli-desk.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { hasProgram, runToEnd } from "../support/run-to-end.ts";
import { ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { PATIENCE_MS, until } from "../support/until.ts";
import { type Block, blocksOf, ROOT, readPage } from "./pages.ts";
import { openShell } from "./typed-shell.ts";

const BLOCKS = ["README.md", "docs/first-steps.md"].flatMap((path) => blocksOf(readPage(path)));

const clone = directoryOfFile();
let server: ServerProcess;

beforeAll(async () => {
  for (const name of ["node_modules", "package.json", "dist"]) {
    symlinkSync(join(ROOT, name), join(clone, name));
  }
  server = await ServerProcess.startAsIs(join(clone, "data"));
}, START_PATIENCE_MS);
afterAll(() => server.kill());

/** The first block of a language, with that mark. */
function blockOf(language: string, mark: string): Block {
  const block = BLOCKS.find((one) => one.language === language && one.mark === mark);
  return block ?? expect.fail(`no block ${language} ${mark}`);
}

async function canRun(...programs: string[]): Promise<boolean> {
  for (const program of programs) {
    if (await hasProgram(program, program === "openssl" ? "version" : "--version")) continue;
    console.log(`skipped: the steps for ${programs.join(", ")}; there is no ${program}`);
    return false;
  }
  return true;
}

const hasShell = await canRun("bash", "curl", "openssl");
const hasPython = await canRun("python3");

/** Runs a program in the clone; what it printed. */
async function run(...command: string[]): Promise<string> {
  const { code, out, output } = await runToEnd(command, { directory: clone });
  expect(code, output).toBe(0);
  return out;
}

function withPort(text: string): string {
  return text.replaceAll("127.0.0.1:8080", `127.0.0.1:${server.port}`);
}

/** Writes a block under a name of its own, as a reader would. */
function save(language: string, mark: string, name = mark): string {
  writeFileSync(join(clone, name), withPort(blockOf(language, mark).text));
  return name;
}

const FILLED = { symbol: "BTCUSDT", type: "MARKET", status: "FILLED" };

function usdt(balance: { free: string }) {
  const nothing = { locked: "0", borrowed: "0", interest: "0" };
  return { asset: "USDT", ...nothing, ...balance };
}

interface Balances {
  readonly balances: readonly { asset: string; free: string; borrowed: string }[];
}

function balanceOf({ balances }: Balances, name: string) {
  return balances.find(({ asset }) => asset === name) ?? expect.fail(`no balance of ${name}`);
}

interface FuturesAccounts {
  readonly account: readonly FuturesAccount[];
}

interface FuturesAccount {
  readonly marginCoin: string;
  readonly accountNormal: number;
  readonly positionVos: readonly { readonly positions: readonly Record<string, number>[] }[];
}

function futuresOf({ account }: FuturesAccounts, coin: string): FuturesAccount {
  return account.find(({ marginCoin }) => marginCoin === coin) ?? expect.fail(`no ${coin}`);
}

/** The position that a market order for 50,000 USDT opened at 20 times. */
function expectLong(held: FuturesAccounts): Record<string, number> {
  const [position] = futuresOf(held, "USDT").positionVos[0]?.positions ?? [];
  expect(position).toMatchObject({ side: "BUY", positionType: 2, leverageLevel: 20 });
  const { holdAmount = 0, reducePrice = 0, openPrice = 0 } = position ?? {};
  expect(holdAmount).toBeGreaterThan(2_490);
  expect(holdAmount).toBeLessThanOrEqual(2_500);
  expect(reducePrice / openPrice).toBeGreaterThan(0.95);
  expect(reducePrice / openPrice).toBeLessThan(0.96);
  return { holdAmount, openPrice };
}

type Reply = ReturnType<typeof JSON.parse>;

function expectLiquidated(
  position: Record<string, number>,
  held: FuturesAccounts,
  [prices, over, profits, trades]: readonly Reply[],
): void {
  const { holdAmount = 0, openPrice } = position;
  // The walk leaves a chart that can be read: nothing falls further than a market does.
  expect(prices.indexPrice / (openPrice ?? 0)).toBeGreaterThan(0.86);
  expect(prices.indexPrice / (openPrice ?? 0)).toBeLessThan(0.9);
  expect(prices.markPrice).toBeLessThanOrEqual(prices.indexPrice * 1.05);
  expect(futuresOf(over, "USDT").positionVos).toEqual([]);
  expect(futuresOf(over, "USDT").accountNormal).toBe(futuresOf(held, "USDT").accountNormal);
  expect(profits).toMatchObject([{ side: "BUY", openPrice, closeProfit: -holdAmount }]);
  expect(trades).toMatchObject([
    { side: "SELL", bidUserId: 0, fee: 0 },
    { side: "BUY", isMaker: false },
  ]);
}

/** History and saved states are the archivist's, and one that was loaded has another: a busy machine lets it wait. */
function archived(): Promise<true> {
  return until("the archivist tells its audit", PATIENCE_MS, async () => {
    const { code } = await cli(["audit", "--data", server.directory]);
    return code === 0 ? true : undefined;
  });
}

/** EXPLAIN-PACE-1: on a busy machine the archivist gives up after its time, and says so; who reads that asks again. */
function explained(words: readonly string[]): Promise<Printed> {
  return until("it is explained", PATIENCE_MS, async () => {
    const printed = await cli([...words, "--data", server.directory]);
    const isLate = /was not found within|ask again/.test(printed.out + printed.err);
    return isLate ? undefined : printed;
  });
}

async function typeBourse(words: readonly string[]): Promise<Printed> {
  if (words[0] === "explain") return await explained(words);
  if (words.join(" ").startsWith("snapshot save")) await archived();
  const printed = await cli([...words, "--data", server.directory]);
  if (words.join(" ").startsWith("snapshot load")) await archived();
  return printed;
}

/** What the page waits for with its `sleep`: the mark has followed the index, and the position is gone. */
async function liquidated(): Promise<void> {
  await until("the position is liquidated", PATIENCE_MS, async () => {
    // The user's own requests are counted, and the page needs them.
    const { out } = await cli(["user", "show", "demo1", "--json", "--data", server.directory]);
    return JSON.parse(out).positionCount === 0 ? true : undefined;
  });
}

const UNTIL_NEXT = "=== next block ===";

/** By heading. */
const said = new Map<string, string>();

/** All blocks in one shell, since what one defines the next ones use. */
async function typeBlocks(): Promise<void> {
  const blocks = BLOCKS.filter(({ language, mark }) => language === "sh" && mark === "");
  const script = blocks.map(({ text }) => `${text}echo '${UNTIL_NEXT}'\n`).join("");
  await archived();
  const shell = await openShell({ bourse: typeBourse, sleep: liquidated });
  const typed = run("bash", "-e", "-c", shell.prelude + withPort(script));
  const output = await typed.finally(shell.close);
  for (const [at, { heading }] of blocks.entries()) {
    const words = output.split(`${UNTIL_NEXT}\n`)[at] ?? "";
    said.set(heading, (said.get(heading) ?? "") + words);
  }
}

/** The replies printed under a heading, in their order; what `bourse` says is none. */
function repliesUnder(heading: string): Reply[] {
  const lines = (said.get(heading) ?? "").split("\n").filter((line) => /^[[{]/.test(line));
  // Behind a signed reply stands its status.
  return lines.map((line) => JSON.parse(line.replace(/ \d{3}$/, "")));
}

beforeAll(async () => {
  if (hasShell) await typeBlocks();
}, 2 * START_PATIENCE_MS);

describe.skipIf(!hasShell)("in a shell", () => {
  test("curl shows symbols, a ticker, a book with two sides and candles", () => {
    const [listed, ticker, depth, klines] = repliesUnder("Look at the market");

    expect(listed.symbols).toHaveLength(3);
    expect(Number(ticker.last)).toBeGreaterThan(0);
    expect([depth.bids.length, depth.asks.length]).toEqual([5, 5]);
    expect(klines.length).toBeGreaterThan(0);
  });

  test("an order signed with openssl comes back filled, on both pages", () => {
    const filled = expect.objectContaining(FILLED);

    expect(repliesUnder("Place an order")).toEqual([filled, filled]);
  });

  test("own trades, balances, and an order that waits until it is cancelled", () => {
    const [trades, account, placed, open, canceled] = repliesUnder("See what you have");

    expect(trades[0]).toMatchObject({ symbol: "BTCUSDT", isBuyer: true, isMaker: false });
    expect(account.balances).toHaveLength(3);
    expect(placed).toMatchObject({ status: "NEW", clientOrderId: "patient" });
    expect(open).toMatchObject([{ status: "NEW", clientOrderId: "patient" }]);
    expect(canceled).toMatchObject({ status: "CANCELED", clientOrderId: "patient" });
  });

  test("the level falls with the index until the account is liquidated, and the rest stays", () => {
    const heading = "Borrow, and be liquidated";
    const [before, bought, long, lower, called, over, trades, moved] = repliesUnder(heading);

    expect(before).toMatchObject({ marginLevel: "999", state: "NORMAL" });
    expect(before.balances).toContainEqual(usdt({ free: "10000" }));
    expect(bought).toMatchObject(FILLED);
    // What is left of 29,000 when no further lot can be paid for is repaid at once.
    expect(Number(balanceOf(long, "USDT").borrowed)).toBeGreaterThan(18_990);
    expect(Number(balanceOf(long, "USDT").borrowed)).toBeLessThanOrEqual(19_000);
    expect([long, lower, called, over].map(({ state }) => state)).toEqual([
      ...["NORMAL", "TRADE_ONLY", "MARGIN_CALL", "NORMAL"],
    ]);
    const levels = [long, lower, called].map(({ marginLevel }) => Number(marginLevel));
    expect(levels).toEqual(levels.toSorted((a, b) => b - a));
    expect(over.marginLevel).toBe("999");
    expect(Number(balanceOf(over, "BTC").free)).toBeGreaterThan(0.1);
    expect(trades[0]).toMatchObject({ symbol: "BTCUSDT", isBuyer: false });
    expect(moved.transferId).toBeGreaterThan(0);
    expect(said.get(heading)?.match(/^the index of BTC is \d+(?:\.\d+)? USDT$/gm)).toHaveLength(3);
  });

  test("a position of 20 times its margin is liquidated when the index falls, and recorded", () => {
    const heading = "Trade futures, and be liquidated";
    const [listed, before, moved, lever, placed, held, ...later] = repliesUnder(heading);

    expect(listed).toMatchObject([
      ...[{ symbol: "E-BTC-USDT" }, { symbol: "E-ETH-USDT" }, { symbol: "E-BTC-USD" }],
    ]);
    expect(before.markPrice).toBeGreaterThan(0);
    expect([moved.transferId > 0, lever, placed.orderId > 0]).toEqual([true, {}, true]);
    expectLiquidated(expectLong(held), held, later);
    expect(said.get(heading)).toMatch(/^USDT .* 100\d{5}(?:\.\d+)? +0$/m);
  });

  test("the operator's commands say what they did", () => {
    const words = said.get("Be the operator");

    for (const sentence of [
      /^kind +sandbox$/m,
      /^added user alice, number \d+$/m,
      /^secret +[0-9a-f]{64}$/m,
      /^deposited 1000 USDT to alice, id first-deposit$/m,
      /^added asset SOL with 8 decimals$/m,
      /^added symbol SOLUSDT$/m,
      /^symbol SOLUSDT is halted$/m,
      /^symbol SOLUSDT is trading$/m,
    ]) {
      expect(words).toMatch(sentence);
    }
  });
});

describe.skipIf(!hasShell)("in a shell, what only a sandbox has", () => {
  test.each(["E-BTC-USDT", "E-ETH-USDT"])(
    "SANDBOX-MARKET-2 after both liquidations the chart of %s can be read: no candle is a crash",
    async (name) => {
      const asked = `contractName=${name}&interval=1min&limit=100`;
      const address = `http://127.0.0.1:${server.port}/fapi/v1/klines?${asked}`;
      const candles = (await (await judgedFetch(address)).json()) as {
        high: number;
        low: number;
      }[];

      expect(candles.length).toBeGreaterThan(0);
      for (const { high, low } of candles) expect(Number(low) / Number(high)).toBeGreaterThan(0.85);
    },
  );

  test("an order whose reply is lost is there, once, under its client id", () => {
    const [lost, found, canceled] = repliesUnder("Lose a reply");

    expect(lost.code).toBe(-1007);
    expect(found).toMatchObject({ status: "NEW", clientOrderId: "lost" });
    expect(canceled).toMatchObject({ status: "CANCELED", clientOrderId: "lost" });
    expect(said.get("Lose a reply")).toMatch(/^1 +POST \/sapi\/v1\/order +504-executed /m);
    expect(said.get("Lose a reply")).toMatch(/"code":-1007,.* 504$/m);
  });

  test("an order that was refused is explained with its numbers", () => {
    const [refused] = repliesUnder("Ask why");

    expect(refused.code).toBe(-2017);
    expect(said.get("Ask why")).toMatch(/^asked +sell 900 BTCUSDT at 60000$/m);
    expect(said.get("Ask why")).toMatch(
      /^verdict +refused, insufficient_balance: had .+, needed 900$/m,
    );
  });

  test("the clock is led on by minutes, and candles come with it", () => {
    const [klines] = repliesUnder("Turn the clock");

    expect(klines).toHaveLength(3);
    expect(said.get("Turn the clock")).toMatch(/^engine time stands at .+\nit is 1?\d\d s ahead/m);
    expect(said.get("Turn the clock")).toMatch(/^engine time runs at /m);
  });

  test("what came after a saved state is undone", () => {
    const [placed, open] = repliesUnder("Go back");

    expect(placed).toMatchObject({ status: "NEW", clientOrderId: "undone" });
    expect(Array.isArray(open)).toBe(true);
    expect(JSON.stringify(open)).not.toContain("undone");
  });
});

test("the TypeScript comes back filled, by tsx and as JavaScript", async () => {
  const asTypes = await run("node_modules/.bin/tsx", save("ts", "order.mts"));
  const asScript = await run(process.execPath, save("ts", "order.mts", "order.mjs"));

  for (const output of [asTypes, asScript]) expect(JSON.parse(output)).toMatchObject(FILLED);
});

test("the typed client's order comes back filled", async () => {
  const filled = await run(process.execPath, save("js", "client.mjs"));

  expect(JSON.parse(filled)).toMatchObject(FILLED);
});

test("the listener hears the price and its own trade, and ends", async () => {
  const heard = await run(process.execPath, save("js", "listen.mjs"));

  expect(heard).toMatch(/^last price [\d.]+\n/);
  expect(heard).toMatch(/^bought 0\.\d+ at [\d.]+$/m);
});

test.skipIf(!hasPython)("the Python comes back filled", async () => {
  const output = await run("python3", save("python", "order.py"));

  expect(JSON.parse(output)).toMatchObject(FILLED);
});

test("the scripts are ten lines long", () => {
  const scripts = [blockOf("ts", "order.mts"), blockOf("python", "order.py")];

  for (const { text } of scripts) {
    expect(text.split("\n").filter((line) => line !== "")).toHaveLength(10);
  }
});

test("after Ctrl+C what is left is verified", async () => {
  await server.signal("SIGINT");
  const output = await run("bash", "-e", "-c", blockOf("sh", "stopped").text);

  expect(server.exitCode).toBe(0);
  expect(output).toMatch(/^verified: /m);
});
