/** What is shown without a token: the page for people and the document of the API, to which callers, and how. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { OperatorDesk, TOKEN } from "../../../test/support/operator-desk.ts";
import { OPERATOR_API } from "../../../test/support/operator-document.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { realDisk } from "../../log/real-disk.ts";
import { privateFiles } from "../auth/private-files.ts";
import { openOperator } from "./open-operator.ts";
import { OperatorApi } from "./operator-api.ts";
import { operatorSite } from "./page.ts";

const HTML = "<!doctype html><title>Bourse operator</title>";
const SCRIPT = "/assets/index-0a1B2c3D.js";
const DOCUMENT = "/openapi.json";

/** A folder as the bundler leaves it. */
function built(): URL {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), HTML);
  writeFileSync(join(folder, SCRIPT), "// → the page\n");
  return pathToFileURL(`${folder}/`);
}

function openApi(site = operatorSite(built())) {
  const desk = new OperatorDesk();
  const api = new OperatorApi({ ...desk.options(), token: TOKEN, site });
  return (method: string, target: string, headers: object = { host: ["127.0.0.1:8081"] }) =>
    api.dispatch({ method, target, headers, address: "127.0.0.1" }, new Uint8Array(0));
}

test("OPER-API-7 the page and its files are shown without a token, exactly as they were built", async () => {
  const ask = openApi();

  expect(await ask("GET", "/")).toMatchObject({
    status: 200,
    body: HTML,
    type: "text/html; charset=utf-8",
    headers: { "Cache-Control": "no-store" },
  });
  expect(await ask("GET", SCRIPT)).toMatchObject({
    status: 200,
    body: "// → the page\n",
    type: "text/javascript; charset=utf-8",
    headers: { "Cache-Control": "public, max-age=31536000, immutable" },
  });
});

test.each(["/", SCRIPT])(
  "SEC-46 %s runs nothing else, is loaded by no other page, sets no cookie",
  async (path) => {
    const { headers } = await openApi()("GET", path);

    const policy = headers["Content-Security-Policy"]?.split("; ");
    expect(policy).toEqual(
      expect.arrayContaining([
        ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"],
        ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
      ]),
    );
    expect(headers["Content-Security-Policy"]).not.toMatch(/unsafe|http|\*/);
    expect(headers).toMatchObject({
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    });
    expect(Object.keys(headers).filter((name) => /cookie|access-control/i.test(name))).toEqual([]);
  },
);

test.each([
  ["a name that was made to lead here", { host: ["rebound.example:8081"] }, -3000],
  ["no host", {}, -3000],
  [
    "a page from elsewhere",
    { host: ["127.0.0.1:8081"], origin: ["http://elsewhere.example"] },
    -3018,
  ],
  ["the console", { host: ["127.0.0.1:8081"], origin: ["http://127.0.0.1:8080"] }, -3018],
  ["a page in a frame without an origin", { host: ["127.0.0.1:8081"], origin: ["null"] }, -3018],
])("SEC-46 OPER-API-3 %s gets no page and no data", async (_, headers, code) => {
  const ask = openApi();
  const authorization = [`Bearer ${TOKEN}`];

  for (const path of [
    "/",
    SCRIPT,
    DOCUMENT,
    "/livez",
    "/readyz",
    "/metrics",
    "/operator/v1/status",
  ]) {
    for (const head of [headers, { ...headers, authorization }]) {
      const { status, body } = await ask("GET", path, head);
      expect({ status, code: JSON.parse(body).code }, path).toEqual({ status: 403, code });
    }
  }
});

test.each([
  ...[
    "/index.html",
    "/openapi.json?a=1",
    "/openapi",
    "/assets",
    "/assets/",
    "/assets/../index.html",
    "//",
    "/.",
    "/%2e",
    "/?a=1",
  ],
  ...["/assets/index-0a1B2c3D.js?x", "/assets/none.js", "/operator-token", "/../operator-token"],
])(
  "OPER-API-7 there is no page at %s: without a token it is 401, whatever the path",
  async (path) => {
    const ask = openApi();

    expect(await ask("GET", path)).toMatchObject({ status: 401 });
  },
);

test.each(["POST", "HEAD", "PUT", "OPTIONS", "get"])("%s of the page is 405", async (method) => {
  const reply = await openApi()(method, "/");

  expect(reply).toMatchObject({ status: 405, headers: { Allow: "GET" } });
});

test("OPER-API-7 the document of the API is shown without a token, and holds none", async () => {
  const { status, type, body, headers } = await openApi()("GET", DOCUMENT);

  expect([status, type]).toEqual([200, "application/json"]);
  expect(headers).toMatchObject({
    "Cache-Control": "no-cache",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
  });
  expect(Object.keys(headers).filter((name) => /cookie|access-control/i.test(name))).toEqual([]);
  expect(body).not.toContain(TOKEN.slice(0, 8));
  expect(JSON.parse(body)).toEqual(OPERATOR_API.document);
});

test.each(["POST", "HEAD", "PUT", "OPTIONS", "get"])(
  "%s of the document is 405",
  async (method) => {
    const reply = await openApi()(method, DOCUMENT);

    expect(reply).toMatchObject({ status: 405, headers: { Allow: "GET" } });
  },
);

test("where the page was not built there is none, and all else is as before", async () => {
  const ask = openApi(operatorSite(pathToFileURL(`${temporaryDirectory()}/`)));

  expect(await ask("GET", "/")).toMatchObject({ status: 401 });
  expect(await ask("GET", DOCUMENT)).toMatchObject({ status: 200 });
});

test("OPER-API-7 on the wire it is compressed for clients that accept it so, and holds no token", async () => {
  const files = privateFiles(realDisk(temporaryDirectory()));
  const desk = new OperatorDesk();
  const operator = await openOperator({
    ...desk.options(),
    files,
    port: 0,
    site: operatorSite(built()),
  });
  onTestFinished(() => operator.close(0));

  const reply = await fetch(`http://127.0.0.1:${operator.port}/`);

  expect(reply.headers.get("content-encoding")).toBe("gzip");
  expect(await reply.text()).toBe(HTML);
  expect(reply.headers.getSetCookie()).toEqual([]);
  const described = await fetch(`http://127.0.0.1:${operator.port}${DOCUMENT}`);
  expect(described.headers.get("content-type")).toBe("application/json");
  expect(await described.json()).toEqual(OPERATOR_API.document);
});

test("the compressed bytes are the page", () => {
  const site = new Map(operatorSite(built()));
  // The document is sent as it is, as the public one is.
  expect(site.get(DOCUMENT)?.gzip).toBeUndefined();
  site.delete(DOCUMENT);
  for (const { body, gzip } of site.values()) {
    expect(gunzipSync(gzip ?? new Uint8Array(0)).toString()).toBe(body);
  }
});
