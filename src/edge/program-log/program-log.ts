/**
 * The program's own log: what the process does, never what the exchange decides. JSON lines for a
 * collector, short sentences on a terminal. Below debug no request leaves a line. Rules
 * USER-LOG-1, USER-LOG-2.
 */
import { type Logger, pino, stdTimeFunctions } from "pino";
import { HIDDEN, HIDDEN_PATHS, hideSecrets } from "./hide-secrets.ts";
import type { Level } from "./level.ts";
import { readableLine } from "./readable-line.ts";

/** What a line says besides its sentence; `request` is the id of the request it is about. */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

export type ProcessName = "server" | "archivist" | `gateway ${number}`;

export interface ProgramLogOptions {
  readonly level: Level;
  /** The process that writes the log. */
  readonly process: ProcessName;
  /** Sentences for people instead of JSON. */
  readonly isReadable: boolean;
  /** Takes a line without its end. */
  readonly print: (line: string) => void;
}

export class ProgramLog {
  readonly #logger: Logger;

  private constructor(logger: Logger) {
    this.#logger = logger;
  }

  static open({ level, process, isReadable, print }: ProgramLogOptions): ProgramLog {
    const write = (written: string): void => {
      const line = hideSecrets(written.trimEnd());
      print(isReadable ? readableLine(line) : line);
    };
    const options = {
      level,
      base: { process },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      redact: { paths: [...HIDDEN_PATHS], censor: HIDDEN },
    };
    return new ProgramLog(pino(options, { write }));
  }

  /** Whether lines of this level are written: asked before one is made that costs something. */
  isLoud(level: Level): boolean {
    return this.#logger.isLevelEnabled(level);
  }

  debug(sentence: string, facts: Facts = {}): void {
    this.#logger.debug(facts, sentence);
  }

  info(sentence: string, facts: Facts = {}): void {
    this.#logger.info(facts, sentence);
  }

  /** Something works, but not as it should. */
  warn(sentence: string, facts: Facts = {}): void {
    this.#logger.warn(facts, sentence);
  }

  /** What the operator has to look at although the service goes on; to be found by `alarm`. */
  alarm(sentence: string): void {
    this.#logger.error({ alarm: true }, sentence);
  }

  /** An error that should not have been thrown, with its stack. */
  error(error: unknown, facts: Facts = {}): void {
    if (error instanceof Error) this.#logger.error({ ...facts, err: error }, error.message);
    else this.#logger.error(facts, `${error}`);
  }

  /** The last line before the end. */
  fatal(sentence: string, facts: Facts = {}): void {
    this.#logger.fatal(facts, sentence);
  }

  /** To the user who started the program: on a terminal without the time. */
  welcome(sentence: string): void {
    this.#logger.info({ isWelcome: true }, sentence);
  }

  /** For rooms that only report: a sentence, or what was thrown. */
  readonly report = (told: unknown): void => {
    if (told instanceof Error) this.error(told);
    else this.info(`${told}`);
  };

  /** The same log; every line of it has these facts. */
  child(facts: Facts): ProgramLog {
    return new ProgramLog(this.#logger.child(facts));
  }
}

/** To the process's own output, in the form that suits its reader. */
export function openStandardLog(
  process: ProgramLogOptions["process"],
  { level, isTerminal }: { readonly level: Level; readonly isTerminal: boolean },
): ProgramLog {
  // Not the stream itself: a reader that goes away must not stop the exchange.
  const print = (line: string) => console.log(line);
  return ProgramLog.open({ level, process, isReadable: isTerminal, print });
}
