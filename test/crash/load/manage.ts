/** The requests about orders that are open: another in the place of one, less of one, all canceled, a countdown. */
import { AREAS, type AreaName, bodyOf } from "../checker/areas.ts";
import type { Sweep } from "../checker/managed-claims.ts";
import { isTold, type Placement, type Told } from "../checker/order-claims.ts";
import { getClient, type Scene } from "./requests.ts";

/** The least that an order may ask for: no more than any open order has left. */
const LEAST = "0.00001";
/** The first is the shortest that there is. */
export const COUNTDOWNS_MS = [1_000, 2_000, 4_000] as const;
/** What a rejected order was told, as it were: it has no name that a query finds. */
const REJECTED = { status: 400, json: {}, headers: {} } as const;

export async function replace(
  { clients, claims, extra }: Scene,
  target: Placement,
  asked: Omit<Placement, "told">,
): Promise<number> {
  const { user, area } = target;
  const orderId: number = target.told?.json.orderId;
  const placement: Placement = { ...asked, told: undefined };
  claims.placements.push(placement);
  claims.replacements.push({ user, area, orderId, clientId: asked.clientId });
  const cancellation = { user, area, orderId, told: undefined as Told };
  claims.cancellations.push(cancellation);
  const body = { ...bodyOf(asked, asked.clientId), cancelOrderId: orderId, ...extra };
  const told = await getClient(clients, user).post(`${AREAS[area].order}/cancelReplace`, body);
  if (!isTold(told, "done") || !told) {
    claims.answer(placement, told);
    cancellation.told = told;
    return 0;
  }
  const { newOrderResponse: json, newOrderResult } = told.json;
  claims.answer(placement, newOrderResult === "SUCCESS" ? { ...told, json } : REJECTED);
  cancellation.told = told;
  claims.counts.replaced++;
  return 1;
}

/** Whether less of it is the same order: a stop would be replaced. */
export function mayAmend({ area, instructions }: Placement): boolean {
  return area !== "futures" && instructions?.triggerPrice === undefined;
}

export async function amend({ clients, claims, extra }: Scene, target: Placement): Promise<number> {
  const { user, area } = target;
  const orderId: number = target.told?.json.orderId;
  target.isAmended = true;
  const { [AREAS[area].clientIdName]: _, ...less } = bodyOf({ ...target, volume: LEAST }, "");
  const body = { ...less, cancelOrderId: orderId, ...extra };
  const told = await getClient(clients, user).post(`${AREAS[area].order}/cancelReplace`, body);
  if (!isTold(told, "done")) return 0;
  if (told?.json.cancelResult === "AMENDED") claims.amendments.push({ user, area, orderId });
  else claims.broken.push(`less of order ${orderId} is not AMENDED: ${JSON.stringify(told?.json)}`);
  claims.counts.amended++;
  return 1;
}

export async function cancelAll(scene: Scene, user: string, area: AreaName): Promise<number> {
  const sweep = begin(scene, { user, kind: "cancelAll", areas: [area] });
  const body = { ...AREAS[area].market, ...scene.extra };
  const told = await getClient(scene.clients, user).post(AREAS[area].cancelAll, body);
  if (!isTold(told, "done") || told?.json.more) return 0;
  sweep.overAtMs = 0;
  scene.claims.counts.canceledAll++;
  return 1;
}

export async function countDown(
  scene: Scene,
  user: string,
  countdownTime: number,
): Promise<number> {
  const sweep = begin(scene, { user, kind: "countdown", areas: ["spot", "margin"] });
  const body = { symbol: "BTCUSDT", countdownTime, ...scene.extra };
  const told = await getClient(scene.clients, user).post("/sapi/v1/countdownCancelAll", body);
  if (!isTold(told, "done")) return 0;
  sweep.overAtMs = told?.json.cancelTime;
  return 1;
}

/** Noted before it is sent: the orders that its user was told of by then. */
function begin({ claims }: Scene, about: Pick<Sweep, "user" | "kind" | "areas">): Sweep {
  const known = claims.placements.filter(({ user, area, told }) => {
    return user === about.user && about.areas.includes(area) && isTold(told, "done");
  });
  const orderIds = known.map(({ told }) => told?.json.orderId);
  const sweep: Sweep = { ...about, orderIds, overAtMs: undefined };
  claims.sweeps.push(sweep);
  return sweep;
}
