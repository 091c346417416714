/**
 * The start-up contract: where the settings come from, what --no-traders leaves out, and that a demo
 * is not shown to other machines by accident. One directory: a start that is refused, then one that
 * is told everything by the environment.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { SERVER, ServerProcess, SMALL_LOG, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const directory = join(directoryOfFile(), "made/by the start");
let refused: ServerProcess;
let isMade: boolean;
let server: ServerProcess;

beforeAll(async () => {
  refused = await ServerProcess.launch(directory, { args: ["--host", "0.0.0.0"] });
  isMade = existsSync(directory);
  server = await ServerProcess.launch(directory, {
    command: [...SERVER, "--no-traders", ...SMALL_LOG],
    environment: {
      BOURSE_PORT: "0",
      BOURSE_HOST: "localhost",
      BOURSE_DATA: directory,
      BOURSE_OPERATOR_PORT: "0",
    },
  });
}, START_PATIENCE_MS);
afterAll(() => Promise.all([refused.kill(), server.kill()]));

async function ask(path: string): Promise<unknown> {
  return (await judgedFetch(`http://localhost:${server.port}${path}`)).json();
}

test("the defaults are port 8080, host 127.0.0.1, data ./data and operator port 8081", () => {
  const { port, host, dataDirectory, operatorPort } = readConfig([], {});

  expect({ port, host, dataDirectory, operatorPort }).toEqual({
    port: 8080,
    host: "127.0.0.1",
    dataDirectory: "./data",
    operatorPort: 8081,
  });
});

test("BOURSE_PORT, _HOST, _DATA and _OPERATOR_PORT mean what the flags mean", async () => {
  expect(server.output).toMatch(/^listening on http:\/\/localhost:[1-9]\d*$/m);
  expect(server.operatorPort).toBeGreaterThan(0);
  expect(server.operatorPort).not.toBe(server.port);
  expect(readdirSync(directory)).toContain("demo-keys.json");
  expect(await ask("/sapi/v1/ping")).toEqual({});
});

test.each(["BTCUSDT", "ETHUSDT", "ETHBTC"])(
  "SANDBOX-PAST-5 --no-traders leaves the book of %s empty, without a last price and without a past",
  async (symbol) => {
    expect(await ask(`/sapi/v1/depth?symbol=${symbol}`)).toMatchObject({ bids: [], asks: [] });
    expect(await ask(`/sapi/v1/ticker?symbol=${symbol}`)).toMatchObject({ last: "0", vol: "0" });
    expect(await ask(`/sapi/v1/trades?symbol=${symbol}`)).toEqual({ list: [] });
    expect(await ask(`/sapi/v1/klines?symbol=${symbol}&interval=1day`)).toEqual([]);
  },
);

test("the demo on a host that others reach is refused, and nothing is made for it", () => {
  expect(refused.exitCode).toBe(2);
  expect(refused.output).toMatch(/^Not started: .+ 0\.0\.0\.0 .+ Say --exposed-demo if /);
  expect(isMade).toBe(false);
});

test("SIGINT ends it with 0", async () => {
  await server.signal("SIGINT");

  expect(server.exitCode).toBe(0);
});
