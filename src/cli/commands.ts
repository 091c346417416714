/**
 * Every command, in the order in which the help tells them. What a command needs of the exchange
 * itself it loads when it runs, so that asking a running one is quick.
 */
import { assetAdd } from "./online/asset.ts";
import { banLift, banList } from "./online/ban.ts";
import { feeSet } from "./online/fee.ts";
import {
  contractAdd,
  contractDelist,
  contractHalt,
  contractList,
  contractResume,
  contractSet,
  contractShow,
} from "./online/futures/contract.ts";
import { keyAdd, keyRevoke } from "./online/key.ts";
import { indexSet, indexShow, indexWithdraw } from "./online/lending/index-price.ts";
import { insuranceFund, insuranceShow, insuranceWithdraw } from "./online/lending/insurance.ts";
import { loanSet, loanStop } from "./online/lending/loan.ts";
import { marginSet, marginShow } from "./online/lending/margin.ts";
import { poolFund, poolShow, poolWithdraw } from "./online/lending/pool.ts";
import { deposit, withdraw } from "./online/movement.ts";
import { orderCancel } from "./online/order.ts";
import { status } from "./online/status.ts";
import {
  symbolAdd,
  symbolDelist,
  symbolHalt,
  symbolMargin,
  symbolResume,
} from "./online/symbol.ts";
import { userAdd, userFreeze, userUnfreeze } from "./online/user.ts";
import { rebuildHistory } from "./rebuild-history.ts";
import { start } from "./start.ts";
import type { CliCommand } from "./terminal/command.ts";
import { verify } from "./verify.ts";
import { voidCommand } from "./void.ts";

export interface Chapter {
  readonly title: string;
  readonly commands: readonly CliCommand[];
}

export const CHAPTERS: readonly Chapter[] = [
  { title: "run it", commands: [start, status] },
  {
    title: "users and money",
    commands: [userAdd, userFreeze, userUnfreeze, keyAdd, keyRevoke, deposit, withdraw],
  },
  {
    title: "the market",
    commands: [
      ...[assetAdd, symbolAdd, symbolHalt, symbolResume, symbolDelist, symbolMargin],
      ...[feeSet, orderCancel],
    ],
  },
  {
    title: "futures",
    commands: [
      ...[contractAdd, contractSet, contractHalt, contractResume, contractDelist],
      ...[contractList, contractShow],
    ],
  },
  {
    title: "lending, insurance and prices",
    commands: [
      ...[poolFund, poolWithdraw, poolShow, insuranceFund, insuranceWithdraw],
      insuranceShow,
      ...[loanSet, loanStop, marginSet, marginShow, indexSet, indexWithdraw, indexShow],
    ],
  },
  { title: "the door", commands: [banList, banLift] },
  { title: "on a stopped directory", commands: [verify, rebuildHistory, voidCommand] },
];

export const COMMANDS: readonly CliCommand[] = CHAPTERS.flatMap(({ commands }) => commands);
