/**
 * Many connections at once, some of them slow, `node crowd.mjs JSON`, and every reply held against
 * its own request: by the client id, or by the number of trades that was asked for. What is wrong is
 * counted, and the first of it is told. The task names the accounts, or how many are to be made.
 */
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { Connection } from "./connection.mjs";
import { addUsers } from "./provision.mjs";
import { publicGet, signedGet, signedPost } from "./requests.mjs";
import { Crowd, orderRequest, SYMBOL } from "./scripts.mjs";

/** What a slow writer sends at a time, and how long it rests. */
const PIECE_BYTES = 100;
const PIECE_MS = 10;
/** What a slow reader takes at a time. */
const SIP_BYTES = 1024;
/** The longest there is: a crowd on a busy machine waits its turn, and that is no failure. */
const WINDOW_MS = 60_000;
/** Each slow reader asks for another number of trades, from the least up. */
const TRADES_SPREAD = 50;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  const accounts = task.accountsFile
    ? JSON.parse(readFileSync(task.accountsFile, "utf8"))
    : await addUsers(task, task.users);
  const crowd = new Crowd(accounts, task);
  const tally = { requests: 0, slowRequests: 0, statuses: {}, wrong: 0, broken: 0, silent: 0 };
  await tradeFirst(crowd, task);
  const endMs = performance.now() + task.seconds * 1000;
  const clients = Array.from({ length: task.connections }, (_, index) =>
    index < task.slow ? slowClient(crowd, task, index) : orderClient(crowd),
  );
  const talks = clients.map((client) => converse(client, { task, tally, endMs }));
  for (const connection of await Promise.all(talks)) connection.close();
  console.log(JSON.stringify(tally));
}

/** Makes as many trades as any request will ask for. */
async function tradeFirst(crowd, { port, tradesMin }) {
  const connection = new Connection({ port });
  for (let orders = 0; orders < 2 * (tradesMin + TRADES_SPREAD); orders++) {
    await connection.ask(placing(crowd.nextAccount(), crowd.clientId(), crowd.trade()));
  }
  connection.close();
}

/** One connection, one request after the other, until the time is over and `rounds` have been made. */
async function converse(client, { task, tally, endMs }) {
  const { localAddress, sipBytes } = client;
  const connection = new Connection({ port: task.port, localAddress, sipBytes });
  const { rounds = 0 } = task;
  let reply;
  for (let round = 0; round < rounds || performance.now() < endMs; round++) {
    const { bytes, isRight } = client.requests.next(reply).value;
    reply = await send(connection, bytes, client).catch(String);
    note(tally, reply, { isRight, isSlow: client.isSlow });
    if (typeof reply === "string") break;
  }
  if (reply === undefined) tally.silent++;
  return connection;
}

/** Trades, and orders that rest, are asked for and canceled; each bears a client id of its own. */
function orderClient(crowd) {
  return { requests: orderRequests(crowd), isSlow: false };
}

function* orderRequests(crowd) {
  for (;;) {
    const trading = crowd.clientId();
    yield named(trading, placing(crowd.nextAccount(), trading, crowd.trade()));
    const account = crowd.nextAccount();
    const clientId = crowd.clientId();
    const { status } = yield named(clientId, placing(account, clientId, crowd.stand()));
    // There may have been no room for it; whether the refusal is right is checked elsewhere.
    if (status !== 200) continue;
    const query = `symbol=${SYMBOL}&newClientOrderId=${clientId}&recvWindow=${WINDOW_MS}`;
    const target = `/sapi/v1/order?${query}`;
    yield named(clientId, signedGet(account, target));
    const names = `"symbol":"${SYMBOL}","newClientOrderId":"${clientId}"`;
    const body = `{${names},"recvWindow":${WINDOW_MS}}`;
    yield named(clientId, signedPost(account, "/sapi/v1/cancel", body));
  }
}

function placing(account, clientId, terms) {
  return orderRequest(account, clientId, { ...terms, windowMs: WINDOW_MS });
}

/** One half lets its orders trickle, the other takes its time over long replies. */
function slowClient(crowd, { tradesMin }, index) {
  if (index % 2 === 0) return { ...orderClient(crowd), isSlow: true, pieceBytes: PIECE_BYTES };
  const requests = tradesRequests(tradesMin + (index % TRADES_SPREAD));
  // Public endpoints are limited by address, and all of 127.0.0.0/8 is this machine.
  const localAddress = process.platform === "linux" ? `127.0.1.${1 + (index % 250)}` : undefined;
  return { requests, isSlow: true, sipBytes: SIP_BYTES, localAddress };
}

function* tradesRequests(count) {
  for (;;) {
    const bytes = publicGet(`/sapi/v1/trades?symbol=${SYMBOL}&limit=${count}`);
    yield { bytes, isRight: (body) => JSON.parse(body).list.length === count };
  }
}

function named(clientId, bytes) {
  return { bytes, isRight: (body) => JSON.parse(body).clientOrderId === clientId };
}

/** @returns {Promise<import("./connection.mjs").Reply>} */
function send(connection, bytes, { pieceBytes = bytes.length }) {
  const reply = connection.ask(bytes.slice(0, pieceBytes));
  const trickle = (at) => {
    if (at >= bytes.length) return;
    connection.socket.write(bytes.slice(at, at + pieceBytes), "latin1");
    setTimeout(trickle, PIECE_MS, at + pieceBytes);
  };
  if (pieceBytes < bytes.length) setTimeout(trickle, PIECE_MS, pieceBytes);
  return reply;
}

/** 503 is an answer, if it says when to come again; then there is nothing to hold against. */
function note(tally, reply, { isRight, isSlow }) {
  if (typeof reply === "string") {
    tally.broken++;
    tally.first ??= reply;
    return;
  }
  const { status, head, body } = reply;
  tally.requests++;
  if (isSlow) tally.slowRequests++;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  const isLater = status === 503 && /\r\nretry-after: \d+/i.test(head);
  if (isLater || (status === 200 && isRight(body))) return;
  tally.wrong++;
  tally.first ??= `${status} ${body}`.slice(0, 300);
}

await main();
