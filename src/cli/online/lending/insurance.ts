/** `bourse insurance ...`: the funds that pay what a liquidation leaves unpaid. */
import { align } from "../../terminal/layout.ts";
import { UsageError } from "../../terminal/usage.ts";
import { ID_OPTION, moveOnce } from "../movement.ts";
import { get, online } from "../online.ts";

/** The funds by what they insure. */
const FUNDS = new Map([
  ["margin", "MARGIN_INSURANCE"],
  ["futures", "FUT_INSURANCE"],
]);
const FUND_USUAL = "margin";
const FUND_WORDS = [...FUNDS.keys()].join(" or ");

interface Filled {
  readonly id: string;
  readonly fund: string;
  readonly asset: string;
  readonly amount: string;
}

const shape = {
  takes: ["ASSET", "AMOUNT"],
  options: {
    "--fund": { value: "NAME", says: `what it insures, ${FUND_WORDS}; ${FUND_USUAL} without it` },
    ...ID_OPTION,
  },
} as const;

export const insuranceFund = online({
  ...shape,
  name: "insurance fund",
  says: "put money into an insurance fund",
  ask: ({ ASSET: asset, AMOUNT: amount, "--fund": fund, "--id": id }) =>
    moveOnce("/funds/fill", { fund: fundNamed(fund), asset, amount }, id),
  show: ({ id, fund, asset, amount }: Filled) => [`put ${amount} ${asset} into ${fund}, id ${id}`],
});

export const insuranceWithdraw = online({
  ...shape,
  name: "insurance withdraw",
  says: "take money from an insurance fund",
  ask: ({ ASSET: asset, AMOUNT: amount, "--fund": fund, "--id": id }) =>
    moveOnce("/funds/draw", { fund: fundNamed(fund), asset, amount }, id),
  show: ({ id, fund, asset, amount }: Filled) => [`took ${amount} ${asset} from ${fund}, id ${id}`],
});

function fundNamed(name: string = FUND_USUAL): string {
  const fund = FUNDS.get(name);
  if (fund !== undefined) return fund;
  throw new UsageError(`--fund is ${FUND_WORDS}, not ${name}`);
}

/** The columns of an asset: the key of the reply, and the heading. */
const COLUMNS = {
  asset: "ASSET",
  marginInsurance: "MARGIN",
  marginBadDebt: "BAD DEBT",
  futuresInsurance: "FUTURES",
  futuresBadDebt: "BAD DEBT",
} as const;

type Column = keyof typeof COLUMNS;
type Insurance = Readonly<Record<Column, string>>;

export const insuranceShow = online({
  name: "insurance show",
  says: "show what is in the insurance funds, and the losses that they could not pay",
  takes: [],
  options: {},
  ask: () => get("/insurance"),
  show: ({ insurance }: { insurance: readonly Insurance[] }) => {
    if (insurance.length === 0) return ["nothing is insured"];
    const columns = Object.keys(COLUMNS) as Column[];
    const rows = insurance.map((funds) => columns.map((column) => funds[column]));
    return align([Object.values(COLUMNS), ...rows]);
  },
});
