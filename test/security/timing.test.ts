/** Hostile times: stamps that are none, windows that are too wide, requests sent again. */
import { expect, test } from "vitest";
import { HttpDesk } from "../support/http-client.ts";
import { CLOSE, exchangeBytes, ORDER, openListeningDesk, rawHead } from "../support/raw-http.ts";

const NOW = 1_700_000_000_000;

test.each([
  "17 00000000000",
  " 1700000000000",
  "+1700000000000",
  "01700000000000",
  "1.7e12",
  "1700000000000.0",
  "0x18bcfe56800",
  "\u0661\u0667\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660",
  "1".repeat(20),
  "1".repeat(17),
  "-1700000000000",
  "1700000000000n",
  "Infinity",
  "0",
  "",
])("SEC-7 the time %j is none", async (ts) => {
  const desk = await HttpDesk.open();

  const answer = await desk.get("/sapi/v1/account", { ts });

  expect(answer).toMatchObject({ status: 400, json: { code: -1021 } });
});

test("SEC-7 blanks around a time are no part of it, but inside they are", async () => {
  const { desk, port } = await openListeningDesk();
  const { headers } = desk.head("GET", "/sapi/v1/account", "", {});
  const send = (ts: string) => {
    const lines = { ...headers, "x-ch-ts": [ts] };
    return exchangeBytes(port, rawHead("GET /sapi/v1/account", lines, CLOSE));
  };

  expect(await send(`  ${NOW}\t `)).toMatch(/^HTTP\/1\.1 200 /);
  const said = await send(`${NOW} ${NOW}`);
  expect(said).toMatch(/^HTTP\/1\.1 400 /);
  expect(said).toContain('{"code":-1021,');
});

test.each([
  [NOW + 999, "", 200],
  [NOW + 1_000, "", 400],
  [NOW + 1_000, "?recvWindow=60000", 400],
  [NOW - 5_000, "", 200],
  [NOW - 5_001, "", 400],
  [NOW, "?recvWindow=0", 200],
  [NOW - 1, "?recvWindow=0", 400],
  [NOW - 60_000, "?recvWindow=60000", 200],
  [NOW - 60_000, "?recvwindow=6e4", 200],
  [NOW - 60_001, "?recvWindow=60000", 400],
  [NOW - 5_000, "?recvWindow=", 200],
  [9_007_199_254_740_991, "", 400],
  [1, "?recvWindow=60000", 400],
])("SEC-8 at %i a request with %j is answered %i", async (ts, query, status) => {
  const desk = await HttpDesk.open();

  const answer = await desk.get(`/sapi/v1/account${query}`, { ts: `${ts}` });

  expect(answer.status).toBe(status);
  if (status === 400) {
    const { code, msg } = answer.json as { code: number; msg: string };
    expect(code).toBe(-1021);
    expect(msg).toContain(`server time ${NOW}, request time ${ts}`);
  }
});

test.each(["-1", "1.5", "60001", "1e9", "1e400", "true", "[]", "{}", '"x"', '"-0.5"', '" 1"'])(
  "SEC-9 recvWindow %s is refused",
  async (written) => {
    const desk = await HttpDesk.open();

    const answer = await desk.post("/sapi/v1/order/test", `{"recvWindow":${written}}`);

    expect(answer).toMatchObject({ status: 400, json: { code: -1102 } });
  },
);

test.each(["0", '"5000"', "null", '""', "6e4"])("SEC-9 recvWindow %s is good", async (written) => {
  const desk = await HttpDesk.open();
  const body = `{"recvWindow":${written},${JSON.stringify(ORDER).slice(1)}`;

  expect(await desk.post("/sapi/v1/order/test", body)).toMatchObject({ status: 200, json: {} });
});

test("SEC-9 null is the default, and two spellings at once are one too many", async () => {
  const desk = await HttpDesk.open();
  const ask = (window: string, ts: number) =>
    desk.post("/sapi/v1/order/test", `{${window},${JSON.stringify(ORDER).slice(1)}`, {
      ts: `${ts}`,
    });

  expect(await ask('"recvWindow":null', NOW - 5_000)).toMatchObject({ status: 200 });
  expect(await ask('"recvWindow":null', NOW - 5_001)).toMatchObject({ json: { code: -1021 } });
  expect(await ask('"recvWindow":1,"recvwindow":1', NOW)).toMatchObject({ json: { code: -1101 } });
});

test("SEC-10 a signed order sent again is late after its window, and until then a duplicate", async () => {
  const desk = await HttpDesk.open();
  const body = JSON.stringify({ ...ORDER, newClientOrderId: "once" });
  const head = desk.head("POST", "/sapi/v1/order", body, {});
  const send = async () => {
    const { status, body: text } = await desk.api.dispatch(head, Buffer.from(body));
    return { status, json: JSON.parse(text) };
  };

  expect(await send()).toMatchObject({ status: 200 });
  desk.exchange.nowMs += 5_000;
  expect(await send()).toMatchObject({ status: 400, json: { code: -2010 } });
  desk.exchange.nowMs += 1;
  expect(await send()).toMatchObject({ status: 400, json: { code: -1021 } });
  expect(desk.exchange.state.orders.orderIdLast).toBe(1);
});
