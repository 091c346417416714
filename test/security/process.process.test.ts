/**
 * What only the real program shows: crowds in the sequencer, a restart within the time window, a ban
 * that outlives its process, and every byte that was written. One directory, three starts: the first
 * without limits, the others with them and behind a proxy that is trusted.
 */
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cli } from "../support/cli-desk.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { askProcess, askProcessAtOnce, ORDER } from "../support/raw-http.ts";
import { ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const QUIET = ["--no-traders", ...SMALL_LOG];
const FIRST = [...QUIET, "--snapshot-every", "100", "--no-limits"];
/** With a snapshot after every change. */
const LATER = [...QUIET, "--snapshot-every", "1", "--trusted-proxies", "127.0.0.1"];
/** The archivist runs at low priority: a busy machine lets it wait. */
const PATIENCE = { timeout: 60_000 };
const NOBODY = { apiKey: "", secret: "" };

const directory = directoryOfFile();
const servers: ServerProcess[] = [];
/** What the command line printed, but for the one reply that shows a secret. */
const printed: string[] = [];

async function start(args: readonly string[]): Promise<void> {
  servers.push(await ServerProcess.startAsIs(directory, args));
}

function server(): ServerProcess {
  return servers.at(-1) ?? expect.fail("no server was started");
}

beforeAll(() => start(FIRST));
afterAll(() => server().kill());

function keyOf(user: string) {
  return server().keys()[user] ?? NOBODY;
}

/** Asks with a key, and closes. */
async function as<T>(key: typeof NOBODY, ask: (client: SignedClient) => Promise<T>): Promise<T> {
  const client = new SignedClient(server().port, key);
  try {
    return await ask(client);
  } finally {
    client.close();
  }
}

async function typed(...words: string[]): Promise<string> {
  const { code, out, err } = await cli([...words, "--data", directory]);
  expect(code, err).toBe(0);
  return out + err;
}

/** What a script of the console gets for an answer when it asks for the keys. */
async function offered(): Promise<unknown> {
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const reply = await judgedFetch(`http://127.0.0.1:${server().port}/console/key`, { headers });
  return await reply.json();
}

test("SEC-53 a sandbox offers the demo's keys to the console on its own machine", async () => {
  const keys = Object.entries(server().keys()).map(([user, key]) => ({ user, ...key }));

  expect(await offered()).toEqual({ keys });
});

test("SEC-11 one client id fifty times at once over sixteen connections is one order", async () => {
  const body = { ...ORDER, newClientOrderId: "once" };

  const answers = await as(keyOf("demo1"), (client) =>
    Promise.all(Array.from({ length: 50 }, () => client.post("/sapi/v1/order", body))),
  );

  const codes = answers.map((answer) => answer?.json.code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === -2010)).toHaveLength(49);
});

test("SEC-49 100 orders at once that together overspend: no more is spent than there is", async () => {
  const balance = { asset: "USDT", free: "100000", locked: "9900000" };

  const answers = await as(keyOf("demo2"), (client) =>
    Promise.all(
      Array.from({ length: 100 }, () =>
        client.post("/sapi/v1/order", { ...ORDER, volume: "3000", price: "100" }),
      ),
    ),
  );
  const account = await as(keyOf("demo2"), (client) => client.get("/sapi/v1/account"));

  const codes = answers.map((answer) => answer?.json.code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(33);
  expect(codes.filter((code) => code === -2017)).toHaveLength(67);
  expect(account?.json.balances).toContainEqual(balance);
});

/** The keys that were made for carol; the second is revoked. */
const made: (typeof NOBODY)[] = [];

test("SEC-48 a secret is shown once, and a revoked key is refused for the next command", async () => {
  printed.push(await typed("user", "add", "carol"));
  for (let turn = 0; turn < 2; turn++) {
    const shown = await typed("key", "add", "carol");
    const [apiKey = "", secret = ""] = [/^api key +(\w+)$/m, /^secret +(\w+)$/m].map(
      (pattern) => pattern.exec(shown)?.[1],
    );
    made.push({ apiKey, secret });
  }
  const [kept = NOBODY, revoked = NOBODY] = made;
  const cancel = (key: typeof NOBODY) =>
    as(key, (client) => client.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId: 1 }));
  const read = (key: typeof NOBODY) => as(key, (client) => client.get("/sapi/v1/account"));

  expect(await cancel(revoked)).toMatchObject({ status: 400, json: { code: -2013 } });
  printed.push(await typed("key", "revoke", revoked.apiKey, "--yes"), await typed("status"));
  for (const ask of [cancel, read]) {
    expect(await ask(revoked)).toMatchObject({ status: 401, json: { code: -2015 } });
  }
  expect(await cancel(kept)).toMatchObject({ status: 400, json: { code: -2013 } });
  expect(await read(kept)).toMatchObject({ status: 200 });
});

test("SEC-10 a signed order sent again after a kill -9, within its window, is a duplicate", async () => {
  const { apiKey, secret } = keyOf("demo1");
  const ts = `${Date.now()}`;
  const body = JSON.stringify({ ...ORDER, newClientOrderId: "replayed", recvWindow: 60_000 });
  const sign = createHmac("sha256", secret).update(`${ts}POST/sapi/v1/order${body}`).digest("hex");
  const signed = { "X-CH-APIKEY": [apiKey], "X-CH-TS": [ts], "X-CH-SIGN": [sign] };
  const headers = { ...signed, "Content-Type": ["application/json"] };
  const order = { method: "POST", target: "/sapi/v1/order", headers, body };
  const send = async () => JSON.parse((await askProcess(server().port, order)).body);

  const first = await send();
  await server().kill();
  await start(LATER);
  const again = await send();

  expect(first).toMatchObject({ clientOrderId: "replayed", status: "NEW" });
  expect(again.code).toBe(-2010);
  const open = await as(keyOf("demo1"), (client) =>
    client.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=1000"),
  );
  const named = open?.json.filter((order: { clientOrderId: string }) =>
    ["replayed", "once"].includes(order.clientOrderId),
  );
  expect(named).toHaveLength(2);
});

test("SEC-53 behind a proxy that was named, nothing is offered to any client", async () => {
  expect(await offered()).toMatchObject({ code: -1000 });
});

/** The statuses of pings that the trusted proxy passes on for a client, all in one write. */
async function pingsFor(address: string, count: number): Promise<number[]> {
  const headers = { "X-Forwarded-For": [address] };
  const ping = { method: "GET", target: "/sapi/v1/ping", headers };
  const replies = await askProcessAtOnce(server().port, ping, count);
  return replies.map(({ status }) => status);
}

async function pingFor(address: string): Promise<number> {
  const [status = 0] = await pingsFor(address, 1);
  return status;
}

test("SEC-42 USER-BAN-3 an address that goes on after 429 is banned, and a kill -9 does not free it", async () => {
  const abuser = "203.0.113.7";
  const statuses = new Set<number>();
  // 200 pings are let in, and the hundredth refusal within a minute is the last.
  while (!statuses.has(418)) for (const status of await pingsFor(abuser, 350)) statuses.add(status);

  await server().kill();
  await start(LATER);

  expect([...statuses]).toEqual([200, 429, 418]);
  expect(await pingFor(abuser)).toBe(418);
  expect(await pingFor("203.0.113.8")).toBe(200);
  const listed = await typed("ban", "list");
  expect(listed).toContain(abuser);
  printed.push(listed, await typed("ban", "lift", abuser));
  // A gateway answers public requests from what it has been fed.
  await expect.poll(() => pingFor(abuser), PATIENCE).toBe(200);
});

/** Every file of the directory that holds one of the texts, in clear or as the bytes it spells. */
function filesWith(secrets: readonly string[]): string[] {
  const spelled = secrets.flatMap((secret) => [
    Buffer.from(secret),
    Buffer.from(secret, "hex"),
    Buffer.from(secret, "utf16le"),
    Buffer.from(Buffer.from(secret, "hex").toString("base64")),
  ]);
  return everyFile().filter((path) => {
    const bytes = readFileSync(join(directory, path));
    return spelled.some((secret) => bytes.includes(secret));
  });
}

function everyFile(): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
}

test("SEC-47 USER-SECRET-1 no secret is written or printed, but for the demo's own file", async () => {
  const read = (name: string) => readFileSync(join(directory, name), "latin1").trim();
  const demo = ["demo1", "demo2"].map((user) => keyOf(user).secret);
  const own = made.map(({ secret }) => secret);
  const named = () => filesWith(made.map(({ apiKey }) => apiKey));
  printed.push(await typed("user", "freeze", "carol"));
  await expect.poll(named, PATIENCE).toContainEqual(expect.stringMatching(/^snapshots\//));
  await server().stop();

  const files = everyFile();
  for (const folder of ["log", "snapshots", "history"]) {
    expect(
      files.filter((path) => path.startsWith(`${folder}/`)),
      folder,
    ).not.toEqual([]);
  }
  expect([...demo, ...own].every((secret) => /^[0-9a-f]{64}$/.test(secret))).toBe(true);
  expect(filesWith(demo)).toEqual(["demo-keys.json"]);
  expect(filesWith(own)).toEqual([]);
  expect(filesWith([read("operator-token")])).toEqual(["operator-token"]);
  expect(filesWith([read("master-key")])).toEqual(["master-key"]);
  const said = [...servers.map(({ output }) => output), ...printed].join("\n");
  for (const secret of [...demo, ...own, read("operator-token"), read("master-key")]) {
    expect(said).not.toContain(secret);
  }
  // The search finds what is there: the names of the keys are no secret.
  expect(named().some((path) => path.startsWith("log/"))).toBe(true);
});
