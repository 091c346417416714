/**
 * The load of orders over streams, `node call-load.mjs JSON`: connections to `/ws`, each logged in as a user of its own, that
 * place orders for some seconds, each as soon as the one before is answered.
 */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { WebSocket } from "ws";
import { Crowd, orderFields } from "./scripts.mjs";
import { addressOf, closed, Tally } from "./tally.mjs";

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  const accounts = JSON.parse(readFileSync(task.accountsFile, "utf8"));
  const crowd = new Crowd(accounts, { name: `ws-${task.name}` });
  const asking = await Promise.all(
    Array.from({ length: task.connections }, async (_, index) => {
      const caller = new Caller(task.port, addressOf(index));
      await caller.login(accounts[index % accounts.length]);
      return { connection: caller, next: () => orderFields(crowd.clientId(), crowd.trade()) };
    }),
  );
  const tally = new Tally();
  const begin = performance.now();
  await closed(asking, tally, task);
  const seconds = (performance.now() - begin) / 1000;
  for (const { connection } of asking) connection.close();
  console.log(JSON.stringify({ seconds, ...tally.result() }));
}

/** One call at a time over one connection; an answer has the form that those over HTTP have. */
class Caller {
  constructor(port, localAddress) {
    this.answered = undefined;
    this.calls = 0;
    this.socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { localAddress });
    this.socket.on("message", (bytes) => this.take(JSON.parse(bytes.toString())));
    this.socket.on("close", () => this.answered?.(undefined, new Error("the stream was closed")));
  }

  async login({ apiKey, secret }) {
    await once(this.socket, "open");
    const ts = Date.now();
    const sign = createHmac("sha256", secret).update(`${ts}GET/ws`).digest("hex");
    await new Promise((resolve, reject) => {
      this.answered = (reply, error) => (error ? reject(error) : resolve(reply));
      this.socket.send(JSON.stringify({ op: "login", apiKey, ts, sign, id: 0 }));
    });
  }

  /** @param {string} body JSON */
  send(body, answered) {
    this.answered = answered;
    this.socket.send(`{"op":"call","id":${++this.calls},"path":"/sapi/v1/order","body":${body}}`);
  }

  take({ type, status, body }) {
    if (type === "hello") return;
    const { answered } = this;
    this.answered = undefined;
    answered?.({
      status: type === "loggedIn" ? 200 : (status ?? type),
      body: JSON.stringify(body),
    });
  }

  close() {
    this.socket.close();
  }
}

await main();
