/**
 * A server with too little memory: the heap's end aborts the process, in the middle of whatever it does.
 * It dies under load, and after a start with enough of it everything that was acknowledged is there,
 * once, and nothing that was refused. Keys with many ranges of addresses are what fills a heap soonest.
 */
import { expect, onTestFinished, test } from "vitest";
import { verifyDirectory } from "../crash/verify-directory.ts";
import { KeptOperator } from "../support/kept-operator.ts";
import { SERVER, ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** Enough for a start, and for some hundreds of keys. */
const HEAP_MIB = 24;
const HEAP_MIB_ENOUGH = 1_000;
const FILLERS = 4;
const ROUNDS_MAX = 20_000;
/** Acknowledged before memory runs short. */
const BEFORE = 20;

async function startWith(heapMib: number, directory: string): Promise<ServerProcess> {
  const [node, ...program] = SERVER;
  const typed = ["--port", "0", "--operator-port", "0", "--data", directory, ...SMALL_LOG];
  const limits = ["--no-traders", "--no-limits"];
  return await ServerProcess.launch(directory, {
    command: [node, `--max-old-space-size=${heapMib}`, ...program, ...typed, ...limits],
  });
}

function traderOf(server: ServerProcess): SignedClient {
  const { demo1 } = server.keys();
  if (!demo1) throw new Error("the demo has no demo1");
  return new SignedClient(server.port, demo1);
}

/** Adds keys until the server is gone. */
async function fill(server: ServerProcess): Promise<void> {
  const operator = new KeptOperator(server);
  for (let at = 0; at < ROUNDS_MAX; at++) {
    const isTaken = await operator.fillLog("demo1").catch(() => false);
    if (!isTaken && !server.isRunning) break;
  }
  operator.close();
}

/** The status that each order was answered with, or none. */
type Told = ReadonlyMap<string, number | undefined>;

/** Places orders until the server is gone; the first of them while it has memory, before it is filled. */
async function trade(server: ServerProcess, begin: () => void): Promise<Told> {
  const told = new Map<string, number | undefined>();
  const trader = traderOf(server);
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "1.00", volume: "0.001" };
  for (let at = 0; server.isRunning && at < ROUNDS_MAX; at++) {
    if (at === BEFORE) begin();
    const newClientOrderId = `order-${at}`;
    const answer = await trader.post("/sapi/v1/order", { ...order, newClientOrderId });
    told.set(newClientOrderId, answer?.status);
  }
  trader.close();
  return told;
}

async function openIds(server: ServerProcess): Promise<string[]> {
  const trader = traderOf(server);
  const answer = await trader.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=1000");
  trader.close();
  expect(answer?.status).toBe(200);
  const rows: { clientOrderId: string }[] = answer?.json ?? [];
  return rows.map(({ clientOrderId }) => clientOrderId);
}

test("LOG-DUR-1 a server that dies for want of memory has lost nothing that it acknowledged", async () => {
  const directory = temporaryDirectory();
  const server = await startWith(HEAP_MIB, directory);
  onTestFinished(() => server.kill());

  let fillers: Promise<void>[] = [];
  const told = await trade(server, () => {
    fillers = Array.from({ length: FILLERS }, () => fill(server));
  });
  await Promise.all(fillers);

  expect(server.output).toContain("heap out of memory");
  const names = (isIt: (status: number | undefined) => boolean) =>
    [...told].filter(([, status]) => isIt(status)).map(([name]) => name);
  const acknowledged = names((status) => status === 200);
  expect(acknowledged).toEqual(expect.arrayContaining([...told.keys()].slice(0, BEFORE)));
  await verifyDirectory(directory);
  const again = await startWith(HEAP_MIB_ENOUGH, directory);
  onTestFinished(() => again.kill());
  const ids = await openIds(again);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(acknowledged));
  // Whatever else is there had no answer, or a 504.
  const inDoubt = names((status) => status === undefined || status === 504);
  const allowed = new Set([...acknowledged, ...inDoubt]);
  expect(ids.filter((id) => !allowed.has(id))).toEqual([]);
  await again.stop();
});
