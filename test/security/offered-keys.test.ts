/**
 * SEC-53: a sandbox hands the demo's keys to the console of a person at the machine, and to
 * no other client. Others get the very reply of a path that does not exist.
 */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { readHeaders } from "../../src/edge/http/headers.ts";
import { PublicApi } from "../../src/edge/http/public-api.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { siteOf } from "../../src/edge/public/site-of.ts";
import { GATEWAYS } from "../support/gateways.ts";
import { HttpDesk } from "../support/http-client.ts";

const PATH = "/console/key";
const KEYS = { demo1: { apiKey: "key of demo1", secret: "secret of demo1" } };
const HOST = ["Host", "127.0.0.1:8080"] as const;
/** Of a sandbox with the demo, and of a directory that offers nothing. */
const OFFERING = siteOf(ROUTES, KEYS);
const SILENT = siteOf(ROUTES);

interface Asking {
  readonly address?: string;
  readonly method?: string;
  readonly path?: string;
  /** A name, its value, the next name. */
  readonly headers?: readonly string[];
}

async function apiOffering(site = OFFERING) {
  const desk = await HttpDesk.open();
  const { exchange, history } = desk;
  const report = (error: unknown) => void desk.reports.push(error);
  const api = new PublicApi({ exchange, keys: desk.keys, history, report, site });
  return async ({ address = "127.0.0.1", method = "GET", path = PATH, headers }: Asking) => {
    const head = { method, target: path, headers: readHeaders(headers ?? HOST), address };
    const { status, headers: told, body } = await api.dispatch(head, new Uint8Array(0));
    const { "X-Request-Id": _, ...rest } = told;
    return { status, headers: rest, body };
  };
}

const OWNERS: readonly [string, Asking][] = [
  ["127.0.0.1", {}],
  ["localhost", { headers: ["Host", "localhost:8080"] }],
  ["LOCALHOST without a port", { headers: ["Host", "LOCALHOST"] }],
  ["[::1]", { address: "::1", headers: ["Host", "[::1]:65535"] }],
  ["its own script", { headers: [...HOST, "Sec-Fetch-Site", "same-origin"] }],
  ["an address typed by hand", { headers: [...HOST, "Sec-Fetch-Site", "none"] }],
  ["its own origin", { headers: [...HOST, "Origin", "http://127.0.0.1:8080"] }],
  ["its own origin over TLS", { headers: [...HOST, "Origin", "https://127.0.0.1:8080"] }],
];

test.each(OWNERS)(
  "SEC-53 a client that asks from this machine as %s gets the keys",
  async (_, asking) => {
    const ask = await apiOffering();

    const { status, headers, body } = await ask(asking);

    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ keys: [{ user: "demo1", ...KEYS.demo1 }] });
    expect(headers).toMatchObject({
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    expect(Object.keys(headers).filter((name) => /^access-control/i.test(name))).toEqual([]);
  },
);

const STRANGERS: readonly [string, Asking][] = [
  ["another machine", { address: "192.168.1.7" }],
  ["another machine over IPv6", { address: "2001:db8::1" }],
  ["no address at all", { address: "" }],
  ["a name that leads here", { headers: ["Host", "evil.example:8080"] }],
  ["a name that begins like ours", { headers: ["Host", "127.0.0.1.evil.example"] }],
  ["a name that ends like ours", { headers: ["Host", "evil.localhost"] }],
  ["localhost with a dot behind", { headers: ["Host", "localhost.:8080"] }],
  ["a user name in front of the host", { headers: ["Host", "evil@127.0.0.1"] }],
  ["another loopback address", { headers: ["Host", "127.0.0.2:8080"] }],
  ["an address of all", { headers: ["Host", "0.0.0.0:8080"] }],
  ["a port that is none", { headers: ["Host", "localhost:80x"] }],
  ["no host", { headers: [] }],
  ["an empty host", { headers: ["Host", ""] }],
  ["two hosts", { headers: [...HOST, ...HOST] }],
  ["a script of another site", { headers: [...HOST, "Sec-Fetch-Site", "cross-site"] }],
  ["a script of another port", { headers: [...HOST, "Sec-Fetch-Site", "same-site"] }],
  ["an unknown word", { headers: [...HOST, "Sec-Fetch-Site", "Same-Origin"] }],
  [
    "two words",
    { headers: [...HOST, "Sec-Fetch-Site", "same-origin", "Sec-Fetch-Site", "same-origin"] },
  ],
  ["another origin", { headers: [...HOST, "Origin", "https://evil.example"] }],
  ["the origin of another port", { headers: [...HOST, "Origin", "http://127.0.0.1:3000"] }],
  ["another name of this machine", { headers: [...HOST, "Origin", "http://localhost:8080"] }],
  ["an origin that hides", { headers: [...HOST, "Origin", "null"] }],
  [
    "two origins",
    { headers: [...HOST, "Origin", "http://127.0.0.1:8080", "Origin", "http://127.0.0.1:8080"] },
  ],
  ["a proxy", { headers: [...HOST, "X-Forwarded-For", "192.168.1.7"] }],
  ["a proxy that names this machine", { headers: [...HOST, "X-Forwarded-For", "127.0.0.1"] }],
  ["a proxy that says nothing", { headers: [...HOST, "X-Forwarded-For", ""] }],
  ["a proxy of the newer kind", { headers: [...HOST, "Forwarded", "for=192.168.1.7"] }],
  ["a proxy that signs its way", { headers: [...HOST, "Via", "1.1 proxy"] }],
  ...[
    "X-Real-IP",
    "X-Forwarded-Host",
    "X-Forwarded-Proto",
    "CF-Connecting-IP",
    "True-Client-IP",
  ].map((name): [string, Asking] => [
    `a proxy that says only ${name}`,
    { headers: [...HOST, name, "127.0.0.1"] },
  ]),
  ["another path", { path: "/console/key/" }],
  ["an escaped path", { path: "/console/%6bey" }],
];

test.each(STRANGERS)("SEC-53 %s is told that there is no such path", async (_, asking) => {
  const ask = await apiOffering();

  const reply = await ask(asking);

  expect(reply).toEqual(await ask({ ...asking, path: "/console/none" }));
  expect(reply.status).toBe(404);
});

test.each(["HEAD", "POST", "PUT", "OPTIONS"])(
  "SEC-53 %s gets no keys, and a stranger is not even told that they are there",
  async (method) => {
    const ask = await apiOffering();

    expect(await ask({ method })).toMatchObject({ status: 405, headers: { Allow: "GET" } });
    const stranger = { method, address: "192.168.1.7" };
    expect(await ask(stranger)).toEqual(await ask({ ...stranger, path: "/console/none" }));
  },
);

test("SEC-53 a directory without the demo offers nothing to any client", async () => {
  const ask = await apiOffering(SILENT);

  expect(await ask({})).toEqual(await ask({ path: "/console/none" }));
});

describe("over a real port", () => {
  let exchange: InProcessExchange;

  beforeAll(async () => {
    exchange = await createExchange({ gateways: GATEWAYS, port: 0 });
  });
  afterAll(() => exchange.close());

  function fetchRaw(host: string | undefined): Promise<{ status: number; text: string }> {
    const { port = "" } = exchange.url ? new URL(exchange.url) : {};
    const headers = host === undefined ? {} : { Host: host };
    return new Promise((resolve, reject) => {
      request({ port, host: "127.0.0.1", path: PATH, headers }, (reply) => {
        let text = "";
        reply.setEncoding("utf8").on("data", (piece) => {
          text += piece;
        });
        reply.on("end", () => resolve({ status: reply.statusCode ?? 0, text }));
      })
        .on("error", reject)
        .end();
    });
  }

  test("SEC-53 the keys offered are those of the demo, and they sign", async () => {
    const { text } = await fetchRaw(undefined);

    const { keys } = JSON.parse(text);
    expect(keys).toEqual(Object.entries(exchange.keys).map(([user, key]) => ({ user, ...key })));
    const [{ apiKey, secret }] = keys;
    const { balances } = await exchange.client({ apiKey, secret }).spot.account();
    expect(balances.length).toBeGreaterThan(0);
  });

  test("SEC-53 a page whose own name was made to lead here gets nothing", async () => {
    expect((await fetchRaw("rebound.example")).status).toBe(404);
  });
});
