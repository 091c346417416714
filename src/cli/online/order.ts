/** `bourse order ...`: one order of a user, or many (OPER-CANCEL-1). */
import { UsageError } from "../terminal/usage.ts";
import { online, post } from "./online.ts";

interface Canceled {
  readonly orderIdString: string;
  readonly user: string;
  /** The order has a symbol or a contract. */
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

interface CanceledAll {
  readonly user?: string;
  readonly symbol?: string;
  readonly contract?: string;
  readonly canceled: number;
  readonly more: boolean;
}

export const orderCancelAll = online({
  name: "order cancel-all",
  says: "cancel all open orders of a user, of a symbol or contract, or of a user there",
  retyped: {
    says: "the name of the user or the market",
    of: ({ "--user": user, "--symbol": symbol, "--contract": contract }) =>
      demandName(user ?? symbol ?? contract),
  },
  takes: [],
  options: {
    "--user": { value: "NAME", says: "whose orders; those of every user without it" },
    "--symbol": { value: "NAME", says: "on which symbol, in spot and in margin" },
    "--contract": { value: "NAME", says: "on which contract, waiting ones too" },
  },
  ask: ({ "--user": user, "--symbol": symbol, "--contract": contract }) =>
    post(
      "/orders/cancel-all",
      { user, symbol, contract },
      "Run it again: it cancels what is left.",
    ),
  show: (reply: CanceledAll) => [
    sayAll(reply),
    ...(reply.more ? ["There are more: run it again."] : []),
  ],
});

function demandName(name: string | undefined): string {
  if (name !== undefined) return name;
  throw new UsageError("whose orders? give --user, --symbol or --contract");
}

function sayAll({ user, symbol, contract = symbol, canceled }: CanceledAll): string {
  const whose = user === undefined ? "" : ` of ${user}`;
  const where = contract === undefined ? "" : ` on ${contract}`;
  return `cancelled ${canceled} ${canceled === 1 ? "order" : "orders"}${whose}${where}`;
}
