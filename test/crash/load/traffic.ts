/**
 * Requests without a pause, from many users at once, in spot, margin and futures: orders, cancels, bets
 * that the index will ruin, money that is moved, and looks at what happened.
 */
import { AREA_NAMES, type AreaName, type Asked, type AskedWords } from "../checker/areas.ts";
import type { Placement } from "../checker/order-claims.ts";
import { LIST_NAMES, readNewest } from "../holdings.ts";
import { amend, COUNTDOWNS_MS, cancelAll, countDown, mayAmend, replace } from "./manage.ts";
import { cancel, deposit, getClient, place, type Scene, transfer } from "./requests.ts";

/** Sends one; answers how many requests of it were acknowledged. */
export async function sendOne(scene: Scene, name: string): Promise<number> {
  const draw = scene.random();
  if (draw < 0.06) return await moveIndex(scene);
  if (draw < 0.12) return await look(scene);
  if (draw < 0.3) return await bet(scene, name);
  if (draw < 0.35) return await deposit(scene, pickUser(scene), name);
  return await trade(scene, name);
}

async function moveIndex({ index, operator, claims }: Scene): Promise<number> {
  const status = await index.move(operator);
  if (status === 200) claims.counts.indexMoves++;
  return status === 200 ? 1 : 0;
}

/** What a client is shown, stays: also what no request asked for, as a liquidation. */
async function look({ crowd, clients, claims, random }: Scene): Promise<number> {
  const user = pick([...crowd.makers, ...crowd.gamblers, ...crowd.gamblers], random);
  const list = pick(LIST_NAMES, random);
  claims.show(user, list, await readNewest(getClient(clients, user), list));
  return 0;
}

/** As many cancels as orders, or the limit of open orders is soon all that is met. */
async function trade(scene: Scene, name: string): Promise<number> {
  const { crowd, claims, random } = scene;
  const user = pick([...crowd.makers, ...crowd.makers, ...crowd.gamblers], random);
  const area = pick(AREA_NAMES, random);
  const target = random() < 0.5 ? claims.takeResting(user, area, random) : undefined;
  const isMaker = crowd.makers.includes(user);
  if (target && isMaker && area !== "futures") return await change(scene, target, name);
  if (target) return await cancel(scene, target);
  if (!isMaker) return 0;
  if (area !== "futures" && random() < 0.02) return await cancelAll(scene, user, area);
  if (random() < 0.03) return await countDown(scene, user, pick(COUNTDOWNS_MS, random));
  return await place(scene, { user, clientId: name, ...quote(scene, area) });
}

/** Another order in its place, less of it, or nothing. */
async function change(scene: Scene, target: Placement, name: string): Promise<number> {
  const draw = scene.random();
  const { user, area } = target;
  if (draw < 0.3) {
    return await replace(scene, target, { user, clientId: name, ...quote(scene, area) });
  }
  if (draw < 0.5 && mayAmend(target)) return await amend(scene, target);
  return await cancel(scene, target);
}

/** An order near the index. Now and then one of futures closes, if there is something to close. */
function quote({ index, random }: Scene, area: AreaName): Asked {
  const side = random() < 0.5 ? "BUY" : "SELL";
  const away = Math.floor(index.price * 0.001 * (random() * 4 - 1));
  const price = `${index.price + (side === "BUY" ? -away : away)}`;
  const steps = 1 + Math.floor(random() * 9);
  if (area !== "futures") {
    const instructions = random() < 0.35 ? tell({ index, random }, area) : undefined;
    return { area, side, price, volume: `${steps / 500}`, ...(instructions && { instructions }) };
  }
  const open = random() < 0.2 ? "CLOSE" : "OPEN";
  return { area, side, price, volume: `${steps * 50}`, open };
}

/** What an order asks for besides; a trigger lies near the index, and margin has none. */
function tell({ index, random }: Pick<Scene, "index" | "random">, area: AreaName): AskedWords {
  const timeInForce = pick(["GTC", "IOC", "FOK", "POST_ONLY"] as const, random);
  const selfTrade = pick(["EXPIRE_TAKER", "EXPIRE_MAKER", "EXPIRE_BOTH"] as const, random);
  const triggerPrice = `${Math.round(index.price * (0.998 + random() * 0.004))}`;
  const isStop = area === "spot" && random() < 0.5;
  return { timeInForce, selfTrade, ...(isStop ? { triggerPrice } : {}) };
}

/** Money from spot, and an order that stakes nearly all that it may on it. */
async function bet(scene: Scene, name: string): Promise<number> {
  const { crowd, index, random } = scene;
  const user = pick(crowd.gamblers, random);
  const area = pick(["margin", "futures"] as const, random);
  const isLong = area === "margin" ? isBull(user) : random() < 0.5;
  const side = isLong ? "BUY" : "SELL";
  const stake = area === "margin" ? 60 + random() * 60 : 10 + random() * 10;
  const moved = await transfer(scene, { user, to: area }, stake);
  if (moved === 0) return 0;
  const price = Math.round(index.price * (side === "BUY" ? 1.004 : 0.996));
  const asked = area === "margin" ? marginBet(side, stake, price) : futuresBet(stake, price);
  const terms = { ...asked, price: `${price}`, side } as const;
  return moved + (await place(scene, { user, clientId: name, ...terms }));
}

/** A margin account has no two sides: a user who bought today and sold tomorrow would owe nothing. */
function isBull(user: string): boolean {
  return Number(user.at(-1)) % 2 === 1;
}

/** A loan of nearly twice the stake. */
function marginBet(side: string, stake: number, price: number) {
  const times = side === "BUY" ? 2.88 : 1.88;
  return { area: "margin", volume: `${Math.floor((stake * times * 1e5) / price) / 1e5}` } as const;
}

/** At a leverage of 50, of 0.0001 BTC each. */
export function futuresBet(stake: number, price: number) {
  const volume = `${Math.floor((stake * 50 * 0.9) / (price / 1e4))}`;
  return { area: "futures", volume, open: "OPEN", positionType: 2 } as const;
}

function pickUser({ crowd, random }: Scene): string {
  return pick([...crowd.makers, ...crowd.gamblers], random);
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)] as Item;
}
