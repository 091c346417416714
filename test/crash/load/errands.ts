/**
 * What users do whom nobody meets: an order far from the market is placed, made less, replaced and canceled, one is
 * canceled with all others, and one by a countdown. Each of it is acknowledged, so every blow falls behind all of it.
 */
import type { Asked } from "../checker/areas.ts";
import type { Placement } from "../checker/order-claims.ts";
import { amend, COUNTDOWNS_MS, cancelAll, countDown, replace } from "./manage.ts";
import { cancel, place, type Scene } from "./requests.ts";

/** Half the index: nobody sells there, and no price band is left (SPOT-CHECK-11). */
export function farBid({ index }: Pick<Scene, "index">): Asked {
  return { area: "spot", side: "BUY", price: `${Math.round(index.price / 2)}`, volume: "0.01" };
}

export async function runErrands(scene: Scene, name: string): Promise<void> {
  const { loner, holder } = scene.crowd;
  const first = await rest(scene, loner, `${name}-1`);
  await must("an amendment", amend(scene, first));
  const second = { user: loner, clientId: `${name}-2`, ...farBid(scene) };
  await must("a replacement", replace(scene, first, second));
  await must("a cancel", cancel(scene, placementOf(scene, second.clientId)));
  await rest(scene, loner, `${name}-3`);
  await must("a cancel of all", cancelAll(scene, loner, "spot"));
  // The loner's next orders must not be met by it: who holds positions places none in spot.
  await rest(scene, holder, `${name}-4`);
  await must("a countdown", countDown(scene, holder, COUNTDOWNS_MS[0]));
}

async function rest(scene: Scene, user: string, clientId: string): Promise<Placement> {
  await must("an order", place(scene, { user, clientId, ...farBid(scene) }));
  return placementOf(scene, clientId);
}

function placementOf({ claims }: Scene, clientId: string): Placement {
  const found = claims.placements.findLast((placement) => placement.clientId === clientId);
  if (!found) throw new Error(`${clientId} was not placed`);
  return found;
}

/** Nothing is in its way: what is not acknowledged is a failure. */
export async function must(what: string, acknowledged: Promise<number>): Promise<void> {
  if ((await acknowledged) !== 1) throw new Error(`${what} was not acknowledged`);
}
