/**
 * Many connections at once, `node crowd.mjs JSON`, a hundred of them slow, and every reply held
 * against its own request: by the client id, or by the number of trades that was asked for. What is
 * wrong is counted, and the first of it is told.
 */
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { Connection } from "./connection.mjs";
import { publicGet, signedGet, signedPost } from "./requests.mjs";
import { Crowd, orderRequest, SYMBOL } from "./scripts.mjs";

/** What a slow writer sends at a time, and how long it rests. */
const PIECE_BYTES = 24;
const PIECE_MS = 10;
/** What a slow reader takes at a time. */
const SIP_BYTES = 1024;
const TRADES_MIN = 900;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  const crowd = new Crowd(JSON.parse(readFileSync(task.accountsFile, "utf8")), task);
  const tally = { requests: 0, slowRequests: 0, statuses: {}, wrong: 0, broken: 0, first: "" };
  const endMs = performance.now() + task.seconds * 1000;
  await Promise.all(
    Array.from({ length: task.connections }, async (_, index) => {
      const isSlow = index < task.slow;
      const client = isSlow ? slowClient(crowd, index) : orderClient(crowd);
      const connection = connect(task.port, index, client.isSlowReader);
      for (const { bytes, isRight } of client.requests()) {
        if (performance.now() >= endMs) break;
        const reply = await send(connection, bytes, client.isSlowWriter).catch(String);
        note(tally, reply, { isRight, isSlow });
        if (typeof reply === "string") break;
      }
      connection.close();
    }),
  );
  console.log(JSON.stringify(tally));
}

/** Trades, and orders that rest, are asked for and canceled; each bears a client id of its own. */
function orderClient(crowd) {
  return { requests: () => orderRequests(crowd), isSlowReader: false, isSlowWriter: false };
}

function* orderRequests(crowd) {
  for (;;) {
    const trading = crowd.clientId();
    yield named(trading, orderRequest(crowd.nextAccount(), trading, crowd.trade()));
    const account = crowd.nextAccount();
    const clientId = crowd.clientId();
    yield named(clientId, orderRequest(account, clientId, crowd.stand()));
    const target = `/sapi/v1/order?symbol=${SYMBOL}&newClientOrderId=${clientId}`;
    yield named(clientId, signedGet(account, target));
    const body = `{"symbol":"${SYMBOL}","newClientOrderId":"${clientId}"}`;
    yield named(clientId, signedPost(account, "/sapi/v1/cancel", body));
  }
}

/** One half lets its orders trickle, the other takes its time over long replies. */
function slowClient(crowd, index) {
  if (index % 2 === 0) return { ...orderClient(crowd), isSlowWriter: true };
  const requests = () => tradesRequests(TRADES_MIN + (index % 100));
  return { requests, isSlowReader: true, isSlowWriter: false };
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

/** Slow readers have addresses of their own: public endpoints are limited by address. */
function connect(port, index, isSlowReader) {
  const isLinux = process.platform === "linux";
  const localAddress = isSlowReader && isLinux ? `127.0.1.${1 + (index % 250)}` : undefined;
  return new Connection({ port, localAddress, sipBytes: isSlowReader ? SIP_BYTES : 0 });
}

/** @returns {Promise<import("./connection.mjs").Reply>} */
function send(connection, bytes, isSlowWriter) {
  if (!isSlowWriter) return connection.ask(bytes);
  const reply = connection.ask(bytes.slice(0, PIECE_BYTES));
  const trickle = (at) => {
    if (at >= bytes.length) return;
    connection.socket.write(bytes.slice(at, at + PIECE_BYTES), "latin1");
    setTimeout(trickle, PIECE_MS, at + PIECE_BYTES);
  };
  setTimeout(trickle, PIECE_MS, PIECE_BYTES);
  return reply;
}

/** 503 is an answer, if it says when to come again; then there is nothing to hold against. */
function note(tally, reply, { isRight, isSlow }) {
  if (typeof reply === "string") {
    tally.broken++;
    tally.first ||= reply;
    return;
  }
  const { status, head, body } = reply;
  tally.requests++;
  if (isSlow) tally.slowRequests++;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  const isGood =
    status === 503 ? /\r\nretry-after: \d+/i.test(head) : status === 200 && isRight(body);
  if (isGood) return;
  tally.wrong++;
  tally.first ||= `${status} ${body}`;
}

await main();
