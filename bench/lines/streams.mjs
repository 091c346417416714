/**
 * 1,000 clients of the streams on ten channels each, while 2,000 orders a second move four markets: what
 * they got, how long sending held the loop, and what an order takes with them and without. Rounds with
 * and without them take turns on one server, so that both meet the same minutes.
 */
import { cpus } from "node:os";
import { join } from "node:path";
import { cpuSecondsOf } from "../http/process-cpu.mjs";
import { runProgram, startServer } from "../http/programs.mjs";
import { copyOf, provision } from "../http/provision.mjs";
import { CONNECTIONS } from "../http/trial.mjs";
import { SYMBOLS } from "../streams/channels.mjs";
import { openWatchers, turnsBetween, whileQuiet } from "../streams/stand.mjs";
import { needProc } from "../support/needs.mjs";
import { atMost, below, noted } from "../support/result-line.mjs";
import { withDirectory } from "../support/service.mjs";
import { besides, middleOf } from "../support/size.mjs";

/** The longest that one turn may hold the loop. */
const TURN_SECONDS = 0.005;

/** @param {import("../run.mjs").Bench} bench */
export async function streams({ dist, against, size }) {
  needProc();
  return withDirectory(async (root) => {
    const { server, load } = await open(join(root, "ours"), { dist, size });
    const older = against && (await open(join(root, "older"), { dist: against.dist, size }));
    const rounds = { without: [], watched: [], before: [] };
    for (let round = 0; round < size.rounds; round++) {
      rounds.without.push(await orders(server, load, `a${round}`));
      rounds.watched.push(await watched(server, load, `b${round}`));
      if (older) rounds.before.push(await watched(older.server, older.load, `c${round}`));
    }
    await server.stop();
    await older?.server.stop();
    return [...linesOf(rounds, size), ...(older ? [besideOlder(rounds, against)] : [])];
  });
}

/** A server of its own, warmed up. */
async function open(root, { dist, size }) {
  const provisioned = await provision(root, { dist, users: size.users, symbols: SYMBOLS });
  const server = await startServer({ dist, directory: copyOf(provisioned, join(root, "trial")) });
  const load = { ...provisioned, port: server.port, size, seconds: size.seconds };
  await warmUp(server, load);
  return { server, load };
}

function besideOlder({ watched, before }, against) {
  const [now, then] = [watched, before].map((rounds) => rounds.map(serverCpuOf));
  const what = "streams: CPU of the server with clients";
  return besides(what, against, { ours: now, before: then });
}

/** Both ways once, so that what is compiled on the way is compiled; for no seconds, not at all. */
async function warmUp(server, load) {
  const seconds = load.size.warmSeconds;
  if (seconds === 0) return;
  await orders(server, { ...load, seconds }, "warm");
  await watched(server, { ...load, seconds }, "both");
}

/** Orders at an even pace; what they took, and what the server used for them. */
async function orders(server, { port, accountsFile, size, seconds }, name) {
  const before = cpuSecondsOf(server.pid);
  const task = { port, accountsFile, name, seconds, perSecond: size.pace, symbols: SYMBOLS };
  const run = await runProgram("load.mjs", {
    ...task,
    script: "markets",
    connections: CONNECTIONS,
  });
  if (run.statuses[200] !== run.requests) {
    throw new Error(`not all was answered with 200: ${JSON.stringify(run.statuses)} ${run.sample}`);
  }
  const serverCpu = (cpuSecondsOf(server.pid) - before) / run.seconds;
  const perSecond = run.requests / run.seconds;
  return {
    p50Ms: run.p50Ms,
    p99Ms: run.p99Ms,
    perSecond,
    serverCpu,
    loadCpu: run.cpu / run.seconds,
  };
}

/** The same, with all clients there. Nothing moves while they come and while they are counted. */
async function watched(server, load, name) {
  const watchers = await openWatchers({ port: load.port, clients: load.size.clients });
  const { figures: before } = await whileQuiet(server, () => watchers.begin());
  const run = await orders(server, load, name);
  const { figures: after, seen: got } = await whileQuiet(server, () => watchers.count());
  await watchers.leave();
  return { ...run, seconds: load.seconds, got, turns: turnsBetween(before, after, TURN_SECONDS) };
}

function linesOf({ without, watched }, { clients }) {
  return [
    ...receivedLines(watched, clients),
    ...orderLines(without, watched),
    ...serverLines(without, watched),
  ];
}

/** What the clients got. */
function receivedLines(rounds, clients) {
  const at = `streams, ${clients} clients on 10 channels`;
  const got = rounds.map((round) => ({ ...round.got, sent: round.turns.messages, ...round }));
  const lost = sumOf(got, ({ sent, got: { messages } }) => Math.abs(sent - messages));
  const gaps = sumOf(got, (one) => one.gaps);
  const differing = sumOf(got, (one) => one.differing);
  const why = got.find((one) => one.why)?.why;
  if (why) console.error(`streams: the first that ended: ${why}`);
  const middle = (figure) => middleOf(got.map(figure));
  return [
    noted(
      `${at}: messages`,
      middle((one) => one.messages / one.seconds),
      "a second",
    ),
    noted(
      `${at}: bytes`,
      middle((one) => one.bytes / one.seconds / 1e6),
      "MB/s",
    ),
    atMost(`${at}: messages sent and not received`, lost, "messages", 0),
    atMost(`${at}: gaps or disorder in a channel`, gaps, "messages", 0),
    atMost(`${at}: who got other than their like`, differing, "clients", 0),
    atMost(
      `${at}: who were closed`,
      sumOf(got, (one) => one.closed),
      "clients",
      0,
    ),
    noted(
      `${at}: a trade behind its time, p50`,
      middle((one) => one.delayMs.p50),
      "ms",
    ),
    noted(
      `${at}: a trade behind its time, p99`,
      middle((one) => one.delayMs.p99),
      "ms",
    ),
  ];
}

/** What an order takes. */
function orderLines(without, watched) {
  const ratios = watched.map((round, index) => round.p50Ms / without[index].p50Ms);
  const middle = (rounds, figure) => middleOf(rounds.map((round) => round[figure]));
  return [
    noted("streams: orders over HTTP meanwhile", middle(watched, "perSecond"), "a second"),
    noted("streams: p50 of an order without clients", middle(without, "p50Ms"), "ms"),
    noted("streams: p50 of an order with them", middle(watched, "p50Ms"), "ms"),
    below("streams: the same, times without, middle round", middleOf(ratios), "x", 1.2),
    noted("streams: p99 of an order without clients", middle(without, "p99Ms"), "ms"),
    noted("streams: p99 of an order with them", middle(watched, "p99Ms"), "ms"),
  ];
}

/** What it is for the server, and how much of the machine the others take. */
function serverLines(without, watched) {
  const middle = (rounds, figure) => middleOf(rounds.map(figure));
  const above = sumOf(watched, ({ turns }) => turns.above);
  const longest = Math.max(...watched.map(({ turns }) => turns.longestMs));
  const inTurns = middle(watched, ({ turns, seconds }) => turns.busySeconds / seconds);
  const clients = middle(watched, ({ got, seconds }) => got.cpu / seconds);
  const load = middle(watched, ({ loadCpu }) => loadCpu);
  return [
    noted(
      "streams: turns of sending",
      sumOf(watched, ({ turns }) => turns.count),
      "turns",
    ),
    atMost("streams: turns that held the loop for more than 5 ms", above, "turns", 0),
    noted("streams: none of them for more than", longest, "ms"),
    noted("streams: CPU of the server without clients", middle(without, serverCpuOf), "cores"),
    noted("streams: CPU of the server with them", middle(watched, serverCpuOf), "cores"),
    noted("streams: of it in turns of sending", inTurns, "cores"),
    noted("streams: CPU of the clients", clients, "cores"),
    noted(`streams: CPU of the load; the machine has ${cpus().length}`, load, "cores"),
  ];
}

function serverCpuOf({ serverCpu }) {
  return serverCpu;
}

function sumOf(rounds, figure) {
  return rounds.reduce((total, round) => total + figure(round), 0);
}
