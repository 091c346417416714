/** `bourse pool ...`: the money that loans are made of. */
import { LIST_POOLS } from "../../../contract/operator/lending/funds.ts";
import { DRAW_FUND, FILL_FUND } from "../../../contract/operator/users/movements.ts";
import { align } from "../../terminal/layout.ts";
import { moveOnce } from "../movement.ts";
import { online } from "../online.ts";

export const poolFund = online(FILL_FUND, "pool fund", {
  remedy: moveOnce,
  show: ({ id, asset, amount }) => [`put ${amount} ${asset} into the loan pool, id ${id}`],
});

export const poolWithdraw = online(DRAW_FUND, "pool withdraw", {
  remedy: moveOnce,
  show: ({ id, asset, amount }) => [`took ${amount} ${asset} from the loan pool, id ${id}`],
});

/** The columns of an asset: the key of the reply, and the heading. */
const COLUMNS = {
  asset: "ASSET",
  available: "IN POOL",
  lent: "LENT OUT",
  capital: "CAPITAL",
  hourlyRate: "HOURLY RATE",
  cap: "CAP",
  marginInsurance: "INSURANCE",
  badDebt: "BAD DEBT",
  interest: "INTEREST",
} as const;

type Column = keyof typeof COLUMNS;

export const poolShow = online(LIST_POOLS, "pool show", {
  show: ({ pools }) => {
    if (pools.length === 0) return ["nothing is lent"];
    const columns = Object.keys(COLUMNS) as Column[];
    const rows = pools.map((pool) => columns.map((column) => pool[column]));
    return align([Object.values(COLUMNS), ...rows]);
  },
});
