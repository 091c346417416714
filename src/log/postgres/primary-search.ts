/**
 * Finds the server that may be written to among the hosts of a cluster. All are asked at once, so that one that hangs holds up
 * nobody. A host that is refused is asked again while another has not answered: a promotion may come in between. When
 * one passes, the others have a moment to pass, too, and the last that did is taken: the checks let no history pass
 * that is older than one that has passed (LOG-PG-5, LOG-PG-7).
 */
import type { Timer } from "../../core/base/timer.ts";
import { type Session, type SessionCheck, Unreachable } from "./database.ts";
import { NotSafe } from "./safety-settings.ts";

/** So long the hosts have, altogether. */
export const SEARCH_MS = 3_000;
/** So long those that are silent have when one has passed. */
const GRACE_MS = 100;
const AGAIN_MS = 100;

/** A session that can be closed while it is being opened. */
export interface OpeningSession extends Session {
  /** Throws `Unreachable` when it cannot be opened. */
  opened(): Promise<void>;
}

export interface SearchOptions {
  /** For each host, what begins a session there. */
  readonly hosts: readonly (() => OpeningSession)[];
  readonly check: SessionCheck;
  readonly timer: Timer;
}

/** What is known of a host. */
interface Host {
  readonly begin: () => OpeningSession;
  session?: Session;
  hasPassed?: boolean;
  problem?: Error;
}

export function findPrimary(options: SearchOptions): Promise<Session> {
  return new PrimarySearch(options).run();
}

class PrimarySearch {
  readonly #hosts: readonly Host[];
  readonly #check: SessionCheck;
  readonly #timer: Timer;
  #passed: Session | undefined;
  #isOver = false;
  #tellOver: () => void = () => undefined;
  readonly #callOff: (() => void)[] = [];

  constructor({ hosts, check, timer }: SearchOptions) {
    this.#hosts = hosts.map((begin) => ({ begin }));
    this.#check = check;
    this.#timer = timer;
  }

  async run(): Promise<Session> {
    const over = new Promise<void>((resolve) => {
      this.#tellOver = resolve;
    });
    this.#in(SEARCH_MS, () => this.#end());
    for (const host of this.#hosts) void this.#ask(host);
    await over;
    if (this.#passed) return this.#passed;
    throw problemOf(this.#hosts.map(({ problem }) => problem ?? new Unreachable(SILENT)));
  }

  async #ask(host: Host): Promise<void> {
    const session = host.begin();
    host.session = session;
    try {
      await session.opened();
      await this.#check(session);
      if (this.#isOver) return;
      host.hasPassed = true;
      this.#passed = session;
    } catch (error) {
      session.close();
      host.problem = error instanceof Error ? error : new Unreachable(`${error}`);
      if (this.#isOver) return;
      this.#in(AGAIN_MS, () => void this.#ask(host));
    }
    this.#look();
  }

  /** Whether it is over, now that a host has answered. */
  #look(): void {
    if (this.#hosts.every(({ hasPassed, problem }) => hasPassed || problem)) this.#end();
    else if (this.#passed) this.#in(GRACE_MS, () => this.#end());
  }

  #in(ms: number, run: () => void): void {
    this.#callOff.push(this.#timer(ms, run));
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const callOff of this.#callOff) callOff();
    for (const { session } of this.#hosts) if (session !== this.#passed) session?.close();
    this.#tellOver();
  }
}

/** Whether a person must change something before it can be otherwise. */
export function isLasting(problem: unknown): boolean {
  return problem instanceof Error && "isLasting" in problem && problem.isLasting === true;
}

const SILENT = `no answer in ${SEARCH_MS / 1_000} s`;

/** What is said when no host will do; of several, what each has said. */
function problemOf(problems: readonly Error[]): Error {
  const [first] = problems;
  if (problems.length === 1 && first) return first;
  const said = problems.map(({ message }, index) => `host ${index + 1}: ${message}`);
  const Kind = problems.some((problem) => problem instanceof NotSafe) ? NotSafe : Unreachable;
  return new Kind(said.join("; "), { cause: first, isLasting: problems.every(isLasting) });
}
