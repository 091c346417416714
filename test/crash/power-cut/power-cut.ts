/**
 * The real server on a disk whose power is cut under load, again and again, and checked after each cut by
 * the checker of the kills, which knows only what clients sent and received: each round goes on with what
 * the round before has left. Every other disk has a cache that is lost, too. `npm run power-cuts -- --count 50
 * --seed 7` runs a long one; the suite runs a short one. Rule LOG-DUR-1.
 */
import { runCli } from "../../../src/cli/run.ts";
import { seededRandom } from "../../support/random.ts";
import { ServerProcess } from "../../support/server-process.ts";
import { SignedClient } from "../../support/signed-client.ts";
import type { Cancellation, Placement } from "../checker/order-claims.ts";
import { Claims } from "../claims.ts";
import { CutDisk } from "./cut-disk.ts";

export interface PowerCuts {
  /** An empty directory. */
  readonly place: string;
  readonly seed: number;
  readonly count: number;
  readonly report: (sentence: string) => void;
}

/** Snapshots and segments are made all the time. */
const ARGS = ["--no-traders", "--no-limits", "--segment-mib", "1", "--snapshot-every", "60"];
const WORKERS = 8;
/** Of so many requests enough are acknowledged, or the server does not work any more. */
const SENT_MAX = 2_000;

/** What to type to have the same again; which process was faster is not in the seed. */
export function rerunOf({ count, seed }: Pick<PowerCuts, "count" | "seed">): string {
  return `npm run power-cuts -- --count ${count} --seed ${seed}`;
}

export async function powerCuts(campaign: PowerCuts): Promise<Claims> {
  const { place, seed, count, report } = campaign;
  // The cuts are the seed's, however many numbers the workers draw meanwhile.
  const [plan, random] = [seededRandom(seed), seededRandom(seed + 1)];
  const claims = new Claims();
  let disk = CutDisk.make(place, hasCache(1));
  let server: ServerProcess | undefined;
  try {
    server = await start(disk);
    await check(server, claims, false); // Its books begin with what is there.
    for (let round = 1; round <= count && claims.broken.length === 0; round++) {
      const cutsAt = 5 + Math.floor(plan() * 120);
      await cutUnderLoad({ server, disk, claims }, { random, round, cutsAt });
      disk = await disk.powerOn(hasCache(round + 1));
      claims.broken.push(...(await verify(disk)));
      if (claims.broken.length > 0) break;
      server = await start(disk);
      await check(server, claims, round === count);
      report(`round ${round}: cut after ${cutsAt}, ${claims.broken.length} broken`);
    }
  } catch (error) {
    const said = server?.output ?? "nothing";
    throw new Error(`${rerunOf(campaign)}; the server said ${said}`, { cause: error });
  } finally {
    if (server) await end(server);
    await disk.remove();
  }
  return claims;
}

/** A drive with a cache loses more. */
function hasCache(round: number): boolean {
  return round % 2 === 1;
}

/** LOG-VERIFY-2: a snapshot that was named before it was whole is found, too. */
async function verify({ directory }: CutDisk): Promise<string[]> {
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const code = await runCli(["verify", directory], { out: () => {}, err: say, environment: {} });
  return code === 0 ? [] : [`verify ends with ${code}: ${said.join(" ")}`];
}

/** In a group of its own, so that no process is left on the disk when it goes. */
async function start({ directory }: CutDisk): Promise<ServerProcess> {
  const server = await ServerProcess.launch(directory, { args: ARGS, isGroup: true });
  if (!server.isRunning) throw new Error("the server does not start");
  return server;
}

async function end(server: ServerProcess): Promise<void> {
  server.killGroup();
  await server.signal("SIGKILL");
}

async function check(server: ServerProcess, claims: Claims, all: boolean): Promise<void> {
  await withClients(server, (clients) => claims.check(clients, { all }));
}

async function withClients<T>(
  server: ServerProcess,
  work: (clients: Map<string, SignedClient>) => Promise<T>,
): Promise<T> {
  const keys = Object.entries(server.keys());
  const clients = new Map(keys.map(([user, key]) => [user, new SignedClient(server.port, key)]));
  try {
    return await work(clients);
  } finally {
    for (const client of clients.values()) client.close();
  }
}

interface Parts {
  readonly server: ServerProcess;
  readonly disk: CutDisk;
  readonly claims: Claims;
}

interface Round {
  readonly random: () => number;
  readonly round: number;
  /** After so many acknowledged requests. */
  readonly cutsAt: number;
}

/**
 * Workers send without a pause until no answer comes. Whatever is acknowledged after the cut was durable
 * before it, or the server has acknowledged what is not: no answer is left out.
 */
async function cutUnderLoad({ server, disk, claims }: Parts, round: Round): Promise<void> {
  await withClients(server, async (clients) => {
    const users = [...clients.keys()];
    const [count, sent] = [{ acknowledged: 0 }, { requests: 0 }];
    let cut: Promise<void> | undefined;
    const work = async () => {
      while (sent.requests < SENT_MAX && server.isRunning) {
        const user = users[Math.floor(round.random() * users.length)] ?? "";
        const name = `p${round.round}-${++sent.requests}`;
        const client = clients.get(user) as SignedClient;
        const told = await sendOne(client, claims, { user, random: round.random, name });
        if (told === 200) count.acknowledged++;
        if (count.acknowledged >= round.cutsAt) cut ??= disk.cut().then(() => end(server));
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    if (!cut) throw new Error(`of ${sent.requests} only ${count.acknowledged} were acknowledged`);
    await cut;
  });
}

async function sendOne(
  client: SignedClient,
  claims: Claims,
  { user, random, name }: { user: string; random: () => number; name: string },
): Promise<number | undefined> {
  // As many cancels as orders, or the limit of open orders is soon all that is met.
  const target = random() < 0.5 ? claims.takeResting(user, "spot", random) : undefined;
  if (target) {
    const orderId = target.told?.json.orderId;
    const cancellation: Cancellation = { user, area: "spot", orderId, told: undefined };
    claims.cancellations.push(cancellation);
    cancellation.told = await client.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId });
    return cancellation.told?.status;
  }
  const side = random() < 0.5 ? ("BUY" as const) : ("SELL" as const);
  const price = `${20_000 + Math.floor(random() * 40) - 20 + (side === "BUY" ? -5 : 5)}`;
  const volume = `0.00${1 + Math.floor(random() * 9)}`;
  const asked = { area: "spot", side, price, volume } as const;
  const placement: Placement = { user, clientId: name, ...asked, told: undefined };
  claims.placements.push(placement);
  const body = { symbol: "BTCUSDT", side, type: "LIMIT", price, volume, newClientOrderId: name };
  claims.answer(placement, await client.post("/sapi/v1/order", body));
  return placement.told?.status;
}
