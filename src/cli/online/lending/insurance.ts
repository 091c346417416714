/** `bourse insurance ...`: the funds that pay what a liquidation leaves unpaid. */
import { LIST_INSURANCE } from "../../../contract/operator/lending/funds.ts";
import { DRAW_FUND, FILL_FUND } from "../../../contract/operator/users/movements.ts";
import { align } from "../../terminal/layout.ts";
import { moveOnce } from "../movement.ts";
import { online } from "../online.ts";

export const insuranceFund = online(FILL_FUND, "insurance fund", {
  remedy: moveOnce,
  show: ({ id, fund, asset, amount }) => [`put ${amount} ${asset} into ${fund}, id ${id}`],
});

export const insuranceWithdraw = online(DRAW_FUND, "insurance withdraw", {
  remedy: moveOnce,
  show: ({ id, fund, asset, amount }) => [`took ${amount} ${asset} from ${fund}, id ${id}`],
});

/** The columns of an asset: the key of the reply, and the heading. */
const COLUMNS = {
  asset: "ASSET",
  marginInsurance: "MARGIN",
  marginBadDebt: "BAD DEBT",
  futuresInsurance: "FUTURES",
  futuresBadDebt: "BAD DEBT",
} as const;

type Column = keyof typeof COLUMNS;

export const insuranceShow = online(LIST_INSURANCE, "insurance show", {
  show: ({ insurance }) => {
    if (insurance.length === 0) return ["nothing is insured"];
    const columns = Object.keys(COLUMNS) as Column[];
    const rows = insurance.map((funds) => columns.map((column) => funds[column]));
    return align([Object.values(COLUMNS), ...rows]);
  },
});
