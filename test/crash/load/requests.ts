/**
 * The requests that change something, each noted before it is sent and its answer when it comes. Each
 * answers how many were acknowledged: one or none.
 */
import type { SignedClient } from "../../support/signed-client.ts";
import { AREAS, type AreaName, bodyOf } from "../checker/areas.ts";
import type { Movement } from "../checker/books.ts";
import { isTold, type Placement, type Told } from "../checker/order-claims.ts";
import type { Claims } from "../claims.ts";
import type { Crowd } from "./crowd.ts";
import type { IndexMover } from "./index-mover.ts";
import type { Operator } from "./operator.ts";

export interface Scene {
  readonly claims: Claims;
  readonly crowd: Crowd;
  readonly clients: ReadonlyMap<string, SignedClient>;
  readonly operator: Operator;
  readonly index: IndexMover;
  readonly random: () => number;
  /** What every request of a client says besides, such as its time window. */
  extra: Readonly<Record<string, unknown>>;
}

export async function place(scene: Scene, asked: Omit<Placement, "told">): Promise<number> {
  const { clients, claims, extra } = scene;
  const placement: Placement = { ...asked, told: undefined };
  claims.placements.push(placement);
  const client = getClient(clients, placement.user);
  const body = { ...bodyOf(placement, placement.clientId), ...extra };
  claims.answer(placement, await client.post(AREAS[placement.area].order, body));
  return isTold(placement.told, "done") ? 1 : 0;
}

export async function cancel(
  { clients, claims, extra }: Scene,
  target: Placement,
): Promise<number> {
  const { user, area } = target;
  const orderId: number = target.told?.json.orderId;
  const cancellation = { user, area, orderId, told: undefined as Told };
  claims.cancellations.push(cancellation);
  const body = { ...AREAS[area].market, orderId, ...extra };
  cancellation.told = await getClient(clients, user).post(AREAS[area].cancel, body);
  return isTold(cancellation.told, "done") ? 1 : 0;
}

const ACCOUNTS = { spot: "EXCHANGE", margin: "MARGIN", futures: "FUTURE" } as const;

/** From spot. */
export async function transfer(
  scene: Scene,
  { user, to }: { readonly user: string; readonly to: AreaName },
  about: number,
): Promise<number> {
  // With all its decimals, so that what is missing tells which one was made.
  const amount = about.toFixed(8);
  const body = { coinSymbol: "USDT", amount, fromAccount: ACCOUNTS.spot, toAccount: ACCOUNTS[to] };
  const client = getClient(scene.clients, user);
  const going = { user, from: "spot", to, asset: "USDT", amount } as const;
  const send = () => client.post("/sapi/v1/asset/transfer", { ...body, ...scene.extra });
  return await move(scene.claims, { ...going, isMade: undefined }, send);
}

/** Of 1 to 2 USDT, or as much more as is asked for. */
export async function deposit(scene: Scene, user: string, name: string, more = 0): Promise<number> {
  const { claims, operator, random } = scene;
  const amount = (1 + random() + more).toFixed(8);
  const coming = { user, from: "outside", to: "spot", asset: "USDT", amount } as const;
  const asked = { user, asset: "USDT", amount, id: name };
  return await move(claims, { ...coming, isMade: undefined }, () =>
    operator.post("/deposits", asked),
  );
}

async function move(
  claims: Claims,
  movement: Movement,
  send: () => Promise<Told>,
): Promise<number> {
  claims.movements.push(movement);
  const told = await send();
  if (isTold(told, "done")) movement.isMade = true;
  else if (isTold(told, "never")) movement.isMade = false;
  if (movement.isMade) claims.counts.moved++;
  return movement.isMade ? 1 : 0;
}

export function getClient(clients: Scene["clients"], user: string): SignedClient {
  const client = clients.get(user);
  if (!client) throw new Error(`${user} has no client`);
  return client;
}
