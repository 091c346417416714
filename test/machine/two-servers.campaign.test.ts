/**
 * Two servers on one directory, as two containers with one volume are: a network namespace of its own
 * hides the name by which they would know each other. The second is refused before it touches anything
 * (LOG-LOCK-2), and if something writes all the same, the first notices before it does harm (LOG-LOCK-3).
 */

import { expect, onTestFinished, test } from "vitest";
import { openFileLog } from "../../src/log/file/file-log.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { inlineSegmentMaker } from "../../src/log/segment/segments.ts";
import { systemTimer } from "../../src/log/system-timer.ts";
import { systemTime } from "../../src/runtime/sequencer/clock.ts";
import { openExchange } from "../../src/runtime/sequencer/open-exchange.ts";
import { verifyDirectory } from "../crash/verify-directory.ts";
import { cli, typistOf } from "../support/cli-desk.ts";
import { hasProgram } from "../support/run-to-end.ts";
import { SERVER, ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { type Credentials, SignedClient } from "../support/signed-client.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const APART = ["unshare", "-rn"] as const;
const canBeApart = await hasProgram(...APART, "flock", "--version");
if (!canBeApart)
  console.log("skipped: two servers in two networks, since unshare is not permitted");

/** Without contracts no seconds tick: it writes nothing but requested commands. */
const QUIET = ["--no-demo", "--sandbox", "--no-limits", ...SMALL_LOG];
const SOON = { timeout: 120_000, interval: 20 };
const FURNITURE = [
  "asset add BTC",
  "asset add USDT",
  "symbol add BTCUSDT BTC USDT --price-precision 2 --quantity-precision 5",
  "user add alice",
  "deposit alice USDT 1000 --id first",
];

/** A server on which alice trades. */
class Desk {
  server: ServerProcess;
  #trader: SignedClient;
  readonly #key: Credentials;
  readonly acknowledged: string[] = [];

  private constructor(server: ServerProcess, key: Credentials) {
    this.server = server;
    this.#key = key;
    this.#trader = new SignedClient(server.port, key);
  }

  static async open(): Promise<Desk> {
    const directory = temporaryDirectory();
    const server = await ServerProcess.startAsIs(directory, QUIET);
    onTestFinished(() => server.kill());
    const typed = typistOf(directory);
    for (const line of FURNITURE) await typed(line);
    const key = JSON.parse(await typed("key add alice --permissions read,trade --json"));
    return new Desk(server, key);
  }

  async place(newClientOrderId: string): Promise<number> {
    const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "1.00", volume: "1" };
    const answer = await this.#trader.post("/sapi/v1/order", { ...order, newClientOrderId });
    if (answer?.status === 200) this.acknowledged.push(newClientOrderId);
    return answer?.status ?? 0;
  }

  async openIds(): Promise<string[]> {
    const answer = await this.#trader.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=1000");
    expect(answer?.status).toBe(200);
    const rows: { clientOrderId: string }[] = answer?.json ?? [];
    return rows.map(({ clientOrderId }) => clientOrderId).toSorted();
  }

  /** LOG-IDLE-1: until it has nothing more to write by itself. */
  async atRest(): Promise<void> {
    const disk = realDisk(this.server.directory);
    const isClosed = async () => (await openFileLog({ disk, readOnly: true })).endsEmpty;
    await expect.poll(isClosed, SOON).toBe(true);
  }

  /** The log is whole, and a start serves what was acknowledged. */
  async checkAfterEnd(): Promise<void> {
    const { directory } = this.server;
    this.#trader.close();
    await verifyDirectory(directory);
    this.server = await ServerProcess.startAsIs(directory, QUIET);
    onTestFinished(() => this.server.kill());
    this.#trader = new SignedClient(this.server.port, this.#key);
    expect(await this.openIds()).toEqual(this.acknowledged.toSorted());
    this.#trader.close();
  }
}

test.skipIf(!canBeApart)(
  "LOG-LOCK-2 a server in another network is refused, the first goes on, and the log is whole",
  async () => {
    const desk = await Desk.open();
    const { directory } = desk.server;
    expect(await desk.place("before")).toBe(200);
    const ports = ["--port", "0", "--operator-port", "0"];

    const second = await ServerProcess.launch(directory, {
      command: [...APART, ...SERVER, ...ports, "--data", directory, ...QUIET],
    });
    onTestFinished(() => second.kill());

    expect(second.output).toBe(`${directory} is in use by another container\n`);
    expect(second.exitCode).toBe(1);
    expect(await desk.place("after")).toBe(200);
    await desk.server.kill();
    await desk.checkAfterEnd();
  },
);

/** What a second server does, without the locks that would keep it out. */
async function writeBehindItsBack(directory: string): Promise<void> {
  const disk = realDisk(directory);
  const { sequencer } = await openExchange({
    disk,
    segmentMaker: inlineSegmentMaker(disk),
    time: systemTime,
    timer: systemTimer,
    acceptsClockBehind: true,
    report: () => undefined,
    onBroken: (reason) => {
      throw reason;
    },
  });
  const submitted = await sequencer.submit({ type: "AddUser", name: "foreign", request: 0 });
  expect(submitted).toMatchObject({ kind: "done", outcome: { ok: true } });
  await sequencer.stop();
}

test("LOG-LOCK-3 a server into whose log another writes takes nothing more, and says so", async () => {
  const desk = await Desk.open();
  const { directory } = desk.server;
  expect(await desk.place("before")).toBe(200);
  await desk.atRest();

  await writeBehindItsBack(directory);

  expect(await desk.place("fenced")).toBe(503);
  expect(await desk.place("fenced-too")).toBe(503);
  await desk.server.says(/FENCED: another process has written at log\/00000001\.log offset \d+/);
  expect(await desk.openIds()).toEqual(["before"]);
  const { out } = await cli(["status", "--data", directory]);
  expect(out).toMatch(/^NOT READY: fenced\. The log belongs to another process\.$/m);
  await desk.server.stop();
  expect(desk.server.exitCode).toBe(0);
  await desk.checkAfterEnd();
  // What the other wrote is there as well: nothing was written over it.
  expect(await typistOf(directory)("user list")).toContain("foreign");
});
