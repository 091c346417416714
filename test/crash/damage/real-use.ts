/**
 * A data directory as real use leaves it, twice: after a clean stop, and after a kill. The real server
 * makes both: users trade in all three areas, snapshots are made meanwhile and more of the log behind
 * them, and a state is saved.
 *
 * The killed one ends with a batch that was never answered: a server that is killed between the write and
 * the answer leaves one. All before it was seen by the archivist, so of a damage it is known what may be
 * missing afterwards: that batch, and nothing else.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openFileLog } from "../../../src/log/file/file-log.ts";
import { witnessesOf } from "../../../src/log/file/witness.ts";
import { realDisk } from "../../../src/log/real-disk.ts";
import { appendRecord } from "../../../src/runtime/replica/append-record.ts";
import { EPOCH } from "../../../src/runtime/replica/open-log.ts";
import { digestOf } from "../../../src/runtime/replica/replay.ts";
import { chooseSnapshot, restore } from "../../../src/runtime/replica/restore.ts";
import { ServerProcess } from "../../support/server-process.ts";
import { SignedClient } from "../../support/signed-client.ts";
import { type, typed } from "./typed.ts";

/** The directories of a campaign, and what a start finds in each. */
export interface RealUse {
  readonly clean: string;
  readonly killed: string;
}

export const STATE = "saved";
const ARGS = ["--snapshot-every", "120"];
/** Rounds of trading before the state is saved, before the clean stop, and before the kill. */
const ROUNDS = { saved: 12, stopped: 8, killed: 10 } as const;
const LOOK_MS = 50;

export async function makeRealUse(place: string): Promise<RealUse> {
  const clean = join(place, "clean");
  await useAndStop(clean);
  const killed = join(place, "killed");
  cpSync(clean, killed, { recursive: true });
  await useAndKill(killed);
  await appendUnanswered(killed);
  return { clean, killed };
}

async function useAndStop(directory: string): Promise<void> {
  const server = await ServerProcess.start(directory, ARGS);
  try {
    await trade(server, "a", ROUNDS.saved);
    await save(directory);
    await trade(server, "b", ROUNDS.stopped);
    await server.archived();
    await server.stop();
  } finally {
    await server.kill();
  }
}

/** It is refused while the archive is behind, which a busy machine lets it be. */
async function save(directory: string): Promise<void> {
  for (;;) {
    const { code, err } = await type("snapshot", "save", STATE, "--data", directory);
    if (code === 0) return;
    if (!err.includes("behind")) throw new Error(`a state is not saved: ${err}`);
  }
}

async function useAndKill(directory: string): Promise<void> {
  const server = await ServerProcess.start(directory, ARGS);
  try {
    await trade(server, "c", ROUNDS.killed);
    const status = JSON.parse(await typed(directory, "status", "--json"));
    const seen = () => witnessesOf(realDisk(directory))[0]?.position ?? 0;
    while (seen() < status.position) await sleep(LOOK_MS);
  } finally {
    await server.kill();
  }
}

/** An order of the first user, durable and never answered. */
async function appendUnanswered(directory: string): Promise<void> {
  const disk = realDisk(directory);
  const { snapshot } = chooseSnapshot(disk);
  const log = await openFileLog({ disk, from: snapshot?.cursor });
  try {
    const { state } = restore(log, snapshot);
    const command = {
      ...({ type: "PlaceOrder", side: "buy", kind: "limit" } as const),
      user: 1,
      key: 1,
      request: 0,
      pair: 1,
      quantity: "0.001",
      price: "10000",
      clientId: "never-answered",
    };
    const { timeMs, position: digestPosition } = state;
    await appendRecord(log, EPOCH, {
      command,
      place: { timeMs, digestPosition, digest: digestOf(state) },
    });
  } finally {
    log.close();
  }
}

/** Both users trade with each other, in turn, everywhere; some orders rest, and some are cancelled. */
async function trade(server: ServerProcess, name: string, rounds: number): Promise<void> {
  const [one, other] = Object.values(server.keys()).map(
    (key) => new SignedClient(server.port, key),
  );
  if (!(one && other)) throw new Error("the demo has two users");
  try {
    const move = {
      coinSymbol: "USDT",
      amount: "300",
      fromAccount: "EXCHANGE",
      toAccount: "MARGIN",
    };
    await done(other, "/sapi/v1/asset/transfer", move);
    for (let round = 1; round <= rounds; round++) {
      const [maker, taker] = round % 2 === 0 ? [one, other] : [other, one];
      await tradePairs(maker, taker, { price: `${20_000 + round}`, name: `${name}-${round}` });
      await borrow(other, one, `${name}-m-${round}`);
      await tradeContracts(maker, taker, round);
    }
  } finally {
    for (const client of [one, other]) client.close();
  }
}

interface Terms {
  readonly price: string;
  readonly name: string;
}

async function tradePairs(
  maker: SignedClient,
  taker: SignedClient,
  { price, name }: Terms,
): Promise<void> {
  const order = { symbol: "BTCUSDT", type: "LIMIT", price };
  const path = "/sapi/v1/order";
  const sell = { ...order, side: "SELL", volume: "0.02", newClientOrderId: `${name}-s` };
  await done(maker, path, sell);
  await done(taker, path, { ...order, side: "BUY", volume: "0.01" });
  await done(taker, path, { ...order, side: "BUY", volume: "0.01", newClientOrderId: `${name}-b` });
  const resting = { ...order, side: "BUY", volume: "0.01", price: "19000" };
  const { orderId } = await done(maker, path, { ...resting, newClientOrderId: `${name}-r` });
  if (name.length % 2 === 0) return;
  await done(maker, "/sapi/v1/cancel", { symbol: "BTCUSDT", orderId });
}

/** Buys more than the user has, and sells it again. */
async function borrow(user: SignedClient, market: SignedClient, name: string): Promise<void> {
  const order = { symbol: "BTCUSDT", type: "LIMIT", price: "20000", volume: "0.02" };
  await done(market, "/sapi/v1/order", { ...order, side: "SELL" });
  const buy = { ...order, side: "BUY", newClientOrderId: name };
  await done(user, "/sapi/v1/margin/order", buy);
  await done(market, "/sapi/v1/order", { ...order, side: "BUY" });
  await done(user, "/sapi/v1/margin/order", { ...order, side: "SELL" });
}

/** Opens in a round, closes in the next, in which the two have changed places: profits are history, too. */
async function tradeContracts(
  maker: SignedClient,
  taker: SignedClient,
  round: number,
): Promise<void> {
  const open = round % 2 === 1 ? "OPEN" : "CLOSE";
  const order = {
    contractName: "E-BTC-USDT",
    type: "LIMIT",
    price: "20000",
    positionType: 2,
    open,
  };
  await done(maker, "/fapi/v1/order", { ...order, side: "BUY", volume: 5 });
  await done(taker, "/fapi/v1/order", { ...order, side: "SELL", volume: 5 });
}

// biome-ignore lint/suspicious/noExplicitAny: the server's own words.
async function done(client: SignedClient, path: string, body: object): Promise<any> {
  // The widest time window: a busy machine takes its time.
  const answer = await client.post(path, { ...body, recvWindow: 60_000 });
  if (answer?.status === 200) return answer.json;
  throw new Error(`${path} ${JSON.stringify(body)} got ${JSON.stringify(answer?.json)}`);
}
