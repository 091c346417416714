import { expect, test } from "vitest";
import { HttpDesk } from "../../../test/support/http-client.ts";
import { OperatorDesk, TOKEN } from "../../../test/support/operator-desk.ts";
import { ROUTES } from "../http/routes.ts";
import { hideSecrets } from "../program-log/hide-secrets.ts";
import { OPERATOR_ROUTES } from "./routes.ts";

test("a caller with the token is answered, and the reply may not be cached", async () => {
  const desk = new OperatorDesk();

  const { status, headers } = await desk.get("/status");

  expect(status).toBe(200);
  expect(headers).toEqual({ "X-Request-Id": "1", "Cache-Control": "no-store" });
});

test.each([
  ["no token", undefined],
  ["a wrong one", [`Bearer ${"f".repeat(64)}`]],
  ["one letter too few", [`Bearer ${TOKEN.slice(1)}`]],
  ["another scheme", [`Basic ${TOKEN}`]],
  ["the token twice", [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`]],
])("OPER-API-2 %s is 401, whatever the path, and changes nothing", async (_, authorization) => {
  const desk = new OperatorDesk();

  const answers = [
    await desk.post("/users", { name: "mallory" }, { authorization }),
    await desk.post("/none", {}, { authorization }),
    await desk.send("PUT", "/users", "", { authorization }),
    await desk.get("/status", { authorization, "content-length": ["1000000"] }),
  ];

  for (const { status, headers, body, json } of answers) {
    expect(status).toBe(401);
    expect(headers["WWW-Authenticate"]).toBe("Bearer");
    expect(json).toEqual({
      code: -1002,
      msg: "Header Authorization must hold the operator's token, as Bearer.",
    });
    // USER-LOG-2: the filter that hides tokens in the log leaves the body whole.
    expect(hideSecrets(body)).toBe(body);
    expect(body).not.toContain(TOKEN.slice(0, 8));
  }
  expect(desk.exchange.commands).toHaveLength(1);
});

test.each(["127.0.0.1", "127.0.0.1:8081", "localhost:8081", "LOCALHOST", "[::1]:65535"])(
  "OPER-API-3 the host %s is this machine",
  async (host) => {
    expect((await new OperatorDesk().get("/status", { host: [host] })).status).toBe(200);
  },
);

test.each([
  [["rebound.example:8081"]],
  [["127.0.0.1.rebound.example"]],
  [["127.0.0.1@rebound.example"]],
  [["10.0.0.1:8081"]],
  [["localhost", "localhost"]],
  [[""]],
  [undefined],
])("SEC-46 OPER-API-3 the host %j is 403, token or not", async (host) => {
  const desk = new OperatorDesk();

  const { status, json, body } = await desk.post("/users", { name: "mallory" }, { host });

  expect(status).toBe(403);
  expect(json).toEqual({ code: -3000, msg: "The Host header does not name this machine." });
  expect(body).not.toContain("rebound");
  expect((await desk.get("/status", { host, authorization: undefined })).status).toBe(403);
  expect(desk.exchange.commands).toHaveLength(1);
});

test.each([
  ["http://elsewhere.example"],
  ["http://127.0.0.1:8080"],
  ["http://127.0.0.1"],
  ["http://localhost:8081"],
  ["https://127.0.0.1:8081"],
  ["http://127.0.0.1:8081.elsewhere.example"],
  ["null"],
  [""],
])("SEC-46 OPER-API-3 a page of the origin %j is 403, token or not", async (origin) => {
  const desk = new OperatorDesk();
  const headers = { origin: [origin] };

  const answers = [
    await desk.send("OPTIONS", "/users", "", { ...headers, authorization: undefined }),
    await desk.send("OPTIONS", "/users", "", headers),
    await desk.get("/status", headers),
    await desk.post("/users", { name: "mallory" }, headers),
    await desk.get("/status", { origin: ["http://127.0.0.1:8081", origin] }),
  ];

  for (const { status, json, headers: sent } of answers) {
    expect(status).toBe(403);
    expect(json).toEqual({ code: -3018, msg: "The Origin header names another page." });
    expect(Object.keys(sent).filter((name) => /^access-control/i.test(name))).toEqual([]);
  }
  expect(desk.exchange.commands).toHaveLength(1);
});

test.each(["127.0.0.1:8081", "localhost:9000", "LOCALHOST:9000", "[::1]"])(
  "OPER-API-3 its own page at %s is answered, and a preflight gets no permission",
  async (host) => {
    const desk = new OperatorDesk();
    const headers = { host: [host], origin: [`http://${host.toLowerCase()}`] };

    expect(await desk.get("/status", headers)).toMatchObject({ status: 200 });
    const asked = await desk.send("OPTIONS", "/users", "", headers);
    expect(asked.status).toBe(405);
    expect(Object.keys(asked.headers).filter((name) => /^access-/i.test(name))).toEqual([]);
  },
);

test("an unknown path is 404, a wrong method 405 with what there is", async () => {
  const desk = new OperatorDesk();

  expect(await desk.get("/none")).toMatchObject({ status: 404, json: { code: -1000 } });
  expect(await desk.get("/users/")).toMatchObject({ status: 404 });
  expect(await desk.get("/deposits")).toMatchObject({
    status: 405,
    headers: { Allow: "POST" },
    json: { code: -1020 },
  });
  expect(await desk.post("/status", {})).toMatchObject({ status: 405, headers: { Allow: "GET" } });
});

test.each([
  ["a body said to be too large", { "content-length": ["65537"] }, "{}", 413, -1101],
  ["a body that is too large", {}, JSON.stringify({ name: "x".repeat(65_536) }), 413, -1101],
  ["a content encoding", { "content-encoding": ["gzip"] }, "{}", 415, -1017],
  ["another content type", { "content-type": ["text/plain"] }, "{}", 400, -1017],
  ["no JSON", {}, "{", 400, -1100],
  ["a list", {}, "[]", 400, -1100],
  ["a key twice", {}, '{"name":"a","name":"b"}', 400, -1100],
  ["nothing", {}, "", 400, -1102],
  ["a null", {}, '{"name":null}', 400, -1102],
])("%s is refused as on the public listener", async (_, headers, body, status, code) => {
  const desk = new OperatorDesk();

  expect(await desk.post("/users", body, headers)).toMatchObject({ status, json: { code } });
  expect(desk.exchange.commands).toHaveLength(1);
});

test("SEC-45 OPER-API-1 no path of the operator exists on the public listener", async () => {
  const desk = await HttpDesk.open();

  for (const { method, path } of OPERATOR_ROUTES) {
    const change = { headers: { authorization: [`Bearer ${TOKEN}`] } };
    expect(await desk.send(method, path, "", change)).toMatchObject({ status: 404 });
  }
  const publicPaths = new Set(ROUTES.map(({ path }) => path));
  expect(OPERATOR_ROUTES.filter(({ path }) => publicPaths.has(path))).toEqual([]);
});

test("our own failure is 500 without a word about it, and reported", async () => {
  const desk = new OperatorDesk();
  const failure = new Error("something private");
  desk.exchange.submit = () => Promise.reject(failure);

  const { status, json } = await desk.post("/users", { name: "alice" });

  expect(status).toBe(500);
  expect(json).toEqual({ code: -1000, msg: "An unexpected failure." });
  expect(desk.reports).toEqual([failure]);
});
