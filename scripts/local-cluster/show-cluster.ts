/**
 * `npm run cluster`: a cluster on this machine with orders of its own, a screen of it, and keys that break it. On a terminal the screen
 * is drawn anew each second; elsewhere what happens is written line by line. All of it is gone at the end.
 */
import type { ReadStream, WriteStream } from "node:tty";
import { actionOf, type KeyAction } from "./cluster-keys.ts";
import { type ClusterSight, lineOf, screenOf } from "./cluster-screen.ts";
import { LocalCluster, type LocalClusterOptions } from "./local-cluster.ts";
import { OrderLoad } from "./order-load.ts";
import { nameOf } from "./postgres-set.ts";
import { PostgresSupervisor } from "./postgres-supervisor.ts";

const COUNTS = { postgres: 3, nodes: 3 };
const CLIENTS = 4;
const DRAW_MS = 1_000;
/** Between two lines where there is no terminal. */
const LINES_EACH = 5;
const HAPPENED_MAX = 12;
const ENDED = "ended, and nothing is left";
const REDRAW = "\u001b[H\u001b[J";

export interface ShowPlan extends Pick<LocalClusterOptions, "programs" | "template" | "place"> {
  readonly input: Pick<ReadStream, "isTTY" | "setRawMode" | "on" | "pause" | "setEncoding">;
  readonly output: Pick<WriteStream, "isTTY" | "write">;
  /** Ends it, also half-way through the start. */
  readonly end: AbortController;
}

/** Shows it until it is ended. Throws when it cannot be started. */
export async function showCluster(plan: ShowPlan): Promise<void> {
  const board = new Board(plan);
  const keys = new Keys(plan);
  try {
    const { programs, template, place, end } = plan;
    const { signal } = end;
    const started = { programs, template, place, signal, report: board.tell };
    const cluster = await LocalCluster.start({ ...COUNTS, ...started });
    await new Show(cluster, { board, keys, signal }).run();
  } catch (error) {
    if (!plan.end.signal.aborted) throw error;
    board.tell(ENDED);
  } finally {
    keys.close();
  }
}

/** Where it is written. */
class Board {
  readonly #output: ShowPlan["output"];
  readonly #startedAt = performance.now();
  readonly #happened: string[] = [];
  #draws = 0;

  constructor({ output }: ShowPlan) {
    this.#output = output;
  }

  /** What happens, as it happens. */
  readonly tell = (sentence: string): void => {
    const second = ((performance.now() - this.#startedAt) / 1_000).toFixed(1);
    const line = `${second.padStart(6)} s  ${sentence}`;
    this.#happened.push(line);
    this.#output.write(`${line}\n`);
  };

  draw(sight: ClusterSight): void {
    const isFirst = this.#draws++ % LINES_EACH === 0;
    if (this.#output.isTTY) {
      const lines = screenOf(sight, this.#happened.slice(-HAPPENED_MAX));
      this.#output.write(`${REDRAW}${lines.join("\n")}\n`);
    } else if (isFirst) this.#output.write(`${lineOf(sight)}\n`);
  }
}

/** The keys, as they are pressed; Ctrl+C ends it also before there is anything to press them for. */
class Keys {
  readonly #input: ShowPlan["input"];
  onAction: (action: KeyAction) => void = () => undefined;

  constructor({ input, end }: ShowPlan) {
    this.#input = input;
    if (!input.isTTY) return;
    input.setRawMode(true);
    input.setEncoding("utf8");
    input.on("data", (pressed: string) => {
      for (const key of pressed) {
        const action = actionOf(key, COUNTS);
        if (action?.kind === "end") end.abort();
        else if (action) this.onAction(action);
      }
    });
  }

  close(): void {
    if (!this.#input.isTTY) return;
    this.#input.setRawMode(false);
    this.#input.pause();
  }
}

interface ShowParts {
  readonly board: Board;
  readonly keys: Keys;
  readonly signal: AbortSignal;
}

class Show {
  readonly #cluster: LocalCluster;
  readonly #parts: ShowParts;
  #counted: readonly number[] = [];
  #countedAt = performance.now();

  constructor(cluster: LocalCluster, parts: ShowParts) {
    this.#cluster = cluster;
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { board, keys, signal } = this.#parts;
    const cluster = this.#cluster;
    const login = cluster.logins()["demo1"] ?? { apiKey: "", secret: "" };
    const supervisor = new PostgresSupervisor(cluster.postgres, board.tell);
    const load = new OrderLoad({ ports: cluster.ports, login, clients: CLIENTS });
    keys.onAction = (action) => void this.#act(action);
    try {
      while (!signal.aborted) {
        board.draw(await this.#sight(load));
        await pause(DRAW_MS, signal);
      }
    } finally {
      board.tell("ending");
      await Promise.all([load.stop(), supervisor.stop(), cluster.stop()]);
      board.tell(ENDED);
    }
  }

  async #sight(load: OrderLoad): Promise<ClusterSight> {
    const { postgres, nodes } = this.#cluster;
    const [servers, seen, readiness] = await Promise.all([
      postgres.roles(),
      this.#cluster.look(),
      Promise.all(nodes.map((node) => node.readiness())),
    ]);
    const { figures } = load;
    const shown = nodes.map(({ plan }, index) => {
      return { name: plan.name, port: plan.port, readiness: readiness[index] ?? "" };
    });
    return { servers, seen, nodes: shown, load: figures, rates: this.#rates(figures.acknowledged) };
  }

  #rates(acknowledged: readonly number[]): readonly number[] {
    const now = performance.now();
    const passed = Math.max(1, now - this.#countedAt) / 1_000;
    const rates = acknowledged.map(
      (count, index) => (count - (this.#counted[index] ?? 0)) / passed,
    );
    [this.#counted, this.#countedAt] = [acknowledged, now];
    return rates;
  }

  async #act(action: KeyAction): Promise<void> {
    const { tell } = this.#parts.board;
    try {
      if (action.kind === "node") await this.#toggleNode(action.index, tell);
      if (action.kind === "postgres") await this.#togglePostgres(action.index, tell);
      if (action.kind === "pause") await this.#togglePause(tell);
      if (action.kind === "resign") await this.#resign(tell);
    } catch (error) {
      if (!this.#parts.signal.aborted) tell(`it failed: ${(error as Error).message}`);
    }
  }

  async #toggleNode(index: number, tell: Board["tell"]): Promise<void> {
    const { plan, isRunning } = this.#cluster.node(index);
    tell(isRunning ? `kill -9 of node ${plan.name}` : `node ${plan.name} is started again`);
    if (isRunning) await this.#cluster.killNode(index);
    else this.#cluster.reviveNode(index);
  }

  async #togglePostgres(index: number, tell: Board["tell"]): Promise<void> {
    const { postgres } = this.#cluster;
    const name = nameOf(index);
    if (postgres.at(index).isRunning) {
      tell(
        `kill -9 of PostgreSQL ${name}${index === postgres.primaryIndex ? ", the primary" : ""}`,
      );
      return this.#cluster.killPostgres(index);
    }
    tell(`PostgreSQL ${name} is brought back`);
    await this.#cluster.revivePostgres(index);
    tell(`PostgreSQL ${name} is back as a ${await postgres.at(index).role()}`);
  }

  /** The leader stands still, or whoever does goes on. */
  async #togglePause(tell: Board["tell"]): Promise<void> {
    const { nodes } = this.#cluster;
    const paused = nodes.filter(({ isPaused }) => isPaused);
    for (const node of paused) {
      tell(`node ${node.plan.name} goes on (SIGCONT)`);
      node.resume();
    }
    if (paused.length > 0) return;
    const leader = (await this.#cluster.look())?.leader;
    const node = nodes.find(({ plan }) => plan.name === leader);
    tell(node ? `node ${leader} stands still (SIGSTOP)` : "nobody leads who could be paused");
    node?.pause();
  }

  async #resign(tell: Board["tell"]): Promise<void> {
    tell("bourse cluster resign");
    tell(await this.#cluster.bourse("cluster", "resign", this.#cluster.urlFile));
  }
}

/** Until the time is over, or it is ended. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(over, ms);
    function over(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", over);
      resolve();
    }
    signal.addEventListener("abort", over);
    if (signal.aborted) over();
  });
}
