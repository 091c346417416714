/**
 * The real program on a directory with a damage: it refuses to start, with 4 and one sentence, or what users
 * get is what they got before, or a 503. A saved state is loaded, too. Rules LOG-CORRUPT-1, HIST-SEAL-1,
 * SANDBOX-STATE-3.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SAVED_DIRECTORY } from "../../../src/edge/sandbox/states/saved-state.ts";
import { ServerProcess, SMALL_LOG } from "../../support/server-process.ts";
import { SignedClient } from "../../support/signed-client.ts";
import { type Damage, damaged } from "./damages.ts";
import { STATE } from "./real-use.ts";
import { type } from "./typed.ts";
import { red, SAME, type Verdict } from "./verdict.ts";

const ARGS = ["--no-traders", "--no-limits", ...SMALL_LOG];
/** What an hour does not change. */
const QUERIES = [
  "/sapi/v1/account",
  "/sapi/v1/openOrders?symbol=BTCUSDT&limit=1000",
  "/sapi/v1/historyOrders?symbol=BTCUSDT&limit=1000",
  "/sapi/v1/myTrades?symbol=BTCUSDT&limit=1000",
  "/sapi/v1/margin/myTrades?symbol=BTCUSDT&limit=1000",
  "/fapi/v1/myTrades?contractName=E-BTC-USDT&limit=1000",
] as const;
const DAMAGE_FOUND = 4;
const STACK = /^\s+at .+:\d+:\d+\)?$/m;

/** Of each user, what each query is answered. */
type Answers = readonly (readonly string[])[];

/** What is right: as it was, and without what was never answered. */
export interface Expected {
  readonly whole: Answers;
  readonly prefix: Answers;
  readonly saved: Answers;
}

export class ProgramExaminer {
  readonly #sound: string;
  readonly #copy: string;
  #expected: Expected | undefined;

  /** A sound directory, and the path of the copy that is damaged. */
  constructor(sound: string, copy: string) {
    this.#sound = sound;
    this.#copy = copy;
  }

  /** `lastBatch` leaves nothing of what was never answered. */
  async examine(damage: Damage, lastBatch: Damage): Promise<Verdict> {
    this.#expected ??= await this.#ask(lastBatch);
    const { whole, prefix } = this.#expected;
    this.#makeCopy(damage);
    return await this.#run(async (server) => {
      if (!server.isRunning) return refusalOf(server);
      const answers = await answersOf(server, this.#copy);
      if (damage.file.startsWith("log/") && differenceOf(answers, prefix) === "none") {
        return { outcome: "prefix", sentence: server.output };
      }
      const verdict = verdictOn(answers, whole, server);
      if (verdict.outcome !== "same" || !damage.file.startsWith(SAVED_DIRECTORY)) return verdict;
      return await this.#load(server);
    });
  }

  /** What is right, by the program itself: of the directory, of its prefix, and of its saved state. */
  async #ask(lastBatch: Damage): Promise<Expected> {
    const asked = async (damage?: Damage, state?: string) => {
      this.#makeCopy(damage);
      return await this.#run(async (server) => {
        await server.archived();
        if (state) await loaded(this.#copy, state);
        return await answersOf(server, this.#copy);
      });
    };
    const [whole, prefix] = [await asked(), await asked(lastBatch)];
    return { whole, prefix, saved: await asked(undefined, STATE) };
  }

  #makeCopy(damage?: Damage): string {
    rmSync(this.#copy, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    cpSync(this.#sound, this.#copy, { recursive: true });
    if (!damage) return this.#copy;
    const path = join(this.#copy, damage.file);
    writeFileSync(path, damaged(readFileSync(path), damage));
    return this.#copy;
  }

  async #run<T>(work: (server: ServerProcess) => Promise<T>): Promise<T> {
    const server = await ServerProcess.launch(this.#copy, { args: ARGS, isGroup: true });
    try {
      return await work(server);
    } finally {
      server.killGroup();
      await server.kill();
    }
  }

  async #load(server: ServerProcess): Promise<Verdict> {
    const { code, err } = await type("snapshot", "load", STATE, "--yes", "--data", this.#copy);
    const { whole, saved } = this.#expected as Expected;
    const after = await answersOf(server, this.#copy);
    if (code === 0) return verdictOn(after, saved, server);
    const isKept = verdictOn(after, whole, server);
    if (isKept.outcome !== "same") return red(`refused (${err}), and then ${isKept.sentence}`);
    return err.includes("damaged") ? { outcome: "refused", sentence: err } : red(err);
  }
}

async function loaded(directory: string, state: string): Promise<void> {
  const { code, err } = await type("snapshot", "load", state, "--yes", "--data", directory);
  if (code !== 0) throw new Error(err);
}

function refusalOf({ exitCode, output }: ServerProcess): Verdict {
  if (exitCode !== DAMAGE_FOUND || STACK.test(output))
    return red(`ended with ${exitCode}: ${output}`);
  return { outcome: "refused", sentence: output };
}

async function answersOf(server: ServerProcess, directory: string): Promise<Answers> {
  const keys: Record<string, { apiKey: string; secret: string }> = JSON.parse(
    readFileSync(join(directory, "demo-keys.json"), "utf8"),
  );
  const clients = Object.values(keys).map((key) => new SignedClient(server.port, key));
  try {
    return await Promise.all(clients.map((client) => Promise.all(QUERIES.map(askOf(client)))));
  } finally {
    for (const client of clients) client.close();
  }
}

function askOf(client: SignedClient): (path: string) => Promise<string> {
  return async (path) => {
    const answer = await client.get(path);
    return answer ? `${answer.status} ${JSON.stringify(answer.json)}` : "no answer";
  };
}

type Difference = "none" | "refused" | "wrong";

function verdictOn(answers: Answers, right: Answers, { output }: ServerProcess): Verdict {
  if (STACK.test(output)) return red(`a stack is shown: ${output}`);
  const difference = differenceOf(answers, right);
  if (difference === "none") return SAME;
  if (difference === "wrong") return red(`a wrong answer: ${JSON.stringify(answers)} (${output})`);
  return { outcome: "refused", sentence: output };
}

function differenceOf(answers: Answers, right: Answers): Difference {
  const all = answers.flatMap((row, user) =>
    row.map((answer, at) => difference(answer, right[user]?.[at] ?? "")),
  );
  const worst: readonly Difference[] = ["wrong", "refused"];
  return worst.find((one) => all.includes(one)) ?? "none";
}

function difference(answer: string, right: string): Difference {
  if (answer === right) return "none";
  return answer.startsWith("503 ") ? "refused" : "wrong";
}
