/**
 * The gateways as the core sees them: child processes that share the public port, are started again when they
 * die, after a pause that grows, and end when they are told to or when the core is gone. The listening socket is
 * handed out by Node's cluster, and the kernel decides who takes a connection: the core accepts none.
 */
import cluster, { type Worker } from "node:cluster";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { GrowingPause } from "../../core/base/growing-pause.ts";
import type { ProcessPage } from "../../edge/metrics/join-pages.ts";
import type { Cursor } from "../../log/log.ts";
import type { FromGateway, GatewaySettings, ToGateway } from "./messages.ts";

const RESTART = { minMs: 100, maxMs: 30_000 } as const;
/** A gateway that lives this long dies for the first time. */
const SOUND_AFTER_MS = 60_000;
/** A scrape leaves out a gateway that does not answer by then. */
const SCRAPE_MS = 1_000;
/** Where any port will do. */
const PORT_TRIES = 5;
/** How long a sandbox that goes to another state waits for its gateways. */
const PATIENCE_MS = 30_000;

export interface GatewayProcessesOptions {
  readonly entry: URL;
  readonly count: number;
  /** What they all are given. */
  readonly settings: Omit<GatewaySettings, "number">;
  /** Where the log ends now. */
  readonly end: () => Cursor;
  readonly onStart: (number: number, pid: number) => void;
  /** It takes connections. */
  readonly onOpened: (number: number) => void;
  readonly report: (sentence: string) => void;
}

export class GatewayProcesses {
  readonly #gateways: readonly GatewayProcess[];
  readonly #host: string;
  readonly #isAnyPort: boolean;
  #port: number;

  constructor(options: GatewayProcessesOptions) {
    const { host, port } = options.settings;
    this.#host = host;
    this.#port = port;
    this.#isAnyPort = port === 0;
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({
      exec: fileURLToPath(options.entry),
      args: [],
      execArgv: ["--enable-source-maps"],
      serialization: "advanced",
    });
    this.#gateways = Array.from({ length: options.count }, (_, at) => {
      return new GatewayProcess(at + 1, options, () => this.#port);
    });
  }

  /** Starts them, all on one port; which one. */
  async start(): Promise<number> {
    for (let tries = 1; ; tries++) {
      try {
        if (this.#isAnyPort) this.#port = await freePort(this.#host);
        await Promise.all(this.#gateways.map((gateway) => gateway.start()));
        return this.#port;
      } catch (error) {
        // Between finding it and taking it, another program may have taken it.
        if (!this.#isAnyPort || tries === PORT_TRIES) throw error;
      }
    }
  }

  /** The pages of those that answer in time. */
  async pages(): Promise<readonly ProcessPage[]> {
    const pages = await Promise.all(this.#gateways.map((gateway) => gateway.page()));
    return pages.filter((page) => page !== undefined);
  }

  /** SANDBOX-STATE-2: afterwards none serves the exchange that was. */
  async close(): Promise<void> {
    await Promise.all(this.#gateways.map((gateway) => gateway.close()));
  }

  /** Afterwards all serve the exchange that is. */
  async reopen(): Promise<void> {
    await Promise.all(this.#gateways.map((gateway) => gateway.reopen()));
  }

  /** Lets them end; one that takes longer than `patienceMs` is killed. */
  async stop(patienceMs: number): Promise<void> {
    await Promise.all(this.#gateways.map((gateway) => gateway.stop(patienceMs)));
  }
}

/** Cluster hands out one socket for one port that is named; of port 0 each process would get another. */
async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

class GatewayProcess {
  readonly #number: number;
  readonly #options: GatewayProcessesOptions;
  readonly #port: () => number;
  #worker: Worker | undefined;
  #restart: NodeJS.Timeout | undefined;
  readonly #pause = new GrowingPause(RESTART);
  #isStopping = false;
  /** SANDBOX-STATE-2: there is no exchange to serve. */
  #isClosed = false;
  readonly #scrapes = new Map<number, (text: string | undefined) => void>();
  #scrapeLast = 0;
  /** Who waits for its next message, or its end. */
  #waiting: ((message: FromGateway | undefined) => void)[] = [];

  constructor(number: number, options: GatewayProcessesOptions, port: () => number) {
    this.#number = number;
    this.#options = options;
    this.#port = port;
  }

  /** Starts it until it takes connections. */
  async start(): Promise<void> {
    if (this.#worker) this.#open();
    else this.#fork();
    for (;;) {
      const message = await this.#next();
      if (message?.type === "opened") return;
      if (message?.type === "refused") {
        throw Object.assign(new Error(message.message), { code: message.code });
      }
    }
  }

  #next(): Promise<FromGateway | undefined> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #tellWaiting(message: FromGateway | undefined): void {
    for (const told of this.#waiting.splice(0)) told(message);
  }

  #fork(): void {
    const worker = cluster.fork();
    this.#worker = worker;
    const { pid } = worker.process;
    if (pid !== undefined) this.#options.onStart(this.#number, pid);
    const sound = setTimeout(() => this.#pause.reset(), SOUND_AFTER_MS).unref();
    worker.on("message", (message: FromGateway) => {
      if (message.type === "started" && !this.#isClosed) this.#open();
      if (message.type === "opened") this.#options.onOpened(this.#number);
      if (message.type === "scraped") this.#scrapes.get(message.number)?.(message.text);
      else this.#tellWaiting(message);
    });
    worker.on("error", (error) =>
      this.#options.report(`gateway ${this.#number}: ${error.message}`),
    );
    worker.on("exit", (code, signal) => {
      clearTimeout(sound);
      this.#worker = undefined;
      this.#ended(signal ?? `${code}`);
    });
  }

  #open(): void {
    const { settings, end } = this.#options;
    const own = { ...settings, number: this.#number, port: this.#port() };
    this.#send({ type: "open", settings: own, end: end() });
  }

  #send(message: ToGateway): void {
    if (this.#worker?.isConnected()) this.#worker.send(message, () => undefined);
  }

  #ended(how: string): void {
    this.#tellWaiting(undefined);
    if (this.#isStopping) return;
    const delayMs = this.#pause.next();
    const when = `it is started again in ${delayMs / 1_000} s`;
    this.#options.report(`gateway ${this.#number} ended (${how}); ${when}`);
    this.#restart = setTimeout(() => this.#fork(), delayMs).unref();
  }

  /** Undefined when it has none, or does not answer in time. */
  async page(): Promise<ProcessPage | undefined> {
    if (!this.#worker) return undefined;
    const number = ++this.#scrapeLast;
    let callOff: NodeJS.Timeout | undefined;
    const text = await new Promise<string | undefined>((resolve) => {
      this.#scrapes.set(number, resolve);
      callOff = setTimeout(() => resolve(undefined), SCRAPE_MS);
      this.#send({ type: "scrape", number });
    });
    clearTimeout(callOff);
    this.#scrapes.delete(number);
    return text === undefined ? undefined : { process: `gateway-${this.#number}`, text };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#send({ type: "close" });
    await this.#answered("closed");
  }

  async reopen(): Promise<void> {
    this.#isClosed = false;
    this.#open();
    await this.#answered("opened");
  }

  /** One that does not answer in time is begun anew as a process. */
  async #answered(type: FromGateway["type"]): Promise<void> {
    let isLate = false;
    const patience = setTimeout(() => {
      isLate = true;
      this.#worker?.process.kill("SIGKILL");
    }, PATIENCE_MS);
    while (this.#worker && !isLate) {
      const message = await this.#next();
      if (message?.type === type) break;
    }
    clearTimeout(patience);
  }

  async stop(patienceMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    this.#send({ type: "stop" });
    const kill = setTimeout(() => worker.process.kill("SIGKILL"), patienceMs);
    await ended;
    clearTimeout(kill);
  }
}
