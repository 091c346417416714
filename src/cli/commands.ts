/**
 * Every command, in the order in which the help tells them. What a command needs of the exchange
 * itself it loads when it runs, so that asking a running one is quick.
 */

import { acceptLoss } from "./accept-loss.ts";
import { audit } from "./audit.ts";
import { backup } from "./backup.ts";
import { clusterExport, clusterInit, clusterVerify } from "./cluster.ts";
import { clusterForget, clusterResign, clusterStatus, clusterTrim } from "./cluster-nodes.ts";
import { drill } from "./drill.ts";
import { explain } from "./explain.ts";
import { assetAdd, assetList } from "./online/asset.ts";
import { banLift, banList } from "./online/ban.ts";
import { candlesImport } from "./online/candles/candles-import.ts";
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
import { keyAdd, keyList, keyRevoke } from "./online/key.ts";
import { indexSet, indexShow, indexWithdraw } from "./online/lending/index-price.ts";
import { insuranceFund, insuranceShow, insuranceWithdraw } from "./online/lending/insurance.ts";
import { loanSet, loanStop } from "./online/lending/loan.ts";
import { marginSet, marginShow } from "./online/lending/margin.ts";
import { poolFund, poolShow, poolWithdraw } from "./online/lending/pool.ts";
import { deposit, withdraw } from "./online/movement.ts";
import { orderCancel, orderCancelAll } from "./online/order.ts";
import { ready } from "./online/ready.ts";
import { rulesAdopt } from "./online/rules.ts";
import { clock, clockAdvance, clockFreeze, clockResume } from "./online/sandbox/clock.ts";
import {
  faults,
  faultsAdd,
  faultsClear,
  faultsRemove,
  faultsStrikes,
} from "./online/sandbox/faults.ts";
import {
  reset,
  snapshotList,
  snapshotLoad,
  snapshotRemove,
  snapshotSave,
} from "./online/sandbox/snapshot.ts";
import { status } from "./online/status.ts";
import {
  symbolAdd,
  symbolDelist,
  symbolHalt,
  symbolList,
  symbolMargin,
  symbolResume,
} from "./online/symbol.ts";
import { userAdd, userClientIdReuse, userFreeze, userList, userUnfreeze } from "./online/user.ts";
import { userShow } from "./online/user-account.ts";
import { feeList, feeRemove, feeUser, feeUserContract } from "./online/user-fee.ts";
import { userLedger } from "./online/user-ledger.ts";
import { rebuildHistory } from "./rebuild-history.ts";
import { restore } from "./restore.ts";
import { start } from "./start.ts";
import type { CliCommand } from "./terminal/command.ts";
import { verify } from "./verify.ts";
import { voidCommand } from "./void.ts";

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CliCommand[];
}

export const CHAPTERS: readonly CommandGroup[] = [
  { title: "run it", commands: [start, ready, status, explain, audit, rulesAdopt] },
  {
    title: "users and money",
    commands: [
      ...[
        userAdd,
        userList,
        userShow,
        userLedger,
        userFreeze,
        userUnfreeze,
        userClientIdReuse,
        keyAdd,
        keyList,
        keyRevoke,
      ],
      ...[deposit, withdraw],
    ],
  },
  {
    title: "the market",
    commands: [
      ...[assetAdd, assetList, symbolAdd, symbolList, symbolHalt, symbolResume, symbolDelist],
      symbolMargin,
      ...[feeSet, feeUser, feeUserContract, feeRemove, feeList],
      ...[orderCancel, orderCancelAll],
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
  { title: "bans", commands: [banList, banLift] },
  {
    title: "time by hand, in a sandbox",
    commands: [clock, clockFreeze, clockAdvance, clockResume],
  },
  {
    title: "states of a sandbox, and the past of its markets",
    commands: [snapshotSave, snapshotLoad, snapshotList, snapshotRemove, reset, candlesImport],
  },
  {
    title: "what goes wrong on purpose",
    commands: [faults, faultsAdd, faultsStrikes, faultsRemove, faultsClear],
  },
  { title: "backups", commands: [backup, restore, drill] },
  {
    title: "a cluster",
    commands: [
      ...[clusterInit, clusterVerify, clusterExport],
      ...[clusterStatus, clusterResign, clusterForget, clusterTrim],
    ],
  },
  { title: "on a stopped directory", commands: [verify, rebuildHistory, voidCommand, acceptLoss] },
];

export const COMMANDS: readonly CliCommand[] = CHAPTERS.flatMap(({ commands }) => commands);
