/**
 * The clients of the streams at one gateway and the orders at another: what the core notices of them, which is to be
 * nothing; how soon a trade is told; and what each process takes of the machine. With 1,000 clients the two cores
 * of a small machine are full, and an order waits for its turn like everybody; with a few clients one is idle.
 */
import { cpus } from "node:os";
import { canMeasureOthers } from "../http/process-cpu.mjs";
import { provision } from "../http/provision.mjs";
import { SYMBOLS } from "../streams/channels.mjs";
import { openStand, round } from "../streams/gateway-stand.mjs";
import { atMost, below, noted } from "../support/result-line.mjs";
import { ROUNDS } from "../support/rounds.mjs";
import { withDirectory } from "../support/service.mjs";
import { middleOf } from "../support/size.mjs";

const MANY = 1_000;
const FEW = 50;
const SECONDS = 6;
const WARM_SECONDS = 4;
const USERS = 400;

/** @param {import("../run.mjs").Bench} bench */
export async function gatewayStreams({ dist }) {
  if (!canMeasureOthers) {
    console.error("gateway-streams is left out: without /proc the CPU of others is not known");
    return [];
  }
  return withDirectory(async (root) => {
    const provisioned = await provision(root, { dist, users: USERS, symbols: SYMBOLS });
    const stand = await openStand(provisioned, { dist, root });
    for (const clients of [0, MANY]) await round(stand, { clients, seconds: WARM_SECONDS });
    const rounds = { 0: [], [FEW]: [], [MANY]: [] };
    for (let count = 0; count < ROUNDS; count++) {
      for (const clients of [0, FEW, MANY]) {
        rounds[clients].push(await round(stand, { clients, seconds: SECONDS }));
      }
    }
    await stand.server.stop();
    return linesOf(rounds);
  });
}

function linesOf(rounds) {
  return [
    ...coreLines(rounds[0], rounds[MANY]),
    ...orderLines(rounds),
    ...toldLines(rounds),
    ...shareLines(rounds),
  ];
}

/** What the core notices. */
function coreLines(without, many) {
  const with1000 = `with ${MANY} clients at a gateway`;
  const grown = (figure) => middleOf(many.map((one, at) => figure(one) / figure(without[at])));
  const middle = (list, figure) => middleOf(list.map(figure));
  const costs = ({ coreUs }) => coreUs;
  const late = ({ loop }) => loop.p99Ms;
  const longest = ({ loop }) => loop.maxMs;
  return [
    noted("gateway streams: CPU of the core for an order, without", middle(without, costs), "us"),
    noted(`gateway streams: the same ${with1000}`, middle(many, costs), "us"),
    below("gateway streams: the same, times without", grown(costs), "x", 1.2),
    noted("gateway streams: p99 of the core's loop, without", middle(without, late), "ms late"),
    noted(`gateway streams: the same ${with1000}`, middle(many, late), "ms late"),
    below("gateway streams: the same, times without", grown(late), "x", 1.2),
    noted("gateway streams: longest of the core's loop, without", middle(without, longest), "ms"),
    noted(`gateway streams: the same ${with1000}`, middle(many, longest), "ms"),
  ];
}

/** What an order takes at the other gateway. */
function orderLines(rounds) {
  const p50 = ({ p50Ms }) => p50Ms;
  const middle = (clients, figure) => middleOf(rounds[clients].map(figure));
  const times = (clients) =>
    middleOf(rounds[clients].map((one, at) => one.p50Ms / rounds[0][at].p50Ms));
  return [
    noted("gateway streams: p50 of an order without clients", middle(0, p50), "ms"),
    noted(`gateway streams: the same with ${FEW}`, middle(FEW, p50), "ms"),
    below(`gateway streams: the same with ${FEW}, times without`, times(FEW), "x", 1.2),
    noted(`gateway streams: the same with ${MANY}`, middle(MANY, p50), "ms"),
    noted(`gateway streams: the same with ${MANY}, times without`, times(MANY), "x"),
  ];
}

/** How soon the clients hear of a trade, and what telling them costs. */
function toldLines(rounds) {
  const middle = (clients, figure) => middleOf(rounds[clients].map(figure));
  const p50 = ({ got }) => got.delayMs.p50;
  const p99 = ({ got }) => got.delayMs.p99;
  const messages = ({ got }) => got.messages / SECONDS;
  const carried = (one) => messages(one) / one.shares.watched;
  return [
    atMost(`gateway streams, ${FEW} clients: a trade is told, p50`, middle(FEW, p50), "ms", 20),
    atMost(`gateway streams, ${FEW} clients: a trade is told, p99`, middle(FEW, p99), "ms", 60),
    noted(`gateway streams, ${MANY} clients: a trade is told, p50`, middle(MANY, p50), "ms"),
    noted(`gateway streams, ${MANY} clients: a trade is told, p99`, middle(MANY, p99), "ms"),
    noted(`gateway streams, ${MANY} clients: messages`, middle(MANY, messages), "a second"),
    noted(`gateway streams: messages for a second of its CPU`, middle(MANY, carried), "messages"),
  ];
}

/** What each process takes of the machine. */
function shareLines(rounds) {
  const names = ["core", "watched", "ordered", "archivist", "clients", "load"];
  return [0, FEW, MANY].flatMap((clients) =>
    names
      .filter((name) => name in rounds[clients][0].shares)
      .map((name) => {
        const share = middleOf(rounds[clients].map(({ shares }) => shares[name]));
        const of = `of ${cpus().length} cores`;
        return noted(`gateway streams, ${clients} clients: CPU of ${NAMES[name]}`, share, of);
      }),
  );
}

const NAMES = {
  core: "the core",
  watched: "the gateway of the clients",
  ordered: "the gateway of the orders",
  archivist: "the archivist",
  clients: "the clients",
  load: "the load",
};
