/**
 * The engine beside two order books of npm, on the same orders. Ours applies the full spot rules
 * with ledger, client ids, events and digest; they keep a book and nothing else.
 */
import { atLeast, atMost, noted } from "../support/result-line.mjs";
import { highest, interleave, lowest } from "../support/rounds.mjs";

const PEERS = ["nodejs-order-book", "hft-limit-order-book"];

/** @param {import("../run.mjs").Bench} bench */
export async function engine(bench) {
  return [
    ...(await sideBySide(bench, { resting: bench.size.large, timesMin: 2.8, p99ShareMax: 0.5 })),
    ...(await sideBySide(bench, { resting: bench.size.small, timesMin: 3.2 })),
    ...(await fromBytes(bench)),
  ];
}

/** The same commands, read from the bytes of a log. */
async function fromBytes({ dist, against, size }) {
  const task = { measure: "fromBytes", contender: "bourse", ...size.fromBytes };
  const others = against ? [{ ...task, dist: against.dist }] : [];
  const [ours, before] = await interleave([{ ...task, dist }, ...others], size.rounds);
  const speed = highest(ours, "commandsPerCpuSecond");
  const lines = [atLeast("engine, from the bytes of a log", speed, "commands/cpu-s", 330_000)];
  if (before) {
    const times = speed / highest(before, "commandsPerCpuSecond");
    lines.push(noted(`engine, from the bytes of a log: times ${against.ref}`, times, "x"));
  }
  return lines;
}

async function sideBySide({ dist, against, size }, { resting, timesMin, p99ShareMax }) {
  const { users, spread, warmUp, commands } = size;
  const task = { measure: "speed", resting, users, spread, warmUp, commands };
  const tasks = [
    { ...task, contender: "bourse", dist },
    ...PEERS.map((contender) => ({ ...task, contender })),
    ...(against ? [{ ...task, contender: "bourse", dist: against.dist }] : []),
  ];
  const [ours, peer, older, before] = await interleave(tasks, size.rounds);

  const at = `engine, ${resting.toLocaleString("en-US")} resting`;
  const speed = highest(ours, "commandsPerCpuSecond");
  const times = (others) => speed / highest(others, "commandsPerCpuSecond");
  const lines = [
    noted(`${at}: bourse`, speed, "commands/cpu-s"),
    noted(`${at}: ${PEERS[0]}`, highest(peer, "commandsPerCpuSecond"), "commands/cpu-s"),
    noted(`${at}: ${PEERS[1]}`, highest(older, "commandsPerCpuSecond"), "commands/cpu-s"),
    atLeast(`${at}: times ${PEERS[0]}`, times(peer), "x", timesMin),
    noted(`${at}: times ${PEERS[1]}`, times(older), "x"),
    noted(`${at}: p99`, lowest(ours, "p99Us"), "us"),
  ];
  if (p99ShareMax !== undefined) {
    const share = lowest(ours, "p99Us") / lowest(peer, "p99Us");
    lines.push(atMost(`${at}: p99 as a share of ${PEERS[0]}'s`, share, "x", p99ShareMax));
  }
  if (before) lines.push(noted(`${at}: times ${against.ref}`, times(before), "x"));
  return lines;
}
