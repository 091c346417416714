/**
 * SIGSTOP under load, and SIGCONT after a while. Either the clients lose patience and hang up, and
 * it is not known what became of what they sent, or they wait and are answered late. A long one lets what
 * was on its way to the disk be answered 504.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Scene } from "../load/requests.ts";
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

function losePatience(scene: Scene, afterMs: number | undefined): void {
  scene.extra = afterMs === undefined ? {} : { recvWindow: WINDOW_MS };
  for (const client of scene.clients.values()) client.patienceMs = afterMs;
}

export async function stopServer(stage: Stage): Promise<Afterwards> {
  const { server, plan } = stage;
  const isLong = plan() < LONG_CHANCE;
  const lengthMs = isLong ? LONG_MS : SHORT_MS.min + plan() * (SHORT_MS.max - SHORT_MS.min);
  const isPatient = isLong || plan() < 0.5;
  const pause = async (scene: Scene) => {
    if (!isPatient) losePatience(scene, lengthMs / 2 + LEAST_PATIENCE_MS);
    process.kill(server.pid, "SIGSTOP");
    await sleep(lengthMs);
    process.kill(server.pid, "SIGCONT");
    // As long as it lasts: on a busy machine nothing else would be met any more.
    losePatience(scene, undefined);
  };
  const strikesAt = drawStrikesAt(plan);
  await stage.underLoad({ strikesAt, more: AFTERWARDS, strike: pause });
  // Of what was not answered, nothing comes in any more: docs/api.md, "After a 504".
  if (!isPatient) await sleep(WINDOW_MS + AHEAD_MS);
  return undefined;
}
