/**
 * A session at a simulated server, with the rule of the real one: one question at a time is at the server, and a question without
 * an answer for two seconds ends the session, while the server may still come to do it. And the servers of a cluster as
 * a database, found as the real one finds them.
 */
import {
  type Database,
  type SqlAnswer,
  SqlError,
  type SqlValue,
  Unanswered,
  Unreachable,
} from "../../../src/log/postgres/database.ts";
import { LEADER_STATEMENTS } from "../../../src/log/postgres/leader-table.ts";
import { STATEMENTS } from "../../../src/log/postgres/log-table.ts";
import { SILENCE_MS } from "../../../src/log/postgres/pg-database.ts";
import { findPrimary, type OpeningSession } from "../../../src/log/postgres/primary-search.ts";
import { SAFE_SETTINGS } from "../../support/safe-settings.ts";
import type { Channel, Network } from "./network.ts";
import type { Backend, SimulatedServer } from "./server.ts";
import type { SimulatedProcess } from "./world.ts";

export interface SessionOptions {
  readonly network: Network;
  readonly servers: readonly SimulatedServer[];
  /** Whose sessions they are, and on which machine. */
  readonly process: SimulatedProcess;
  readonly machine: string;
  /** What the server calls them. */
  readonly name: string;
  /** Controls that must fail: warnings are not heeded, and no barrier is made. */
  readonly ignoresWarnings: boolean;
  readonly hasNoBarrier: boolean;
  /** A control that must fail: settings of a session that is open are taken for those that it began with. */
  readonly trustsSettings: boolean;
  /** All sessions of a process, so that its end ends them. */
  readonly opened: Set<SimulatedSession>;
}

export function simulatedDatabase(options: SessionOptions): Database {
  const { servers, process } = options;
  const hosts = servers.map((server) => () => new SimulatedSession(options, server));
  return { connect: (check) => findPrimary({ hosts, check, timer: process.timer }) };
}

interface Question {
  readonly text: string;
  readonly values: readonly SqlValue[];
  resolve(answer: SqlAnswer): void;
  reject(error: Error): void;
}

export class SimulatedSession implements OpeningSession {
  readonly #options: SessionOptions;
  readonly server: SimulatedServer;
  readonly #there: Channel;
  readonly #back: Channel;
  readonly #backend: Backend;
  readonly #questions: Question[] = [];
  #tellOpened: (error?: Error) => void = () => undefined;
  readonly #opened: Promise<void>;
  isOver = false;

  constructor(options: SessionOptions, server: SimulatedServer) {
    const { network, machine, name, opened } = options;
    this.#options = options;
    this.server = server;
    this.#there = network.channel(machine, server.name);
    this.#back = network.channel(server.name, machine);
    this.#backend = { name, isOver: true, hasLeft: false, end: () => this.#endBackend() };
    this.#opened = new Promise((resolve, reject) => {
      this.#tellOpened = (error) => (error ? reject(error) : resolve());
    });
    this.#opened.catch(() => undefined);
    opened.add(this);
    this.#there.send(() => this.#accept());
  }

  opened(): Promise<void> {
    return this.#opened;
  }

  /** At the server. */
  #accept(): void {
    const { server } = this;
    if (!server.isUp) {
      this.#answer(() => {
        this.#tellOpened(new Unreachable("connection refused"));
        this.close();
      });
      return;
    }
    this.#backend.isOver = false;
    server.backends.add(this.#backend);
    this.#answer(() => this.#tellOpened());
  }

  /** Something comes back from the server. */
  #answer(take: () => void): void {
    this.#back.send(() => this.#options.process.receive(() => this.isOver || take()));
  }

  #endBackend(): void {
    this.#backend.isOver = true;
    this.server.backends.delete(this.#backend);
    this.#answer(() => this.#lost("the server has ended the session"));
  }

  query(text: string, values: readonly SqlValue[] = []): Promise<SqlAnswer> {
    if (this.isOver) return Promise.reject(new Unanswered("the session is over"));
    if (text === STATEMENTS.barrier && this.#options.hasNoBarrier) {
      return Promise.resolve({ rows: [SAFE_SETTINGS], isWarned: false });
    }
    return new Promise((resolve, reject) => {
      const callOff = this.#options.process.timer(SILENCE_MS, () =>
        this.#lost(`the server said nothing for ${SILENCE_MS} ms`),
      );
      const question: Question = {
        text,
        values,
        resolve: (answer) => {
          callOff();
          resolve(answer);
        },
        reject: (error) => {
          callOff();
          reject(error);
        },
      };
      this.#questions.push(question);
      if (this.#questions.length === 1) this.#ask(question);
    });
  }

  #ask({ text, values }: Question): void {
    this.#there.send(() => {
      if (text === LEADER_STATEMENTS.endSessions) this.#terminate(`${values[0]}`);
      else this.#run(text, values);
    });
  }

  #run(text: string, values: readonly SqlValue[]): void {
    const backend = this.#backend;
    this.server.run({
      text,
      values,
      backend,
      answer: (answered) => {
        if (!backend.isOver && !backend.hasLeft) this.#answer(() => this.#answered(answered));
      },
    });
  }

  #terminate(pattern: string): void {
    const { server } = this;
    if (this.#backend.isOver || !server.isUp) return;
    for (const backend of [...server.backends]) {
      if (backend !== this.#backend && backend.name.startsWith(pattern.slice(0, -1))) {
        server.terminate(backend);
      }
    }
    this.#answer(() => this.#answered({ rows: [], isWarned: false }));
  }

  #answered(answered: SqlAnswer | SqlError): void {
    const question = this.#questions.shift();
    const { ignoresWarnings } = this.#options;
    if (answered instanceof SqlError) question?.reject(answered);
    else
      question?.resolve(ignoresWarnings ? { ...answered, isWarned: false } : this.#heard(answered));
    const [next] = this.#questions;
    if (next) this.#ask(next);
  }

  #heard(answered: SqlAnswer): SqlAnswer {
    if (!this.#options.trustsSettings) return answered;
    return { ...answered, rows: answered.rows.map((row) => ({ ...row, ...SAFE_SETTINGS })) };
  }

  /** Nothing more comes of it; what is under way goes on at the server. */
  #lost(reason: string): void {
    this.abandon();
    this.#tellOpened(new Unreachable(reason));
    for (const question of this.#questions.splice(0)) question.reject(new Unanswered(reason));
  }

  /** The connection breaks. */
  reset(): void {
    this.#there.lose();
    this.#options.process.receive(() => this.isOver || this.#lost("the connection was reset"));
  }

  close(): void {
    this.abandon();
    const lost = this.#questions.splice(0);
    for (const question of lost) question.reject(new Unanswered("the session is over"));
  }

  /** The process is gone: the server hears of it, and nobody else. */
  abandon(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#options.opened.delete(this);
    this.#there.send(() => {
      this.server.leave(this.#backend);
      this.#there.forget();
      this.#back.forget();
    });
  }
}
