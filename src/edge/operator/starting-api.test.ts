/** The operator's listener before there is an exchange, through real sockets. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { OperatorDesk } from "../../../test/support/operator-desk.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { realDisk } from "../../log/real-disk.ts";
import { OPERATOR_TOKEN_NAME } from "../auth/operator-token.ts";
import { privateFiles } from "../auth/private-files.ts";
import { openOperatorEarly } from "./open-operator.ts";
import { StartingApi } from "./starting-api.ts";
import { OPERATOR_ADDRESS_NAME } from "./v1/place.ts";

async function openEarly() {
  const directory = temporaryDirectory();
  const files = privateFiles(realDisk(directory));
  const operator = await openOperatorEarly({ files, port: 0 });
  onTestFinished(() => operator.close(0));
  const read = (name: string) => readFileSync(join(directory, name), "utf8").trim();
  const authorization = `Bearer ${read(OPERATOR_TOKEN_NAME)}`;
  const url = `http://127.0.0.1:${operator.port}`;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      headers: { authorization, "content-type": "application/json" },
      ...init,
    });
  return { operator, ask, url, read };
}

test("OPER-API-5 while it starts it is alive, not ready, and does nothing else", async () => {
  const { ask, url, operator, read } = await openEarly();

  expect(await (await fetch(`${url}/livez`)).text()).toBe("alive\n");
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toEqual({
    code: -1001,
    msg: "Not ready: starting. The log is being replayed.",
  });
  for (const path of ["/operator/v1/status", "/metrics", "/none"]) {
    const reply = await ask(path);
    expect(reply.status).toBe(503);
    expect(reply.headers.get("retry-after")).toBe("1");
    expect(await reply.json()).toEqual({
      code: -1001,
      msg: "The exchange is starting; not executed.",
    });
  }
  expect(read(OPERATOR_ADDRESS_NAME)).toBe(`127.0.0.1:${operator.port}`);
});

test("LOG-DUR-1 a command that comes too early is refused, its body unread", async () => {
  const { ask } = await openEarly();

  const reply = await ask("/operator/v1/users", { method: "POST", body: '{"name":"alice"}' });

  expect(reply.status).toBe(503);
  expect(reply.headers.get("connection")).toBe("close");
});

test("OPER-API-3 also then the Host must be local", () => {
  const api = new StartingApi<{ request: number }>();
  const headers = { host: ["rebound.example"] };
  const head = { method: "GET", target: "/livez", headers, address: "127.0.0.1" };

  expect(api.admit(head)).toMatchObject({ status: 403 });
});

test("OPER-API-5 once the exchange is there, the same listener serves it", async () => {
  const { ask, operator, url } = await openEarly();
  const desk = new OperatorDesk();
  expect((await ask("/operator/v1/status")).status).toBe(503);

  operator.serve(desk.options());

  expect((await ask("/operator/v1/status")).status).toBe(200);
  expect((await fetch(`${url}/operator/v1/status`)).status).toBe(401);
  expect(await (await fetch(`${url}/readyz`)).text()).toBe("ready\n");
  const added = await ask("/operator/v1/users", { method: "POST", body: '{"name":"alice"}' });
  expect(added.status).toBe(200);
  expect(desk.exchange.state.users.users).toHaveLength(1);
});
