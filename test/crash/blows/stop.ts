/**
 * SIGSTOP under load, and SIGCONT after a while. One client sends to a server that stands still, and hangs up: it is
 * not known what becomes of that. The others do the same, or wait and are answered late. A long stop lets what was
 * on its way to the disk be answered 504.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { SignedClient } from "../../support/signed-client.ts";
import { goOn, standStill } from "../../support/stand-still.ts";
import { farBid } from "../load/errands.ts";
import { place, type Scene } from "../load/requests.ts";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

/** Between the two a request that was sent before still counts, or does not. */
const WINDOW_MS = 1_000;
const SHORT_MS = { min: 100, max: 1_400 } as const;
/** Longer than a command waits for its disk. */
const LONG_MS = 10_500;
const LONG_CHANCE = 0.1;
/** A request may be ahead of the server's clock by so much, and count for so much longer. */
const AHEAD_MS = 1_000;
const AFTERWARDS = 20;
const LEAST_PATIENCE_MS = 50;

export async function stopServer(stage: Stage): Promise<Afterwards> {
  const { server, plan } = stage;
  const isLong = plan() < LONG_CHANCE;
  const lengthMs = isLong ? LONG_MS : SHORT_MS.min + plan() * (SHORT_MS.max - SHORT_MS.min);
  const isPatient = isLong || plan() < 0.5;
  const pause = async (scene: Scene) => {
    const undo = isPatient ? () => undefined : losePatience(scene, lengthMs / 2);
    await standStill(server.pid);
    await giveUp(scene, server.port, `g${stage.round}`);
    await sleep(lengthMs);
    goOn(server.pid);
    // As long as it lasts: on a busy machine nothing else would be met any more.
    undo();
  };
  const strikesAt = drawStrikesAt(plan);
  await stage.underLoad({ strikesAt, more: AFTERWARDS, strike: pause });
  // Of what was not answered, nothing comes in any more: docs/api.md, "After a 504".
  await sleep(WINDOW_MS + AHEAD_MS);
  return undefined;
}

function losePatience(scene: Scene, afterMs: number): () => void {
  const { extra, clients } = scene;
  scene.extra = { recvWindow: WINDOW_MS };
  for (const client of clients.values()) client.patienceMs = afterMs + LEAST_PATIENCE_MS;
  return () => {
    scene.extra = extra;
    for (const client of clients.values()) client.patienceMs = undefined;
  };
}

/** Nothing is answered meanwhile, so whatever its patience is, it ends. */
async function giveUp(scene: Scene, port: number, clientId: string): Promise<void> {
  const { loner, keys } = scene.crowd;
  const client = new SignedClient(port, keys[loner] ?? { apiKey: "", secret: "" });
  client.patienceMs = LEAST_PATIENCE_MS;
  const clients = new Map([[loner, client]]);
  const extra = { recvWindow: WINDOW_MS };
  await place({ ...scene, clients, extra }, { user: loner, clientId, ...farBid(scene) });
  client.close();
}
