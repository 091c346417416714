/** Fault rules of the real server, as a person sets them: on the command line, until a restart. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const ORDER = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const directory = directoryOfFile();
let server: ServerProcess;
let client: SignedClient;

beforeAll(start, START_PATIENCE_MS);
afterAll(stop);

async function start(): Promise<void> {
  server = await ServerProcess.start(directory);
  const { demo1 = { apiKey: "", secret: "" } } = server.keys();
  client = new SignedClient(server.port, demo1);
}

async function stop(): Promise<void> {
  client.close();
  await server.stop();
}

async function typed(...args: string[]): Promise<string> {
  const { code, output } = await bourse(...args, "--data", directory);
  expect(code, output).toBe(0);
  return output.trimEnd();
}

/** The status of an order that is placed, and whether it is there afterwards. */
async function place(newClientOrderId: string): Promise<{ status: number; isThere: boolean }> {
  const placed = await client.post("/sapi/v1/order", { ...ORDER, newClientOrderId });
  const query = `/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=${newClientOrderId}`;
  const found = await client.get(query);
  return { status: placed?.status ?? 0, isThere: found?.status === 200 };
}

test("SANDBOX-FAULT-1: both kinds of 504, and a 503, as the operator asked for them", async () => {
  for (const kind of ["504-executed", "504-not-executed", "503", "latency"]) {
    const more = kind === "latency" ? ["--ms", "1"] : [];
    const once = ["--user", "demo1", "--count", "1", ...more];
    await typed("faults", "add", "POST /sapi/v1/order", kind, ...once);
  }

  expect(await place("a")).toEqual({ status: 504, isThere: true });
  expect(await place("b")).toEqual({ status: 504, isThere: false });
  expect(await place("b")).toEqual({ status: 503, isThere: false });
  expect(await place("b")).toEqual({ status: 200, isThere: true });
  expect(await typed("faults")).toBe("there are no fault rules");
});

test("SANDBOX-FAULT-6: a restart forgets the rules, and keeps what they hid", async () => {
  await typed("faults", "add", "/sapi/v1/order", "503");
  expect(await place("c")).toEqual({ status: 503, isThere: false });

  await stop();
  await start();

  expect(await typed("faults")).toBe("there are no fault rules");
  const found = await client.get("/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=a");
  expect(found).toMatchObject({ status: 200, json: { status: "NEW" } });
});
