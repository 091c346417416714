/**
 * How a user is ruined for certain, while nobody else sends anything: the books are emptied, a dealer who trades with
 * nobody else sells what is wanted, and buys what will be sold again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "../asking.ts";
import { AREA_NAMES } from "../checker/areas.ts";
import type { Balance, Coin } from "../holdings.ts";
import { must } from "../load/errands.ts";
import { cancelAll } from "../load/manage.ts";
import { deposit, getClient, place, type Scene, transfer } from "../load/requests.ts";
import { futuresBet } from "../load/traffic.ts";

const [MARGIN_STAKE, FUTURES_STAKE, DEALER_STAKE] = [80, 12, 10_000];
/** A loan of so many times what is there leaves little to the level of liquidation. */
const LOAN = 1.88;
/** Deep enough below to be met when the index has leapt. */
const BELOW = 0.93;
/** FUT-MARK-3: a second sets the mark no further from the index. */
const NEAR = 0.0501;
const LOOK_MS = 10;

/** The dealer's own, too: a bid of an earlier ruin would meet the next offer. */
export async function clearBooks(scene: Scene): Promise<void> {
  const { makers, gamblers, dealer } = scene.crowd;
  for (const user of [...makers, ...gamblers, dealer]) {
    for (const area of AREA_NAMES) await must("a cancel of all", cancelAll(scene, user, area));
  }
}

/** Buys on margin from the dealer, with nearly all that may be borrowed. */
export async function borrow(scene: Scene, name: string): Promise<void> {
  const { borrower, dealer } = scene.crowd;
  const price = scene.index.price;
  await must("a movement", transfer(scene, { user: borrower, to: "margin" }, stake(scene)));
  const { free, worth } = await moneyOf(scene, borrower);
  const volume = Math.floor(((free + worth * LOAN) * 1e5) / price) / 1e5;
  await bidBelow(scene, `${name}-b`, volume);
  const terms = { price: `${price}`, volume: `${volume}` } as const;
  const sell = { user: dealer, clientId: `${name}-s`, area: "spot", side: "SELL" } as const;
  await must("an offer", place(scene, { ...sell, ...terms }));
  const buy = { user: borrower, clientId: name, area: "margin", side: "BUY" } as const;
  await must("a loan", place(scene, { ...buy, ...terms }));
  mustBeFilled(scene, name);
}

/** What rests is given back when the index falls, and nobody is liquidated. */
function mustBeFilled({ claims }: Scene, name: string): void {
  const { told } = claims.placements.findLast(({ clientId }) => clientId === name) ?? {};
  if (told?.json.status !== "FILLED") throw new Error(`${name} rests: ${JSON.stringify(told)}`);
}

function stake({ random }: Scene): number {
  return MARGIN_STAKE + random();
}

/** The dealer buys whatever the margin accounts may have to sell when the index falls. */
async function bidBelow(scene: Scene, clientId: string, volume: number): Promise<void> {
  const { crowd, index } = scene;
  const held = await Promise.all(crowd.gamblers.map((user) => moneyOf(scene, user)));
  const coins = held.reduce((sum, { coins: theirs }) => sum + theirs, volume);
  const wanted = Math.ceil(coins * 1e5) / 1e5;
  const price = Math.round(index.price * BELOW);
  await must("a deposit", deposit(scene, crowd.dealer, clientId, wanted * price));
  const bid = { area: "spot", side: "BUY", price: `${price}`, volume: `${wanted}` } as const;
  await must("a bid", place(scene, { user: crowd.dealer, clientId, ...bid }));
}

/** In margin, in USDT. */
async function moneyOf({ clients, index }: Scene, user: string) {
  const account = await ask(getClient(clients, user), "GET /sapi/v1/margin/account");
  const balances: Balance[] = account.balances;
  const of = (name: string) => balances.find(({ asset }) => asset === name);
  const [free, coins] = [Number(of("USDT")?.free), Number(of("BTC")?.free)];
  const locked = Number(of("BTC")?.locked);
  return { free, worth: free + coins * index.price, coins: coins + locked };
}

/** Buys contracts from the dealer at the mark, with margin of its own. */
export async function openPosition(scene: Scene, name: string): Promise<void> {
  const { holder, dealer } = scene.crowd;
  await secondTicked(scene);
  const price = Math.round(await markOf(scene));
  const bet = futuresBet(FUTURES_STAKE, price);
  await must("a movement", transfer(scene, { user: dealer, to: "futures" }, DEALER_STAKE));
  const sell = { user: dealer, clientId: `${name}-s`, side: "SELL", price: `${price}` } as const;
  await must("an offer", place(scene, { ...sell, area: "futures", volume: bet.volume }));
  const margin = FUTURES_STAKE * 2 + scene.random();
  await must("a movement", transfer(scene, { user: holder, to: "futures" }, margin));
  const buy = { user: holder, clientId: name, side: "BUY", price: `${price}` } as const;
  await must("a position", place(scene, { ...bet, ...buy }));
  if (!(await holds(scene))) throw new Error("who bought contracts holds none");
}

/** The index falls until both are ruined: a loan at once, a position when the next second has set the mark. */
export async function fall(scene: Scene): Promise<void> {
  do {
    await scene.index.leap(scene.operator, "down");
    await secondTicked(scene);
  } while ((await owes(scene)) || (await holds(scene)));
}

/** Once the index has leapt twice, the mark is near it only when a second has ticked. */
async function secondTicked(scene: Scene): Promise<void> {
  while (Math.abs((await markOf(scene)) / scene.index.price - 1) > NEAR) await sleep(LOOK_MS);
}

async function markOf({ clients, crowd }: Scene): Promise<number> {
  const asked = { contractName: "E-BTC-USDT" };
  const { markPrice } = await ask(getClient(clients, crowd.holder), "GET /fapi/v1/index", asked);
  return Number(markPrice);
}

async function owes({ clients, crowd }: Scene): Promise<boolean> {
  const client = getClient(clients, crowd.borrower);
  const { balances } = await ask(client, "GET /sapi/v1/margin/account");
  return balances.some(({ borrowed }: Balance) => borrowed !== "0");
}

async function holds({ clients, crowd }: Scene): Promise<boolean> {
  const { account } = await ask(getClient(clients, crowd.holder), "GET /fapi/v1/account");
  return account.some(({ positionVos }: Coin) => positionVos.length > 0);
}
