import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DirectExchange } from "../../test/support/direct-exchange.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { privateFiles } from "../auth/private-files.ts";
import { drawCredentials, sealSecret } from "../auth/seal.ts";
import { realDisk } from "../log/real-disk.ts";
import { completeDemo, DemoError } from "./demo-catalogue.ts";
import { DEMO_KEYS_NAME, DemoKeysError } from "./demo-keys.ts";

const masterKey = Buffer.alloc(32, 1);

function toolsFor(exchange: DirectExchange, directory: string) {
  const files = privateFiles(realDisk(directory));
  const seal = (key: { apiKey: string; secret: string }) => sealSecret(masterKey, key);
  return { exchange, files, draw: drawCredentials, seal };
}

function moneyOf({ state }: DirectExchange) {
  return state.ledger.spot.map((wallets) => wallets.map((wallet) => wallet?.free));
}

const FULL = [10_000_000_000n, 1_000_000_000_000_000n];
/** Two assets, a pair, and for each user itself, two deposits and a key. */
const STEPS = 11;

test("a fresh sandbox gets a pair, two users with money and their keys in a file of the owner's", async () => {
  const exchange = new DirectExchange();
  const directory = temporaryDirectory();

  const keys = await completeDemo(toolsFor(exchange, directory));

  const { users, catalogue } = exchange.state;
  expect(catalogue.pairsByName.get("BTCUSDT")).toMatchObject({
    pricePrecision: 2,
    quantityPrecision: 5,
    selfTrade: "none",
    takerRate: 100_000,
  });
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
    expect(exchange.state.users.byApiKey.has(keys["demo2"]?.apiKey ?? "")).toBe(true);
    expect(exchange.commands).toHaveLength(1 + STEPS);
  },
);

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
