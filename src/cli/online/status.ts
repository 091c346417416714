/** `bourse status`: the state of the exchange. */
import type { ValueOf } from "../../contract/field.ts";
import { NOT_READY } from "../../contract/not-ready.ts";
import { STATUS } from "../../contract/operator/watching/status.ts";
import { align, lengthOf, timeOf } from "../terminal/layout.ts";
import { online } from "./online.ts";

type Status = ValueOf<(typeof STATUS)["about"]["reply"]>;

export const status = online(STATUS, "status", {
  show: (reply) => [
    ...(reply.halted ? ["HALTED: nothing is accepted; see what the server printed"] : []),
    ...sayNotReady(reply),
    ...align([...rowsOf(reply), ...listedRows(reply)]),
  ],
});

function rowsOf({ archivist, waiting, ...reply }: Status): string[][] {
  const pid = archivist.pid === undefined ? "not running" : `pid ${archivist.pid}`;
  return [
    ["kind", reply.kind],
    ["rules", sayRules(reply)],
    ["position", `${reply.position}`],
    ["archivist", `${pid}, has the log up to ${archivist.position}`],
    ["engine time", timeOf(reply.engineTime)],
    ["request time", timeOf(reply.requestTime)],
    ["up for", lengthOf(reply.uptimeMs)],
    ...(waiting === undefined ? [] : [["waiting", `${waiting}`]]),
    ...sayCluster(reply),
    ...(reply.tornTail === undefined ? [] : [["at the start", reply.tornTail]]),
    ["users", `${reply.users}`],
    ["open orders", `${reply.openOrders}`],
    ["open lists", `${reply.openOrderLists}`],
    ["positions", `${reply.openPositions}`],
  ];
}

function sayCluster({ cluster }: Pick<Status, "cluster">): string[][] {
  if (!cluster) return [];
  const { node, role, epoch, leader, lagCommands, beatAgeMs } = cluster;
  const who = leader === "" ? "nobody leads" : `${leader} leads`;
  return [
    ["node", `${node}, ${role}; ${who} in epoch ${epoch}`],
    ["behind", `${lagCommands} commands; the leader was heard ${beatAgeMs} ms ago`],
  ];
}

/** The words of the probe, which docs/operating.md explains. */
function sayNotReady({ halted, notReady }: Status): string[] {
  if (halted || notReady === undefined) return [];
  return [`NOT READY: ${notReady}. ${NOT_READY[notReady]}`];
}

/** CORE-RULES-2 */
function sayRules({ rules, newestRules }: Pick<Status, "rules" | "newestRules">): string {
  const newer = `${newestRules} are there: bourse rules adopt`;
  return rules < newestRules ? `${rules}; ${newer}` : `${rules}`;
}

function listedRows({ symbols, contracts }: Status): string[][] {
  const rows = [...symbols, ...contracts].map(({ name, status: shown }) => [name, shown]);
  return symbols.length === 0 ? [["symbols", "none"], ...rows] : rows;
}
