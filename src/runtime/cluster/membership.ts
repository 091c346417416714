/**
 * A node's place among the others: its number, its name, which no second one may have, and what it says of itself every
 * second, for `bourse cluster status` and for retention. Rule CLUSTER-NODE-1.
 */
import type { Timer } from "../../core/base/timer.ts";
import type { CheckedSessions } from "../../log/postgres/checked-sessions.ts";
import type { Session } from "../../log/postgres/database.ts";
import {
  countSuccessors,
  holdName,
  joinCluster,
  type NodeNote,
  noteNode,
} from "../../log/postgres/node-table.ts";
import { isDoubt } from "../../log/postgres/settlement.ts";

const NOTE_MS = 1_000;
/** A node that was killed leaves its name to the server until that notices. */
const HOLD_TRIES = 10;
const HOLD_PAUSE_MS = 300;

/** Another node of the name runs. */
export class NameTaken extends Error {
  override readonly name = "NameTaken";
}

export interface MembershipOptions {
  readonly node: string;
  readonly sessions: CheckedSessions;
  readonly timer: Timer;
  readonly report: (sentence: string) => void;
}

export class Membership {
  readonly #options: MembershipOptions;
  readonly number: number;
  #holder: Session;
  /** How many other nodes would take over. */
  successors = 0;
  #isClosed = false;

  private constructor(options: MembershipOptions, number: number, holder: Session) {
    this.#options = options;
    this.number = number;
    this.#holder = holder;
  }

  static async join(options: MembershipOptions): Promise<Membership> {
    const { node, sessions, timer } = options;
    for (let tries = 1; ; tries++) {
      const session = await sessions.get();
      if (await holdName(session, node)) {
        return new Membership(options, await joinCluster(session, node), session);
      }
      if (tries === HOLD_TRIES) throw new NameTaken(`A node named ${node} is running already.`);
      await new Promise<void>((over) => timer(HOLD_PAUSE_MS, over));
    }
  }

  /** Says every second what there is to say. */
  begin(note: () => NodeNote): void {
    const { timer } = this.#options;
    const next = () => {
      if (!this.#isClosed) void this.#say(note()).finally(() => timer(NOTE_MS, next));
    };
    next();
  }

  async #say(note: NodeNote): Promise<void> {
    const { sessions, node, report } = this.#options;
    try {
      const session = await sessions.get();
      if (session !== this.#holder && !(await holdName(session, node))) {
        report(`another node named ${node} is running`);
      }
      this.#holder = session;
      await noteNode(session, node, note);
      this.successors = await countSuccessors(session, node);
    } catch (error) {
      this.successors = 0;
      // Who looks at the leader says what is wrong with PostgreSQL.
      if (!isDoubt(error)) throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
  }
}
