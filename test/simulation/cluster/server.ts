/**
 * A PostgreSQL server of a simulated cluster. A commit is in its own log first; while it waits for the standby its locks are
 * held and nobody sees it. A wait that is cancelled, or whose session is ended, is over with a warning: then it is seen here
 * and is on no standby. A restart shows all that is in the log; a standby that is promoted has what it was sent.
 */
import { type SqlAnswer, SqlError, type SqlRow } from "../../../src/log/postgres/database.ts";
import { SAFE_SETTINGS } from "../../support/safe-settings.ts";
import { type Change, Tables, type TablesOptions } from "./server-tables.ts";
import type { World } from "./world.ts";

/** A statement at the server. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (number | string | Uint8Array)[];
  readonly backend: Backend;
  answer(answered: SqlAnswer | SqlError): void;
}

/** A session as the server has it. */
export interface Backend {
  readonly name: string;
  isOver: boolean;
  /** Its client is gone, which a server notices when it has nothing else to do. */
  hasLeft: boolean;
  /** Its client is told that it is over. */
  end(): void;
}

/** A commit that waits for the standby. */
interface Waiting {
  readonly change: Change;
  readonly keys: readonly string[];
  readonly answer: SqlAnswer;
  readonly statement: Statement;
  /** How long the log is with it. */
  readonly length: number;
}

/** The most that a commit takes to the standby, or its word back. */
const REPLICATION_MS = 3;

export class SimulatedServer {
  readonly name: string;
  readonly #world: World;
  readonly #options: TablesOptions;
  timeline = 1;
  isUp = true;
  isStandby: boolean;
  #log: Change[];
  #tables: Tables;
  #waiting: Waiting[] = [];
  #blocked: Statement[] = [];
  readonly backends = new Set<Backend>();
  #standby: SimulatedServer | undefined;
  /** What it was told by the last reload. */
  settings: SqlRow = SAFE_SETTINGS;
  /** The standby hears nothing. */
  #isHanging = false;

  constructor(world: World, name: string, isStandby: boolean, options: TablesOptions) {
    this.#world = world;
    this.name = name;
    this.isStandby = isStandby;
    this.#options = options;
    this.#log = [];
    this.#tables = new Tables(options);
  }

  get tables(): Tables {
    return this.#tables;
  }

  get hasStandby(): boolean {
    return this.#standby !== undefined;
  }

  /** What only it has would be lost with it now. */
  get unsure(): number {
    return this.#waiting.length;
  }

  run(statement: Statement): void {
    if (!this.isUp || statement.backend.isOver) return;
    const planned = this.#plan(statement);
    if (planned instanceof SqlError || !planned.change) {
      this.#answer(statement, planned instanceof SqlError ? planned : planned.answer);
      return;
    }
    const { change, keys, answer } = planned;
    if (keys.some((key) => this.#isHeld(key))) {
      this.#blocked.push(statement);
      return;
    }
    this.#log.push(change);
    this.#waiting.push({ change, keys, answer, statement, length: this.#log.length });
    this.#replicate();
    if (this.settings["standbys"] === "") this.#release(this.#log.length);
  }

  /** Without standbys nothing waits for one, and what waits is let go, without a warning. */
  reload(standbys: string): void {
    this.settings = { ...SAFE_SETTINGS, standbys };
    if (standbys === "") this.#release(this.#log.length);
  }

  #answer(statement: Statement, answered: SqlAnswer | SqlError): void {
    const { backend } = statement;
    statement.answer(answered);
    if (backend.hasLeft) this.#forget(backend);
  }

  #forget(backend: Backend): void {
    backend.isOver = true;
    this.backends.delete(backend);
  }

  /** The client of a session is gone: what is under way goes on. */
  leave(backend: Backend): void {
    backend.hasLeft = true;
    const isOf = ({ backend: other }: Statement) => other === backend;
    const isBusy = this.#blocked.some(isOf) || this.#waiting.some((one) => isOf(one.statement));
    if (!isBusy) this.#forget(backend);
  }

  #plan(statement: Statement) {
    const { timeline, isStandby, backends, settings } = this;
    const wallMs = this.#options.startMs + this.#world.nowMs;
    try {
      return this.#tables.plan(statement, { timeline, isStandby, wallMs, backends, settings });
    } catch (error) {
      if (error instanceof SqlError) return error;
      throw error;
    }
  }

  #isHeld(key: string): boolean {
    return this.#waiting.some(({ keys }) => keys.includes(key));
  }

  /** Sends the standby what it does not have. */
  #replicate(): void {
    const { dice, timer } = this.#world;
    const standby = this.#standby;
    if (!standby || this.#isHanging) return;
    timer(dice.between(1, REPLICATION_MS), () => {
      if (this.#standby !== standby || this.#isHanging || !standby.isUp || !this.isUp) return;
      const { length } = this.#log;
      standby.#log.push(...this.#log.slice(standby.#log.length));
      timer(dice.between(1, REPLICATION_MS), () => {
        if (this.#standby === standby && this.isUp) this.#release(length);
      });
    });
  }

  #release(length: number): void {
    const sure = this.#waiting.filter((waiting) => waiting.length <= length);
    for (const waiting of sure) this.#end(waiting, false);
  }

  /** The transaction is over: its locks are free, and all see what it did. */
  #end(waiting: Waiting, isWarned: boolean): void {
    if (!this.#waiting.includes(waiting)) return;
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
    this.#tables.apply(waiting.change);
    this.#answer(waiting.statement, { ...waiting.answer, isWarned });
    for (const blocked of this.#blocked.splice(0)) this.run(blocked);
  }

  /** An administrator cancels every wait for the standby: all is answered with a warning. */
  cancelWaits(): number {
    const waiting = this.#waiting;
    for (const one of waiting) this.#end(one, true);
    return waiting.length;
  }

  /** `pg_terminate_backend`: what it waits for is done here, and its client is not told. */
  terminate(backend: Backend): void {
    backend.end();
    this.#blocked = this.#blocked.filter((blocked) => blocked.backend !== backend);
    for (const waiting of this.#waiting) {
      if (waiting.statement.backend === backend) this.#end(waiting, true);
    }
  }

  hang(isHanging: boolean): void {
    this.#isHanging = isHanging;
    if (!isHanging) this.#replicate();
  }

  /** A server is made a standby of this one, anew, with all that is here. */
  attach(standby: SimulatedServer): void {
    standby.isUp = true;
    standby.isStandby = true;
    standby.timeline = this.timeline;
    standby.#standby = undefined;
    standby.#log = this.#log.slice();
    this.#standby = standby;
    this.#isHanging = false;
    this.#replicate();
  }

  /** The process of the server is gone; what was in its log is on its disk. */
  crash(): void {
    this.isUp = false;
    this.#waiting = [];
    this.#blocked = [];
    for (const backend of [...this.backends]) backend.end();
  }

  restart(): void {
    this.isUp = true;
    this.#recover();
    this.#replicate();
  }

  /** It was the standby of `primary`, which may be alive and has no standby from now on. */
  promote(primary: SimulatedServer): number {
    const lost = primary.#log.length - this.#log.length;
    primary.#standby = undefined;
    this.isStandby = false;
    this.timeline = primary.timeline + 1;
    this.#recover();
    return lost;
  }

  /** A backup was restored: the newest of what was confirmed is gone, here and at the standby. */
  restoreOlder(commits: number): void {
    this.#log.length -= commits;
    if (this.#standby) this.#standby.#log = this.#log.slice();
    this.#recover();
  }

  #recover(): void {
    this.#tables = new Tables(this.#options);
    for (const change of this.#log) this.#tables.apply(change);
  }
}
