/** Hostile bytes, over a real socket: bodies without end, smuggled requests, other protocols. */
import { connect } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { parseRange } from "../../src/core/base/address-range.ts";
import { BODY_BYTES_MAX } from "../../src/edge/http/request.ts";
import { TEST_PATIENCE } from "../support/patience.ts";
import {
  CLOSE,
  exchangeBytes,
  expectRefusal,
  type ListeningDesk,
  ORDER,
  openListeningDesk,
  orderBytes,
  rawHead,
  repliesIn,
} from "../support/raw-http.ts";

const POST = "POST /sapi/v1/order";
const CHUNKED = "Transfer-Encoding: chunked";

/** How many bytes the listener has read from each connection so far. */
function watchReads({ server }: ListeningDesk): () => number[] {
  const sockets: { readonly bytesRead: number }[] = [];
  server.on("connection", (socket) => sockets.push(socket));
  return () => sockets.map(({ bytesRead }) => bytesRead);
}

/** What may be read beyond the body that is allowed: one piece of what has come, and a head. */
const READ_MAX = 64 * 1024 + 1024;

test.each([
  ["a declared gigabyte", rawHead(POST, {}, "Content-Length: 1000000000")],
  ["a declared byte too many", rawHead(POST, {}, `Content-Length: ${BODY_BYTES_MAX + 1}`)],
  [
    "a gigabyte that waits to be asked for",
    rawHead(POST, {}, "Content-Length: 1000000000", "Expect: 100-continue"),
  ],
  [
    "64 KiB and a byte",
    `${rawHead(POST, {}, "Content-Length: 65537")}${"x".repeat(BODY_BYTES_MAX + 1)}`,
  ],
  [
    "64 KiB and a byte in chunks",
    `${rawHead(POST, {}, CHUNKED)}10001\r\n${"x".repeat(BODY_BYTES_MAX + 1)}\r\n0\r\n\r\n`,
  ],
  [
    "chunks with long names",
    `${rawHead(POST, {}, CHUNKED)}1;${"x".repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
  ],
])("SEC-20 %s is 413 and the connection is closed", async (_, bytes) => {
  const { port } = await openListeningDesk();

  expectRefusal(await exchangeBytes(port, bytes), 413, -1101);
});

test("SEC-20 64 KiB are read, and what follows is the next request", async () => {
  const { desk, port } = await openListeningDesk();
  const padded = JSON.stringify({ ...ORDER, padding: "" });
  const padding = "x".repeat(BODY_BYTES_MAX - padded.length);

  const said = await exchangeBytes(
    port,
    orderBytes(desk, { padding }),
    rawHead("GET /sapi/v1/ping", {}, CLOSE),
  );

  expect(repliesIn(said).map(({ status }) => status)).toEqual([200, 200]);
});

test.each([
  ["chunks", CHUNKED, `8000\r\n${"x".repeat(0x8000)}\r\n`, 1],
  ["a gigabyte", "Content-Length: 1000000000", "x".repeat(0x8000), 1],
  // Each byte of the body is six on the way.
  ["tiny chunks", CHUNKED, "1\r\nx\r\n".repeat(5_000), 6],
])("SEC-20 of %s without end little is read", async (_, framing, piece, share) => {
  const listening = await openListeningDesk();
  const readBytes = watchReads(listening);

  const said = await new Promise<string>((resolve) => {
    const socket = connect(listening.port, "127.0.0.1");
    let text = "";
    const pour = () => {
      while (socket.writable && socket.write(piece));
    };
    socket.on("drain", pour).on("error", () => undefined);
    socket.setEncoding("latin1").on("data", (more) => {
      text += more;
    });
    socket.on("close", () => resolve(text));
    socket.write(rawHead(POST, {}, framing));
    pour();
  });

  expectRefusal(said, 413, -1101);
  const [read = 0] = readBytes();
  expect(read).toBeLessThan(share * BODY_BYTES_MAX + READ_MAX);
});

test.each([
  ["headers", rawHead("GET /", { x: ["y".repeat(20_000)] })],
  ["a path", rawHead(`GET /${"y".repeat(20_000)}`, {})],
  ["trailers", `${rawHead(POST, {}, CHUNKED)}0\r\nx: ${"y".repeat(20_000)}\r\n\r\n`],
])("SEC-20 %s beyond all measure are 431 and the connection is closed", async (_, bytes) => {
  const { port } = await openListeningDesk();

  expectRefusal(await exchangeBytes(port, bytes), 431, -1100);
});

const HIDDEN = rawHead("GET /sapi/v1/time", {});
const EMPTY_CHUNKS = `0\r\n\r\n${HIDDEN}`;
const get = (...lines: string[]) => rawHead("GET /sapi/v1/ping", {}, ...lines);

test.each([
  ["both lengths", rawHead(POST, {}, "Content-Length: 4", CHUNKED) + EMPTY_CHUNKS],
  ["both lengths, swapped", rawHead(POST, {}, CHUNKED, "Content-Length: 4") + EMPTY_CHUNKS],
  ["two lengths", rawHead(POST, {}, "Content-Length: 2", "Content-Length: 3") + HIDDEN],
  ["one length twice", rawHead(POST, {}, "Content-Length: 2", "Content-Length: 2") + HIDDEN],
  ["a list of lengths", rawHead(POST, {}, "Content-Length: 2, 2") + HIDDEN],
  ["a length with a sign", rawHead(POST, {}, "Content-Length: +2") + HIDDEN],
  ["a length in hex", rawHead(POST, {}, "Content-Length: 0x2") + HIDDEN],
  ["a length of 23 digits", rawHead(POST, {}, `Content-Length: ${"9".repeat(23)}`) + HIDDEN],
  ["an unknown transfer coding", rawHead(POST, {}, "Transfer-Encoding: xchunked") + EMPTY_CHUNKS],
  ["a coding besides chunks", rawHead(POST, {}, "Transfer-Encoding: gzip, chunked") + EMPTY_CHUNKS],
  ["chunks that are not last", rawHead(POST, {}, "Transfer-Encoding: chunked, x") + EMPTY_CHUNKS],
  ["chunks twice", rawHead(POST, {}, CHUNKED, CHUNKED) + EMPTY_CHUNKS],
  ["a blank before the colon", rawHead(POST, {}, "Transfer-Encoding : chunked") + EMPTY_CHUNKS],
  ["a tab before chunked", rawHead(POST, {}, "Transfer-Encoding: \vchunked") + EMPTY_CHUNKS],
  ["chunks in HTTP/1.0", `${POST} HTTP/1.0\r\nHost: x\r\n${CHUNKED}\r\n\r\n${EMPTY_CHUNKS}`],
  ["a chunk of negative size", `${rawHead(POST, {}, CHUNKED)}-2\r\n{}\r\n${EMPTY_CHUNKS}`],
  ["a chunk longer than it says", `${rawHead(POST, {}, CHUNKED)}1\r\n{}\r\n${EMPTY_CHUNKS}`],
  ["a folded header", get("X: a\r\n b")],
  ["a name with a blank", get("X y: a")],
  ["a line without a colon", get("x")],
  ["NUL in a header", get("X: a\0b")],
  ["CR in a header", get("X: a\rb")],
  ["lines that end in LF only", "GET /sapi/v1/ping HTTP/1.1\nHost: x\n\n"],
  ["one line that ends in LF only", "GET /sapi/v1/ping HTTP/1.1\r\nHost: x\nX: y\r\n\r\n"],
  ["a blank in the path", rawHead("GET /sapi/v1/ping x", {})],
  ["no host", "GET /sapi/v1/ping HTTP/1.1\r\n\r\n"],
  ["two hosts", get("Host: y")],
  ["no version", "GET /sapi/v1/ping\r\nHost: x\r\n\r\n"],
  ["a version there is not", "GET /sapi/v1/ping HTTP/9.9\r\nHost: x\r\n\r\n"],
  ["no HTTP at all", "\u0016\u0003\u0001\r\n\r\n"],
])("SEC-22 %s is 400, and what is hidden behind it is never a request", async (_, bytes) => {
  const { desk, port } = await openListeningDesk();
  const count = desk.exchange.commands.length;

  const said = await exchangeBytes(port, Buffer.from(bytes, "latin1"));

  expectRefusal(said, 400, -1100);
  expect(desk.exchange.commands).toHaveLength(count);
});

test("SEC-22 a body that is not read is not taken for the next request", async () => {
  const { port } = await openListeningDesk();
  const lines = [`Content-Length: ${HIDDEN.length}`];

  for (const line of ["POST /none", "PUT /sapi/v1/order"]) {
    const replies = repliesIn(await exchangeBytes(port, rawHead(line, {}, ...lines) + HIDDEN));
    expect(replies).toHaveLength(1);
    expect(replies[0]?.headers.get("connection")).toBe("close");
  }
});

test("SEC-22 an unknown expectation is 417 in our words", async () => {
  const { port } = await openListeningDesk();

  const said = await exchangeBytes(port, rawHead(POST, {}, "Expect: x", "Content-Length: 2"), "{}");

  expectRefusal(said, 417, -1020);
});

test("SEC-22 HTTP/1.0 is never told to go on", async () => {
  const { port } = await openListeningDesk();
  const lines = ["Host: x", "Expect: 100-continue", "Content-Length: 2"];

  const said = await exchangeBytes(port, `${POST} HTTP/1.0\r\n${lines.join("\r\n")}\r\n\r\n{}`);

  expect(repliesIn(said).map(({ status }) => status)).toEqual([401]);
});

const JUNK = Array.from({ length: 1_500 }, (_, n) => `${n.toString(36)}:`);

test("SEC-6 a header sent twice is found behind 1,500 others", async () => {
  const { desk, port } = await openListeningDesk();
  const { headers } = desk.head("GET", "/sapi/v1/account", "", {});

  const said = await exchangeBytes(
    port,
    rawHead("GET /sapi/v1/account", headers, ...JUNK, "X-CH-SIGN: 00", CLOSE),
  );

  expectRefusal(said, 400, -1100);
});

test("SEC-43 USER-ADDR-2 what a trusted proxy adds counts behind 1,500 headers of its client", async () => {
  const trusted = [parseRange("127.0.0.1")].flatMap((range) => range ?? []);
  const { desk, port } = await openListeningDesk({ hasLimits: true, trusted });
  desk.exchange.do({ type: "BanAddress", block: "203.0.113.9", request: 0 });
  const ping = (...lines: string[]) =>
    exchangeBytes(port, rawHead("GET /sapi/v1/ping", {}, ...JUNK, ...lines, CLOSE));

  expect(await ping("X-Forwarded-For: 203.0.113.9")).toMatch(/^HTTP\/1\.1 418 /);
  expect(await ping("X-Forwarded-For: 203.0.113.10")).toMatch(/^HTTP\/1\.1 200 /);
});

/** A desk whose orders take many turns, so that what is behind one has to wait. */
async function openSlowDesk(): Promise<ListeningDesk> {
  const listening = await openListeningDesk();
  const { exchange } = listening.desk.tampered;
  const submit = exchange.submit.bind(exchange);
  exchange.submit = async (command, notAfterMs) => {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    return submit(command, notAfterMs);
  };
  return listening;
}

test.each([
  ["no request", "GARBAGE\r\n\r\n"],
  ["one without a host", "GET /sapi/v1/ping HTTP/1.1\r\n\r\n"],
  ["one with two lengths", rawHead(POST, {}, "Content-Length: 1", "Content-Length: 2")],
  ["one whose chunks are broken", `${rawHead(POST, {}, CHUNKED)}zz\r\n`],
])("SEC-23 of two requests in one write, the second %s, the first is answered", async (_, bad) => {
  const { desk, port } = await openSlowDesk();

  const said = await exchangeBytes(port, orderBytes(desk) + bad + HIDDEN);

  const [first, ...rest] = repliesIn(said);
  expect(first?.status).toBe(200);
  expect(JSON.parse(first?.body ?? "")).toMatchObject({ orderId: 1, status: "NEW" });
  expect(rest.map(({ status }) => status)).toEqual([400]);
  expect(rest[0]?.headers.get("connection")).toBe("close");
});

test.each(["GARBAGE\r\n\r\n", HIDDEN, "\0"])(
  "SEC-23 behind a request that says it is the last, %j gets no answer",
  async (more) => {
    const { desk, port } = await openSlowDesk();

    const replies = repliesIn(await exchangeBytes(port, orderBytes(desk, {}, CLOSE) + more));

    expect(replies.map(({ status }) => status)).toEqual([200]);
  },
);

test("SEC-23 many requests in one write are answered in their order", async () => {
  const { desk, port } = await openSlowDesk();
  const ids = Array.from({ length: 20 }, (_, n) => `id-${n}`);
  const orders = ids.map((newClientOrderId) => orderBytes(desk, { newClientOrderId }));
  const between = orders.map((bytes) => bytes + rawHead("GET /sapi/v1/ping", {}));

  const said = await exchangeBytes(port, between.join(""), rawHead("GET /none", {}, CLOSE));

  const replies = repliesIn(said);
  expect(replies).toHaveLength(41);
  const placed = replies.filter((_, at) => at % 2 === 0).slice(0, -1);
  expect(placed.map(({ body }) => JSON.parse(body).clientOrderId)).toEqual(ids);
  expect(replies.at(-1)?.status).toBe(404);
});

const WEBSOCKET = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

test.each([
  ["a WebSocket on an API path", rawHead("GET /sapi/v1/ping", {}, ...WEBSOCKET)],
  ["a WebSocket on a path there is not", rawHead("GET /none", {}, ...WEBSOCKET)],
  ["a WebSocket on a signed path", rawHead("POST /sapi/v1/order", {}, ...WEBSOCKET)],
  ["an upgrade to HTTP/2", get("Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c")],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["HTTP/2 in name", "GET /sapi/v1/ping HTTP/2.0\r\nHost: x\r\n\r\n"],
])("SEC-52 %s is 400 and the connection is closed", async (_, bytes) => {
  const { server, port } = await openListeningDesk();

  const said = await exchangeBytes(port, bytes);

  expectRefusal(said, 400, -1100);
  await expect.poll(() => openCount(server), TEST_PATIENCE).toBe(0);
});

function openCount(server: ListeningDesk["server"]): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count)));
}

test("SEC-52 an upgrade behind an order in one write does not take the order's reply", async () => {
  const { desk, port } = await openSlowDesk();

  const upgrade = rawHead("GET /sapi/v1/ping", {}, ...WEBSOCKET);
  const replies = repliesIn(await exchangeBytes(port, orderBytes(desk) + upgrade));

  expect(replies.map(({ status }) => status)).toEqual([200, 400]);
});

const CANARY = "canary-4711";

test.each([
  ["the host", `GET /sapi/v1/ping HTTP/1.1\r\nHost: ${CANARY}.example\r\n${CLOSE}\r\n\r\n`],
  ["the host of an unknown path", `GET /x HTTP/1.1\r\nHost: ${CANARY}\r\n${CLOSE}\r\n\r\n`],
  ["an absolute form", rawHead(`GET http://${CANARY}/sapi/v1/ping`, {}, CLOSE)],
  ["the path", rawHead(`GET /${CANARY}`, {}, CLOSE)],
  ["the query", rawHead(`GET /sapi/v1/depth?symbol=${CANARY}&${CANARY}=${CANARY}`, {}, CLOSE)],
  ["an interval", rawHead(`GET /sapi/v1/klines?symbol=BTCUSDT&interval=${CANARY}`, {}, CLOSE)],
  ["a key", rawHead("GET /sapi/v1/account", { "X-CH-APIKEY": [CANARY] }, CLOSE)],
  ["a forwarded host", rawHead("GET /x", { "X-Forwarded-Host": [CANARY] }, CLOSE)],
  ["the origin", rawHead("GET /sapi/v1/ping", { Origin: [`https://${CANARY}.example`] }, CLOSE)],
  ["the referrer", rawHead("GET /x", { Referer: [`https://${CANARY}.example`] }, CLOSE)],
  ["a request id", rawHead("GET /x", { "X-Request-Id": [CANARY] }, CLOSE)],
  ["what is not HTTP", `${CANARY}\r\n\r\n`],
])("SEC-46 what stands in %s does not come back", async (_, bytes) => {
  const { port } = await openListeningDesk();

  const said = await exchangeBytes(port, bytes);

  expect(repliesIn(said)).toHaveLength(1);
  expect(said).not.toContain(CANARY);
});

test.each([
  "/sapi/v1/depth?symbol=BTCUSDT%0d%0aSet-Cookie:%20a=1",
  "/sapi/v1/depth?symbol=%0d%0a%0d%0aHTTP/1.1%20200%20OK",
  "/sapi/v1/klines?symbol=BTCUSDT&interval=1min%0d%0aX:1",
  "/sapi/v1/trades?symbol=BTCUSDT&limit=1%0d%0aX:1",
])("SEC-46 CR and LF in %s are refused, and make no header", async (target) => {
  const { port } = await openListeningDesk();

  const said = await exchangeBytes(port, rawHead(`GET ${target}`, {}, CLOSE));

  const [reply, ...more] = repliesIn(said);
  expect(more).toEqual([]);
  expect(reply?.status).toBe(400);
  expect([...(reply?.headers.keys() ?? [])].sort()).toEqual([
    ...["connection", "content-length", "content-type", "date", "x-request-id"],
  ]);
});

test.each(["/sapi/v1/order", "/sapi/v1/account", "/sapi/v1/ping"])(
  "SEC-46 a page of another origin gets no leave for %s, neither before nor with a reply",
  async (path) => {
    const { desk, port } = await openListeningDesk();
    const origin = { Origin: ["https://elsewhere.example"] };
    const asked = ["Access-Control-Request-Method: POST", CLOSE];
    const wanted = "Access-Control-Request-Headers: x-ch-apikey,x-ch-sign,x-ch-ts";
    const { headers } = desk.head("GET", path, "", {});

    const preflight = await exchangeBytes(
      port,
      rawHead(`OPTIONS ${path}`, { ...headers, ...origin }, wanted, ...asked),
    );
    const plain = await exchangeBytes(
      port,
      rawHead(`GET ${path}`, { ...headers, ...origin }, CLOSE),
    );

    expectRefusal(preflight, 405, -1020);
    for (const said of [preflight, plain]) expect(said).not.toMatch(/access-control-/i);
  },
);
