/** Whom a request is counted for, through real sockets: its peer, or what a trusted proxy says. */
import { Agent, request } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { parseRange } from "../../src/core/base/address-range.ts";
import { closeListener, createListener, listen } from "../../src/edge/http/listener/server.ts";
import { HttpDesk } from "../support/http-client.ts";

const ELSEWHERE = "203.0.113.9";

async function openDesk(...proxies: string[]) {
  const desk = await HttpDesk.open({ hasLimits: true });
  const trusted = proxies.flatMap((text) => parseRange(text) ?? []);
  const server = createListener(desk.api, { trusted });
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => closeListener(server, 0));
  return { desk, port };
}

/** The status of a GET of ping with these headers. */
function ping(port: number, headers: Record<string, string | string[]>): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", path: "/sapi/v1/ping", headers, agent: false };
    const outgoing = request(options, (incoming) => {
      incoming.resume().on("end", () => resolve(incoming.statusCode ?? 0));
    });
    outgoing.on("error", reject).end();
  });
}

const CLAIMS: readonly [string, Record<string, string | string[]>][] = [
  ["X-Forwarded-For", { "X-Forwarded-For": ELSEWHERE }],
  ["X-Forwarded-For twice", { "X-Forwarded-For": ["10.1.1.1", ELSEWHERE] }],
  ["X-Forwarded-For behind what a client wrote", { "X-Forwarded-For": `127.0.0.2, ${ELSEWHERE}` }],
  ["Forwarded", { Forwarded: `for=${ELSEWHERE}` }],
  ["X-Real-IP", { "X-Real-IP": ELSEWHERE }],
];

test.each(CLAIMS)(
  "SEC-43 USER-ADDR-2 %s of a peer that is not trusted is ignored",
  async (_, headers) => {
    const { desk, port } = await openDesk("10.0.0.0/8");
    desk.exchange.do({ type: "BanAddress", block: ELSEWHERE, request: 0 });

    expect(await ping(port, headers)).toBe(200);
    desk.exchange.do({ type: "BanAddress", block: "127.0.0.1", request: 0 });
    expect(await ping(port, headers)).toBe(418);
  },
);

test.each(CLAIMS)("SEC-43 USER-ADDR-2 %s of a trusted proxy", async (name, headers) => {
  const { desk, port } = await openDesk("127.0.0.1");
  desk.exchange.do({ type: "BanAddress", block: ELSEWHERE, request: 0 });

  expect(await ping(port, headers)).toBe(name.startsWith("X-Forwarded-For") ? 418 : 200);
});

test("SEC-43 USER-ADDR-2 a client cannot put another in front of itself behind a trusted proxy", async () => {
  const { desk, port } = await openDesk("127.0.0.1");
  desk.exchange.do({ type: "BanAddress", block: ELSEWHERE, request: 0 });

  expect(await ping(port, { "X-Forwarded-For": `${ELSEWHERE}, 198.51.100.1` })).toBe(200);
});

test.each([1, 10])(
  "SEC-41 USER-LIMIT-2 over %i connections the 101st order in two seconds is refused",
  async (connections) => {
    const { desk, port } = await openDesk();
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    onTestFinished(() => agent.destroy());
    const body = '{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","volume":1,"price":100}';
    const { headers: signed } = desk.head("POST", "/sapi/v1/order", body, {});
    const headers = Object.fromEntries(
      Object.entries(signed).map(([name, [value = ""] = []]) => [name, value]),
    );
    const place = () =>
      new Promise<number>((resolve, reject) => {
        const path = "/sapi/v1/order";
        const options = { port, host: "127.0.0.1", method: "POST", path, headers, agent };
        const outgoing = request(options, (incoming) => {
          const { statusCode = 0 } = incoming;
          incoming.resume().on("end", () => resolve(statusCode));
        });
        outgoing.on("error", reject).end(body);
      });

    const statuses = await Promise.all(Array.from({ length: 120 }, place));

    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(await place()).toBe(429);
  },
);
