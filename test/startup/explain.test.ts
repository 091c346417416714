/**
 * `bourse explain` as a person uses it: on the real server while it runs, on the directory once it
 * has stopped, and on the server again. It tells the same each time, in the numbers of the replies.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const directory = directoryOfFile();
const NOBODY = { apiKey: "", secret: "" };
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start(directory);
}, START_PATIENCE_MS);
afterAll(() => server.kill());

/** Posts as a user; the reply and the id of the request. */
async function post(user: string, path: string, body: object, secret?: string) {
  const key = server.keys()[user] ?? NOBODY;
  const client = new SignedClient(server.port, { ...key, ...(secret ? { secret } : {}) });
  const answer = (await client.post(path, body)) as HttpAnswer;
  client.close();
  return { ...answer, id: `${answer.headers["x-request-id"]}` };
}

async function explain(id: string): Promise<string> {
  const { code, output } = await bourse("explain", id, "--data", directory);
  expect(code, output).toBe(0);
  return output;
}

const LIMIT = { symbol: "BTCUSDT", type: "LIMIT" };

test("EXPLAIN-VERDICT-1 EXPLAIN-EARLY-1 running, stopped and running again the same is told", async () => {
  const maker = await post("demo1", "/sapi/v1/order", {
    ...{ ...LIMIT, side: "SELL", volume: "0.01", price: "50000" },
  });
  const taker = await post("demo2", "/sapi/v1/order", {
    ...{ ...LIMIT, side: "BUY", volume: "0.01", price: "50000" },
  });
  const poor = await post("demo2", "/sapi/v1/order", {
    ...{ ...LIMIT, side: "BUY", volume: "99999", price: "50000" },
  });
  const forged = await post("demo2", "/sapi/v1/order", LIMIT, "wrong");
  expect([maker.status, taker.status, poor.status, forged.status]).toEqual([200, 200, 400, 401]);
  const ask = async (...ids: string[]) => {
    const told: string[] = [];
    for (const id of ids) told.push(await explain(id));
    return told;
  };

  const running = await ask(poor.id, forged.id, `${maker.json.orderId}`, taker.id);
  await server.stop();
  const stopped = await ask(poor.id, forged.id);
  server = await ServerProcess.start(directory);
  const again = await ask(poor.id, forged.id);

  expect(stopped).toEqual(running.slice(0, 2));
  expect(again).toEqual(stopped);
  const [refused = "", early = "", sold = "", bought = ""] = running;
  expect(bought).toContain(`accepted as order ${taker.json.orderId}: filled, 0.01 executed`);
  expect(bought).toContain(`with order ${maker.json.orderId} of demo1`);
  expect(refused).toContain(`${poor.json.code} (HTTP 400): ${poor.json.msg}`);
  expect(early).toContain("refused before it reached the log");
  expect(early).toContain("-1022 (HTTP 401)");
  expect(sold).toMatch(/^now +ended: filled, 0\.01 of 0\.01 executed$/m);
}, 120_000);
