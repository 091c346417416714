/**
 * A directory ready for trials, made once through the operator's API and the public one: a pair,
 * users with keys and money, and ten open orders of each. Every trial runs on a copy of it.
 */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Connection } from "./connection.mjs";
import { startServer } from "./programs.mjs";
import { operatorPost } from "./requests.mjs";
import { MID_TICKS, NEAR, orderRequest, STAND_OFF_TICKS, SYMBOL } from "./scripts.mjs";

const OPEN_ORDERS = 10;
const LEVELS = 1_000;
const CONNECTIONS = 32;
const QUOTE = "USDT";
const TERMS = { quote: QUOTE, pricePrecision: 2, quantityPrecision: 5, maxOpenOrders: 1_000_000 };

/** Makes `root/provisioned`, and beside it the accounts; of several markets, each with a full book. */
export async function provision(root, { dist, users, symbols = [SYMBOL], args = [] }) {
  const directory = join(root, "provisioned");
  mkdirSync(directory, { recursive: true });
  const server = await startServer({ dist, directory, args });
  const accounts = await addUsers(server, users, symbols);
  const stands = symbols.length > 1 ? NEAR : { off: STAND_OFF_TICKS, levels: LEVELS };
  for (const symbol of symbols) await restOrders(server, accounts, { symbol, stands });
  await server.stop();
  const accountsFile = join(root, "accounts.json");
  writeFileSync(accountsFile, JSON.stringify(accounts), { mode: 0o600 });
  return { directory, accountsFile };
}

/** A copy to run a trial on. */
export function copyOf({ directory }, target) {
  cpSync(directory, target, { recursive: true });
  return target;
}

/** @returns {Promise<import("./requests.mjs").Account[]>} */
export async function addUsers({ operatorPort, operatorToken }, count, symbols = [SYMBOL]) {
  const post = (path, fields) => operatorPost(operatorToken, path, fields);
  const bases = symbols.map((symbol) => symbol.slice(0, -QUOTE.length));
  await each(operatorPort, 1, async (_, ask) => {
    for (const name of [...bases, QUOTE]) await ask(post("/assets", { name }));
    for (const base of bases) {
      await ask(post("/symbols", { name: `${base}${QUOTE}`, base, ...TERMS }));
    }
  });
  const accounts = [];
  await each(operatorPort, count, async (index, ask) => {
    const user = `trader${index}`;
    await ask(post("/users", { name: user }));
    const { apiKey, secret } = await ask(post("/keys", { user }));
    for (const asset of [...bases, QUOTE]) {
      const amount = asset === QUOTE ? "10000000" : "1000";
      await ask(post("/deposits", { user, asset, amount, id: `${asset}-${index}` }));
    }
    accounts[index] = { apiKey, secret, orderId: 0 };
  });
  return accounts;
}

/** The accounts take turns, so each has orders on many levels, half of them on either side. */
async function restOrders({ port }, accounts, { symbol, stands }) {
  await each(port, accounts.length * OPEN_ORDERS, async (index, ask) => {
    const account = accounts[index % accounts.length];
    const away = stands.off + ((index * 7) % stands.levels);
    const isBuy = Math.floor(index / accounts.length) % 2 === 0;
    const ticks = isBuy ? MID_TICKS - away : MID_TICKS + away;
    const figures = { symbol, isBuy, ticks, lots: 100 };
    const order = orderRequest(account, `rest-${symbol}-${index}`, figures);
    account.orderId = (await ask(order)).orderId;
  });
}

/** Does so many pieces of work over a few connections. */
async function each(port, count, work) {
  let next = 0;
  const worker = async () => {
    const connection = new Connection({ port });
    while (next < count) await work(next++, (bytes) => demand(connection, bytes));
    connection.close();
  };
  await Promise.all(Array.from({ length: Math.min(count, CONNECTIONS) }, worker));
}

/** What is refused here is an error of the benchmark. */
async function demand(connection, bytes) {
  const { status, body } = await connection.ask(bytes);
  if (status !== 200) throw new Error(`${bytes.split("\r\n")[0]}: ${status} ${body}`);
  return JSON.parse(body);
}
