/** `bourse insurance ...`: the funds that pay what a liquidation leaves unpaid. */
import { UsageError } from "../../terminal/usage.ts";
import { ID_OPTION, moveOnce } from "../movement.ts";
import { online } from "../online.ts";

/** The funds by what they insure. */
const FUNDS = new Map([["margin", "MARGIN_INSURANCE"]]);
const FUND_USUAL = "margin";

interface Filled {
  readonly id: string;
  readonly fund: string;
  readonly asset: string;
  readonly amount: string;
}

const shape = {
  takes: ["ASSET", "AMOUNT"],
  options: {
    "--fund": { value: "NAME", says: `what it insures; ${FUND_USUAL} without it` },
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
  throw new UsageError(`--fund is ${[...FUNDS.keys()].join(" or ")}, not ${name}`);
}
