/**
 * kill -9 while a saved state is loaded: what is there afterwards is the old log or the new one, never
 * a mixture, and the new one if the load was acknowledged (SANDBOX-STATE-4). In the new one all that
 * came since it was saved never was.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { SignedClient } from "../../support/signed-client.ts";
import { findOrder } from "../asking.ts";
import { isTold } from "../checker/order-claims.ts";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

const USUAL_MAX_MS = 5_000;
const SAVES_MAX = 30;

export async function killInLoad(
  stage: Stage,
  clientOf: (user: string) => SignedClient,
): Promise<Afterwards> {
  const { claims, plan, usual, round } = stage;
  const name = `state-${round}`;
  await save(stage, name);
  const undo = claims.mark();
  const since = claims.placements.length;
  await stage.underLoad({ strikesAt: drawStrikesAt(plan), more: 0, strike: async () => undefined });
  await stage.settle();
  const startedMs = Date.now();
  const loading = stage.operator().post("/states/load", { name });
  await Promise.race([loading, sleep(plan() * usual.loadMs)]);
  await stage.kill();
  const told = await loading;
  const tookMs = told ? Date.now() - startedMs : usual.loadMs * 1.2;
  usual.loadMs = Math.min(tookMs, USUAL_MAX_MS);
  return async () => {
    // One that was acknowledged tells of all: whatever else is true of it, is a mixture.
    const told200 = claims.placements.slice(since).find((it) => isTold(it.told, "done"));
    if (!told200) throw new Error("nothing was acknowledged before the load");
    const client = clientOf(told200.user);
    const isOld = await findOrder(client, told200.area, { clientId: told200.clientId });
    client.close();
    if (isOld && isTold(told, "done")) claims.broken.push(`${name} was loaded, and is not there`);
    if (!isOld) {
      undo();
      claims.counts.loaded++;
    }
    await stage.operator().must("/states/remove", { name });
  };
}

/** While the archive is behind, a state is not saved. */
async function save(stage: Stage, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    await stage.server.archived();
    const answer = await stage.operator().post("/states/save", { name });
    if (answer?.status === 200) return;
    if (tries === SAVES_MAX) throw new Error(`saving got ${JSON.stringify(answer)}`);
  }
}
