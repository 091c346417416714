/** What concerns the socket, through a real one: sizes, repeated headers, broken HTTP, closing. */
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { closeListener, createListener, listen } from "../../src/http/server.ts";
import { HttpDesk } from "../support/http-client.ts";

async function openDesk(limits?: { inAll: number; perAddress: number }) {
  const desk = await HttpDesk.open();
  const server = createListener(desk.edge, limits ? { limits } : {});
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => closeListener(server, 0));
  expect(port).toBe((server.address() as AddressInfo).port);
  return { desk, port };
}

/** Sends bytes and waits until the other side closes; what it said until then. */
function exchangeBytes(port: number, ...pieces: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let said = "";
    socket.setEncoding("latin1").on("data", (text) => {
      said += text;
    });
    socket.on("error", () => undefined).on("close", () => resolve(said));
    for (const piece of pieces) socket.write(piece);
  });
}

function rawHead(
  line: string,
  headers: Readonly<Record<string, readonly string[] | undefined>>,
  ...more: string[]
) {
  const lines = Object.entries(headers).flatMap(([name, values = []]) =>
    values.map((value) => `${name}: ${value}`),
  );
  return `${[`${line} HTTP/1.1`, "Host: x", ...lines, ...more].join("\r\n")}\r\n\r\n`;
}

const CLOSE = "Connection: close";

test("a signed order goes through, and its reply has the headers of every reply", async () => {
  const { desk, port } = await openDesk();
  const body = '{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","volume":1,"price":100}';
  const { headers } = desk.head("POST", "/sapi/v1/order", body, {});

  const said = await exchangeBytes(
    port,
    rawHead("POST /sapi/v1/order", headers, CLOSE, `Content-Length: ${body.length}`),
    body.slice(0, 9),
    body.slice(9),
  );

  expect(said).toMatch(/^HTTP\/1\.1 200 /);
  expect(said).toMatch(/\r\nX-Request-Id: [0-9a-z]+\r\n/);
  expect(said).toMatch(/\r\nContent-Type: application\/json\r\n/);
  expect(said).toContain('"orderId":1,"orderIdString":"1"');
});

test.each(["x-ch-apikey", "x-ch-ts", "x-ch-sign"])("%s sent twice is -1100", async (name) => {
  const { desk, port } = await openDesk();
  const { headers } = desk.head("GET", "/sapi/v1/account", "", {});
  const again = `${name.toUpperCase()}: ${headers[name]?.[0]}`;

  const said = await exchangeBytes(port, rawHead("GET /sapi/v1/account", headers, again, CLOSE));

  expect(said).toMatch(/^HTTP\/1\.1 400 /);
  expect(said).toContain('{"code":-1100,');
});

const POST = "POST /sapi/v1/order";

test.each([
  ["a declared gigabyte", rawHead(POST, {}, "Content-Length: 1000000000")],
  [
    "a declared gigabyte that waits to be asked for",
    rawHead(POST, {}, "Content-Length: 1000000000", "Expect: 100-continue"),
  ],
  ["64 KiB and a byte", `${rawHead(POST, {}, "Content-Length: 65537")}${"x".repeat(65_537)}`],
  [
    "chunks without end",
    `${rawHead(POST, {}, "Transfer-Encoding: chunked")}${`8000\r\n${"x".repeat(0x8000)}\r\n`.repeat(3)}`,
  ],
])("%s is 413 and the connection is closed", async (_, bytes) => {
  const { port } = await openDesk();

  const said = await exchangeBytes(port, bytes);

  expect(said).toMatch(/^HTTP\/1\.1 413 /);
  expect(said).toContain('{"code":-1101,');
  expect(said).toMatch(/\r\nConnection: close\r\n/);
});

test("a content encoding is 415 and the connection is closed", async () => {
  const { port } = await openDesk();

  const said = await exchangeBytes(
    port,
    rawHead(POST, {}, "Content-Encoding: gzip", "Content-Length: 5"),
  );

  expect(said).toMatch(/^HTTP\/1\.1 415 /);
  expect(said).toContain('{"code":-1017,');
});

test("a body that is expected and welcome is asked for", async () => {
  const { desk, port } = await openDesk();
  const { headers } = desk.head("POST", "/sapi/v1/order", "{}", {});
  const expecting = rawHead(POST, headers, "Expect: 100-continue", "Content-Length: 2", CLOSE);

  const said = await exchangeBytes(port, expecting, "{}");

  expect(said).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
});

test("an unknown path with a body closes, so that the body is not taken for a request", async () => {
  const { port } = await openDesk();
  const hidden = rawHead("GET /sapi/v1/time", {});

  const said = await exchangeBytes(
    port,
    `${rawHead("POST /none", {}, `Content-Length: ${hidden.length}`)}${hidden}`,
  );

  expect(said.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(said).toMatch(/^HTTP\/1\.1 404 /);
});

test.each([
  ["both lengths", rawHead(POST, {}, "Content-Length: 1", "Transfer-Encoding: chunked")],
  ["two lengths", rawHead(POST, {}, "Content-Length: 1", "Content-Length: 2")],
  ["an unknown transfer encoding", rawHead(POST, {}, "Transfer-Encoding: xchunked")],
  ["a folded header", rawHead("GET /sapi/v1/ping", {}, "X: a\r\n b")],
  ["lines that end in LF only", "GET /sapi/v1/ping HTTP/1.1\nHost: x\n\n"],
  ["no HTTP at all", "\u0016\u0003\u0001\r\n\r\n"],
  ["the HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["an upgrade", rawHead("GET /sapi/v1/ping", {}, "Connection: Upgrade", "Upgrade: websocket")],
])("%s is 400 with a request id, and the connection is closed", async (_, bytes) => {
  const { port } = await openDesk();

  const said = await exchangeBytes(port, bytes);

  expect(said).toMatch(/^HTTP\/1\.1 400 /);
  expect(said).toMatch(/\r\nX-Request-Id: /);
});

test("headers beyond all measure are 431, and CONNECT is closed", async () => {
  const { port } = await openDesk();

  expect(await exchangeBytes(port, rawHead("GET /", { x: ["y".repeat(20_000)] }))).toMatch(/ 431 /);
  expect(await exchangeBytes(port, rawHead("CONNECT x:1", {}))).toBe("");
});

test("of two requests in one write the good one is answered before the bad one closes", async () => {
  const { desk, port } = await openDesk();
  const submit = desk.exchange.submit.bind(desk.exchange);
  desk.exchange.submit = async (command, notAfterMs) => {
    await new Promise((resolve) => setTimeout(resolve, 30));
    return submit(command, notAfterMs);
  };
  const body = '{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","volume":1,"price":100}';
  const { headers } = desk.head("POST", "/sapi/v1/order", body, {});
  const good = `${rawHead(POST, headers, `Content-Length: ${body.length}`)}${body}`;

  const said = await exchangeBytes(port, `${good}GARBAGE\r\n\r\n`);

  expect(said.match(/HTTP\/1\.1 [0-9]+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
});

test("connections beyond the bound of an address are closed without a word", async () => {
  const { port } = await openDesk({ inAll: 100, perAddress: 2 });
  const idle = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
  onTestFinished(() => {
    for (const socket of idle) socket.destroy();
  });
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.on("connect", resolve))));

  const third = await exchangeBytes(port, rawHead("GET /sapi/v1/ping", {}, CLOSE));
  idle.pop()?.destroy();
  await expect
    .poll(() => exchangeBytes(port, rawHead("GET /sapi/v1/ping", {}, CLOSE)))
    .toMatch(/^HTTP\/1\.1 200 /);

  expect(third).toBe("");
});
