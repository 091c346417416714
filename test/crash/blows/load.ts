/**
 * kill -9 while a saved state is loaded: what is there afterwards is the old log or the new one, never
 * a mixture, and the new one if the load was answered (SANDBOX-STATE-4). In the new one all that
 * came since it was saved never was. The kill comes when the load is seen in the directory; its answer, if there is
 * one by then, is held back.
 */
import { watch } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { NEXT_DIRECTORY } from "../../../src/edge/sandbox/states/swap.ts";
import type { SignedClient } from "../../support/signed-client.ts";
import { TcpWay } from "../../support/tcp-way.ts";
import { findOrder } from "../asking.ts";
import { isTold } from "../checker/order-claims.ts";
import { Operator } from "../load/operator.ts";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

const USUAL_MAX_MS = 5_000;
/** What the operator is told while the archive is behind. */
const NOT_NOW = 503;

export async function killInLoad(
  stage: Stage,
  clientOf: (user: string) => SignedClient,
): Promise<Afterwards> {
  const { claims, plan, round } = stage;
  const name = `state-${round}`;
  await save(stage, name);
  const undo = claims.mark();
  const since = claims.placements.length;
  await stage.underLoad({ strikesAt: drawStrikesAt(plan), more: 0, strike: async () => undefined });
  await stage.settle();
  const isLoaded = await killWhileLoading(stage, name);
  return async () => {
    // One that was acknowledged tells of all: whatever else is true of it, is a mixture.
    const told200 = claims.placements.slice(since).find((it) => isTold(it.told, "done"));
    if (!told200) throw new Error("nothing was acknowledged before the load");
    const client = clientOf(told200.user);
    const isOld = await findOrder(client, told200.area, { clientId: told200.clientId });
    client.close();
    if (isOld && isLoaded) claims.broken.push(`${name} was loaded, and is not there`);
    if (!isOld) {
      undo();
      claims.counts.loaded++;
    }
    await stage.operator().must("/states/remove", { name });
  };
}

/** Answers whether the load was answered with 200 before the kill; nobody heard it. */
async function killWhileLoading(stage: Stage, name: string): Promise<boolean> {
  const { server, plan, usual, directory } = stage;
  const relay = await TcpWay.to(server.operatorPort);
  const watcher = watch(directory);
  try {
    relay.cut("back");
    const begun = new Promise<void>((resolve) => {
      watcher.on("change", (_, file) => `${file}` === NEXT_DIRECTORY && resolve());
    });
    const operator = new Operator({ directory, operatorPort: relay.port });
    const loading = operator.post("/states/load", { name });
    await begun;
    const begunMs = Date.now();
    const answered = relay.holds().then(() => Date.now() - begunMs);
    const tookMs = await Promise.race([answered, sleep(plan() * usual.loadMs)]);
    usual.loadMs = Math.min(tookMs ?? usual.loadMs * 1.2, USUAL_MAX_MS);
    await server.kill();
    const isLoaded = relay.heldTexts.some((reply) => reply.startsWith("HTTP/1.1 200 "));
    relay.reset();
    await loading;
    return isLoaded;
  } finally {
    watcher.close();
    await relay.close();
  }
}

/** While the archive is behind, a state is not saved. */
async function save(stage: Stage, name: string): Promise<void> {
  for (;;) {
    await stage.server.archived();
    const answer = await stage.operator().post("/states/save", { name });
    if (answer?.status === 200) return;
    if (answer?.status !== NOT_NOW) throw new Error(`saving got ${JSON.stringify(answer)}`);
  }
}
