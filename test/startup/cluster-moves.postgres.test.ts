/**
 * An exchange that outgrows its machine, as its operator sees it: a real server with orders, stopped and moved into a real
 * PostgreSQL, a node with nothing that goes on from there, and the way back to one machine.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listSnapshots } from "../../src/log/file/snapshot-files.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { typed } from "../support/cli-desk.ts";
import { FileDatabases } from "../support/file-databases.ts";
import { segmentsIn, stateHashIn } from "../support/moved-directory.ts";
import { hasPostgres } from "../support/postgres.ts";
import { CLI, ServerProcess } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { PATIENCE_MS, UNTIL_SEEN, untilSeen } from "../support/until.ts";

const BUY = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const DATABASE = "moved";
const place = directoryOfFile();
const at = (name: string) => join(place, name);
const isHere = hasPostgres();
const movesTest = test.skipIf(!isHere);
let databases: FileDatabases;
let server: ServerProcess | undefined;
let client: SignedClient | undefined;
const cluster = () => [databases.url(DATABASE), "--single-postgres"] as const;
const sql = (text: string) => databases.sql(DATABASE, text);

beforeAll(async () => {
  if (!isHere) return;
  databases = await FileDatabases.open();
  await databases.create(DATABASE);
  await begin("alone", ["--segment-mib", "1", "--no-limits", "--snapshot-every", "10"]);
  await placed("ended");
  await sent("/sapi/v1/cancel", { symbol: "BTCUSDT", newClientOrderId: "ended" });
  for (const id of ["a", "b", "c"]) await placed(id);
  await untilSeen("there is a snapshot to begin at", async () => {
    return listSnapshots(realDisk(at("alone"))).length > 0 || undefined;
  });
  await end();
}, PATIENCE_MS);
afterAll(() => end());

async function begin(name: string, args: readonly string[]): Promise<void> {
  mkdirSync(at(name), { recursive: true });
  for (const secret of ["master-key", "demo-keys.json"]) {
    const [from, to] = [join(at("alone"), secret), join(at(name), secret)];
    if (existsSync(from) && !existsSync(to)) cpSync(from, to);
  }
  server = await ServerProcess.startAsIs(at(name), ["--no-traders", ...args]);
  expect(server.isRunning, server.output).toBe(true);
  client = new SignedClient(server.port, server.keys()["demo1"] ?? expect.fail("no keys"));
}

async function end(): Promise<void> {
  client?.close();
  await server?.stop();
  server = undefined;
}

async function sent(path: string, body: Readonly<Record<string, string>>): Promise<void> {
  expect(await client?.post(path, body)).toMatchObject({ status: 200 });
}

const placed = (id: string) => sent("/sapi/v1/order", { ...BUY, newClientOrderId: id });

/** The state hash that a command prints; the command must succeed. */
async function hashOf(...words: string[]): Promise<string> {
  const { code, output } = await typed(...words);
  expect(code, output).toBe(0);
  return stateHashIn(output);
}

/** Whoever puts in a piece of a snapshot waits until this lock is free: all rows of the log are in then. */
const HOLD = `
  create function public.hold() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(1); return new; end $$;
  create function public.prepare() returns event_trigger language plpgsql as $$ begin
    if to_regclass('bourse.snapshot_piece') is not null and not exists (
      select from pg_trigger where tgname = 'hold'
    ) then
      create trigger hold before insert on bourse.snapshot_piece for each row execute function public.hold();
    end if;
  end $$;
  create event trigger prepare on ddl_command_end when tag in ('CREATE TABLE') execute function public.prepare()`;

const INITS = "select pid from pg_stat_activity where application_name = 'bourse cluster init'";
const WAITING = `${INITS} and wait_event_type = 'Lock'`;

async function killed(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

movesTest(
  "CLUSTER-INIT-1 an init that is killed when nearly all is in leaves nothing, and another may be run",
  async () => {
    await sql(HOLD);
    const [{ holder } = { holder: 0 }] = await holdLock();
    const [program = "", ...args] = CLI;
    const init = ["cluster", "init", ...cluster(), "--from", at("alone")];
    const child = spawn(program, [...args, ...init], { stdio: "ignore" });
    await expect.poll(() => sql(WAITING), UNTIL_SEEN).toHaveLength(1);
    expect((await typed("cluster", "verify", ...cluster())).output).toContain("has no cluster");
    expect((await typed(...init)).output).toContain("is in use by the process");
    await killed(child);
    // The server notices when it has something to say.
    expect((await typed(...init)).output).toContain("Another bourse cluster init is at work");
    await sql(`select pg_terminate_backend(${holder})`);
    await expect.poll(() => sql(INITS), UNTIL_SEEN).toHaveLength(0);
    await sql("drop event trigger prepare");

    expect(await sql("select 1 from pg_namespace where nspname = 'bourse'")).toEqual([]);
    expect(await hashOf(...init)).toBe(await hashOf("verify", at("alone")));
  },
  PATIENCE_MS,
);

/** Takes the lock in a session that lives until it is ended. */
async function holdLock(): Promise<readonly { readonly holder: number }[]> {
  const holder = new Client({ connectionString: databases.url(DATABASE) });
  holder.on("error", () => undefined);
  await holder.connect();
  await holder.query("select pg_advisory_lock(1)");
  return (await holder.query("select pg_backend_pid() as holder")).rows;
}

movesTest(
  "CLUSTER-ORIGIN-1 a node with nothing goes on with all orders, and with the history of before",
  async () => {
    await begin("one", [
      "--cluster",
      cluster()[0],
      "--single-postgres",
      "--node",
      "one",
      "--advertise",
      "127.0.0.1:1",
    ]);
    expect(server?.output).toMatch(/it begins at snapshot \d{12}\.snap of the cluster/);
    await placed("of-the-node");
    await server?.archived();

    const open = await client?.get("/sapi/v1/openOrders?symbol=BTCUSDT");
    const ended = await client?.get("/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=ended");
    await end();

    expect(open?.json).toHaveLength(4);
    expect(ended).toMatchObject({ status: 200, json: { status: "CANCELED" } });
    expect(await hashOf("verify", at("one"))).toBe(await hashOf("cluster", "verify", ...cluster()));
  },
  PATIENCE_MS,
);

movesTest("LOG-COPY-2 the directory of a node does not start without its cluster", async () => {
  const alone = await ServerProcess.startAsIs(at("one"), ["--no-traders"]);

  expect(alone.output).toContain("is a copy of a cluster's");
  expect(alone.exitCode).toBe(2);
});

movesTest(
  "CLUSTER-EXPORT-1 one machine goes on with what was exported, in the same segments",
  async () => {
    const exported = await hashOf("cluster", "export", ...cluster(), at("back"));
    expect(exported).toBe(await hashOf("verify", at("one")));
    expect(segmentsIn(at("back"))).toEqual(segmentsIn(at("one")));

    await begin("back", ["--no-limits"]);
    await placed("alone-again");
    await server?.archived();
    const ended = await client?.get("/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=ended");
    await end();

    expect(ended).toMatchObject({ status: 200, json: { status: "CANCELED" } });
    expect(await hashOf("verify", at("back"))).not.toBe(exported);
  },
  PATIENCE_MS,
);
