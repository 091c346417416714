/** `bourse user show`: one user as lines for people: money, debts, positions, orders, keys, trades. */
import type { ValueOf } from "../../contract/field.ts";
import { SHOW_USER } from "../../contract/operator/users/users.ts";
import { align, timeOf } from "../terminal/layout.ts";
import { online } from "./online.ts";

/** Figures are decimal text. */
type Row = Readonly<Record<string, unknown>>;

type Shown = ValueOf<(typeof SHOW_USER)["about"]["reply"]>;

export const userShow = online(SHOW_USER, "user show", { show: sayUser });

function sayUser(user: Shown): readonly string[] {
  return [
    `user ${user.name}, number ${user.userId}, ${sayStanding(user)}`,
    ...chapter("money in spot", moneyIn(user, "spot")),
    ...chapter(`money in margin, ${sayLevel(user)}`, marginIn(user)),
    ...chapter("money in futures", futuresIn(user)),
    ...chapter(`positions (${user.positionCount})`, positionsIn(user)),
    ...chapter(`open orders (${user.openOrderCount})`, ordersIn(user)),
    ...chapter(`open order lists (${user.openListCount})`, listsIn(user)),
    ...chapter("keys", keysIn(user)),
    ...chapter("last trades, newest first", tradesIn(user)),
  ];
}

/** USER-FREEZE-1, SPOT-CLIENT-7 */
function sayStanding({ frozen, clientIdReuse }: Shown): string {
  const may = frozen ? "FROZEN" : "may trade";
  return clientIdReuse ? `${may}, client ids are free at once` : may;
}

function chapter(title: string, rows: readonly (readonly string[])[]): string[] {
  const lines = rows.length > 1 ? align(rows) : [rows[0]?.at(0) ?? ""];
  return ["", `${title}:`, ...lines.map((line) => `  ${line}`)];
}

const NONE = [["none"]];

/** A table, or a word where there is none. */
function table(head: readonly string[], rows: readonly (readonly string[])[]) {
  return rows.length === 0 ? NONE : [head, ...rows];
}

function textOf(row: Row, ...fields: readonly string[]): string[] {
  return fields.map((field) => `${row[field] ?? ""}`);
}

function inArea({ balances }: Shown, area: string): readonly Row[] {
  return balances.filter((row) => row["area"] === area);
}

function moneyIn(user: Shown, area: string) {
  const rows = inArea(user, area).map((row) => textOf(row, "asset", "free", "locked"));
  return table(["ASSET", "FREE", "LOCKED"], rows);
}

/** MARG-LEVEL-3 */
function sayLevel({ margin: { marginLevel, state } }: Shown): string {
  return `level ${marginLevel}, ${state}`;
}

function marginIn(user: Shown) {
  const fields = ["asset", "free", "locked", "borrowed", "interest"];
  const rows = inArea(user, "margin").map((row) => textOf(row, ...fields));
  return table(["ASSET", "FREE", "LOCKED", "BORROWED", "INTEREST"], rows);
}

function futuresIn(user: Shown) {
  const fields = ["marginCoin", "accountNormal", "accountLock", "unrealizedAmount", "totalEquity"];
  const rows = inArea(user, "futures").map((row) => textOf(row, ...fields, "totalMarginRate"));
  return table(["COIN", "BALANCE", "LOCKED", "UNREALIZED", "EQUITY", "MARGIN RATE"], rows);
}

function positionsIn({ positions }: Shown) {
  const rows = positions.map((row) => [
    ...textOf(row, "contractName"),
    `${row["side"] === "BUY" ? "long" : "short"}, ${row["positionType"] === 1 ? "cross" : "isolated"}`,
    ...textOf(row, "volume", "openPrice", "indexPrice", "leverageLevel", "openRealizedAmount"),
    ...textOf(row, "reducePrice"),
  ]);
  const head = ["CONTRACT", "SIDE", "VOLUME", "OPENED AT", "MARK", "LEVERAGE", "UNREALIZED"];
  return table([...head, "LIQUIDATED AT"], rows);
}

function marketOf(row: Row): string {
  return `${row["contractName"] ?? row["symbol"] ?? ""}`;
}

function ordersIn({ openOrders }: Shown) {
  const fields = ["side", "type", "price", "origQty", "executedQty", "status"];
  const rows = openOrders.map((row) => [
    ...textOf(row, "orderIdString", "area"),
    marketOf(row),
    ...textOf(row, ...fields),
  ]);
  const head = ["ORDER", "AREA", "ON", "SIDE", "TYPE", "PRICE", "VOLUME", "FILLED", "STATUS"];
  return table(head, rows);
}

function listsIn({ openLists }: Shown) {
  const rows = openLists.map(({ orderIds, legsLive, ...row }) => [
    ...textOf(row, "orderListId", "listClientOrderId", "symbol", "listType"),
    legsLive ? "live" : "pending",
    orderIds.join(" "),
  ]);
  return table(["LIST", "NAME", "ON", "TYPE", "LEGS", "ORDERS"], rows);
}

function keysIn({ name, keys, keysNext }: Shown) {
  const rows = keys.map(({ apiKey, permissions, ip, revoked }) => [
    apiKey,
    revoked ? "nothing, it is revoked" : permissions.join(" and "),
    ip.length === 0 ? "anywhere" : ip.join(", "),
  ]);
  const more = `there may be more: bourse key list ${name} --after ${keysNext}`;
  const behind = keysNext === undefined ? [] : [[more]];
  return [...table(["API KEY", "MAY", "FROM"], rows), ...behind];
}

function tradesIn({ trades, tradesMissing = "" }: Shown) {
  if (trades === undefined) return [[tradesMissing]];
  const rows = trades.map((row) => [
    timeOf(Number(row["time"])),
    ...textOf(row, "area"),
    marketOf(row),
    ...textOf(row, "side", "price", "qty", "fee", "feeCoin"),
  ]);
  return table(["TIME", "AREA", "ON", "SIDE", "PRICE", "VOLUME", "FEE", ""], rows);
}
