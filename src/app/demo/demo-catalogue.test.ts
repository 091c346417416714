import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DirectExchange } from "../../../test/support/direct-exchange.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { PAIR_DEFAULTS } from "../../core/engine/catalogue/catalogue.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { Area } from "../../core/engine/ledger/area.ts";
import { balancesIn } from "../../core/engine/ledger/ledger.ts";
import { privateFiles } from "../../edge/auth/private-files.ts";
import { drawCredentials, sealSecret } from "../../edge/auth/seal.ts";
import { realDisk } from "../../log/real-disk.ts";
import { completeDemo, DEMO_USERS } from "./demo-catalogue.ts";
import { DEMO_KEYS_NAME, type DemoKeys, DemoKeysError, demoKeys } from "./demo-keys.ts";
import { DemoError } from "./ensure.ts";

const masterKey = Buffer.alloc(32, 1);

function toolsFor(exchange: DirectExchange, directory: string) {
  const files = privateFiles(realDisk(directory));
  const seal = (key: { apiKey: string; secret: string }) => sealSecret(masterKey, key);
  return { exchange, files, draw: drawCredentials, seal };
}

/** What is free, by user and asset less one; undefined where no money ever was. */
function freeIn({ ledger }: DirectExchange["state"], area: Area): (bigint | undefined)[][] {
  const rows: (bigint | undefined)[][] = [];
  for (const { user, asset, free } of balancesIn(ledger, area)) {
    while (rows.length < user) rows.push([]);
    const row = rows[user - 1] as (bigint | undefined)[];
    while (row.length < asset - 1) row.push(undefined);
    row[asset - 1] = free;
  }
  return rows;
}

function moneyOf({ state }: DirectExchange) {
  return freeIn(state, "spot");
}

function marginOf({ state }: DirectExchange) {
  return freeIn(state, "margin");
}

function futuresOf({ state }: DirectExchange) {
  return freeIn(state, "futures");
}

/** 10 BTC and 1,000,000 USDT. */
const STAKE = [1_000_000_000n, 100_000_000_000_000n];
const COLLATERAL = [undefined, 1_000_000_000_000n];

/** BTC, USDT and ETH in their smallest units. */
const FULL = [10_000_000_000n, 1_000_000_000_000_000n, 100_000_000_000n];
/**
 * Three assets, three pairs; for each user itself, three deposits and a key, and the deposit and the
 * transfer of its margin; a pool and its terms for each asset; then for each user the deposits and
 * transfers of its two stakes in futures, two insurance funds and three contracts.
 */
const STEPS = 39;

test("a new sandbox gets three pairs, two users with money and their keys in a file of the owner's", async () => {
  const exchange = new DirectExchange();
  const directory = temporaryDirectory();

  const keys = await completeDemo(toolsFor(exchange, directory));

  const { users, catalogue } = exchange.state;
  expect(catalogue.assets.map(({ name, scale }) => [name, scale])).toEqual([
    ["BTC", 8],
    ["USDT", 8],
    ["ETH", 8],
  ]);
  const shown = catalogue.pairs.map(({ name, base, quote, pricePrecision, quantityPrecision }) => [
    name,
    ...[base, quote, pricePrecision, quantityPrecision],
  ]);
  expect(shown).toEqual([
    ["BTCUSDT", 1, 2, 2, 5],
    ["ETHUSDT", 3, 2, 2, 4],
    ["ETHBTC", 3, 1, 5, 3],
  ]);
  for (const pair of catalogue.pairs) {
    expect(pair).toMatchObject({ selfTrade: "none", takerRate: 100_000, status: "trading" });
  }
  expect(users.users.map(({ name }) => name)).toEqual(["demo1", "demo2"]);
  expect(moneyOf(exchange)).toEqual([FULL, FULL]);
  expect(users.keys.map(({ apiKey }) => apiKey)).toEqual([
    keys["demo1"]?.apiKey,
    keys["demo2"]?.apiKey,
  ]);
  expect(statSync(join(directory, DEMO_KEYS_NAME)).mode & 0o777).toBe(0o600);
});

test.each(Array.from({ length: STEPS + 1 }, (_, steps) => steps))(
  "a demo that stopped after %i steps is completed with the same keys, and nothing is done twice",
  async (steps) => {
    const exchange = new DirectExchange();
    const tools = toolsFor(exchange, temporaryDirectory());
    const submit = exchange.submit.bind(exchange);
    let left = steps;
    exchange.submit = (command, notAfterMs) =>
      left-- > 0 ? submit(command, notAfterMs) : Promise.resolve({ kind: "unknown" });
    await completeDemo(tools).catch((error) => expect(error).toBeInstanceOf(DemoError));
    const written = tools.files.read(DEMO_KEYS_NAME);
    expect(written).toBeDefined();
    exchange.submit = submit;

    const keys = await completeDemo(tools);
    await completeDemo(tools);

    expect(tools.files.read(DEMO_KEYS_NAME)).toEqual(written);
    expect(moneyOf(exchange)).toEqual([FULL, FULL]);
    expect(marginOf(exchange)).toEqual([COLLATERAL, COLLATERAL]);
    expect(futuresOf(exchange)).toEqual([STAKE, STAKE]);
    expect(exchange.state.users.byApiKey.has(keys["demo2"]?.apiKey ?? "")).toBe(true);
    expect(exchange.commands).toHaveLength(1 + STEPS);
  },
);

/** What the first version of the demo made: no ETH, one pair. */
async function firstVersion(exchange: DirectExchange, keys: DemoKeys): Promise<void> {
  const commands: Command[] = [
    { type: "AddAsset", name: "BTC", scale: 8, request: 0 },
    { type: "AddAsset", name: "USDT", scale: 8, request: 0 },
    {
      type: "AddPair",
      ...PAIR_DEFAULTS,
      name: "BTCUSDT",
      base: 1,
      quote: 2,
      pricePrecision: 2,
      quantityPrecision: 5,
      selfTrade: "none",
      request: 0,
    },
    ...DEMO_USERS.flatMap((name, index): Command[] => {
      const user = index + 1;
      const apiKey = keys[name]?.apiKey ?? "";
      const sealedSecret = Uint8Array.of(1);
      const [btc = 0n, usdt = 0n] = FULL;
      return [
        { type: "AddUser", name, request: 0 },
        { type: "Deposit", id: `demo:${name}:BTC`, user, asset: 1, amount: btc, request: 0 },
        { type: "Deposit", id: `demo:${name}:USDT`, user, asset: 2, amount: usdt, request: 0 },
        {
          type: "AddKey",
          user,
          apiKey,
          sealedSecret,
          mayTrade: true,
          addresses: [],
          request: 0,
        },
      ];
    }),
  ];
  for (const command of commands) expect(exchange.do(command)).toMatchObject({ ok: true });
}

/** Long after the demo was made: the exchange has forgotten the ids of its deposits. */
function forgetMovements({ state }: DirectExchange): void {
  for (const { id } of state.movements.ring) state.movements.byId.delete(id);
}

/** ETH, a deposit of it for each user, and two pairs; margin, for the old pair too; and futures. */
const LATER_STEPS = 29;

test.each(Array.from({ length: LATER_STEPS + 1 }, (_, steps) => steps))(
  "a demo of the first version gets what it lacks, once, also when that stops after %i steps",
  async (steps) => {
    const exchange = new DirectExchange();
    const tools = toolsFor(exchange, temporaryDirectory());
    await firstVersion(exchange, demoKeys(tools.files, DEMO_USERS, drawCredentials));
    forgetMovements(exchange);
    const count = exchange.commands.length;
    const submit = exchange.submit.bind(exchange);
    let left = steps;
    exchange.submit = (command, notAfterMs) =>
      left-- > 0 ? submit(command, notAfterMs) : Promise.resolve({ kind: "unavailable" });
    await completeDemo(tools).catch((error) => expect(error).toBeInstanceOf(DemoError));
    exchange.submit = submit;

    await completeDemo(tools);
    forgetMovements(exchange);
    await completeDemo(tools);

    expect(exchange.commands).toHaveLength(count + LATER_STEPS);
    expect(moneyOf(exchange)).toEqual([FULL, FULL]);
    expect(marginOf(exchange)).toEqual([COLLATERAL, COLLATERAL]);
    expect(futuresOf(exchange)).toEqual([STAKE, STAKE]);
    expect(exchange.state.catalogue.pairs.every((pair) => pair.isMarginEnabled)).toBe(true);
    const names = exchange.state.catalogue.pairs.map(({ name }) => name);
    expect(names).toEqual(["BTCUSDT", "ETHUSDT", "ETHBTC"]);
  },
);

test("every asset of the demo can be borrowed, from a pool that is filled", async () => {
  const exchange = new DirectExchange();

  await completeDemo(toolsFor(exchange, temporaryDirectory()));

  const { catalogue, ledger } = exchange.state;
  for (const { id } of catalogue.assets) {
    expect(catalogue.loanTerms[id - 1]?.cap).toBeGreaterThan(0n);
    expect(catalogue.loanTerms[id - 1]?.hourlyRate).toBeGreaterThan(0);
    expect(ledger.houses[id - 1]?.loanPool).toBeGreaterThan(0n);
  }
});

test("a new sandbox lists two contracts in USDT and one in BTC, and insures both coins", async () => {
  const exchange = new DirectExchange();

  await completeDemo(toolsFor(exchange, temporaryDirectory()));

  const { catalogue, ledger } = exchange.state;
  const shown = catalogue.contracts.map((contract) => {
    const { name, kind, baseName, multiplier, multiplierDecimals, pricePrecision } = contract;
    return [name, kind, baseName, multiplier, multiplierDecimals, pricePrecision];
  });
  expect(shown).toEqual([
    ["E-BTC-USDT", "linear", "BTC", 1n, 4, 1],
    ["E-ETH-USDT", "linear", "ETH", 1n, 3, 2],
    ["E-BTC-USD", "inverse", "BTC", 10n, 0, 1],
  ]);
  const [btc, usdt] = [1, 2];
  expect(catalogue.contracts.map(({ marginCoin }) => marginCoin)).toEqual([usdt, usdt, btc]);
  for (const { selfTrade, leverageDefault, leverageMax, status } of catalogue.contracts) {
    expect([selfTrade, leverageDefault, leverageMax, status]).toEqual([
      ...["none", 20, 125, "trading"],
    ]);
  }
  for (const coin of [btc, usdt]) {
    expect(ledger.houses[coin - 1]?.futuresInsurance).toBeGreaterThan(0n);
  }
});

test("futures are not completed a second time, whatever became of a contract and of the insurance", async () => {
  const exchange = new DirectExchange();
  const tools = toolsFor(exchange, temporaryDirectory());
  await completeDemo(tools);
  exchange.do({ type: "DelistContract", contract: 3, request: 0 });
  const all = exchange.state.ledger.houses[1]?.futuresInsurance ?? 0n;
  const out = { id: "all", fund: "futures_insurance", asset: 2, amount: all } as const;
  expect(exchange.do({ type: "DrawFund", ...out, request: 0 })).toMatchObject({ ok: true });
  const count = exchange.commands.length;
  forgetMovements(exchange);

  await completeDemo(tools);

  expect(exchange.commands).toHaveLength(count);
});

test("a demo user whose key was revoked before there was margin gets none, and the demo starts", async () => {
  const exchange = new DirectExchange();
  const tools = toolsFor(exchange, temporaryDirectory());
  await firstVersion(exchange, demoKeys(tools.files, DEMO_USERS, drawCredentials));
  exchange.do({ type: "RevokeKey", key: 1, request: 0 });

  await completeDemo(tools);

  expect(marginOf(exchange)).toEqual([[], COLLATERAL]);
  expect(futuresOf(exchange)).toEqual([[], STAKE]);
});

test("no secret is in a command", async () => {
  const exchange = new DirectExchange();

  const keys = await completeDemo(toolsFor(exchange, temporaryDirectory()));

  const sealed = exchange.state.users.keys.map(({ sealedSecret }) => Buffer.from(sealedSecret));
  for (const { secret } of Object.values(keys)) {
    expect(sealed.some((bytes) => bytes.includes(secret))).toBe(false);
  }
});

test("production has no demo", async () => {
  const exchange = new DirectExchange();
  exchange.state.kind = "production";

  await expect(completeDemo(toolsFor(exchange, temporaryDirectory()))).rejects.toThrow(DemoError);
});

test.each(["{", "null", "{}", '{"demo1":{"apiKey":"a","secret":"b"},"demo2":{"apiKey":1}}'])(
  "a keys file that says %s is refused in a sentence",
  async (content) => {
    const tools = toolsFor(new DirectExchange(), temporaryDirectory());
    tools.files.create(DEMO_KEYS_NAME, Buffer.from(content));

    await expect(completeDemo(tools)).rejects.toThrow(DemoKeysError);
  },
);
