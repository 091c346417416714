/** The leader's disk fills up: it says so and resigns, a node that has space goes on, and when there is space again it follows. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Operator } from "../../crash/load/operator.ts";
import { LoopDisk } from "../../support/loop-disk.ts";
import { hasPostgres } from "../../support/postgres.ts";
import { SignedClient } from "../../support/signed-client.ts";
import { directoryOfFile } from "../../support/temporary-directory.ts";
import { PATIENCE_MS, untilSeen } from "../../support/until.ts";
import { FailureDesk } from "../desk/failure-desk.ts";

const SEED = 2205;
const place = directoryOfFile();
const isHere = hasPostgres();
const isPossible = isHere && (await LoopDisk.isPossible());
if (isHere && !isPossible) console.log("skipped: a full disk, since no disk can be mounted here");
/** The most orders that one request has. */
const BATCH = 10;
const ORDER = { side: "BUY", batchType: "LIMIT", volume: "0.00001" } as const;
const FLOODS = 8;
const USER = "flooder";

/** Fills the segment that the leader writes: the next one has to be made. Each request is placed and canceled. */
async function flood(client: SignedClient, price: string, isOver: () => boolean): Promise<void> {
  const orders = Array.from({ length: BATCH }, () => ({ ...ORDER, price }));
  while (!isOver()) {
    const placed = await client.post("/sapi/v1/batchOrders", { symbol: "BTCUSDT", orders });
    const orderIds = placed?.json.ids ?? [];
    await client.post("/sapi/v1/batchCancel", { symbol: "BTCUSDT", orderIds });
  }
}

/** A user of whom the checker knows nothing. */
async function flooder(desk: FailureDesk): Promise<SignedClient> {
  const operator = new Operator(desk.venueOf(0));
  await operator.must("/users", { name: USER });
  const key = await operator.must("/keys", { user: USER, permissions: ["read", "trade"] });
  await operator.must("/deposits", { user: USER, asset: "USDT", amount: "100000", id: USER });
  return new SignedClient(desk.cluster.node(0).plan.port, key);
}

/** Until nothing more goes in. */
function fill(file: string): void {
  for (const size of [1024 * 1024, 4096]) {
    for (let isRoom = true; isRoom; ) {
      try {
        writeFileSync(file, Buffer.alloc(size), { flag: "a" });
      } catch {
        isRoom = false;
      }
    }
  }
}

test.skipIf(!isPossible)(
  "CLUSTER-RESIGN-1 a leader whose disk is full says so and resigns; another leads, and it follows when there is space again",
  async () => {
    const disk = await LoopDisk.make(join(place, "of-n1"));
    onTestFinished(() => disk.close());
    const directory = join(disk.seenFromOutside, "n1");
    const desk = await FailureDesk.start({
      seed: SEED,
      segmentMib: 1,
      launchOf: (index) => (index === 0 ? { directory } : {}),
    });
    onTestFinished(() => desk.end());
    await desk.letLead(0);
    const epoch = await desk.epoch();
    const filler = join(disk.seenFromOutside, "filler");

    fill(filler);
    let isOver = false;
    const [client, price] = [await flooder(desk), `${Math.round(desk.indexPrice * 0.95)}`];
    onTestFinished(() => client.close());
    const floods = Array.from({ length: FLOODS }, () => flood(client, price, () => isOver));
    const leader = await untilSeen("another leads", async () => {
      const seen = await desk.cluster.look();
      return seen && seen.epoch > epoch && seen.leader !== "" ? seen.leader : undefined;
    });
    isOver = true;
    await Promise.all(floods);

    expect(leader).not.toBe("n1");
    expect(desk.cluster.node(0).output).toMatch(/no space|space is short|disk is full/);
    await desk.allReady([1, 2]);
    rmSync(filler);
    await desk.underTraffic(async () => desk.allReady());
    await desk.prove();
  },
  PATIENCE_MS,
);
