/**
 * The clients of the streams at one gateway and the orders at another: what the core notices of them, which is to be
 * nothing; how soon a trade is told; and what each process takes of the machine. At 2,000 orders a second the two cores
 * of a small machine are full, and everybody waits for a turn; at a quarter of it, with a few clients, one is idle.
 */
import { cpus } from "node:os";
import { provision } from "../http/provision.mjs";
import { SYMBOLS } from "../streams/channels.mjs";
import { openStand, round } from "../streams/gateway-stand.mjs";
import { needProc } from "../support/needs.mjs";
import { atMost, below, noted } from "../support/result-line.mjs";
import { withDirectory } from "../support/service.mjs";
import { middleOf } from "../support/size.mjs";

/** @param {import("../run.mjs").Bench} bench */
export async function gatewayStreams({ dist, size }) {
  needProc();
  return withDirectory(async (root) => {
    const provisioned = await provision(root, { dist, users: size.users, symbols: SYMBOLS });
    const stand = await openStand(provisioned, { dist, root });
    const kinds = kindsOf(size);
    await warmUp(stand, kinds, size.warmSeconds);
    const rounds = kinds.map(() => []);
    for (let count = 0; count < size.rounds; count++) {
      for (const [at, kind] of kinds.entries()) {
        rounds[at].push(await round(stand, { ...kind, seconds: size.seconds }));
      }
    }
    await stand.server.stop();
    return linesOf(rounds, size);
  });
}

function kindsOf({ few, many, pace, calmPace }) {
  return [
    { clients: 0, perSecond: pace },
    { clients: few, perSecond: pace },
    { clients: many, perSecond: pace },
    { clients: 0, perSecond: calmPace },
    { clients: few, perSecond: calmPace },
  ];
}

/** For no seconds, not at all. */
async function warmUp(stand, kinds, seconds) {
  if (seconds === 0) return;
  for (const kind of kinds) await round(stand, { ...kind, seconds });
}

function linesOf([without, few, many, calm, calmFew], size) {
  const pace = `${size.pace} orders a second`;
  const crowded = `${pace}, ${size.many} clients`;
  const quiet = `${size.calmPace} orders a second, ${size.few} clients`;
  return [
    ...coreLines(without, many, crowded),
    ...coreLines(calm, calmFew, quiet),
    ...toldLines(few, many, size),
    ...shareLines(without, `${pace}, no clients`),
    ...shareLines(many, crowded),
    ...shareLines(calmFew, quiet),
  ];
}

/** What the core notices, and an order. The lowest round counts: neighbours of the machine only ever make it slower. */
function coreLines(without, watched, what) {
  const at = `gateway streams, ${what}: `;
  const least = (rounds, figure) => Math.min(...rounds.map(figure));
  const line = (name, unit, figure) => {
    const [before, after] = [least(without, figure), least(watched, figure)];
    return [
      noted(`${at}${name}`, after, unit),
      below(`${at}the same, times without`, after / before, "x", 1.2),
    ];
  };
  return [
    ...line("CPU of the core for an order", "us", ({ coreUs }) => coreUs),
    ...line("p99 of the core's loop", "ms late", ({ loop }) => loop.p99Ms),
    noted(`${at}longest of it`, least(watched, longest), "ms"),
    noted(`${at}longest of it, without`, least(without, longest), "ms"),
    ...line("p50 of an order", "ms", ({ p50Ms }) => p50Ms),
  ];
}

function longest({ loop }) {
  return loop.maxMs;
}

/** How soon the clients hear of a trade, and what telling them costs. */
function toldLines(few, many, size) {
  const middle = (rounds, figure) => middleOf(rounds.map(figure));
  const p50 = ({ got }) => got.delayMs.p50;
  const p99 = ({ got }) => got.delayMs.p99;
  const messages = ({ got }) => got.messages / size.seconds;
  const atFew = `gateway streams, ${size.few} clients: `;
  const atMany = `gateway streams, ${size.many} clients: `;
  const carried = (one) => messages(one) / one.shares.watched;
  return [
    atMost(`${atFew}a trade is told, p50`, middle(few, p50), "ms", 20),
    atMost(`${atFew}a trade is told, p99`, middle(few, p99), "ms", 60),
    noted(`${atMany}a trade is told, p50`, middle(many, p50), "ms"),
    noted(`${atMany}a trade is told, p99`, middle(many, p99), "ms"),
    noted(`${atMany}messages`, middle(many, messages), "a second"),
    noted("gateway streams: messages for a second of its CPU", middle(many, carried), "messages"),
  ];
}

/** What each process takes of the machine. */
function shareLines(rounds, what) {
  const of = `of ${cpus().length} cores`;
  return Object.entries(NAMES)
    .filter(([name]) => name in rounds[0].shares)
    .map(([name, text]) => {
      const share = middleOf(rounds.map(({ shares }) => shares[name]));
      return noted(`gateway streams, ${what}: CPU of ${text}`, share, of);
    });
}

const NAMES = {
  core: "the core",
  watched: "the gateway of the clients",
  ordered: "the gateway of the orders",
  archivist: "the archivist",
  clients: "the clients",
  load: "the load",
};
