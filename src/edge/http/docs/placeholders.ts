/** What a field of a form shows before anything is typed: something that the demo would take. */
import type { ApiParameter } from "./api-document.ts";

const BY_NAME: Readonly<Record<string, string>> = {
  symbol: "BTCUSDT",
  contractName: "E-BTC-USDT",
  asset: "USDT",
  coinSymbol: "USDT",
  amount: "100",
  price: "50000",
  triggerPrice: "50000",
  stopPrice: "50000",
  volume: "1",
  icebergQty: "1",
  trailingDelta: "100",
  nowLevel: "20",
  newClientOrderId: "my-order-1",
  clientOrderId: "my-order-1",
  clientRequestId: "my-request-1",
  listClientOrderId: "my-list-1",
  orderListId: "1",
  orderId: "1",
  cancelOrderId: "1",
  cancelClientOrderId: "my-order-1",
  countdownTime: "60000",
  positionId: "1",
  fromId: "1",
  limit: "100",
  startTime: "1794758400000",
  endTime: "1794762000000",
  orderIds: "1,2",
  orders: '[{"side":"BUY","batchType":"LIMIT","price":"50000","volume":"1"}]',
};

/** A default comes before any example, and an example of its own before one by its name. */
export function placeholderOf({ name, schema }: ApiParameter): string {
  if (schema.default !== undefined) return `${schema.default}`;
  if (schema.type?.includes("null")) return "leave it empty";
  return `${schema.examples?.[0] ?? BY_NAME[name] ?? ""}`;
}
