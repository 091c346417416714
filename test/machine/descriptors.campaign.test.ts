/**
 * LOG-FULL-2 in the real program. First the limit of open files of the running server is lowered below
 * what it has open, so that nothing more can be opened, and raised again. Then clients take every
 * descriptor that they can get, and more whenever one is free. Whatever was acknowledged is there after
 * a kill, once, and what was refused is not. Skipped where there is no prlimit.
 */
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { verifyDirectory } from "../crash/verify-directory.ts";
import { KeptOperator } from "../support/kept-operator.ts";
import { hasProgram, runToEnd } from "../support/run-to-end.ts";
import { ServerProcess } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const canLimit = await hasProgram("prlimit", "--version");
if (!canLimit) console.log("skipped: want of descriptors, since there is no prlimit");

/** So many keys fill more than one file of 1 MiB, and a new one is made; or more than two. */
const ONE_FILE = 400;
const TWO_FILES = 1_000;
const TURNED_AWAY = 20;
const PING = "GET /sapi/v1/ping HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

/** Sets the soft limit of open files of a process; the hard one stays, so it can be raised again. */
async function limit(pid: number, files: number | undefined): Promise<void> {
  const hard = (
    await runToEnd(["prlimit", "--pid", `${pid}`, "--nofile", "-o", "HARD", "--noheadings"])
  ).out;
  const bound = `--nofile=${files ?? hard.trim()}:`;
  const { code, output } = await runToEnd(["prlimit", "--pid", `${pid}`, bound]);
  expect(code, output).toBe(0);
}

/** A server with a trader and an operator, each on a connection that is kept. */
class Desk {
  server: ServerProcess;
  trader: SignedClient;
  operator: KeptOperator;
  readonly acknowledged: string[] = [];
  readonly refused: string[] = [];

  constructor(server: ServerProcess) {
    this.server = server;
    this.trader = traderOf(server);
    this.operator = new KeptOperator(server);
  }

  static async open(): Promise<Desk> {
    const desk = new Desk(await ServerProcess.start(temporaryDirectory()));
    onTestFinished(async () => {
      desk.trader.close();
      desk.operator.close();
      await desk.server.kill();
    });
    // Both connections are there before anything runs short.
    expect(await desk.place("first")).toBe(200);
    expect(await desk.operator.fillLog("demo1")).toBe(true);
    return desk;
  }

  async place(newClientOrderId: string): Promise<number> {
    const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "1.00", volume: "0.001" };
    const answer = await this.trader.post("/sapi/v1/order", { ...order, newClientOrderId });
    const status = answer?.status ?? 0;
    if (status === 200) this.acknowledged.push(newClientOrderId);
    if (status === 503) this.refused.push(newClientOrderId);
    return status;
  }

  /** Fills the log, with an order now and then, until one is refused or there were so many rounds. */
  async fill(name: string, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      await this.operator.fillLog("demo1");
      if (round % 10 === 0 && (await this.place(`${name}-${round}`)) === 503) return;
    }
  }

  find(newClientOrderId: string): Promise<HttpAnswer | undefined> {
    return this.trader.get(`/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=${newClientOrderId}`);
  }

  /** LOG-DUR-1: after a kill, what was acknowledged is there once, and what was refused is not. */
  async checkAfterKill(): Promise<void> {
    await this.server.kill();
    await verifyDirectory(this.server.directory);
    this.server = await ServerProcess.start(this.server.directory);
    this.trader = traderOf(this.server);
    const open = await this.trader.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=1000");
    const ids = open?.json.map(({ clientOrderId }: { clientOrderId: string }) => clientOrderId);
    expect(ids.toSorted()).toEqual(this.acknowledged.toSorted());
  }
}

function traderOf(server: ServerProcess): SignedClient {
  const { demo1 } = server.keys();
  if (!demo1) throw new Error("the demo has no demo1");
  return new SignedClient(server.port, demo1);
}

test.skipIf(!canLimit)(
  "LOG-FULL-2 when no file can be opened orders get 503, reads and cancels go on, and then orders again",
  async () => {
    const desk = await Desk.open();
    await limit(desk.server.pid, 3);

    await desk.fill("short", TWO_FILES);

    expect(desk.refused).toHaveLength(1);
    expect(desk.acknowledged.length).toBeGreaterThan(10);
    await desk.server.says(/no new segment can be made: EMFILE/);
    const ready = await desk.operator.get("/readyz");
    expect(ready).toMatchObject({
      status: 503,
      text: expect.stringContaining("short_of_descriptors"),
    });
    const first = await desk.find("first");
    expect(first).toMatchObject({ status: 200, json: { status: "NEW" } });
    const orderId = first?.json.orderId;
    const cancel = await desk.trader.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId });
    expect(cancel?.status).toBe(200);
    desk.acknowledged.shift();

    await limit(desk.server.pid, undefined);
    await desk.server.says(/files can be opened again/);
    expect(await desk.place("again")).toBe(200);
    expect(await desk.operator.get("/readyz")).toMatchObject({ status: 200 });
    await desk.checkAfterKill();
  },
);

/** Connections that are kept, and made anew when the server closes them. */
class Crowd {
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #isOver = false;
  #onTurnedAway: () => void = () => undefined;
  /** How often the server closed one: it had no descriptor for it. */
  #turnedAway = 0;

  constructor(port: number, count: number) {
    this.#port = port;
    for (let at = 0; at < count; at++) this.#connect();
  }

  #connect(): void {
    const socket = connect(this.#port, "127.0.0.1", () => socket.write(PING));
    this.#sockets.add(socket);
    socket.on("data", () => undefined);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.#sockets.delete(socket);
      if (this.#isOver) return;
      this.#turnedAway++;
      this.#onTurnedAway();
      this.#connect();
    });
  }

  async turnedAway(times: number): Promise<void> {
    while (this.#turnedAway < times) {
      await new Promise<void>((resolve) => {
        this.#onTurnedAway = resolve;
      });
    }
  }

  leave(): void {
    this.#isOver = true;
    for (const socket of this.#sockets) socket.destroy();
  }
}

test.skipIf(!canLimit)(
  "LOG-FULL-2 clients who take every descriptor do not stop it, and when they leave orders are taken",
  async () => {
    const desk = await Desk.open();
    const used = readdirSync(`/proc/${desk.server.pid}/fd`).length;
    await limit(desk.server.pid, used + 4);
    const crowd = new Crowd(desk.server.port, 8);
    onTestFinished(() => crowd.leave());

    // There is nothing left, and whatever is closed is taken at once.
    await crowd.turnedAway(TURNED_AWAY);
    await desk.fill("crowded", ONE_FILE);

    crowd.leave();
    await expect
      .poll(() => desk.place(`left-${desk.refused.length}`), { timeout: 120_000 })
      .toBe(200);
    expect(desk.server.isRunning).toBe(true);
    await desk.checkAfterKill();
  },
);
