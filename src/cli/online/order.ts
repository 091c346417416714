/** `bourse order ...`: somebody's order. */
import { online, post } from "./online.ts";

interface Canceled {
  readonly orderIdString: string;
  readonly user: string;
  readonly symbol: string;
}

export const orderCancel = online({
  name: "order cancel",
  says: "cancel any open order",
  takes: ["ID"],
  options: {},
  ask: ({ ID: orderId }) => post("/orders/cancel", { orderId }),
  show: ({ orderIdString, user, symbol }: Canceled) => [
    `cancelled order ${orderIdString} of ${user} on ${symbol}`,
  ],
});
