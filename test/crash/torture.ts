/**
 * The real process under load, killed again and again, and checked after each kill by a checker that
 * knows only what clients sent and received. `npm run torture -- --kills 200 --seed 7` runs a long
 * one; the suite runs a short one.
 */
import { seededRandom } from "../support/random.ts";
import { bourse, ServerProcess } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { type Cancellation, Claims } from "./claims.ts";

export interface Torture {
  readonly directory: string;
  readonly seed: number;
  /** Kills of the server, */
  readonly serverKills: number;
  /** and of the archivist, spread among them. */
  readonly archivistKills: number;
  readonly report: (sentence: string) => void;
}

const ARGS = ["--segment-mib", "1", "--snapshot-every", "150"];
const WORKERS = 8;

export async function torture(campaign: Torture): Promise<Claims> {
  const { directory, seed, serverKills, archivistKills, report } = campaign;
  const random = seededRandom(seed);
  const claims = new Claims();
  const rounds = serverKills + archivistKills;
  let server = await ServerProcess.start(directory, ARGS);
  for (let round = 1; round <= rounds; round++) {
    const isArchivists =
      Math.floor((round * archivistKills) / rounds) >
      Math.floor(((round - 1) * archivistKills) / rounds);
    await load(
      server,
      claims,
      { random, round, acknowledged: 20 + Math.floor(random() * 120) },
      () => (isArchivists ? killArchivist(server) : server.kill()),
    );
    if (!isArchivists) {
      const verified = await bourse("verify", directory);
      if (verified.code !== 0) claims.broken.push(`verify: ${verified.output}`);
      server = await ServerProcess.start(directory, ARGS);
    }
    await withClients(server, (clients) => claims.check(clients));
    report(
      `round ${round}: ${isArchivists ? "archivist" : "server"} killed, ${claims.broken.length} broken`,
    );
    if (claims.broken.length > 0) break;
  }
  await withClients(server, (clients) => claims.check(clients, true));
  await server.stop();
  const verified = await bourse("verify", directory);
  if (verified.code !== 0) claims.broken.push(`verify: ${verified.output}`);
  return claims;
}

/** Trading goes on without it; it comes back by itself. */
async function killArchivist(server: ServerProcess): Promise<void> {
  const pid = server.archivistPid;
  process.kill(pid, "SIGKILL");
  const starts = [...server.output.matchAll(/archivist pid/g)].length;
  await server.says(/archivist pid/, starts + 1);
  if (server.archivistPid === pid) throw new Error("the archivist was not started again");
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

interface Load {
  readonly random: () => number;
  readonly round: number;
  /** Strike after this many acknowledged requests. */
  readonly acknowledged: number;
}

/** Workers send without a pause; the blow comes in the middle of it. */
async function load(
  server: ServerProcess,
  claims: Claims,
  { random, round, acknowledged }: Load,
  strike: () => Promise<void>,
): Promise<void> {
  await withClients(server, async (clients) => {
    const users = [...clients.keys()];
    let count = 0;
    let sent = 0;
    let isStruck = false;
    let struck: Promise<void> = Promise.resolve();
    const work = async () => {
      while (!isStruck) {
        const user = users[Math.floor(random() * users.length)] ?? "";
        const client = clients.get(user) as SignedClient;
        const told = await sendOne(client, claims, { user, random, name: `t${round}-${++sent}` });
        if (told === 200) count++;
        if (count < acknowledged || isStruck) continue;
        isStruck = true;
        struck = strike();
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    await struck;
  });
}

async function sendOne(
  client: SignedClient,
  claims: Claims,
  { user, random, name }: { user: string; random: () => number; name: string },
): Promise<number | undefined> {
  // As many cancels as orders, or the limit of open orders is soon all that is met.
  const target = random() < 0.5 ? claims.takeResting(user, random) : undefined;
  if (target) {
    const orderId = target.told?.json.orderId;
    const cancellation: Cancellation = { user, orderId, told: undefined };
    claims.cancellations.push(cancellation);
    cancellation.told = await client.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId });
    return cancellation.told?.status;
  }
  const side = random() < 0.5 ? ("BUY" as const) : ("SELL" as const);
  const price = `${20_000 + Math.floor(random() * 40) - 20 + (side === "BUY" ? -5 : 5)}`;
  const volume = `0.00${1 + Math.floor(random() * 9)}`;
  const placement = { user, clientId: name, side, price, volume, told: undefined };
  claims.placements.push(placement);
  const body = { symbol: "BTCUSDT", side, type: "LIMIT", price, volume, newClientOrderId: name };
  const told = await client.post("/sapi/v1/order", body);
  Object.assign(placement, { told });
  return told?.status;
}
