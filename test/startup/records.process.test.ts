/**
 * What a server leaves to be read later: `bourse explain`, `bourse audit`, the refusals that
 * it keeps, and the lines of its log. The same is told by the running server, by the directory of one
 * that was killed, by the server again and by the stopped directory; and none of it holds a secret. One
 * directory, two starts: at info, and at trace.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findRefusal } from "../../src/edge/program-log/find-refusal.ts";
import { typistOf } from "../support/cli-desk.ts";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const directory = directoryOfFile();
const typed = typistOf(directory);
const NOBODY = { apiKey: "", secret: "" };
/** The one that is killed, and the one that is stopped. */
let first: ServerProcess;
let server: ServerProcess;

beforeAll(async () => {
  first = await ServerProcess.start(directory);
  server = first;
  await server.archived();
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

const LIMIT = { symbol: "BTCUSDT", type: "LIMIT" };
/** What was told of the two that were refused, by the running server. */
const told: { id: string; text: string }[] = [];

test("EXPLAIN-VERDICT-1 EXPLAIN-EARLY-1 a running server tells what became of a request and of an order", async () => {
  const maker = await post("demo1", "/sapi/v1/order", {
    ...LIMIT,
    side: "SELL",
    volume: "0.01",
    price: "50000",
  });
  const taker = await post("demo2", "/sapi/v1/order", {
    ...LIMIT,
    side: "BUY",
    volume: "0.01",
    price: "50000",
  });
  const poor = await post("demo2", "/sapi/v1/order", {
    ...LIMIT,
    side: "BUY",
    volume: "99999",
    price: "50000",
  });
  const forged = await post("demo2", "/sapi/v1/order", LIMIT, "wrong");
  expect([maker.status, taker.status, poor.status, forged.status]).toEqual([200, 200, 400, 401]);

  // What the program itself prints.
  const { code, out } = await bourse("explain", poor.id, "--data", directory);
  expect(code, out).toBe(0);
  const refused = out.trimEnd();
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
  const before = readAudit(await typed("audit --json"), "USDT");

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

/** Asks again, of the directory or of the server. */
async function expectTheSame(): Promise<void> {
  expect(await toldAgain()).toEqual(told);
  const again = readAudit(await typed("audit --json"), "USDT");
  expect(again.deposited).toBe(audited.deposited);
  expect(again.position).toBeGreaterThanOrEqual(audited.position);
}

test("USER-LOG-3 EXPLAIN-EARLY-1 CORE-AUDIT-1 the directory of a server that was killed tells the same", async () => {
  expect(told).toHaveLength(2);
  const early = told[1]?.id ?? "";
  // It is written behind the reply, so it may still be on its way.
  while (!(await findRefusal(directory, early))) await new Promise((go) => setImmediate(go));
  await server.kill();

  expect(await findRefusal(directory, early)).toMatchObject({
    method: "POST",
    path: "/sapi/v1/order",
    status: 401,
    code: -1022,
    user: 0,
    message: expect.stringContaining('POST/sapi/v1/order{"symbol":"BTCUSDT"'),
  });
  await expectTheSame();
});

test("EXPLAIN-VERDICT-1 EXPLAIN-EARLY-1 CORE-AUDIT-1 so does the server that was started again", async () => {
  server = await ServerProcess.start(directory, ["--log-level", "trace"]);
  await server.archived();

  await expectTheSame();
});

test("OPER-SHOW-1 HIST-LATEST-1 OPER-CANCEL-1 it shows a user whole, with the trades of before, and cancels all", async () => {
  const bid = { ...LIMIT, side: "BUY", volume: "0.02", price: "45000" };
  expect(await post("demo2", "/sapi/v1/order", bid)).toMatchObject({ status: 200 });

  const shown = await typed("user show demo2");

  expect(shown).toMatch(/^user demo2, number \d+, may trade\n/);
  expect(shown).toMatch(
    /\nopen orders \(1\):\n.+\n {2}\d+ +spot +BTCUSDT +BUY +LIMIT +45000 +0\.02 /,
  );
  expect(shown).toMatch(
    /\nlast trades, newest first:\n.+\n .+Z +spot +BTCUSDT +BUY +50000 +0\.01 /,
  );
  expect(shown).not.toContain(server.keys()["demo2"]?.secret);
  expect(await typed("order cancel-all --user demo2 --yes")).toBe("cancelled 1 order of demo2");
  expect(await typed("user show demo2")).toContain("\nopen orders (0):\n  none\n");
});

/** What must be nowhere but in its own file. */
function secrets(): string[] {
  const own = Object.values(server.keys()).flatMap(({ apiKey, secret }) => [apiKey, secret]);
  const files = ["operator-token", "master-key"].map((name) =>
    readFileSync(join(directory, name), "utf8").trim(),
  );
  return [...own, ...files];
}

test("USER-LOG-2 at trace no line and no kept refusal holds a secret of the directory", async () => {
  const order = { ...LIMIT, side: "BUY", price: "30000", volume: "0.01" };
  const placed = await post("demo1", "/sapi/v1/order", order);
  const poor = await post("demo1", "/sapi/v1/order", { ...order, price: "30000.123" });
  const forged = await post("demo1", "/sapi/v1/order", order, "another");
  expect([placed.status, poor.status, forged.status]).toEqual([200, 400, 401]);
  const kept = secrets();
  await server.stop();

  const refusals = readdirSync(join(directory, "logs")).map((name) =>
    readFileSync(join(directory, "logs", name), "utf8"),
  );
  const said = first.written + server.written + refusals.join("");
  expect(kept).toHaveLength(6);
  for (const secret of kept) expect(said).not.toContain(secret);
  expect(linesOf(server).filter(({ method }) => method === "POST")).toHaveLength(5);
});

test("CORE-AUDIT-1 EXPLAIN-VERDICT-1 EXPLAIN-EARLY-1 the stopped directory tells the same", async () => {
  await expectTheSame();
});

function linesOf({ written }: ServerProcess): Record<string, unknown>[] {
  const lines = written.trimEnd().split("\n");
  return lines.filter((line) => !isWelcome(line)).map((line) => JSON.parse(line));
}

/** What a sandbox says at its start is plain text, wherever it goes. */
function isWelcome(line: string): boolean {
  return /^(?:this is a sandbox|demo users|try: |trade in|read and try|listening on | {2}\S)/.test(
    line,
  );
}

test("USER-LOG-1 every line behind the welcome is JSON, and at info none is about a request", () => {
  const [atInfo, atTrace] = [linesOf(first), linesOf(server)];

  for (const { level, time, msg } of [...atInfo, ...atTrace]) {
    expect([level, time, msg].every(Boolean)).toBe(true);
  }
  expect(atInfo.length).toBeGreaterThan(0);
  expect(atInfo.filter(({ request }) => request !== undefined)).toEqual([]);
  expect(atTrace.at(-1)).toMatchObject({ level: "info", process: "server", msg: "stopped" });
});
