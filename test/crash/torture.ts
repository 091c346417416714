/**
 * The real process under a mixed load, struck again and again, and checked after each blow by a checker
 * that knows only what clients sent and received. `npm run torture -- --kills 200 --seed 7` runs a long
 * one; the suite runs a short one. The blows come as a pack of cards is dealt: each kind once before
 * any comes again, in the seed's order. What a blow is for, it brings about itself (`wanted.ts`).
 */
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../support/random.ts";
import { ServerProcess } from "../support/server-process.ts";
import { type Credentials, SignedClient } from "../support/signed-client.ts";
import { awaitEarlierCommands } from "./asking.ts";
import { killInBackup } from "./blows/backup.ts";
import { killGateway, killGatewayAndCore, stopGateway } from "./blows/gateways.ts";
import { killArchivist, killBoth, killServer } from "./blows/kills.ts";
import { killInLoad } from "./blows/load.ts";
import { killAfterRuin } from "./blows/ruin.ts";
import { killInSnapshot } from "./blows/snapshot.ts";
import type { Afterwards, Load, Stage, Usual } from "./blows/stage.ts";
import { cutStart, killStart } from "./blows/start.ts";
import { stopServer } from "./blows/stop.ts";
import { BLOWS, type Blow, GATEWAY_BLOWS } from "./checker/counts.ts";
import { Claims } from "./claims.ts";
import { type Crowd, gather } from "./load/crowd.ts";
import { runErrands } from "./load/errands.ts";
import { IndexMover } from "./load/index-mover.ts";
import { Operator } from "./load/operator.ts";
import type { Scene } from "./load/requests.ts";
import { strikeUnheard } from "./load/unheard.ts";
import { sendAround } from "./load/workers.ts";
import { verifyDirectory } from "./verify-directory.ts";

export interface Torture {
  readonly directory: string;
  readonly seed: number;
  readonly kills: number;
  readonly report: (sentence: string) => void;
  /** No further blow after this moment. */
  readonly untilMs?: number;
  /** How many gateways it has; without one, none. */
  readonly gateways?: number;
  /** Dealt before all others. */
  readonly first?: readonly Blow[];
}

/** For every server of a campaign. */
function argsOf({ gateways = 0 }: Torture): readonly string[] {
  return ["--segment-mib", "1", "--snapshot-every", "80", "--gateways", `${gateways}`];
}

/** SANDBOX-STATE-4: of a load that was made ready, `verify` says that a start completes it. */
const IS_TO_BE_COMPLETED = /was about to load a state: start the server once to complete it$/;
/** The first start is killed within this time. */
const FIRST_START_MS = 800;
/** The widest time window: a busy machine takes its time. */
const PATIENT = { recvWindow: 60_000 } as const;

export async function torture(campaign: Torture): Promise<Claims> {
  const run = new Run(campaign);
  try {
    await run.all();
  } catch (error) {
    // A request without an answer is explained by what the server said.
    throw new Error(`${rerunOf(campaign)}; the server said ${run.output}`, { cause: error });
  } finally {
    await run.end();
  }
  return run.claims;
}

/** What to type to have the same again; which process was faster is not in the seed. */
export function rerunOf(asked: Pick<Torture, "kills" | "seed" | "gateways" | "first">): string {
  const { kills, seed, gateways = 0, first = [] } = asked;
  const dealt = first.length > 0 ? ` --first ${first}` : "";
  return `npm run torture -- --kills ${kills} --seed ${seed} --gateways ${gateways}${dealt}`;
}

class Run implements Stage {
  readonly claims = new Claims();
  readonly directory: string;
  readonly plan: () => number;
  readonly index: IndexMover;
  readonly usual: Usual = { startMs: FIRST_START_MS, loadMs: 500 };
  readonly #campaign: Torture;
  readonly #random: () => number;
  #server: ServerProcess | undefined;
  #crowd: Crowd | undefined;
  readonly #first: Blow[];
  #pack: Blow[] = [];
  round = 0;

  constructor(campaign: Torture) {
    this.#campaign = campaign;
    this.directory = campaign.directory;
    this.plan = seededRandom(campaign.seed);
    this.#random = seededRandom(campaign.seed + 1);
    this.index = new IndexMover(this.#random);
    this.#first = [...(campaign.first ?? [])];
  }

  get server(): ServerProcess {
    if (!this.#server) throw new Error("no server was started");
    return this.#server;
  }

  get output(): string {
    return this.#server?.output ?? "nothing";
  }

  async all(): Promise<void> {
    const { kills, untilMs = Number.POSITIVE_INFINITY, report } = this.#campaign;
    await cutStart(this.directory, this.#args, this.plan() * FIRST_START_MS);
    await this.#start();
    this.#crowd = await gather(this.server, this.claims);
    await this.#check();
    while (this.round < kills && this.claims.broken.length === 0 && Date.now() < untilMs) {
      this.round++;
      const blow = this.#deal();
      await this.#strike(blow);
      report(`round ${this.round}: ${blow}, ${this.claims.broken.length} broken`);
    }
    if (this.claims.broken.length === 0) {
      await sleep(Math.max(0, this.claims.lastSweepMs - Date.now()));
      await this.#check(true);
    }
    await this.server.stop();
    await this.verify();
  }

  async end(): Promise<void> {
    await this.#server?.kill();
    rmSync(`${this.directory}-backups`, { recursive: true, force: true });
  }

  #deal(): Blow {
    const { gateways = 0 } = this.#campaign;
    const first = this.#first.shift();
    if (first) return first;
    if (this.#pack.length === 0) this.#pack = [...BLOWS, ...(gateways > 0 ? GATEWAY_BLOWS : [])];
    const [blow] = this.#pack.splice(Math.floor(this.plan() * this.#pack.length), 1);
    return blow as Blow;
  }

  async #strike(blow: Blow): Promise<void> {
    const afterwards = await this.#blows[blow]();
    if (!this.server.isRunning) {
      await this.verify(blow === "load" ? IS_TO_BE_COMPLETED : undefined);
      await this.#start();
    }
    await afterwards?.();
    await this.#check();
    this.claims.counts[blow]++;
    this.claims.counts.blows++;
  }

  readonly #blows: Readonly<Record<Blow, () => Promise<Afterwards>>> = {
    server: () => killServer(this),
    archivist: () => killArchivist(this),
    both: () => killBoth(this),
    stop: () => stopServer(this),
    start: () => killStart(this, this.#args),
    snapshot: () => killInSnapshot(this),
    load: () => killInLoad(this, (user) => this.#clientOf(user)),
    backup: () => killInBackup(this),
    ruin: () => killAfterRuin(this),
    gateway: () => killGateway(this),
    gatewayStop: () => stopGateway(this),
    gatewayAndCore: () => killGatewayAndCore(this),
  };

  get #args(): readonly string[] {
    return argsOf(this.#campaign);
  }

  async #start(): Promise<void> {
    const startedMs = Date.now();
    this.#server = await ServerProcess.start(this.directory, this.#args);
    if (!this.#server.isRunning) throw new Error("the server does not start any more");
    this.usual.startMs = Date.now() - startedMs;
  }

  async killUnheard(scene: Scene, first?: () => Promise<unknown>): Promise<void> {
    const { round, server } = this;
    const strike = async () => {
      await first?.();
      await server.kill();
    };
    await strikeUnheard({ scene, name: `u${round}`, port: server.port, strike });
  }

  /** As the kill left it, before a start repairs anything. */
  async verify(allowed?: RegExp): Promise<void> {
    try {
      await verifyDirectory(this.directory);
    } catch (error) {
      if (!allowed?.test(`${error}`)) this.claims.broken.push(`verify: ${error}`);
    }
  }

  operator(): Operator {
    return new Operator(this.server);
  }

  async settle(): Promise<void> {
    await this.#withClients(async (clients) => {
      for (const client of clients.values()) await awaitEarlierCommands(client);
    });
  }

  async #check(all = false): Promise<void> {
    const settledMs = Date.now();
    await this.settle();
    await this.#withClients((clients) => this.claims.check(clients, { all, settledMs }));
  }

  #clientOf(user: string): SignedClient {
    return new SignedClient(this.server.port, this.#crowd?.keys[user] as Credentials);
  }

  async #withClients<T>(work: (clients: Map<string, SignedClient>) => Promise<T>): Promise<T> {
    const users = Object.keys(this.#crowd?.keys ?? {});
    const clients = new Map(users.map((user) => [user, this.#clientOf(user)]));
    try {
      return await work(clients);
    } finally {
      for (const client of clients.values()) client.close();
    }
  }

  async underLoad(load: Load): Promise<void> {
    const { round, server } = this;
    await this.withScene(async (scene) => {
      await runErrands(scene, `e${round}`);
      await sendAround(load, scene, { server, prefix: `t${round}` });
    });
  }

  async withScene<T>(work: (scene: Scene) => Promise<T>): Promise<T> {
    return await this.#withClients(async (clients) => {
      const { claims, index } = this;
      const [crowd, random, operator] = [this.#crowd as Crowd, this.#random, this.operator()];
      return await work({ claims, crowd, clients, index, random, extra: PATIENT, operator });
    });
  }
}
