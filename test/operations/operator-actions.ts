/** What the operator's page may send, and the words of the line that it shows for it. */
import type { OperatorAction } from "../../web/operator/session/command-line.ts";

const NAMED = { name: "alice" };
const MOVED = { asset: "USDT", amount: "1.5", id: "page-1" };
const SYMBOL = { name: "BTCUSDT", base: "BTC", quote: "USDT" };

/** Every path with what the page may send there. */
export const ACTIONS: readonly OperatorAction[] = [
  { path: "/users", body: NAMED },
  { path: "/users/freeze", body: NAMED },
  { path: "/users/unfreeze", body: NAMED },
  { path: "/users/client-id-reuse", body: { ...NAMED, clientIdReuse: true } },
  { path: "/users/client-id-reuse", body: { ...NAMED, clientIdReuse: false } },
  { path: "/keys", body: { user: "alice", permissions: "read", ip: "10.0.0.0/8,::1", once: true } },
  { path: "/keys", body: { user: "alice", permissions: "read,trade", ip: undefined, once: false } },
  { path: "/keys", body: { user: "alice", permissions: "read", strict: true } },
  { path: "/keys/revoke", body: { apiKey: "0123456789abcdef" } },
  { path: "/deposits", body: { user: "alice", ...MOVED } },
  { path: "/withdrawals", body: { user: "o'neill", ...MOVED } },
  ...["LOAN_POOL", "MARGIN_INSURANCE", "FUT_INSURANCE"].flatMap((fund) => [
    { path: "/funds/fill", body: { fund, ...MOVED } },
    { path: "/funds/draw", body: { fund, ...MOVED } },
  ]),
  { path: "/assets", body: { name: "SOL", scale: "6" } },
  {
    path: "/symbols",
    body: { ...SYMBOL, pricePrecision: "2", quantityPrecision: "5", marginEnabled: true },
  },
  {
    path: "/symbols",
    body: {
      ...SYMBOL,
      pricePrecision: "2",
      quantityPrecision: "5",
      marginEnabled: false,
      makerFeeRate: "-0.0001",
      takerFeeRate: "0.001",
    },
  },
  { path: "/symbols/halt", body: { name: "BTCUSDT" } },
  { path: "/symbols/resume", body: { name: "BTCUSDT" } },
  { path: "/symbols/margin", body: { name: "BTCUSDT", marginEnabled: true } },
  { path: "/fees", body: { symbol: "BTCUSDT", makerFeeRate: "-0.0001", takerFeeRate: "0.001" } },
  {
    path: "/fees/users",
    body: { user: "alice", symbol: "BTCUSDT", makerFeeRate: "-0.0001", takerFeeRate: "0.001" },
  },
  {
    path: "/fees/users/contract",
    body: {
      user: "alice",
      contract: "E-BTC-USDT",
      openMakerFeeRate: "0.0001",
      openTakerFeeRate: "0.0002",
      closeMakerFeeRate: "0.0001",
      closeTakerFeeRate: "0.0002",
    },
  },
  { path: "/fees/users/remove", body: { user: "alice", market: "BTCUSDT" } },
  { path: "/contracts", body: { name: "E-SOL-USDT" } },
  {
    path: "/contracts",
    body: {
      name: "E-SOL-USD",
      kind: "inverse",
      multiplier: "10",
      pricePrecision: "3",
      defaultLeverage: "5",
    },
  },
  { path: "/contracts/halt", body: { name: "E-SOL-USDT" } },
  { path: "/contracts/resume", body: { name: "E-SOL-USDT" } },
  { path: "/loans", body: { asset: "USDT", cap: "1000", hourlyRate: "0.00001" } },
  { path: "/loans", body: { asset: "USDT", cap: "1000", dailyRate: "0.0001" } },
  { path: "/loans/stop", body: { asset: "USDT" } },
  { path: "/index", body: { asset: "BTC", price: "64000.5" } },
  { path: "/index/withdraw", body: { asset: "BTC", source: "demo" } },
  { path: "/orders/cancel", body: { orderId: "17" } },
  { path: "/orders/cancel-all", body: { user: "alice" } },
  { path: "/orders/cancel-all", body: { user: "alice", symbol: "BTCUSDT" } },
  { path: "/orders/cancel-all", body: { contract: "E-BTC-USDT" } },
  { path: "/bans/lift", body: { address: "2001:db8::/64" } },
  { path: "/faults", body: { route: "POST /sapi/v1/order", kind: "503", chance: "0.5" } },
  { path: "/faults", body: { route: "*", kind: "latency", ms: "200", count: "3", user: "alice" } },
  {
    path: "/faults",
    body: { route: "POST /sapi/v1/cancel", kind: "fill-before-cancel", by: "bob", chance: "1" },
  },
  { path: "/faults/remove", body: { id: 3 } },
  { path: "/faults/clear", body: {} },
  { path: "/clock/freeze", body: {} },
  { path: "/clock/advance", body: { byMs: 5_400_000 } },
  { path: "/clock/resume", body: {} },
  { path: "/states/save", body: { name: "before" } },
  { path: "/states/load", body: { name: "before" } },
  { path: "/states/remove", body: { name: "before" } },
  { path: "/reset", body: {} },
];

/** The words of a line, as a shell reads them: between quotes everything is a letter, behind a backslash one is. */
export function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|\\.|[^ '\\])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(
      /'([^']*)'|\\(.)/g,
      (_, quoted?: string, letter?: string) => quoted ?? letter ?? "",
    ),
  );
}
