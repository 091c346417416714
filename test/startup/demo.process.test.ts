/**
 * The start-up contract, first half: what a new directory becomes without a flag, what is printed
 * and written for the newcomer, and that a later start with other flags finds all of it again. One
 * directory, two starts.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess, SMALL_LOG, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

/** What happened in the last moment may be told between. */
const STOPPED = / stopping\n(?:.+\n)*\S+ stopped\n$/;
/** The server corrects its clock against the wall's once a second. */
const CLOCKS_APART_MS = 100;
const SYMBOLS = ["BTCUSDT", "ETHUSDT", "ETHBTC"] as const;
const NOBODY = { apiKey: "", secret: "" };

const directory = directoryOfFile();
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.launch(directory, { isGroup: true });
}, START_PATIENCE_MS);
afterAll(() => server.killGroup());

/** A public endpoint's reply. */
async function ask(path: string): Promise<Response> {
  return judgedFetch(`http://127.0.0.1:${server.port}${path}`);
}

async function askAs(user: string, path: string) {
  const client = new SignedClient(server.port, server.keys()[user] ?? NOBODY);
  const answer = await client.get(path);
  client.close();
  return answer;
}

test("it says who the demo's users are, where their keys lie and, last, where it listens", () => {
  const lines = server.output.trimEnd().split("\n");

  expect(server.port).toBeGreaterThan(0);
  expect(lines.at(-1)).toBe(`listening on http://127.0.0.1:${server.port}`);
  expect(lines).toContain(`demo users demo1 and demo2: keys in ${directory}/demo-keys.json`);
});

test("demo-keys.json holds apiKey and secret of both users, and is for its owner alone", () => {
  const key = {
    apiKey: expect.stringMatching(/^[0-9a-f]{32}$/),
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
  };

  expect(server.keys()).toEqual({ demo1: key, demo2: key });
  for (const name of ["demo-keys.json", "operator-token", "master-key"]) {
    expect(statSync(join(directory, name)).mode & 0o777, name).toBe(0o600);
  }
});

test("LOG-KEEP-1 a new demo begins with two small files of the log", () => {
  const sizes = readdirSync(join(directory, "log"))
    .filter((name) => name.endsWith(".log"))
    .map((name) => statSync(join(directory, "log", name)).size);

  expect(new Set(sizes)).toEqual(new Set([4 * 1024 * 1024]));
});

test.skipIf(process.platform !== "linux")(
  "HIST-FORGET-1 the archivist is told the names of the demo's traders, and of no other user",
  () => {
    const typed = readFileSync(`/proc/${server.archivistPid}/cmdline`, "utf8").split("\0");

    expect(typed.at(-2)).toBe("maker1,maker2,taker1");
  },
);

test("the demo lists BTCUSDT, ETHUSDT and ETHBTC", async () => {
  const { symbols } = (await (await ask("/sapi/v1/symbols")).json()) as {
    symbols: readonly Record<string, unknown>[];
  };

  const shown = symbols.map((one) => [
    ...[one["symbol"], one["baseAsset"], one["quoteAsset"]],
    ...[one["pricePrecision"], one["quantityPrecision"]],
  ]);
  expect(shown).toEqual([
    ["BTCUSDT", "BTC", "USDT", 2, 5],
    ["ETHUSDT", "ETH", "USDT", 2, 4],
    ["ETHBTC", "ETH", "BTC", 5, 3],
  ]);
});

test("the demo lists E-BTC-USDT, E-ETH-USDT and the inverse E-BTC-USD", async () => {
  const contracts = (await (await ask("/fapi/v1/contracts")).json()) as Record<string, unknown>[];

  const shown = contracts.map((one) => [
    ...[one["symbol"], one["side"], one["multiplier"], one["multiplierCoin"], one["marginCoin"]],
    one["pricePrecision"],
  ]);
  expect(shown).toEqual([
    ["E-BTC-USDT", 1, 0.0001, "BTC", "USDT", 1],
    ["E-ETH-USDT", 1, 0.001, "ETH", "USDT", 2],
    ["E-BTC-USD", 0, 10, "USD", "BTC", 1],
  ]);
});

test.each(["demo1", "demo2"])("%s has 10 BTC and 1,000,000 USDT in futures", async (user) => {
  const answer = await askAs(user, "/fapi/v1/account");

  expect(answer?.json.account).toMatchObject([
    { marginCoin: "BTC", accountNormal: 10, accountLock: 0, positionVos: [] },
    { marginCoin: "USDT", accountNormal: 1_000_000, accountLock: 0, positionVos: [] },
  ]);
});

test.each(["demo1", "demo2"])("%s has 100 BTC, 1,000 ETH and 10,000,000 USDT", async (user) => {
  const answer = await askAs(user, "/sapi/v1/account");

  expect(answer?.json.balances).toHaveLength(3);
  expect(answer?.json.balances).toEqual(
    expect.arrayContaining([
      { asset: "BTC", free: "100", locked: "0" },
      { asset: "ETH", free: "1000", locked: "0" },
      { asset: "USDT", free: "10000000", locked: "0" },
    ]),
  );
});

test.each(SYMBOLS)("%s has bids, asks and a last price before clients come", async (symbol) => {
  const depth = (await (await ask(`/sapi/v1/depth?symbol=${symbol}`)).json()) as {
    bids: readonly unknown[];
    asks: readonly unknown[];
  };
  const ticker = (await (await ask(`/sapi/v1/ticker?symbol=${symbol}`)).json()) as {
    last: string;
  };

  expect(depth.bids.length).toBeGreaterThan(0);
  expect(depth.asks.length).toBeGreaterThan(0);
  expect(ticker.last).not.toBe("0");
});

test.each(["E-BTC-USDT", "E-ETH-USDT"])("%s has bids, asks and a last price, too", async (name) => {
  const query = `contractName=${name}`;
  const depth = (await (await ask(`/fapi/v1/depth?${query}`)).json()) as {
    bids: readonly unknown[];
    asks: readonly unknown[];
  };
  const ticker = (await (await ask(`/fapi/v1/ticker?${query}`)).json()) as { last: string };

  expect(depth.bids.length).toBeGreaterThan(0);
  expect(depth.asks.length).toBeGreaterThan(0);
  expect(ticker.last).not.toBe("0");
});

/** HIST-BOUND-1: an archive that is behind, on a busy machine, is asked again. */
async function klines(query: string): Promise<readonly { idx: number; vol: string }[]> {
  for (;;) {
    const reply = await ask(`/sapi/v1/klines?symbol=BTCUSDT&${query}`);
    const text = await reply.text();
    if (reply.status === 200) return JSON.parse(text);
    expect([reply.status, text]).toEqual([503, expect.stringContaining("The archive is behind")]);
  }
}

test("SANDBOX-PAST-5 SANDBOX-PAST-4 it opens on a past of seven days, in every interval and further back than 300", async () => {
  const lengths = { "1min": 300, "5min": 300, "15min": 300, "30min": 300, "60min": 169 };
  for (const [interval, length] of Object.entries({
    ...lengths,
    "1day": 8,
    "1week": 1,
    "1month": 1,
  })) {
    const shown = await klines(`interval=${interval}&limit=300`);
    expect(shown.length, interval).toBeGreaterThanOrEqual(length);
  }
  const sixDaysMs = 6 * 86_400_000;
  const page = await klines(`interval=1min&limit=300&endTime=${Date.now() - sixDaysMs}`);
  expect(page).toHaveLength(300);
  expect(page.every(({ vol }) => Number(vol) > 0)).toBe(true);
  const trades = (await (await ask("/sapi/v1/trades?symbol=ETHBTC&limit=1000")).json()) as {
    list: readonly unknown[];
  };
  expect(trades.list).toHaveLength(1_000);
});

test("every reply has its own X-Request-Id", async () => {
  const replies = [await ask("/sapi/v1/ping"), await ask("/sapi/v1/ping"), await ask("/none")];
  const signed = await askAs("demo1", "/sapi/v1/account");

  const ids = replies.map(({ headers }) => headers.get("x-request-id"));
  for (const id of ids) expect(id).toMatch(/^[0-9a-z]+$/);
  expect(new Set([...ids, signed?.headers["x-request-id"]]).size).toBe(4);
});

test("USER-LIMIT-1 a reply that was counted says how many are left, and until when", async () => {
  const sentMs = Date.now();
  const { headers } = await ask("/sapi/v1/ping");
  const signed = await askAs("demo1", "/sapi/v1/account");
  const unknown = await ask("/none");

  expect(headers.get("x-ratelimit-limit")).toBe("200");
  expect(Number(headers.get("x-ratelimit-remaining"))).toBeLessThan(200);
  const endsAtMs = Number(headers.get("x-ratelimit-reset"));
  expect(endsAtMs).toBeGreaterThan(sentMs - CLOCKS_APART_MS);
  expect(endsAtMs).toBeLessThan(Date.now() + 2_000 + CLOCKS_APART_MS);
  expect(signed?.headers["x-ratelimit-limit"]).toBe("20");
  expect(unknown.headers.get("x-ratelimit-limit")).toBeNull();
});

test("SIGTERM: it ends with 0, and neither it nor its archivist is left", async () => {
  await server.signal("SIGTERM");

  expect(server.exitCode).toBe(0);
  expect(server.isGroupLeft).toBe(false);
  expect(server.output).toMatch(STOPPED);
});

test("CORE-DIR-1 another start finds the same sandbox, whatever the flags say", async () => {
  const keys = readFileSync(join(directory, "demo-keys.json"));

  const args = ["--no-demo", "--no-limits", "--no-traders", ...SMALL_LOG];
  server = await ServerProcess.launch(directory, { isGroup: true, args });

  expect(readFileSync(join(directory, "demo-keys.json"))).toEqual(keys);
  const account = await askAs("demo1", "/sapi/v1/account");
  expect(account?.json.balances[0]).toEqual({ asset: "BTC", free: "100", locked: "0" });
  expect(account?.headers["x-ratelimit-limit"]).toBeUndefined();
  expect((await klines("interval=1day&limit=300")).length).toBeGreaterThanOrEqual(8);
});

test("SIGINT to the whole group, as a terminal sends it, ends it with 0 and leaves no process", async () => {
  await server.signal("SIGINT", "group");

  expect(server.exitCode).toBe(0);
  expect(server.isGroupLeft).toBe(false);
  expect(server.output).toMatch(STOPPED);
});
