/** The client's operator methods against the operator's real API. */
import { expect, test } from "vitest";
import { OPERATOR_PREFIX, OperatorClient } from "../../src/client/operator.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";
import { OperatorDesk, TOKEN } from "../support/operator-desk.ts";
import { answer } from "./client-desk.ts";

test("the client and the operator's API agree on where its paths are", () => {
  expect(OPERATOR_PREFIX).toBe(PREFIX);
});

test("what the client sends is a good request of the operator, and is answered as it came", async () => {
  const desk = new OperatorDesk();
  const client = new OperatorClient({
    baseUrl: "http://127.0.0.1:8081",
    token: TOKEN,
    fetch: async (url, { method, headers: sent, body = "" }) => {
      const { pathname, host } = new URL(url);
      const entries = Object.entries(sent).map(([name, value]) => [name.toLowerCase(), [value]]);
      const headers = { ...Object.fromEntries(entries), host: [host] };
      const head = { method, target: pathname, headers, address: "127.0.0.1" };
      const reply = await desk.api.dispatch(head, Buffer.from(body));
      return answer(reply.status, reply.body, reply.headers);
    },
  });

  const added = await client.send({ method: "POST", path: "/users", body: { name: "alice" } });
  const again = await client.send({ method: "POST", path: "/users", body: { name: "alice" } });
  const status = await client.send({ method: "GET", path: "/status" });

  expect([added.status, status.status]).toEqual([200, 200]);
  expect(again.status).toBeGreaterThanOrEqual(400);
  expect(JSON.parse(again.text)).toHaveProperty("msg");
});

test("what the listener says of itself is asked beside the API, with the token", async () => {
  const asked: string[] = [];
  const client = new OperatorClient({
    baseUrl: "http://127.0.0.1:8081",
    token: TOKEN,
    fetch: async (url, { method, headers }) => {
      asked.push(`${method} ${url} ${headers["Authorization"]}`);
      return answer(200, "ready\n", {});
    },
  });

  const { status, text } = await client.look("/readyz");

  expect([status, text]).toEqual([200, "ready\n"]);
  expect(asked).toEqual([`GET http://127.0.0.1:8081/readyz Bearer ${TOKEN}`]);
});
