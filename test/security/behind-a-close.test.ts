/**
 * A signed order that comes on a connection behind a request whose reply ends it: it is not carried out, since nobody would
 * hear of it. Behind a reply that does not end the connection it is, and is answered.
 */
import { expect, test } from "vitest";
import { BODY_BYTES_MAX } from "../../src/edge/http/request.ts";
import type { HttpDesk } from "../support/http-client.ts";
import {
  CLOSE,
  exchangeBytes,
  openListeningDesk,
  rawHead,
  repliesIn,
} from "../support/raw-http.ts";

const ORDER = '{"symbol":"BTCUSDT","side":"BUY","type":"LIMIT","volume":1,"price":100}';
const BODY = "Content-Length: 2";
const CHUNKS = "Transfer-Encoding: chunked";

/** A whole request for an order, as a good client sends it. */
function order(desk: HttpDesk): string {
  const { headers } = desk.head("POST", "/sapi/v1/order", ORDER, {});
  return rawHead("POST /sapi/v1/order", headers, `Content-Length: ${ORDER.length}`) + ORDER;
}

const withoutHost = (head: string) => head.replace("Host: x\r\n", "");
const CLOSED: readonly (readonly [string, string, number])[] = [
  ["no host", withoutHost(rawHead("GET /sapi/v1/time", {})), 400],
  ["two hosts", rawHead("GET /sapi/v1/time", {}, "Host: y"), 400],
  ["no such path, with a body", `${rawHead("POST /nowhere", {}, BODY)}{}`, 404],
  ["another method, with a body", `${rawHead("POST /sapi/v1/time", {}, BODY)}{}`, 405],
  [
    "a coding besides chunks",
    `${rawHead("POST /sapi/v1/order", {}, "Transfer-Encoding: gzip")}`,
    400,
  ],
  ["a coded body", `${rawHead("POST /sapi/v1/order", {}, BODY, "Content-Encoding: gzip")}{}`, 415],
  [
    "a body that is too large",
    `${rawHead("POST /sapi/v1/order", {}, CHUNKS)}${chunk("x".repeat(BODY_BYTES_MAX + 1))}${chunk("")}`,
    413,
  ],
  ["no bytes of HTTP", "no request\r\n\r\n", 400],
];

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

test.each(CLOSED)(
  "USER-CLOSE-1 behind a request with %s nothing is carried out",
  async (...row) => {
    const [, refused, status] = row;
    const { desk, port } = await openListeningDesk();

    const said = await exchangeBytes(port, refused + order(desk) + order(desk));

    expect(repliesIn(said).map((reply) => reply.status)).toEqual([status]);
    expect(desk.exchange.state.orders.orderIdLast).toBe(0);
  },
);

test("USER-CLOSE-1 nor is it behind a good request that is carried out before the refused one", async () => {
  const { desk, port } = await openListeningDesk();
  const [, refused] = CLOSED[2] ?? expect.fail();

  const said = await exchangeBytes(port, order(desk) + refused + order(desk));

  expect(repliesIn(said).map((reply) => reply.status)).toEqual([200, 404]);
  expect(desk.exchange.state.orders.orderIdLast).toBe(1);
});

test("USER-CLOSE-1 behind a refusal that ends nothing all is carried out, in its order", async () => {
  const { desk, port } = await openListeningDesk();
  const bad = '{"symbol":"BTCUSDT"}';
  const { headers } = desk.head("POST", "/sapi/v1/order", bad, {});
  const refused = rawHead("POST /sapi/v1/order", headers, `Content-Length: ${bad.length}`) + bad;
  const last = rawHead("GET /sapi/v1/time", {}, CLOSE);

  const said = await exchangeBytes(port, refused + order(desk) + order(desk) + last);

  expect(repliesIn(said).map((reply) => reply.status)).toEqual([400, 200, 200, 200]);
  expect(desk.exchange.state.orders.orderIdLast).toBe(2);
});
