/**
 * A disk that stands still under the real server: a file system is frozen, so that the write of the log
 * waits in the kernel. No client waits longer than the sequencer promises, none is told what is not true, and
 * afterwards each request was carried out once or not at all. How long a file system takes to freeze nobody
 * knows, so nothing else may be written meanwhile: the clock stands, and the log is closed. Skipped where none can be frozen.
 */
import { expect, onTestFinished, test } from "vitest";
import { LoopDisk } from "../support/loop-disk.ts";
import { runToEnd } from "../support/run-to-end.ts";
import { bourse, CLI, SERVER, ServerProcess, SMALL_LOG } from "../support/server-process.ts";
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

/** Nothing is due any more, and the log ends with the empty batch that closes it: a saved state stands at rest. */
async function bringToRest(server: ServerProcess): Promise<void> {
  for (const words of [
    ["clock", "freeze"],
    ["snapshot", "save", "before"],
  ]) {
    const { code, output } = await bourse(...words, "--data", server.directory);
    expect(code, output).toBe(0);
  }
}

/** The client ids of all open orders, each as often as there are orders with it. */
async function openIds(trader: SignedClient): Promise<string[]> {
  const answer = await trader.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=1000");
  expect(answer?.status).toBe(200);
  const rows: { clientOrderId: string }[] = answer?.json ?? [];
  return rows.map(({ clientOrderId }) => clientOrderId).toSorted();
}

test.skipIf(!canFreeze)(
  "LOG-DUR-2 while the disk stands still a request gets 504, and was carried out once or not at all; one behind it gets 503",
  async () => {
    const disk = await LoopDisk.make(temporaryDirectory());
    onTestFinished(() => disk.close());
    let server = await startOn(disk);
    onTestFinished(() => server.kill());
    expect((await place(traderOf(server), "before"))?.status).toBe(200);
    await bringToRest(server);

    const thaw = await disk.freeze();
    onTestFinished(thaw);
    const trader = traderOf(server);
    const stalled = place(trader, "stalled");
    const seenMeanwhile = await openIds(trader);
    // The server answers both when the write is overdue: this one was still waiting then, or came afterwards.
    const behind = place(trader, "behind");
    const [told, toldBehind] = await Promise.all([stalled, behind]);
    const seenAfterwards = await openIds(trader);
    await thaw();
    const after = await orderAgain(trader);

    expect(told).toMatchObject({ status: 504, json: { code: -1007 } });
    expect(toldBehind).toMatchObject({ status: 503, json: { code: -1001 } });
    // What is not durable is not seen, and reads go on.
    expect([seenMeanwhile, seenAfterwards]).toEqual([["before"], ["before"]]);
    // The write that stood still went on, and what was told to be nowhere is nowhere.
    expect(after).toEqual(["again", "before", "stalled"]);
    await server.kill();
    const verified = await runToEnd([...disk.entry, ...CLI, "verify", disk.path]);
    expect(verified.code, verified.output).toBe(0);
    server = await startOn(disk);
    const later = traderOf(server);
    expect(await openIds(later)).toEqual(after);
    // A client that sends again with the same client id has one order, whatever became of the first.
    await place(later, "stalled");
    expect(await openIds(later)).toEqual(after);
    // Cleanly: an archivist that is only just starting must not outlive its disk.
    await server.stop();
  },
);

/** Once the disk goes on, so does the exchange: 503 is told until then, and means that the order may be sent again. */
async function orderAgain(trader: SignedClient): Promise<string[]> {
  for (;;) {
    const answer = await place(trader, "again");
    // A disk that is slow besides may take its ten seconds once more; then the client id is taken.
    expect([200, 400, 503, 504]).toContain(answer?.status);
    const ids = await openIds(trader);
    if (ids.includes("again")) return ids;
  }
}
