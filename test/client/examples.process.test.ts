/**
 * Every example as a person would run it, against an exchange with its traders; and behind a proxy
 * that loses the first order's reply, done or not done. The exchange is in this process, behind a port: what a server
 * is beside that is tested in test/startup. Python is skipped where there is none; its strategies run
 * for hours of engine time in integrations/python/tests.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { deafPort } from "../support/deaf-port.ts";
import { hasProgram, runToEnd } from "../support/run-to-end.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import "../support/judged-apis.ts";

const ROOT = join(import.meta.dirname, "../..");
const NODE = process.execPath;
const PLACE_AND_CANCEL = [NODE, "examples/place-and-cancel.mjs"];
const PYTHON = ["python3", "examples/python/place_and_cancel.py"];

const keys = join(directoryOfFile(), "demo-keys.json");
let exchange: InProcessExchange;
let port: number;

beforeAll(async () => {
  exchange = await createExchange({ traders: true, limits: true, port: 0 });
  port = Number(new URL(exchange.url ?? "").port);
  writeFileSync(keys, JSON.stringify(exchange.keys));
});
afterAll(() => exchange.close());

const hasPython = await hasProgram("python3", "--version");
if (!hasPython) console.log("skipped: the Python example; there is no python3");

function environmentOf(at: number): Record<string, string> {
  return { BOURSE_URL: `http://127.0.0.1:${at}`, BOURSE_KEYS: keys };
}

async function run(command: readonly string[], at = port): Promise<string> {
  const environment = environmentOf(at);
  const { code, out, output } = await runToEnd(command, { directory: ROOT, environment });
  expect(code, output).toBe(0);
  return out;
}

test("place and cancel", async () => {
  const said = await run(PLACE_AND_CANCEL);

  expect(said).toMatch(/^BTCUSDT was last traded at \d+/);
  expect(said).toMatch(/^order \d+: BUY 0\.01 at \d+\.?\d*, NEW$/m);
  expect(said).toMatch(/^order \d+: CANCELED$/m);
  expect(said).toMatch(/^once more: ORDER_NOT_SUPPORT_CANCELLATION \(-1145\), /m);
});

test("the market maker quotes, quotes anew, and leaves nothing behind", async () => {
  const said = await run([NODE, "examples/market-maker.mjs", "--rounds", "3", "--pause", "50"]);

  expect(said.match(/^quoting BUY 0\.01 at \S+, SELL 0\.01 at \S+$/gm)).toHaveLength(3);
  expect(said).toMatch(/^stopped, nothing is left in the book; \d+ trades$/m);
});

test("Ctrl+C ends the market maker in order: what it has in the book is canceled", async () => {
  const maker = spawn(NODE, ["examples/market-maker.mjs", "--rounds", "99", "--pause", "60000"], {
    cwd: ROOT,
    env: { ...process.env, ...environmentOf(port) },
  });
  let said = "";
  maker.stdout.on("data", (piece: Buffer) => {
    if (said === "") maker.kill("SIGINT");
    said += piece;
  });

  const [code] = await once(maker, "close");

  expect([code, said]).toEqual([0, expect.stringMatching(/^stopped, nothing is left/m)]);
  expect(await openOrders()).toEqual([]);
});

test("the program of docs/client.md runs as it stands", async () => {
  const text = readFileSync(join(ROOT, "docs/client.md"), "utf8");
  const [, program = ""] = /^```js\n([\s\S]*?)^```$/m.exec(text) ?? [];
  const here = program
    .replace("http://127.0.0.1:8080", `http://127.0.0.1:${port}`)
    .replace("data/demo-keys.json", keys);

  expect(await run([NODE, "--input-type=module", "-e", here])).toMatch(/^[\d.]+ \d+ NEW\n$/);
});

test("the program of docs/client.md that watches a stream runs as it stands", async () => {
  const text = readFileSync(join(ROOT, "docs/client.md"), "utf8");
  const [, program = ""] = /^```js watch\.mjs\n([\s\S]*?)^```$/m.exec(text) ?? [];
  const here = program
    .replace("http://127.0.0.1:8080", `http://127.0.0.1:${port}`)
    .replace("data/demo-keys.json", keys);

  const said = await run([NODE, "--input-type=module", "-e", here]);

  expect(said).toMatch(/^best \[ '\d+/m);
  expect(said).toMatch(/^order (\d+) NEW\n(?:best .*\n)*order \1 CANCELED$/m);
});

test("the market watcher tells what moves, and ends", async () => {
  const said = await run([NODE, "examples/market-watcher.mjs", "--lines", "12"]);

  const line = /^(?:book {3}bid \S+ at \S+, ask|trades \d+ so|trade {2}|orders \d+ open|order {2})/;
  expect(
    said
      .trimEnd()
      .split("\n")
      .filter((one) => line.test(one)),
  ).toHaveLength(12);
  expect(said).toMatch(/^book {3}bid [\d.]+ at [\d.]+, ask [\d.]+ at [\d.]+$/m);
  expect(said).toMatch(/^trades \d+ so far$/m);
});

test("the funding watcher tells of every contract in every round", async () => {
  const said = await run([NODE, "examples/funding-watcher.mjs", "--rounds", "2", "--pause", "50"]);

  const row =
    /^E-(?:BTC|ETH)-USDT? +mark [\d.]+, index [\d.]+, funding -?[\d.]+% in 0\d:\d\d:\d\d$/gm;
  expect(said.match(row)).toHaveLength(6);
});

const ALL = [
  PLACE_AND_CANCEL,
  [NODE, "examples/market-maker.mjs"],
  [NODE, "examples/funding-watcher.mjs"],
  [NODE, "examples/market-watcher.mjs"],
  ...(hasPython ? [PYTHON] : []),
];

test.each(ALL)("no server listens: %s %s says so in one line", async (...command) => {
  const deaf = await deafPort();
  const environment = environmentOf(deaf);

  const { code, output } = await runToEnd(command, { directory: ROOT, environment });

  const sentence = `nobody listens on http://127.0.0.1:${deaf}; is the server running?\n`;
  expect([code, output]).toEqual([1, sentence]);
});

/** What every program in JavaScript does first is to call begin(), where keys are looked for. */
const FIRST_STEPS = [PLACE_AND_CANCEL, ...(hasPython ? [PYTHON] : [])];

test.each(FIRST_STEPS)("no keys yet: %s %s says so in one line", async (...command) => {
  const environment = { BOURSE_KEYS: "nowhere/keys.json" };

  const { code, output } = await runToEnd(command, { directory: ROOT, environment });

  expect([code, output]).toEqual([1, "nowhere/keys.json is not there; npm start makes it\n"]);
});

test.each(ALL.filter(([program]) => program === NODE))(
  "%s %s begins like the others",
  (_, path) => {
    const program = readFileSync(join(ROOT, path ?? ""), "utf8").replaceAll(/^import .*\n/gm, "");

    expect(program).toMatch(/^\/\*\*[\s\S]*?\*\/\n+const \{ client, values \} = begin\(\{/);
  },
);

test("a user that the file of keys does not know is named", async () => {
  const environment = { BOURSE_KEYS: keys };
  const command = [...PLACE_AND_CANCEL, "--user", "nobody"];

  const { code, output } = await runToEnd(command, { directory: ROOT, environment });

  expect([code, output]).toEqual([1, `${environment.BOURSE_KEYS} has no user nobody\n`]);
});

type Loss = "done" | "not done" | "cut";

/** Passes everything on, but for the reply to the first order, and for that order if it is not done. */
async function losing(loss: Loss): Promise<number> {
  let isLost = false;
  const proxy = createServer((incoming, outgoing) => {
    const isFirst = !isLost && incoming.method === "POST" && incoming.url === "/sapi/v1/order";
    isLost ||= isFirst;
    if (isFirst && loss === "not done") lose(incoming.resume(), outgoing);
    else if (isFirst)
      pass(incoming, loss === "cut" ? () => outgoing.destroy() : () => lose(incoming, outgoing));
    else
      pass(incoming, (reply) =>
        reply.pipe(outgoing.writeHead(reply.statusCode ?? 0, reply.headers)),
      );
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return (proxy.address() as AddressInfo).port;
}

function pass(incoming: IncomingMessage, reply: (reply: IncomingMessage) => void): void {
  const { method, url: path, headers } = incoming;
  const options = { host: "127.0.0.1", port, method, path, headers };
  incoming.pipe(request(options, reply));
}

function lose(_: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(504, { "Content-Type": "application/json" });
  outgoing.end('{"code":-1007,"msg":"No outcome in time; it may have been executed."}');
}

/** Of the user that the examples trade as: each of them takes back what it placed. */
async function openOrders(): Promise<unknown> {
  const client = new SignedClient(port, exchange.keys["demo1"] ?? NOBODY);
  const answer = await client.get("/sapi/v1/openOrders?symbol=BTCUSDT");
  client.close();
  return answer?.json;
}

const NOBODY = { apiKey: "", secret: "" };

/** What the typed client does of the other losses is in lost-orders.test.ts; here it meets a socket. */
test("an order whose reply is cut off: the typed client's example goes on as if nothing had happened", async () => {
  const said = await run(PLACE_AND_CANCEL, await losing("cut"));

  expect(said.match(/^open now: \d+$/m), said).not.toBeNull();
  expect(said).toMatch(/^order \d+: CANCELED$/m);
  expect(await openOrders()).toEqual([]);
});

test.skipIf(!hasPython).each<Loss>(["done", "not done", "cut"])(
  "an order whose reply is lost, %s: the Python client finds out, and places it once",
  async (loss) => {
    const said = await run(PYTHON, await losing(loss));

    expect(said).toMatch(/^order (\d+): BUY 0\.01 at \S+, NEW\nopen now: 1\norder \1: CANCELED$/m);
    expect(await openOrders()).toEqual([]);
  },
);

test.skipIf(!hasPython)("the Python client signs, places, asks and cancels", async () => {
  const said = await run(PYTHON);

  expect(said).toMatch(/^order (\d+): BUY 0\.01 at \S+, NEW\nopen now: 1\norder \1: CANCELED$/m);
  expect(said).toMatch(/^once more: ORDER_NOT_SUPPORT_CANCELLATION \(-1145\), /m);
});
