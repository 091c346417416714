/**
 * kill -9 behind a wave of liquidations: one user has borrowed all that is allowed in margin, another
 * has opened a position at high leverage, the index falls, and as soon as both are ruined the server is
 * gone. What it did by itself must be there again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "../asking.ts";
import { type Balance, type Coin, type ListName, readNewest } from "../holdings.ts";
import { getClient, place, type Scene, transfer } from "../load/requests.ts";
import { futuresBet } from "../load/traffic.ts";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

/** An order that finds the price moved, or another order quicker, is tried again. */
const TRIES_MAX = 8;
const [MARGIN_STAKE, FUTURES_STAKE] = [80, 12];
/** A loan of so many times what is there leaves little to the level of liquidation. */
const LOAN = 1.88;
/** Deep enough below to be met when the index has leapt. */
const BELOW = 0.93;
const NEAR = 0.06;
const MEANWHILE = 40;
const DEADLINE_MS = 3_000;
const LOOK_MS = 10;

export async function killAfterRuin(stage: Stage): Promise<Afterwards> {
  const isMarginLast = stage.plan() < 0.5;
  await stage.underLoad({
    strikesAt: drawStrikesAt(stage.plan),
    more: MEANWHILE,
    strike: async (scene) => {
      const name = `r${stage.round}`;
      const { borrower, holder } = scene.crowd;
      // What the first is shown of the liquidation must stay, down to its time; the second's is a moment old.
      if (isMarginLast) {
        await ruinHolder(scene, name);
        await look(scene, holder, "profits");
        await ruinBorrower(scene, name);
      } else {
        await ruinBorrower(scene, name);
        await look(scene, borrower, "margin");
        await ruinHolder(scene, name);
      }
      await stage.kill();
    },
  });
  return undefined;
}

async function ruinBorrower(scene: Scene, name: string): Promise<void> {
  const user = scene.crowd.borrower;
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    if (!(await owes(scene, user))) await borrow(scene, user, `${name}-m${tries}`);
    if (!(await owes(scene, user))) continue;
    await scene.index.leap(scene.operator, "down");
    if (!(await owes(scene, user))) return;
  }
}

async function ruinHolder(scene: Scene, name: string): Promise<void> {
  const user = scene.crowd.holder;
  for (let tries = 1; tries <= TRIES_MAX; tries++) {
    await until(() => isMarkNear(scene, user));
    await openPosition(scene, user, `${name}-f${tries}`);
    if (!(await holds(scene, user))) continue;
    await scene.index.leap(scene.operator, "down");
    // The mark follows at the next second (FUT-MARK-3).
    if (await until(async () => !(await holds(scene, user)))) return;
  }
}

/** Asks until it is so, and answers whether it is; not for ever, since the index goes on. */
async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  const deadlineMs = Date.now() + DEADLINE_MS;
  while (!(await isSo())) {
    if (Date.now() > deadlineMs) return false;
    await sleep(LOOK_MS);
  }
  return true;
}

/** FUT-CHECK-12: an order far from the mark is refused. */
async function isMarkNear({ clients, index }: Scene, user: string): Promise<boolean> {
  const asked = { contractName: "E-BTC-USDT" };
  const { markPrice } = await ask(getClient(clients, user), "GET /fapi/v1/index", asked);
  return Math.abs(markPrice / index.price - 1) < NEAR;
}

async function look({ clients, claims }: Scene, user: string, list: ListName): Promise<void> {
  claims.show(user, list, await readNewest(getClient(clients, user), list));
}

/** Buys from one maker with nearly all that may be borrowed; another will buy when it is sold again. */
async function borrow(scene: Scene, user: string, name: string): Promise<void> {
  const [seller = "", buyer = ""] = scene.crowd.makers;
  await transfer(scene, { user, to: "margin" }, MARGIN_STAKE + scene.random());
  const { free, worth } = await moneyOf(scene, user);
  const index = scene.index.price;
  const volume = `${Math.floor(((free + worth * LOAN) * 1e5) / index) / 1e5}`;
  const price = `${index}`;
  const below = `${Math.round(index * BELOW)}`;
  const terms = { area: "spot", volume } as const;
  await place(scene, { ...terms, user: seller, clientId: `${name}-s`, side: "SELL", price });
  await place(scene, { ...terms, user: buyer, clientId: `${name}-b`, side: "BUY", price: below });
  await place(scene, { ...terms, area: "margin", user, clientId: name, side: "BUY", price });
}

/** In margin, in USDT. */
async function moneyOf({ clients, index }: Scene, user: string) {
  const account = await ask(getClient(clients, user), "GET /sapi/v1/margin/account");
  const balances: Balance[] = account.balances;
  const freeOf = (name: string) => Number(balances.find(({ asset }) => asset === name)?.free);
  return { free: freeOf("USDT"), worth: freeOf("USDT") + freeOf("BTC") * index.price };
}

async function openPosition(scene: Scene, user: string, name: string): Promise<void> {
  const { index, crowd } = scene;
  const price = `${index.price}`;
  const bet = futuresBet(FUTURES_STAKE, index.price);
  const { volume } = bet;
  const sell = { area: "futures", side: "SELL", price, volume } as const;
  await place(scene, { user: crowd.makers[0] ?? "", clientId: `${name}-s`, ...sell });
  await transfer(scene, { user, to: "futures" }, FUTURES_STAKE * 2 + scene.random());
  await place(scene, { user, clientId: name, ...bet, side: "BUY", price });
}

async function owes({ clients }: Scene, user: string): Promise<boolean> {
  const { balances } = await ask(getClient(clients, user), "GET /sapi/v1/margin/account");
  return balances.some(({ borrowed }: Balance) => borrowed !== "0");
}

async function holds({ clients }: Scene, user: string): Promise<boolean> {
  const { account } = await ask(getClient(clients, user), "GET /fapi/v1/account");
  return account.some(({ positionVos }: Coin) => positionVos.length > 0);
}
