/**
 * Who leads, as a row: to find the leader, to notice its silence, and to ask it to resign. Who may append is decided by the
 * number of a batch and never here; but a leader that was heard since is not taken over from (CLUSTER-CLAIM-1).
 */
import type { CheckedSession } from "./checked-session.ts";
import { type Session, Unanswered } from "./database.ts";
import { SETTINGS } from "./safety-settings.ts";

export interface LeaderRow {
  readonly epoch: number;
  /** "" when nobody leads. */
  readonly node: string;
  readonly address: string;
  readonly beat: number;
  readonly claim: string;
}

/** What a node sees of the leader in one look. */
export interface LeaderSight extends LeaderRow {
  /** The number of the last batch. */
  readonly number: number;
  /** Of the last command in the log. */
  readonly position: number;
}

/** Whose term it is: of one epoch there is one claim. */
export interface TermId {
  readonly epoch: number;
  readonly claim: string;
}

export const LEADER_STATEMENTS = {
  leader: "select epoch, node, address, beat, claim from bourse.leader",
  sight: `select leader.epoch, node, address, beat, claim, number, first_position + count - 1 as position
    from bourse.leader, (
      select number, first_position, count from bourse.log order by number desc limit 1
    ) last`,
  beat: `update bourse.leader set beat = beat + 1
    where epoch = $1::int and claim = $2 returning resign, ${SETTINGS}`,
  vacate: `update bourse.leader set node = '', address = '', beat = beat + 1
    where epoch = $1::int and claim = $2 returning epoch`,
  askToResign: "update bourse.leader set resign = epoch where node <> '' returning node, epoch",
  /** A wait for a standby that nobody listens to any more holds the row of the leader. */
  endSessions: `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like $1 and pid <> pg_backend_pid()`,
} as const;

export async function readLeader(session: Session): Promise<LeaderRow> {
  const [row = {}] = (await session.query(LEADER_STATEMENTS.leader)).rows;
  return leaderOf(row);
}

export async function lookAtLeader(session: Session): Promise<LeaderSight> {
  const [row = {}] = (await session.query(LEADER_STATEMENTS.sight)).rows;
  const [number, position] = [Number(row["number"]), Number(row["position"])];
  return { ...leaderOf(row), number, position };
}

function leaderOf(row: Readonly<Record<string, unknown>>): LeaderRow {
  return {
    epoch: Number(row["epoch"]),
    node: `${row["node"]}`,
    address: `${row["address"]}`,
    beat: Number(row["beat"]),
    claim: `${row["claim"]}`,
  };
}

/** What a leader hears at a beat that is durable: its term goes on, it is asked to resign, or another has taken over. */
export type Beaten = "goes on" | "asked to resign" | "over";

/** Throws `Unanswered` when it is not sure that the beat is durable. */
export async function beat(session: CheckedSession, { epoch, claim }: TermId): Promise<Beaten> {
  const { rows, isWarned } = await session.commit(LEADER_STATEMENTS.beat, [epoch, claim]);
  if (isWarned) throw new Unanswered("the server warned of a beat that is not sure");
  const [row] = rows;
  if (!row) return "over";
  return Number(row["resign"]) === epoch ? "asked to resign" : "goes on";
}

/** Says that nobody leads: the next may claim at once. */
export async function vacate(session: Session, { epoch, claim }: TermId): Promise<void> {
  await session.query(LEADER_STATEMENTS.vacate, [epoch, claim]);
}

/** Asks whoever leads to let another lead; undefined when nobody leads. */
export async function askToResign(
  session: Session,
): Promise<{ readonly node: string; readonly epoch: number } | undefined> {
  const [row] = (await session.query(LEADER_STATEMENTS.askToResign)).rows;
  return row && { node: `${row["node"]}`, epoch: Number(row["epoch"]) };
}

/** What the server calls the sessions of a node. */
export function sessionName(node: string, purpose: "log" | "watch"): string {
  return `bourse ${node} ${purpose}`;
}

/** Ends what a node has under way at the server: its outcome is not known there, and is settled. */
export async function endSessionsOf(session: Session, node: string): Promise<void> {
  if (node !== "") await session.query(LEADER_STATEMENTS.endSessions, [`bourse ${node} %`]);
}
