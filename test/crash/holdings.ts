/**
 * All that one user has by the server's word, in spot, margin and futures: open orders, money, what
 * has ended. What of it cannot be, `contradictions.ts` says.
 */
import type { SignedClient } from "../support/signed-client.ts";
import { ask, readAll } from "./asking.ts";
import { AREA_NAMES, AREAS, type AreaName, type OrderRow, rowOf } from "./checker/areas.ts";

export interface TradeRow {
  readonly id: number;
  readonly isMaker: boolean;
  readonly isBuyer: boolean;
  readonly orderId: number;
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly time: number;
  /** Of futures: the exchange itself stands on the other side. */
  readonly isForced: boolean;
}

/** What ended in one area, and what is open there. */
export interface AreaHoldings {
  readonly open: readonly OrderRow[];
  /** Margin lists none. */
  readonly ended: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
}

export interface Balance {
  readonly asset: string;
  readonly free: string;
  readonly locked: string;
  /** Of margin. */
  readonly borrowed?: string;
}

/** What futures show of one margin coin. */
export interface Coin {
  readonly marginCoin: string;
  readonly accountNormal: number;
  readonly accountLock: number;
  readonly partPositionNormal: number;
  readonly positionVos: readonly {
    readonly positions: readonly { readonly historyRealizedAmount: number }[];
  }[];
}

/** A position that ended. */
export interface ProfitRow {
  readonly id: number;
  readonly positionType: number;
  readonly closeProfit: number;
  readonly historyRealizedAmount: number;
  readonly mtime: number;
}

/** What changes without a command of a user: a mark that is set every second may liquidate. */
interface Present {
  readonly open: Readonly<Record<AreaName, readonly OrderRow[]>>;
  readonly spot: readonly Balance[];
  readonly margin: readonly Balance[];
  readonly futures: readonly Coin[];
}

export interface Holdings extends AreaBooks {
  readonly balances: Readonly<Record<"spot" | "margin", readonly Balance[]>>;
  readonly coins: readonly Coin[];
  readonly profits: readonly ProfitRow[];
}

export type AreaBooks = Readonly<Record<AreaName, AreaHoldings>>;

const READS_MAX = 20;

/** Read again if something moved meanwhile: what was left in doubt may come later, and time goes on. */
export async function readHoldings(client: SignedClient): Promise<Holdings> {
  let before = await readPresent(client);
  for (let reads = 0; reads < READS_MAX; reads++) {
    const profits = await readProfits(client);
    const [spot, margin, futures] = await Promise.all(
      AREA_NAMES.map(async (area) => ({
        open: before.open[area],
        ended: await readEnded(client, area),
        trades: await readTrades(client, area),
      })),
    );
    const after = await readPresent(client);
    const isSteady = JSON.stringify(before) === JSON.stringify(after);
    if (isSteady && spot && margin && futures) {
      const balances = { spot: after.spot, margin: after.margin };
      return { spot, margin, futures, balances, coins: after.futures, profits };
    }
    before = after;
  }
  throw new Error("what a user has changes although nobody sends anything");
}

async function readPresent(client: SignedClient): Promise<Present> {
  const [spot, margin, futures, spotMoney, marginMoney, { account }] = await Promise.all([
    ...AREA_NAMES.map((area) => readOpen(client, area)),
    ask(client, "GET /sapi/v1/account"),
    ask(client, "GET /sapi/v1/margin/account"),
    ask(client, "GET /fapi/v1/account"),
  ]);
  const open = { spot, margin, futures };
  const coins = account.map(coinOf);
  return { open, spot: spotMoney.balances, margin: marginMoney.balances, futures: coins };
}

/** Without what follows the mark. */
function coinOf({
  marginCoin,
  accountNormal,
  accountLock,
  partPositionNormal,
  ...rest
}: Coin): Coin {
  const positionVos = rest.positionVos.map(({ positions }) => ({
    positions: positions.map(({ historyRealizedAmount }) => ({ historyRealizedAmount })),
  }));
  return { marginCoin, accountNormal, accountLock, partPositionNormal, positionVos };
}

async function readOpen(client: SignedClient, area: AreaName): Promise<OrderRow[]> {
  const { openOrders, market } = AREAS[area];
  const limit = area === "futures" ? {} : { limit: 1_000 };
  return (await ask(client, `GET ${openOrders}`, { ...market, ...limit })).map(rowOf);
}

async function readEnded(client: SignedClient, area: AreaName): Promise<OrderRow[]> {
  const { ended, market } = AREAS[area];
  if (ended === undefined) return [];
  return (await readAll(client, ended, { idName: "orderId", ...market })).map(rowOf);
}

async function readTrades(client: SignedClient, area: AreaName): Promise<TradeRow[]> {
  const { trades, market } = AREAS[area];
  return (await readAll(client, trades, { idName: "id", ...market })).map(tradeOf);
}

function readProfits(client: SignedClient): Promise<ProfitRow[]> {
  return readAll(client, "POST /fapi/v1/profitHistorical", { idName: "id" });
}

// biome-ignore lint/suspicious/noExplicitAny: the server's own words.
function tradeOf(json: any): TradeRow {
  const { id, isMaker, isBuyer, time, bidUserId, askUserId } = json;
  return {
    id,
    isMaker,
    isBuyer,
    time,
    orderId: json.orderId ?? (isBuyer ? json.bidId : json.askId),
    price: `${json.price}`,
    qty: `${json.qty}`,
    fee: typeof json.fee === "number" ? json.fee.toFixed(8) : json.fee,
    isForced: (isBuyer ? askUserId : bidUserId) === 0,
  };
}

/** What is listed of an area, or of ended positions. */
export type ListName = AreaName | "profits";

export const LIST_NAMES: readonly ListName[] = [...AREA_NAMES, "profits"];

/** The newest rows as a client sees them under load, in the form of `rowsOf`; none without an answer. */
export async function readNewest(client: SignedClient, list: ListName): Promise<string[]> {
  const asked = { limit: 20, ...(list === "profits" ? {} : AREAS[list].market) };
  const path = list === "profits" ? "/fapi/v1/profitHistorical" : AREAS[list].trades.slice(4);
  const answer =
    list === "profits"
      ? await client.post(path, asked)
      : await client.get(`${path}?${new URLSearchParams({ ...asked, limit: "20" })}`);
  if (answer?.status !== 200) return [];
  const rows = list === "profits" ? answer.json : answer.json.map(tradeOf);
  return rows.map((row: unknown) => JSON.stringify(row));
}

/** All rows of a list, each as one text. */
export function rowsOf(holdings: Holdings, list: ListName): string[] {
  const rows = list === "profits" ? holdings.profits : holdings[list].trades;
  return rows.map((row) => JSON.stringify(row));
}
