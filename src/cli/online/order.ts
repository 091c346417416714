/** `bourse order ...`: somebody's order. */
import { online, post } from "./online.ts";

interface Canceled {
  readonly orderIdString: string;
  readonly user: string;
  /** One of the two. */
  readonly symbol?: string;
  readonly contractName?: string;
}

export const orderCancel = online({
  name: "order cancel",
  says: "cancel any open order",
  takes: ["ID"],
  options: {},
  ask: ({ ID: orderId }) => post("/orders/cancel", { orderId }),
  show: ({ orderIdString, user, symbol, contractName = symbol }: Canceled) => [
    `cancelled order ${orderIdString} of ${user} on ${contractName}`,
  ],
});
