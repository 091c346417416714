/** The log of a node: in the PostgreSQL of its cluster, with a copy in the node's data directory. */

import type { ExchangeState } from "../engine/state.ts";
import { recover } from "../log/file/recover.ts";
import { witnessesOf } from "../log/file/witness.ts";
import type { Database } from "../log/postgres/database.ts";
import { openPostgresLog } from "../log/postgres/open-postgres-log.ts";
import { type OpenLog, shortageTeller } from "../service/open-log.ts";
import { digestOf } from "../service/replay.ts";

export interface NodeOptions {
  readonly database: Database;
  /** Its name in the cluster. */
  readonly node: string;
  /** Where others reach it. */
  readonly address: string;
  readonly isSingle: boolean;
}

/** Another node took the right to append. */
export class NotLeading extends Error {
  override readonly name = "NotLeading";
}

export function openLogInCluster({ database, node, address, isSingle }: NodeOptions): OpenLog {
  return async ({ disk, segmentMaker, timer, report }, snapshot) => {
    const log = await openPostgresLog({
      database,
      isSingle,
      disk,
      maker: segmentMaker,
      timer,
      onSpace: shortageTeller(report),
      onDoubt: (reason) => report(sayDoubt(reason)),
    });
    // The copy is whole now: it is held against the snapshot and the witnesses, as a log on a disk is.
    try {
      recover(disk, { from: snapshot?.cursor, isRepairing: false, witnesses: witnessesOf(disk) });
    } catch (error) {
      log.close();
      throw error;
    }
    return {
      log,
      tornTail: () => undefined,
      async claim(state) {
        const epoch = await log.takeOver(proofOf(state), { node, address });
        if (epoch === undefined) throw new NotLeading("another node has taken over the log");
        report(`node ${node} leads the cluster in epoch ${epoch}`);
        return epoch;
      },
    };
  };
}

/** An empty batch whose digest says what state it was written from. */
function proofOf(state: ExchangeState) {
  const { timeMs, position } = state;
  const digest = digestOf(state);
  return { timeMs, count: 0, digestPosition: position, digest, payload: new Uint8Array(0) };
}

function sayDoubt(reason: Error | undefined): string {
  if (!reason) return "PostgreSQL has said what became of the last batch; orders are taken again";
  return `PostgreSQL has not said whether a batch is durable; it is asked until it does: ${reason.message}`;
}
