/** Bans, through the dialect: who earns one, what it keeps out, how it ends and outlives a start. */
import { expect, test } from "vitest";
import { readSnapshot, writeSnapshot } from "../../src/core/engine/snapshot/snapshot.ts";
import { BanTable } from "../../src/edge/auth/bans.ts";
import { PublicApi } from "../../src/edge/http/public-api.ts";
import type { Submitted } from "../../src/runtime/replica/submission.ts";
import { DirectExchange } from "../support/direct-exchange.ts";
import { type Answer, HttpDesk } from "../support/http-client.ts";

const HOME = "127.0.0.1";
const BANNED = { status: 418, json: { code: -1003 } };

function openDesk(): Promise<HttpDesk> {
  return HttpDesk.open({ hasLimits: true });
}

/** Asks something public until so many were refused, or it is banned; the last answer. */
async function refuse(desk: HttpDesk, count: number, address = HOME): Promise<Answer> {
  for (let asked = 0, refused = 0; asked < 1_000; asked++) {
    const answer = await desk.get("/sapi/v1/ping", { address });
    if (answer.status === 429) refused++;
    if (answer.status === 418 || refused === count) return answer;
  }
  return expect.fail("it is refused before long");
}

function bansSent({ exchange }: HttpDesk): string[] {
  return exchange.commands.flatMap((one) => (one.type === "BanAddress" ? [one.block] : []));
}

test("SEC-42 USER-BAN-1 USER-BAN-3 a hundred refusals in a minute, and everything is 418", async () => {
  const desk = await openDesk();
  await refuse(desk, 99);
  expect(bansSent(desk)).toEqual([]);

  const last = await refuse(desk, 1);

  expect(last.status).toBe(429);
  expect(bansSent(desk)).toEqual([HOME]);
  for (const path of ["/sapi/v1/ping", "/sapi/v1/account", "/nowhere", ""]) {
    expect(await desk.get(path)).toMatchObject({ ...BANNED, headers: { "Retry-After": "120" } });
  }
  const large = { headers: { "content-length": ["1000000"] } };
  expect(await desk.send("PUT", "/sapi/v1/ping", "", large)).toMatchObject(BANNED);
});

test("USER-BAN-1 refusals count from whichever limit, and 418 and 401 are none", async () => {
  const desk = await openDesk();
  for (let turn = 0; turn < 20 + 50; turn++) await desk.get("/sapi/v1/account");
  for (let turn = 0; turn < 200 + 49; turn++) await desk.get("/sapi/v1/account", { secret: "no" });
  expect(bansSent(desk)).toEqual([]);

  await desk.get("/sapi/v1/ping");

  expect(bansSent(desk)).toEqual([HOME]);
});

test("USER-BAN-1 a hundred refusals in more than a minute earn nothing", async () => {
  const desk = await openDesk();
  await refuse(desk, 99);
  desk.exchange.nowMs += 60_001;

  await refuse(desk, 99);

  expect(bansSent(desk)).toEqual([]);
});

test("SEC-42 USER-BAN-2 USER-BAN-3 the next ban is twice as long, and no other address is kept out", async () => {
  const desk = await openDesk();
  const lengths: (string | undefined)[] = [];

  for (let turn = 0; turn < 4; turn++) {
    await refuse(desk, 100);
    const { headers } = await desk.get("/sapi/v1/ping");
    lengths.push(headers["Retry-After"]);
    expect(await desk.get("/sapi/v1/ping", { address: "10.0.0.2" })).toMatchObject({ status: 200 });
    desk.exchange.nowMs += Number(headers["Retry-After"]) * 1_000 - 1;
    expect(await desk.get("/sapi/v1/ping")).toMatchObject({
      ...BANNED,
      headers: { "Retry-After": "1" },
    });
    desk.exchange.nowMs += 1;
    expect(await desk.get("/sapi/v1/ping")).toMatchObject({ status: 200 });
  }

  expect(lengths).toEqual(["120", "240", "480", "960"]);
});

test("SEC-42 USER-BAN-3 USER-ADDR-1 IPv6 is banned by its /64", async () => {
  const desk = await openDesk();
  await refuse(desk, 100, "2001:db8:0:7::1");

  expect(bansSent(desk)).toEqual(["2001:db8:0:7::/64"]);
  expect(await desk.get("/nowhere", { address: "2001:db8:0:7:ffff::2" })).toMatchObject(BANNED);
  expect(await desk.get("/nowhere", { address: "2001:db8:0:8::1" })).toMatchObject({ status: 404 });
});

test("SEC-42 USER-BAN-3 the ban survives a restart, and is repeated where it stood", async () => {
  const desk = await openDesk();
  await refuse(desk, 100);

  const state = readSnapshot(writeSnapshot(desk.exchange.state));
  const exchange = Object.assign(new DirectExchange(), { state, nowMs: desk.exchange.nowMs });
  const bans = new BanTable(state.bans.byEnd);
  exchange.onEvent((event) => bans.fold(event));
  const { keys, history } = desk;
  const report = (error: unknown) => expect.fail(String(error));
  const api = new PublicApi({ exchange, keys, history, report, limits: { bans } });
  const ask = () => api.dispatch(desk.head("GET", "/sapi/v1/ping", "", {}), new Uint8Array());

  expect(await ask()).toMatchObject({ status: 418, headers: { "Retry-After": "120" } });
  exchange.nowMs += 120_000;
  expect(await ask()).toMatchObject({ status: 200 });
  exchange.do({ type: "BanAddress", block: HOME, request: 0 });
  expect(await ask()).toMatchObject({ status: 418, headers: { "Retry-After": "240" } });
});

test("USER-BAN-5 a lifted ban lets in at once, and one refusal does not bring it back", async () => {
  const desk = await openDesk();
  await refuse(desk, 100);

  desk.exchange.do({ type: "LiftBan", block: HOME, request: 0 });

  expect(await desk.get("/sapi/v1/ping")).toMatchObject({ status: 429 });
  expect(bansSent(desk)).toHaveLength(1);
  desk.exchange.nowMs += 2_000;
  expect(await desk.get("/sapi/v1/ping")).toMatchObject({ status: 200 });
});

test("USER-BAN-1 no reply waits for the ban, and it is not sent again while it is under way", async () => {
  const desk = await openDesk();
  const submit = desk.exchange.submit.bind(desk.exchange);
  const held: (() => Promise<Submitted>)[] = [];
  const answers: ((submitted: Submitted) => void)[] = [];
  desk.tampered.exchange.submit = (command) => {
    held.push(() => submit(command));
    return new Promise((resolve) => answers.push(resolve as (typeof answers)[number]));
  };

  const last = await refuse(desk, 150);
  expect(last.status).toBe(429);
  expect(held).toHaveLength(1);
  for (const [at, release] of held.entries()) answers[at]?.(await release());

  expect(await desk.get("/sapi/v1/ping")).toMatchObject(BANNED);
  expect(bansSent(desk)).toEqual([HOME]);
});

test.each(["unavailable", "unknown"] as const)(
  "USER-BAN-1 a ban of which the log said %s is tried again at the next refusal",
  async (kind) => {
    const desk = await openDesk();
    desk.exchange.nextAnswer = { kind };
    await refuse(desk, 100);
    expect(bansSent(desk)).toEqual([]);

    await desk.get("/sapi/v1/ping");

    expect(bansSent(desk)).toEqual([HOME]);
  },
);

test("USER-BAN-1 a ban that fails is reported, and the refusal is answered all the same", async () => {
  const desk = await openDesk();
  const failure = new Error("nobody expects this");
  desk.tampered.exchange.submit = () => Promise.reject(failure);

  const last = await refuse(desk, 101);

  expect(last.status).toBe(429);
  expect(desk.reports).toEqual([failure, failure]);
});
