/** What machines that watch the operator's listener are told, with the token and without. */
import { expect, test } from "vitest";
import { OperatorDesk, TOKEN } from "../../../test/support/operator-desk.ts";
import { NOT_READY, type NotReady } from "../../contract/not-ready.ts";
import { OperatorApi } from "./operator-api.ts";
import { OPERATOR_ROUTES } from "./routes.ts";

const LOCAL = { host: ["127.0.0.1:8081"] };
const METRICS_TOKEN = "fedcba9876543210".repeat(4);
const WITH_METRICS_TOKEN = { ...LOCAL, authorization: [`Bearer ${METRICS_TOKEN}`] };
const WITH_TOKEN = { ...LOCAL, authorization: [`Bearer ${TOKEN}`] };

type Headers = Readonly<Record<string, readonly string[]>>;

function openApi(notReady?: () => NotReady | undefined, metricsPage?: () => Promise<string>) {
  const desk = new OperatorDesk();
  const api = new OperatorApi({
    ...desk.options(),
    token: TOKEN,
    metricsToken: METRICS_TOKEN,
    metricsPage,
    ...(notReady ? { notReady } : {}),
  });
  const ask = (target: string, headers: Headers = LOCAL, method = "GET") =>
    api.dispatch({ method, target, headers, address: "127.0.0.1" }, new Uint8Array(0));
  return { desk, ask };
}

test("OPER-API-5 both probes are answered without a token, in one word", async () => {
  const { ask } = openApi();

  for (const [target, word] of [
    ["/livez", "alive\n"],
    ["/readyz", "ready\n"],
  ] as const) {
    const reply = await ask(target);
    expect(reply).toMatchObject({ status: 200, body: word, type: "text/plain; charset=utf-8" });
    expect(reply.headers["X-Request-Id"]).toMatch(/^[0-9a-z]+$/);
    expect(reply.headers["Cache-Control"]).toBe("no-store");
  }
});

test.each(Object.keys(NOT_READY) as NotReady[])(
  "OPER-API-5 while it is %s, it is alive and not ready, and says why",
  async (reason) => {
    const { ask, desk } = openApi(() => reason);

    const ready = await ask("/readyz");

    expect(ready.status).toBe(503);
    expect(ready.headers["Retry-After"]).toBe("1");
    expect(JSON.parse(ready.body)).toEqual({
      code: -1001,
      msg: `Not ready: ${reason}. ${NOT_READY[reason]}`,
    });
    expect((await ask("/livez")).status).toBe(200);
    expect(desk.reports).toEqual([]);
  },
);

test("OPER-API-5 readiness is checked each time: what was not ready may be, and the reverse", async () => {
  let now: NotReady | undefined = "short_of_space";
  const { ask } = openApi(() => now);

  const first = await ask("/readyz");
  now = undefined;
  const second = await ask("/readyz");
  now = "halted";
  const third = await ask("/readyz");

  expect([first, second, third].map(({ status }) => status)).toEqual([503, 200, 503]);
});

test.each(["/livez", "/readyz"])("OPER-API-3 OPER-API-5 %s wants a local Host", async (target) => {
  const { ask } = openApi();

  expect((await ask(target, { host: ["rebound.example"] })).status).toBe(403);
  expect((await ask(target, {})).status).toBe(403);
});

test.each([
  ["POST", "/livez"],
  ["HEAD", "/readyz"],
  ["GET", "/livez/"],
  ["GET", "/readyz?verbose"],
  ["GET", "//livez"],
])("OPER-API-2 %s %s is no probe, and needs the token", async (method, target) => {
  const { ask } = openApi();

  expect((await ask(target, LOCAL, method)).status).toBe(401);
  expect((await ask(target, WITH_TOKEN, method)).status).toBe(404);
});

test("OPER-API-6 the metrics are for a caller with either token", async () => {
  const { ask } = openApi(undefined, async () => "up 1\n");

  expect((await ask("/metrics")).status).toBe(401);
  for (const headers of [WITH_TOKEN, WITH_METRICS_TOKEN]) {
    expect(await ask("/metrics", headers)).toMatchObject({
      status: 200,
      body: "up 1\n",
      type: "text/plain; version=0.0.4; charset=utf-8",
    });
  }
});

test("OPER-API-6 the token for the metrics opens nothing else, whatever the path looks like", async () => {
  const { ask, desk } = openApi(undefined, async () => "up 1\n");
  const places = OPERATOR_ROUTES.map(({ method, path }) => [method, path] as const);
  const lookalikes = ["/metrics/", "/metrics?a=b", "//metrics", "/metrics/../operator/v1/users"];

  for (const [method, path] of [
    ...places,
    ...lookalikes.map((path) => ["GET", path] as const),
    ["POST", "/metrics"] as const,
  ]) {
    expect((await ask(path, WITH_METRICS_TOKEN, method)).status, `${method} ${path}`).toBe(401);
  }
  expect(desk.exchange.commands).toHaveLength(1);
});

test("where nothing is counted there are no metrics", async () => {
  const { ask } = openApi();

  expect((await ask("/metrics", WITH_TOKEN)).status).toBe(404);
});

test("a page that cannot be made is 500, without a word about why", async () => {
  const failure = new Error("no such disk");
  const { ask, desk } = openApi(undefined, () => Promise.reject(failure));

  const { status, body } = await ask("/metrics", WITH_TOKEN);

  expect(status).toBe(500);
  expect(body).not.toContain("disk");
  expect(desk.reports).toEqual([failure]);
});
