/** Requests in the program's log, told by the real API. */
import { expect, test } from "vitest";
import { CREDENTIALS, HttpDesk } from "../../../test/support/http-client.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { joinTraffic } from "../http/traffic.ts";
import { findRefusal, type RefusedRequest } from "./find-refusal.ts";
import type { Level } from "./level.ts";
import { openRequestLog } from "./open-request-log.ts";
import { ProgramLog } from "./program-log.ts";
import { RequestLog } from "./request-log.ts";

async function deskAt(level: Level) {
  const lines: string[] = [];
  const kept: RefusedRequest[] = [];
  const print = (line: string) => void lines.push(line);
  const log = ProgramLog.open({ level, process: "server", isReadable: false, print });
  const add = (line: RefusedRequest) => void kept.push(line);
  const traffic = new RequestLog({ log, refusals: { add, close: async () => {}, dropped: 0 } });
  return { desk: await HttpDesk.open({ traffic }), lines, kept };
}

/** A success, a refusal, a refusal to an unsigned request, and a page that is not there. */
async function visit(desk: HttpDesk) {
  return [
    await desk.get("/sapi/v1/account?recvWindow=5000"),
    await desk.post("/sapi/v1/order", { symbol: "BTCUSDT", volume: "0,5" }),
    await desk.get("/sapi/v1/account?a=secret", { secret: "another" }),
    await desk.get(`/${"x".repeat(300)}?q=1`),
  ];
}

test("USER-LOG-1 above debug no request leaves a line", async () => {
  const { desk, lines } = await deskAt("info");

  await visit(desk);

  expect(lines).toEqual([]);
});

test("USER-LOG-1 USER-REQUEST-2 at debug each leaves one, with all that is known of it", async () => {
  const { desk, lines } = await deskAt("debug");

  const answers = await visit(desk);

  const written = lines.map((line) => JSON.parse(line));
  expect(written.map(({ request }) => request)).toEqual(
    answers.map(({ headers }) => headers["X-Request-Id"]),
  );
  expect(written[0]).toMatchObject({
    level: "debug",
    msg: "GET /sapi/v1/account 200",
    method: "GET",
    path: "/sapi/v1/account",
    status: 200,
    code: 0,
    message: "",
    user: 1,
    durationMs: expect.any(Number),
  });
  expect(written[1]).toMatchObject({ status: 400, code: -1102, user: 1 });
  expect(written[1].message).toMatch(/^Parameter volume is malformed\. Expected is a decimal /);
  expect(written[2]).toMatchObject({ status: 401, code: -1022, user: 0 });
  expect(written[3]).toMatchObject({ status: 404, path: `/${"x".repeat(255)}` });
});

test("USER-LOG-3 refusals are kept at every level, in the words of a sandbox; a yes is not", async () => {
  const { desk, kept } = await deskAt("fatal");

  const [, ...refused] = await visit(desk);

  expect(kept.map(({ request }) => request)).toEqual(
    refused.map(({ headers }) => headers["X-Request-Id"]),
  );
  expect(kept[1]?.message).toContain(`${desk.exchange.nowMs}GET/sapi/v1/account?a=secret`);
  expect(kept.every(({ durationMs }) => durationMs >= 0 && durationMs < 10_000)).toBe(true);
});

test("USER-LOG-2 no line and no kept refusal holds a key, a secret or a signature", async () => {
  const { desk, lines, kept } = await deskAt("trace");
  const drawn = "0123456789abcdef".repeat(4);

  await visit(desk);
  await desk.post("/sapi/v1/order", { leaked: drawn }, { secret: "another" });
  await desk.get(`/sapi/v1/${drawn}?${drawn}`);
  await desk.get("/sapi/v1/account", { headers: { "x-ch-sign": [drawn] } });

  const said = lines.join("\n") + JSON.stringify(kept);
  expect(lines).toHaveLength(7);
  for (const { apiKey, secret } of Object.values(CREDENTIALS)) {
    expect(said).not.toContain(apiKey);
    expect(said).not.toContain(secret);
  }
  expect(said).not.toMatch(/[0-9a-f]{32}/i);
});

function logAt(level: Level): ProgramLog {
  return ProgramLog.open({ level, process: "server", isReadable: false, print: () => undefined });
}

test.each([
  [true, "info", true],
  [true, "fatal", true],
  [false, "info", false],
  [false, "debug", true],
] as const)(
  "USER-LOG-3 in a sandbox (%s) at %s refusals are kept: %s",
  (isSandbox, level, isKept) => {
    const place = { log: logAt(level), directory: temporaryDirectory(), isSandbox };

    expect(openRequestLog(place) !== undefined).toBe(isKept);
  },
);

test("USER-LOG-3 a refusal of the API is found by the id in its reply, after a close", async () => {
  const directory = temporaryDirectory();
  const requests = openRequestLog({ log: logAt("info"), directory, isSandbox: true });
  const counts = { count: 0, note: () => void counts.count++ };
  const desk = await HttpDesk.open({ traffic: joinTraffic([counts, requests ?? counts]) });

  const { headers } = await desk.get("/sapi/v1/account", { secret: "another" });
  await requests?.close();

  const id = headers["X-Request-Id"] ?? "";
  expect(await findRefusal(directory, id)).toMatchObject({
    request: id,
    method: "GET",
    path: "/sapi/v1/account",
    status: 401,
    code: -1022,
    user: 0,
    message: expect.stringContaining("GET/sapi/v1/account"),
    durationMs: expect.any(Number),
  });
  expect(counts.count).toBe(1);
  expect(requests?.dropped).toBe(0);
});
