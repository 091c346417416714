/**
 * The whole exchange inside another program, for tests of bots: `import { createExchange } from
 * "bourse/sandbox"`. Log and history are in memory, there is no second process and no file; a port is
 * taken only when asked for. What it answers is what a server would: it is the same API and engine.
 */
import type { Server } from "node:http";
import { DEMO_USERS } from "./app/demo/demo-catalogue.ts";
import { type DemoFiles, type DemoKeys, demoKeys } from "./app/demo/demo-keys.ts";
import { type Dispatch, localFetch, webFetch } from "./app/in-process/local-fetch.ts";
import { MemoryHost } from "./app/in-process/memory-host.ts";
import { SandboxOperator } from "./app/in-process/sandbox-operator.ts";
import { BourseClient, type ClientOptions, type Fetch } from "./client/client.ts";
import { OperatorClient } from "./client/operator.ts";
import { type Credentials, drawCredentials, sandboxMasterKey } from "./edge/auth/seal.ts";
import { NUMBERING_PROCESSES } from "./edge/http/api.ts";
import { closeListener, createListener, listen } from "./edge/http/listener/server.ts";
import { ROUTES } from "./edge/http/routes.ts";
import type { Site } from "./edge/http/site.ts";

export { OperatorError, type SandboxOperator } from "./app/in-process/sandbox-operator.ts";
export type { Credentials } from "./edge/auth/seal.ts";

export interface CreateExchangeOptions {
  /** False: no assets, symbols, contracts or users; the operator makes them. */
  readonly demo?: boolean;
  /** True: the demo's traders make a market that moves; its path follows from the seed. */
  readonly traders?: boolean;
  readonly seed?: number;
  /** True: their prices move little and evenly; without it as in a live market. */
  readonly calm?: boolean;
  /** True: engine time stands from the beginning, and only `operator.advanceClock` moves it on. */
  readonly frozen?: boolean;
  /** True: rate limits and bans as in production. */
  readonly limits?: boolean;
  /** As many gateways as a server may have, in this process: requests and streams go to them by turns. */
  readonly gateways?: number;
  /** Listen on loopback; 0 takes a free port. Without it only `fetch` and `client` reach it. */
  readonly port?: number;
}

export interface ForkOptions {
  /** "none": without fault rules. */
  readonly faults?: "none";
}

const OPTIONS: Readonly<Record<keyof CreateExchangeOptions, true>> = {
  demo: true,
  traders: true,
  seed: true,
  calm: true,
  frozen: true,
  limits: true,
  gateways: true,
  port: true,
};

const HOST = "127.0.0.1";
/** What requests without a network are sent to. */
const LOCAL_URL = `http://${HOST}`;

export class InProcessExchange {
  /** By user: what the demo's users sign with. */
  readonly keys: DemoKeys;
  /** Asks the public API without a network; for clients that take a `fetch`. */
  readonly fetch: typeof globalThis.fetch;
  /** Users, money, symbols, clock, states, faults: all that the command line can do. */
  readonly operator: SandboxOperator;
  /** Where the exchange listens; undefined without a port. */
  readonly url: string | undefined;
  readonly #fetch: Fetch;
  readonly #host: MemoryHost;
  readonly #server: Server | undefined;

  /** @internal Made by `createExchange`. */
  constructor(host: MemoryHost, keys: DemoKeys, listener?: { server: Server; url: string }) {
    this.#host = host;
    this.keys = keys;
    const dispatch: Dispatch = (head, body) => host.dispatch(head, body);
    this.fetch = webFetch(dispatch);
    this.#fetch = localFetch(dispatch);
    const fetch = localFetch((head, body) => host.instance.operator.dispatch(head, body));
    const client = new OperatorClient({ baseUrl: LOCAL_URL, token: host.token, fetch });
    this.operator = new SandboxOperator(client, host);
    this.#server = listener?.server;
    this.url = listener?.url;
  }

  /**
   * The typed client, over the port when there is one: as a user of the demo, by the name, or with
   * what `operator.addKey` returned, or without a key.
   */
  client(user?: string | Credentials, options: Partial<ClientOptions> = {}): BourseClient {
    const key = typeof user === "string" ? this.#keyOf(user) : user;
    const way =
      this.url === undefined ? { baseUrl: LOCAL_URL, fetch: this.#fetch } : { baseUrl: this.url };
    return new BourseClient({ ...way, ...key, ...options });
  }

  #keyOf(user: string): Credentials {
    const key = this.keys[user];
    if (key) return key;
    throw new Error(`the demo has no user ${user}; of others say what operator.addKey returned`);
  }

  /**
   * An exchange of its own that begins exactly where this one stands: the same users, keys, orders, money, history, clock and saved states, and
   * fault rules as far as they have come. What happens in either from here on is not seen in the other. Close it like any other.
   */
  async fork(options: ForkOptions = {}): Promise<InProcessExchange> {
    checkForkOptions(options);
    const hasFaults = options.faults !== "none";
    return new InProcessExchange(await this.#host.fork({ hasFaults }), this.keys);
  }

  /** Ends everything: no timer, no socket and no file is left. */
  async close(): Promise<void> {
    const closing = this.#server && closeListener(this.#server, 0);
    await Promise.all([this.#host.close(), closing]);
  }
}

export async function createExchange(
  options: CreateExchangeOptions = {},
): Promise<InProcessExchange> {
  checkOptions(options);
  const { demo = true, traders = false, seed = 1, calm = false } = options;
  const { frozen = false, limits = false, gateways = 0, port } = options;
  checkGateways(gateways);
  const files = memoryFiles();
  const keys = demo ? demoKeys(files, DEMO_USERS, drawCredentials) : {};
  const host = await MemoryHost.open({
    hasDemo: demo,
    hasTraders: demo && traders,
    isCalm: calm,
    seed,
    hasLimits: limits,
    gateways,
    files,
    isFrozen: frozen,
    masterKey: sandboxMasterKey(files),
    site: port === undefined ? undefined : await makeSite(keys),
  });
  if (port === undefined) return new InProcessExchange(host, keys);
  const server = createListener(host.api, { takeStream: (ask) => host.takeStream(ask) });
  const taken = await listen(server, { host: HOST, port }).catch(async (error: unknown) => {
    await host.close();
    throw error;
  });
  return new InProcessExchange(host, keys, { server, url: `http://${HOST}:${taken}` });
}

/** A name that was mistyped would otherwise be a test of something else. */
function checkOptions(options: object): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown === undefined) return;
  const known = Object.keys(OPTIONS).join(", ");
  throw new TypeError(`createExchange has no option ${unknown}; it has ${known}`);
}

function checkForkOptions({ faults, ...others }: ForkOptions): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`fork has no option ${unknown}; it has faults`);
  if (faults !== undefined && faults !== "none") {
    throw new TypeError(`faults of a fork is "none" or left out, not ${JSON.stringify(faults)}`);
  }
}

function checkGateways(count: number): void {
  if (Number.isInteger(count) && count >= 0 && count < NUMBERING_PROCESSES) return;
  const most = NUMBERING_PROCESSES - 1;
  throw new TypeError(`gateways is a whole number from 0 to ${most}, not ${count}`);
}

/** The reference and the console: for users who can open them in a browser. */
async function makeSite(keys: DemoKeys): Promise<Site> {
  const { siteOf } = await import("./edge/public/site-of.ts");
  return siteOf(ROUTES, keys);
}

function memoryFiles(): DemoFiles {
  const files = new Map<string, Uint8Array>();
  return {
    read: (name) => files.get(name),
    create: (name, bytes) => void files.set(name, bytes),
  };
}
