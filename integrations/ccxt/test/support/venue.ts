/** A server of the installed package in a process of its own, and its operator. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { bourse, pro } from "../../src/exchanges.ts";

export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
}

export type Streaming = InstanceType<typeof pro.bourse>;

type Row = Readonly<Record<string, unknown>>;

// A run that is broken off, or a file that takes too long, leaves no server behind.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(1));

/** Between two looks at what another process does. */
const LOOK_MS = 20;
const QUIET = ["--no-traders", "--no-limits"] as const;

export class Venue {
  readonly #child: ChildProcess;
  /** Its data directory. */
  readonly data: string;
  readonly url: string;
  readonly #operatorUrl: string;
  #users = 0;

  private constructor(child: ChildProcess, data: string, urls: readonly [string, string]) {
    this.#child = child;
    process.once("exit", () => this.#end());
    this.data = data;
    [this.url, this.#operatorUrl] = urls;
  }

  /** Starts `bourse start` as a sandbox on free ports; unless told, only the test trades there. */
  static async open(flags: readonly string[] = QUIET): Promise<Venue> {
    const installed = process.env["BOURSE_INSTALLED"];
    if (installed === undefined) throw new Error("run the tests by `npm test`");
    const data = mkdtempSync(join(tmpdir(), "bourse-ccxt-data-"));
    const ports = ["--port", "0", "--operator-port", "0", "--data", data, "--segment-mib", "1"];
    const child = spawn("npx", ["--no-install", "bourse", "start", ...ports, ...flags], {
      cwd: installed,
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    for await (const line of createInterface({ input: child.stdout })) {
      said += `${line}\n`;
      const url = /listening on (http:\/\/[0-9.:]+)/.exec(said)?.[1];
      const operatorUrl = /operator on (http:\/\/[0-9.:]+)/.exec(said)?.[1];
      if (url !== undefined && operatorUrl !== undefined) {
        child.stdout.resume();
        return new Venue(child, data, [url, operatorUrl]);
      }
    }
    throw new Error(`the server did not start: ${said}`);
  }

  async close(): Promise<void> {
    const exit = once(this.#child, "exit");
    if (this.#kill()) await exit;
    this.#end();
  }

  #end(): void {
    this.#kill();
    rmSync(this.data, { recursive: true, force: true });
  }

  /** Ends npx, the server and its archivist: they are one process group. */
  #kill(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return false;
    return process.kill(-pid, "SIGKILL");
  }

  operate(path: string, body: Row = {}): Promise<Row> {
    return this.#ask(path, { method: "POST", body: JSON.stringify(body) });
  }

  /** Leads a frozen clock on, and asks until it is there. */
  async advance(byMs: number): Promise<void> {
    let { reaching } = await this.operate("/clock/advance", { byMs });
    while (reaching !== undefined) {
      await pause(LOOK_MS);
      ({ reaching } = await this.#ask("/clock", {}));
    }
  }

  async #ask(path: string, request: RequestInit): Promise<Row> {
    const token = readFileSync(join(this.data, "operator-token"), "utf8").trim();
    const reply = await fetch(`${this.#operatorUrl}/operator/v1${path}`, {
      ...request,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`);
    return JSON.parse(text) as Row;
  }

  /** A user of its own with so much of each asset in spot. */
  async user(
    money: Readonly<Record<string, string>> = {},
  ): Promise<Credentials & { name: string }> {
    this.#users += 1;
    const name = `bot${this.#users}`;
    await this.operate("/users", { name });
    for (const [asset, amount] of Object.entries(money)) {
      await this.operate("/deposits", { user: name, asset, amount });
    }
    return { name, ...(await this.key(name)) };
  }

  async key(
    user: string,
    permissions: readonly string[] = ["read", "trade"],
  ): Promise<Credentials> {
    return (await this.operate("/keys", { user, permissions })) as unknown as Credentials;
  }

  /** The class under test, as a user. */
  exchange(credentials: { apiKey?: string; secret?: string } = {}, options: Row = {}): bourse {
    const { apiKey, secret } = credentials;
    const settings = { url: this.url, ...options };
    return new bourse({ apiKey, secret, enableRateLimit: false, options: settings });
  }

  /** The same with streams. */
  streaming(credentials: { apiKey?: string; secret?: string } = {}, options: Row = {}): Streaming {
    const { apiKey, secret } = credentials;
    const settings = { url: this.url, ...options };
    return new pro.bourse({ apiKey, secret, enableRateLimit: false, options: settings });
  }

  /** A new user with money and its exchange. */
  async trader(money: Readonly<Record<string, string>>, options: Row = {}): Promise<bourse> {
    return this.exchange(await this.user(money), options);
  }

  async setIndex(asset: string, price: string): Promise<void> {
    await this.operate("/index", { asset, price });
  }
}
