/**
 * `bourse explain` and `bourse audit` as a person uses them: on the real server, whose archivist
 * answers for what was done a moment ago, on the directory once it has stopped, and on the server
 * again. They tell the same each time. One directory, two starts; the command line is a process of its
 * own once on the server and once on the directory.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { typistOf } from "../support/cli-desk.ts";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const directory = directoryOfFile();
const typed = typistOf(directory);
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

/** What the program itself prints. */
async function printed(...words: string[]): Promise<string> {
  const { code, output } = await bourse(...words, "--data", directory);
  expect(code, output).toBe(0);
  return output.trimEnd();
}

const LIMIT = { symbol: "BTCUSDT", type: "LIMIT" };
/** What was told of the two that were refused, by the running server. */
const told: { id: string; text: string }[] = [];

test("EXPLAIN-VERDICT-1 EXPLAIN-EARLY-1 a running server tells what became of a request and of an order", async () => {
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

  const refused = await printed("explain", poor.id);
  const early = await typed(`explain ${forged.id}`);
  const sold = await typed(`explain ${maker.json.orderId}`);
  const bought = await typed(`explain ${taker.id}`);
  told.push({ id: poor.id, text: refused }, { id: forged.id, text: early });

  expect(bought).toContain(`accepted as order ${taker.json.orderId}: filled, 0.01 executed`);
  expect(bought).toContain(`with order ${maker.json.orderId} of demo1`);
  expect(refused).toContain(`${poor.json.code} (HTTP 400): ${poor.json.msg}`);
  expect(early).toContain("refused before it reached the log");
  expect(early).toContain("-1022 (HTTP 401)");
  expect(sold).toMatch(/^now +ended: filled, 0\.01 of 0\.01 executed$/m);
});

/** Where an audit stands, and the deposits of an asset in it. */
function readAudit(text: string, asset: string) {
  const { assets, position } = JSON.parse(text);
  const found = assets.find((each: { asset: string }) => each.asset === asset);
  return { position, deposited: Number(found.depositsLessWithdrawals) };
}

let audited = { position: 0, deposited: 0 };

test("CORE-AUDIT-1 what was deposited a moment ago is in the audit", async () => {
  const before = readAudit(await printed("audit", "--json"), "USDT");

  await typed("deposit demo1 USDT 7");
  audited = readAudit(await typed("audit --json"), "USDT");

  expect(audited.deposited).toBe(before.deposited + 7);
});

/** What is told now of what was told before. */
async function toldAgain() {
  const again: typeof told = [];
  for (const { id } of told) again.push({ id, text: await typed(`explain ${id}`) });
  return again;
}

test("CORE-AUDIT-1 EXPLAIN-VERDICT-1 EXPLAIN-EARLY-1 the stopped directory tells the same", async () => {
  await server.stop();

  expect(told).toHaveLength(2);
  expect(await toldAgain()).toEqual(told);
  expect(await printed("explain", told[0]?.id ?? "")).toBe(told[0]?.text);
  const stopped = readAudit(await typed("audit --json"), "USDT");
  expect(stopped.deposited).toBe(audited.deposited);
  expect(stopped.position).toBeGreaterThanOrEqual(audited.position);
});

test("EXPLAIN-VERDICT-1 EXPLAIN-EARLY-1 and so does the server that was started again", async () => {
  server = await ServerProcess.start(directory);

  expect(await toldAgain()).toEqual(told);
});
