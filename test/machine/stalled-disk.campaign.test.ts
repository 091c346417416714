/**
 * A disk that stands still under the real server: a file system is frozen, so that the write of the log
 * waits in the kernel. No client waits longer than the sequencer promises, none is told what is not true, and
 * afterwards each request was carried out once or not at all. Skipped where none can be frozen.
 */
import { expect, onTestFinished, test } from "vitest";
import { LoopDisk } from "../support/loop-disk.ts";
import { runToEnd } from "../support/run-to-end.ts";
import { CLI, SERVER, ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const canFreeze = await LoopDisk.isPossible();
if (!canFreeze)
  console.log("skipped: a stalled disk, since no file system can be mounted and frozen");

function startOn(disk: LoopDisk): Promise<ServerProcess> {
  const ports = ["--port", "0", "--operator-port", "0"];
  const typed = [...SERVER, ...ports, "--data", disk.path, "--no-traders", "--no-limits"];
  return ServerProcess.launch(disk.seenFromOutside, {
    command: [...disk.entry, ...typed, ...SMALL_LOG],
  });
}

function traderOf(server: ServerProcess): SignedClient {
  const { demo1 } = server.keys();
  if (!demo1) throw new Error("the demo has no demo1");
  return new SignedClient(server.port, demo1);
}

function place(trader: SignedClient, newClientOrderId: string): Promise<HttpAnswer | undefined> {
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "1.00", volume: "0.001" };
  return trader.post("/sapi/v1/order", { ...order, newClientOrderId });
}

/** The client ids of all open orders, each as often as there are orders with it. */
async function openIds(trader: SignedClient): Promise<string[]> {
  const answer = await trader.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=1000");
  expect(answer?.status).toBe(200);
  const rows: { clientOrderId: string }[] = answer?.json ?? [];
  return rows.map(({ clientOrderId }) => clientOrderId).toSorted();
}

test.skipIf(!canFreeze)(
  "LOG-DUR-1 while the disk stands still a request gets 504, and was carried out once or not at all",
  async () => {
    const disk = await LoopDisk.make(temporaryDirectory());
    onTestFinished(() => disk.close());
    let server = await startOn(disk);
    onTestFinished(() => server.kill());
    let trader = traderOf(server);
    expect((await place(trader, "before"))?.status).toBe(200);

    const thaw = await disk.freeze();
    onTestFinished(thaw);
    const stalled = place(trader, "stalled");
    const seenMeanwhile = await openIds(trader);
    const told = await stalled;
    // The write is still under way: what comes now stands behind it in the sequencer.
    const behind = place(trader, "behind");
    const seenAfterwards = await openIds(trader);
    await thaw();
    const toldBehind = await behind;
    const after = await openIds(trader);

    expect(told).toMatchObject({ status: 504, json: { code: -1007 } });
    // What is not durable is not seen, and reads go on.
    expect([seenMeanwhile, seenAfterwards]).toEqual([["before"], ["before"]]);
    expect([200, 400, 504]).toContain(toldBehind?.status);
    checkOutcome(after, toldBehind);
    await server.kill();
    const verified = await runToEnd([...disk.entry, ...CLI, "verify", disk.path]);
    expect(verified.code, verified.output).toBe(0);
    server = await startOn(disk);
    trader = traderOf(server);
    expect(await openIds(trader)).toEqual(after);
    // A client that sends again with the same client id has one order, whatever became of the first.
    await place(trader, "stalled");
    expect((await openIds(trader)).filter((id) => id === "stalled")).toHaveLength(1);
    trader.close();
    // Cleanly: an archivist that is only just starting must not outlive its disk.
    await server.stop();
  },
);

/** Never twice; and what is told once the disk goes on again is true. */
function checkOutcome(ids: readonly string[], toldBehind: HttpAnswer | undefined): void {
  const times = (name: string) => ids.filter((id) => id === name).length;
  expect(times("before")).toBe(1);
  expect(times("stalled")).toBeLessThanOrEqual(1);
  if (toldBehind?.status === 200) expect(times("behind")).toBe(1);
  if (toldBehind?.status === 400) expect(times("behind")).toBe(0);
  expect(times("behind")).toBeLessThanOrEqual(1);
}
