/**
 * The nodes of a cluster, as rows: which number each has, where it is and what it last said of itself. Only people and
 * retention read it; what is said here is not waited for at a standby, and nothing is decided by it.
 */
import { type Session, SqlError } from "./database.ts";
import { NotOurs } from "./schema.ts";

/** CORE-BOUND-1: so many nodes has a cluster. */
export const NODES_MAX = 8;

/** What a node says of itself. */
export interface NodeNote {
  readonly address: string;
  readonly role: string;
  readonly epoch: number;
  readonly position: number;
  readonly version: string;
  /** Whether it would take over: it has space, and its clock is right. */
  readonly canLead: boolean;
}

export interface NodeRow extends NodeNote {
  readonly name: string;
  readonly number: number;
  /** Since it last said something, on the server's clock. */
  readonly heardMsAgo: number;
}

export const NODE_STATEMENTS = {
  join: `insert into bourse.node (name, number)
    select $1::text, min(free) from generate_series(0, ${NODES_MAX - 1}) free
    where free not in (select number from bourse.node)
    having not exists (select from bourse.node where name = $1::text)`,
  number: "select number from bourse.node where name = $1",
  /** Held as long as the session is: a second node of the name does not get it. */
  hold: "select pg_try_advisory_lock(hashtext('bourse node'), hashtext($1)) as is_held",
  note: `with local as (select set_config('synchronous_commit', 'local', true))
    update bourse.node set address = $2, role = $3, epoch = $4::int, position = $5::bigint, version = $6,
    can_lead = $7::boolean, heard = clock_timestamp() from local where name = $1`,
  list: `select name, number, address, role, epoch, position, version, can_lead,
    extract(epoch from clock_timestamp() - heard) * 1000 as heard_ms_ago from bourse.node order by number`,
  successors: `select count(*)::int as count from bourse.node
    where name <> $1 and can_lead and heard > clock_timestamp() - interval '3 seconds'`,
  forget:
    "delete from bourse.node where name = $1 and heard < now() - interval '1 minute' returning name",
} as const;

const NOT_NULL_VIOLATION = "23502";
const UNIQUE_VIOLATION = "23505";

/** The number of a node, which gets one when it comes for the first time. */
export async function joinCluster(session: Session, name: string): Promise<number> {
  for (;;) {
    try {
      await session.query(NODE_STATEMENTS.join, [name]);
      const [row] = (await session.query(NODE_STATEMENTS.number, [name])).rows;
      return Number(row?.["number"]);
    } catch (error) {
      if (!(error instanceof SqlError)) throw error;
      if (error.code === NOT_NULL_VIOLATION) {
        const remedy = "forget one that is gone with bourse cluster forget";
        throw new NotOurs(`The cluster has ${NODES_MAX} nodes already: ${remedy}.`);
      }
      // Another node came at the same time and has the number.
      if (error.code !== UNIQUE_VIOLATION) throw error;
    }
  }
}

/** Whether the name is this session's alone. */
export async function holdName(session: Session, name: string): Promise<boolean> {
  const [row] = (await session.query(NODE_STATEMENTS.hold, [name])).rows;
  return row?.["is_held"] === true;
}

export async function noteNode(session: Session, name: string, note: NodeNote): Promise<void> {
  const { address, role, epoch, position, version, canLead } = note;
  const values = [name, address, role, epoch, position, version, `${canLead}`];
  await session.query(NODE_STATEMENTS.note, values);
}

export async function listNodes(session: Session): Promise<readonly NodeRow[]> {
  const { rows } = await session.query(NODE_STATEMENTS.list);
  return rows.map((row) => ({
    name: `${row["name"]}`,
    number: Number(row["number"]),
    address: `${row["address"]}`,
    role: `${row["role"]}`,
    epoch: Number(row["epoch"]),
    position: Number(row["position"]),
    version: `${row["version"]}`,
    canLead: row["can_lead"] === true,
    heardMsAgo: Number(row["heard_ms_ago"]),
  }));
}

/** How many others were heard just now and would take over. */
export async function countSuccessors(session: Session, name: string): Promise<number> {
  const [row] = (await session.query(NODE_STATEMENTS.successors, [name])).rows;
  return Number(row?.["count"]);
}

/** Lets go of a node that is gone for ever; false when there is none of the name, or it was heard just now. */
export async function forgetNode(session: Session, name: string): Promise<boolean> {
  return (await session.query(NODE_STATEMENTS.forget, [name])).rows.length > 0;
}
