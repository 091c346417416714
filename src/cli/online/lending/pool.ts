/** `bourse pool ...`: the money that loans are made of. */
import { align } from "../../terminal/layout.ts";
import { ID_OPTION, moveOnce } from "../movement.ts";
import { get, online } from "../online.ts";

interface Filled {
  readonly id: string;
  readonly asset: string;
  readonly amount: string;
}

const shape = { takes: ["ASSET", "AMOUNT"], options: ID_OPTION } as const;
const fund = "LOAN_POOL";

export const poolFund = online({
  ...shape,
  name: "pool fund",
  says: "put money into the loan pool",
  ask: ({ ASSET: asset, AMOUNT: amount, "--id": id }) =>
    moveOnce("/funds/fill", { fund, asset, amount }, id),
  show: ({ id, asset, amount }: Filled) => [`put ${amount} ${asset} into the loan pool, id ${id}`],
});

export const poolWithdraw = online({
  ...shape,
  name: "pool withdraw",
  says: "take from the loan pool what is not lent out",
  ask: ({ ASSET: asset, AMOUNT: amount, "--id": id }) =>
    moveOnce("/funds/draw", { fund, asset, amount }, id),
  show: ({ id, asset, amount }: Filled) => [`took ${amount} ${asset} from the loan pool, id ${id}`],
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
type Pool = Readonly<Record<Column, string>>;

export const poolShow = online({
  name: "pool show",
  says: "show what is lent of each asset, on what terms, and what came of it",
  takes: [],
  options: {},
  ask: () => get("/pools"),
  show: ({ pools }: { pools: readonly Pool[] }) => {
    if (pools.length === 0) return ["nothing is lent"];
    const columns = Object.keys(COLUMNS) as Column[];
    const rows = pools.map((pool) => columns.map((column) => pool[column]));
    return align([Object.values(COLUMNS), ...rows]);
  },
});
