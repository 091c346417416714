/**
 * What the REST API answers about a user, in the rows of the private channels: the other side of every
 * comparison. Written from docs/streams.md and the API's own replies.
 */
import type { User } from "./http-client.ts";
import type { MemberDesk, Row } from "./member-desk.ts";

const SYMBOLS = ["BTCUSDT", "ETHUSDT", "ETHBTC"];
const CONTRACTS = ["E-BTC-USDT", "E-ETH-USDT", "E-BTC-USD"];
const ROOTS = [
  ["spot", "/sapi/v1"],
  ["margin", "/sapi/v1/margin"],
] as const;

type Lists = Readonly<Record<string, readonly Row[]>>;

async function ofEveryMarket(desk: MemberDesk, user: User, endpoint: string): Promise<Row[]> {
  const rows: Row[] = [];
  const add = async (area: string, target: string) => {
    const found = (await desk.ask(user, target)) as readonly Row[];
    // The API has the newest first.
    rows.push(...[...found].reverse().map((row) => ({ area, ...row })));
  };
  for (const [area, root] of ROOTS) {
    for (const symbol of SYMBOLS)
      await add(area, `${root}/${endpoint}?symbol=${symbol}&limit=1000`);
  }
  for (const name of CONTRACTS) {
    await add("futures", `/fapi/v1/${endpoint}?contractName=${name}&limit=1000`);
  }
  return rows;
}

export function openOrders(desk: MemberDesk, user: User): Promise<Row[]> {
  return ofEveryMarket(desk, user, "openOrders");
}

/** Of every symbol, open and ended, oldest first in each. */
export async function orderLists(desk: MemberDesk, user: User): Promise<Row[]> {
  const rows: Row[] = [];
  for (const symbol of SYMBOLS) {
    const target = `/sapi/v1/allOrderLists?symbol=${symbol}&limit=1000`;
    const found = (await desk.ask(user, target)) as readonly Row[];
    rows.push(...[...found].reverse().map((row) => ({ area: "spot", ...row })));
  }
  return rows;
}

/** By market, oldest first in each. */
export function ownTrades(desk: MemberDesk, user: User): Promise<Row[]> {
  return ofEveryMarket(desk, user, "myTrades");
}

/** One order as its query answers. */
export async function orderLike(desk: MemberDesk, user: User, told: Row): Promise<Row> {
  const { area, orderId } = told as { area: string; orderId: number };
  if (area === "futures") {
    const target = `/fapi/v1/order?contractName=${told["contractName"]}&orderId=${orderId}`;
    const [order] = (await desk.ask(user, target)) as readonly Row[];
    return { area, ...order };
  }
  const root = area === "spot" ? "/sapi/v1" : "/sapi/v1/margin";
  const order = await desk.ask(user, `${root}/order?symbol=${told["symbol"]}&orderId=${orderId}`);
  return { area, ...(order as Row) };
}

/** Of every area, zeros included. */
export async function balances(desk: MemberDesk, user: User): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [area, root] of ROOTS) {
    const account = (await desk.ask(user, `${root}/account`)) as Lists;
    rows.push(...(account["balances"] ?? []).map((row) => ({ area, ...row })));
  }
  for (const { positionVos: _, ...row } of await coinAccounts(desk, user)) {
    rows.push({ area: "futures", ...row });
  }
  return rows;
}

async function coinAccounts(desk: MemberDesk, user: User): Promise<readonly Row[]> {
  return ((await desk.ask(user, "/fapi/v1/account")) as Lists)["account"] ?? [];
}

export async function positions(desk: MemberDesk, user: User): Promise<Row[]> {
  const contracts = (await coinAccounts(desk, user)).flatMap(
    (account) => account["positionVos"] as readonly Row[],
  );
  return contracts.flatMap(({ contractName, positions: own }) =>
    (own as readonly Row[]).map((row) => ({ contractName, ...row })),
  );
}

export async function marginLevel(desk: MemberDesk, user: User): Promise<Row> {
  const account = (await desk.ask(user, "/sapi/v1/margin/account")) as Row;
  const { balances: _, ...level } = account;
  return level;
}

/** Leverage and margin mode of every contract. */
export async function config(desk: MemberDesk, user: User): Promise<Row[]> {
  return [...((await desk.ask(user, "/fapi/v1/get_user_config")) as readonly Row[])];
}
