/**
 * The real process under load, killed again and again, and checked after each kill by a checker that
 * knows only what clients sent and received. `npm run torture -- --kills 200 --seed 7` runs a long
 * one; the suite runs a short one. Every third blow hits the archivist instead of the server.
 */
import { seededRandom } from "../support/random.ts";
import { ServerProcess } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { type Cancellation, Claims, type Placement } from "./claims.ts";
import { verifyDirectory } from "./verify-directory.ts";

export interface Torture {
  readonly directory: string;
  readonly seed: number;
  readonly kills: number;
  readonly report: (sentence: string) => void;
}

const ARGS = ["--segment-mib", "1", "--snapshot-every", "150"];
const WORKERS = 8;
const ARCHIVISTS_TURN = 3;
/** Of so many requests enough are acknowledged, or the server does not work any more. */
const SENT_MAX = 2_000;
/** So many more are acknowledged while there is no archivist. */
const WITHOUT_ARCHIVIST = 20;

export async function torture(campaign: Torture): Promise<Claims> {
  const { directory, seed, kills, report } = campaign;
  // The blows are the seed's, however many numbers the workers draw meanwhile.
  const [plan, random] = [seededRandom(seed), seededRandom(seed + 1)];
  const claims = new Claims();
  let server = await ServerProcess.start(directory, ARGS);
  try {
    for (let round = 1; round <= kills && claims.broken.length === 0; round++) {
      const victim = round % ARCHIVISTS_TURN === 0 ? "archivist" : "server";
      const strikesAt = 20 + Math.floor(plan() * 120);
      await blow(server, claims, { random, round, victim, strikesAt });
      if (victim === "server") {
        await checkDirectory(directory, claims);
        server = await ServerProcess.start(directory, ARGS);
      }
      await withClients(server, (clients) => claims.check(clients));
      report(`round ${round}: ${victim} killed, ${claims.broken.length} broken`);
    }
    if (claims.broken.length === 0) {
      await withClients(server, (clients) => claims.check(clients, true));
    }
    await server.stop();
  } catch (error) {
    // Whoever reads of a question without an answer wants to know what the server said.
    throw new Error(`${rerunOf(campaign)}; the server said ${server.output}`, { cause: error });
  } finally {
    await server.kill();
  }
  await checkDirectory(directory, claims);
  return claims;
}

/** What to type to have the same again; who was faster at what is not in the seed. */
export function rerunOf({ kills, seed }: Pick<Torture, "kills" | "seed">): string {
  return `npm run torture -- --kills ${kills} --seed ${seed}`;
}

/** As the kill left it, before a start repairs anything. */
async function checkDirectory(directory: string, claims: Claims): Promise<void> {
  try {
    await verifyDirectory(directory);
  } catch (error) {
    claims.broken.push(`verify: ${error}`);
  }
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

interface Round {
  readonly random: () => number;
  readonly round: number;
  readonly victim: "server" | "archivist";
  /** After so many acknowledged requests. */
  readonly strikesAt: number;
}

/** Workers send without a pause; the blow comes in the middle of it. */
async function blow(
  server: ServerProcess,
  claims: Claims,
  { random, round, victim, strikesAt }: Round,
): Promise<void> {
  const endsAt = victim === "server" ? strikesAt : strikesAt + WITHOUT_ARCHIVIST;
  await withClients(server, async (clients) => {
    const users = [...clients.keys()];
    let count = 0;
    let sent = 0;
    let struck: Promise<void> | undefined;
    const work = async () => {
      while (count < endsAt && sent < SENT_MAX && server.isRunning) {
        const user = users[Math.floor(random() * users.length)] ?? "";
        const client = clients.get(user) as SignedClient;
        const told = await sendOne(client, claims, { user, random, name: `t${round}-${++sent}` });
        if (told === 200) count++;
        if (count >= strikesAt) struck ??= strike(server, victim);
      }
    };
    await Promise.all(Array.from({ length: WORKERS }, work));
    // It ended by itself, or is halted and acknowledges nothing more.
    if (!struck) throw new Error(`of ${sent} requests only ${count} were acknowledged`);
    await struck;
  });
}

/** Trading goes on without an archivist; another comes by itself. */
async function strike(server: ServerProcess, victim: Round["victim"]): Promise<void> {
  if (victim === "server") return await server.kill();
  const pid = server.archivistPid;
  const starts = [...server.output.matchAll(/archivist pid/g)].length;
  process.kill(pid, "SIGKILL");
  await server.says(/archivist pid/, starts + 1);
  if (server.archivistPid === pid) throw new Error("the archivist was not started again");
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
  const placement: Placement = { user, clientId: name, side, price, volume, told: undefined };
  claims.placements.push(placement);
  const body = { symbol: "BTCUSDT", side, type: "LIMIT", price, volume, newClientOrderId: name };
  claims.answer(placement, await client.post("/sapi/v1/order", body));
  return placement.told?.status;
}
