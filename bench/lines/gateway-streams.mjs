/**
 * The clients of the streams at one gateway and the orders at another: what the core notices of them, which is to be
 * nothing; how soon a trade is told; and what each process takes of the machine. At 2,000 orders a second the two cores
 * of a small machine are full, and everybody waits for a turn; at a quarter of it, with a few clients, one is idle.
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
const PER_SECOND = 2_000;
const CALM = 500;
const KINDS = [
  { clients: 0, perSecond: PER_SECOND },
  { clients: FEW, perSecond: PER_SECOND },
  { clients: MANY, perSecond: PER_SECOND },
  { clients: 0, perSecond: CALM },
  { clients: FEW, perSecond: CALM },
];
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
    for (const kind of KINDS) await round(stand, { ...kind, seconds: WARM_SECONDS });
    const rounds = KINDS.map(() => []);
    for (let count = 0; count < ROUNDS; count++) {
      for (const [at, kind] of KINDS.entries()) {
        rounds[at].push(await round(stand, { ...kind, seconds: SECONDS }));
      }
    }
    await stand.server.stop();
    return linesOf(rounds);
  });
}

function linesOf([without, few, many, calm, calmFew]) {
  const pace = `${CALM} orders a second`;
  return [
    ...coreLines(without, many, `${PER_SECOND} orders a second, ${MANY} clients`),
    ...coreLines(calm, calmFew, `${pace}, ${FEW} clients`),
    ...toldLines(few, many),
    ...shareLines(without, `${PER_SECOND} orders a second, no clients`),
    ...shareLines(many, `${PER_SECOND} orders a second, ${MANY} clients`),
    ...shareLines(calmFew, `${pace}, ${FEW} clients`),
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
function toldLines(few, many) {
  const middle = (rounds, figure) => middleOf(rounds.map(figure));
  const p50 = ({ got }) => got.delayMs.p50;
  const p99 = ({ got }) => got.delayMs.p99;
  const messages = ({ got }) => got.messages / SECONDS;
  const carried = (one) => messages(one) / one.shares.watched;
  return [
    atMost(`gateway streams, ${FEW} clients: a trade is told, p50`, middle(few, p50), "ms", 20),
    atMost(`gateway streams, ${FEW} clients: a trade is told, p99`, middle(few, p99), "ms", 60),
    noted(`gateway streams, ${MANY} clients: a trade is told, p50`, middle(many, p50), "ms"),
    noted(`gateway streams, ${MANY} clients: a trade is told, p99`, middle(many, p99), "ms"),
    noted(`gateway streams, ${MANY} clients: messages`, middle(many, messages), "a second"),
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
