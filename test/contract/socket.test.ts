/** What concerns the socket, through a real one: a good request in pieces, and one that waits. */
import { expect, test } from "vitest";
import { CLOSE, exchangeBytes, openListeningDesk, rawHead } from "../support/raw-http.ts";

test("a signed order goes through, and its reply has the headers of every reply", async () => {
  const { desk, port } = await openListeningDesk();
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

test("a body that is expected and welcome is asked for", async () => {
  const { desk, port } = await openListeningDesk();
  const { headers } = desk.head("POST", "/sapi/v1/order", "{}", {});
  const expecting = rawHead(
    "POST /sapi/v1/order",
    headers,
    "Expect: 100-continue",
    "Content-Length: 2",
    CLOSE,
  );

  const said = await exchangeBytes(port, expecting, "{}");

  expect(said).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
});
