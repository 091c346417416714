/**
 * The log of a cluster, read as rows: each batch is held against its checksum, its row and the chain. What is damaged is never
 * passed over. Whoever reads knows the last row, behind which a barrier was made (LOG-PG-4).
 */
import { decodeBatch, hashOf } from "../../../log/batch.ts";
import { Chain, type ChainStart } from "../../../log/chain.ts";
import type { Batch } from "../../../log/log.ts";
import type { CheckedSession } from "../../../log/postgres/checked-session.ts";
import { batchDamaged, ClusterDamaged } from "../../../log/postgres/cluster-damaged.ts";
import type { Session } from "../../../log/postgres/database.ts";
import { barrier } from "../../../log/postgres/log-table.ts";

export interface RowStretch {
  /** The place before the first row that is read. */
  readonly start: ChainStart;
  /** The number of the row before the first. */
  readonly before: number;
  /** The number of the last. */
  readonly last: number;
}

export interface ReadRow {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly batch: Batch;
}

/** Read at a time: of the largest batches 16 MiB. */
const ROWS = 64;
const END = `select number, first_position + count - 1 as position, epoch from bourse.log
  order by number desc limit 1`;
const STRETCH = `select number, hash, bytes from bourse.log
  where number > $1::bigint and number <= $2::bigint order by number limit ${ROWS}`;

/** The last row, which is on a standby when this returns, and so are all before it. */
export async function sureEnd(
  session: CheckedSession,
): Promise<{ readonly last: number; readonly position: number }> {
  const [row] = (await session.query(END)).rows;
  if (!row) throw new ClusterDamaged("The log of the cluster has no rows.");
  await barrier(session);
  return { last: Number(row["number"]), position: Number(row["position"]) };
}

export async function* readRows(
  session: Session,
  { start, before, last }: RowStretch,
): AsyncGenerator<ReadRow> {
  const chain = new Chain(start);
  for (let number = before; number < last; ) {
    const { rows } = await session.query(STRETCH, [number, last]);
    if (rows.length === 0) throw batchDamaged(number + 1, "it is missing");
    for (const row of rows) {
      number += 1;
      if (Number(row["number"]) !== number) throw batchDamaged(number, "it is missing");
      const [bytes, hash] = [row["bytes"] as Uint8Array, row["hash"] as Uint8Array];
      yield { number, bytes, batch: take(chain, { number, bytes, hash }) };
    }
  }
}

interface FoundRow {
  readonly number: number;
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
}

function take(chain: Chain, { number, bytes, hash }: FoundRow): Batch {
  const decoded = decodeBatch(bytes);
  if (!decoded.ok) throw batchDamaged(number, `expected a batch, found ${decoded.problem}`);
  const { batch } = decoded;
  if (batch.length !== bytes.length) throw batchDamaged(number, "it has bytes behind its batch");
  if (Buffer.compare(hashOf(bytes), hash) !== 0)
    throw batchDamaged(number, "its hash is another's");
  if (batch.segment === chain.segment + 1) chain.beginNextSegment();
  const problem = chain.problemWith(batch);
  if (problem) throw batchDamaged(number, problem);
  return chain.take(batch, bytes);
}

export function originDamaged(name: string, problem: string): ClusterDamaged {
  return new ClusterDamaged(
    `Snapshot ${name}, which the log of the cluster begins at, is damaged: ${problem}.`,
  );
}
