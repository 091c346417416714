/** Hostile paths and methods: what is spelled otherwise is something else, and nothing is guessed. */
import { expect, test } from "vitest";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { HttpDesk } from "../support/http-client.ts";
import { OperatorDesk, TOKEN } from "../support/operator-desk.ts";
import {
  CLOSE,
  exchangeBytes,
  expectRefusal,
  ORDER,
  openListeningDesk,
  rawHead,
  repliesIn,
} from "../support/raw-http.ts";

const OVERRIDES = ["x-http-method-override", "x-http-method", "x-method-override"];

test.each(OVERRIDES)("SEC-15 %s changes neither the route nor what is signed", async (name) => {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;

  const got = await desk.get("/sapi/v1/order?_method=POST&symbol=BTCUSDT&orderId=1", {
    headers: { [name]: ["POST"] },
  });
  const posted = await desk.post("/sapi/v1/order", ORDER, { headers: { [name]: ["GET"] } });
  const refused = await desk.send("PUT", "/sapi/v1/order", "", { headers: { [name]: ["POST"] } });

  expect(got).toMatchObject({ status: 400, json: { code: -2013 } });
  expect(posted).toMatchObject({ status: 200, json: { status: "NEW" } });
  expect(refused).toMatchObject({ status: 405, json: { code: -1020 } });
  expect(desk.exchange.commands).toHaveLength(count + 1);
});

const FOREIGN = [
  "/sapi/v1/../v1/ping",
  "/sapi/v1/./ping",
  "/sapi/v1/ping/..",
  "//sapi/v1/ping",
  "/sapi//v1/ping",
  "/sapi/v1/pin%67",
  "/sapi/v1%2fping",
  "/sapi/v1/%2e%2e/v1/ping",
  "/sapi/v1/ping;x",
  "/sapi/v1/ping;x=1?a=1",
  "/sapi/v1/ping/",
  "/SAPI/v1/ping",
  "/sapi/v1/ping%00",
  "/sapi\\v1\\ping",
  "http://127.0.0.1/sapi/v1/ping",
  "https://127.0.0.1/sapi/v1/ping",
  "/sapi/v1/ping#x",
  "/sapi/v1/ping?a=1#x",
  "/spot/open/spot/open/sapi/v1/ping",
  "/spot/open",
  "*",
];

test.each([...FOREIGN, "", "\u0000"])("SEC-16 the path %j is none of ours", async (target) => {
  const desk = await HttpDesk.open();

  expect(await desk.get(target)).toMatchObject({ status: 404, json: { code: -1000 } });
});

test("SEC-16 nor is it on a real socket, where nothing is made right on the way", async () => {
  const { port } = await openListeningDesk();

  for (const target of FOREIGN) {
    const [reply] = repliesIn(await exchangeBytes(port, rawHead(`GET ${target}`, {}, CLOSE)));
    expect(reply?.status, target).toBe(404);
    expect(JSON.parse(reply?.body ?? "")).toMatchObject({ code: -1000 });
  }
});

const METHODS = ["GET", "POST", "PUT", "DELETE", "TRACE", "OPTIONS", "PATCH", "HEAD", "get", "X"];
const PATHS = [...new Set(ROUTES.map(({ path }) => path))];

test.each(PATHS)("SEC-18 %s answers its own methods and calls every other 405", async (path) => {
  const desk = await HttpDesk.open();
  const allowed: string[] = ROUTES.filter((route) => route.path === path).map(
    ({ method }) => method,
  );

  for (const method of METHODS.filter((one) => !allowed.includes(one))) {
    expect(await desk.send(method, path, "")).toMatchObject({
      status: 405,
      headers: { Allow: allowed.join(", ") },
      json: { code: -1020 },
    });
  }
});

test.each(["PUT", "DELETE", "TRACE", "OPTIONS", "PATCH", "PROPFIND"])(
  "SEC-18 %s on a real socket is 405, and what TRACE sent does not come back",
  async (method) => {
    const { port } = await openListeningDesk();
    const secret = { "x-ch-apikey": ["do-not-echo"], cookie: ["do-not-echo"] };

    const said = await exchangeBytes(port, rawHead(`${method} /sapi/v1/ping`, secret, CLOSE));

    expectRefusal(said, 405, -1020);
    expect(repliesIn(said)[0]?.headers.get("allow")).toBe("GET");
    expect(said).not.toContain("do-not-echo");
  },
);

test("SEC-18 HEAD is 405 without a body, and CONNECT is closed without a word", async () => {
  const { port } = await openListeningDesk();

  const head = await exchangeBytes(port, rawHead("HEAD /sapi/v1/ping", {}, CLOSE));

  expect(head).toMatch(/^HTTP\/1\.1 405 .*\r\nAllow: GET\r\n.*\r\n\r\n$/s);
  expect(await exchangeBytes(port, rawHead("CONNECT x:1", {}))).toBe("");
  expect(await exchangeBytes(port, rawHead("CONNECT /sapi/v1/ping", {}))).toBe("");
});

test.each([
  "/metrics",
  "/debug",
  "/debug/pprof",
  "/status",
  "/health",
  "/admin",
  "/operator",
  "/operator/v1/status",
  "/sapi/v1/operator",
  "/data/operator-token",
  "/.env",
])("SEC-45 %s is nothing on the public port, whatever it shows", async (path) => {
  const desk = await HttpDesk.open();
  const headers = { authorization: [`Bearer ${"0".repeat(64)}`] };

  expect(await desk.get(path, { headers })).toMatchObject({ status: 404, json: { code: -1000 } });
  expect(await desk.post(path, {}, { headers })).toMatchObject({ status: 404 });
});

test("SEC-45 OPER-API-2 no public path is anything on the operator's listener", async () => {
  const { api } = new OperatorDesk();
  const ask = (method: string, target: string, headers: Record<string, string[]>) => {
    const head = { method, target, headers: { host: ["127.0.0.1"], ...headers } };
    return api.dispatch({ ...head, address: "127.0.0.1" }, Buffer.from("{}"));
  };

  for (const { method, path } of ROUTES) {
    const known = await ask(method, path, { authorization: [`Bearer ${TOKEN}`] });
    expect(known, path).toMatchObject({ status: 404 });
    expect(await ask(method, path, {}), path).toMatchObject({ status: 401 });
  }
});
