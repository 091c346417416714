/** The clients of a round in a process of their own, and what the server says of its streams. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "../http/connection.mjs";
import { metricsGet } from "../http/requests.mjs";

const SENT = "bourse_stream_messages_total";
/** Longer than any channel waits with what it has to tell, and than the longest round. */
const QUIET_MS = 700;
const TRIES = 20;

/** Opens clients in a process of their own; they have subscribed. */
export async function openWatchers(task) {
  const program = join(import.meta.dirname, "watchers.mjs");
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  const hear = () =>
    new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => reject(new Error(`the watchers ended (${code})`)));
    });
  await hear();
  const ask = (word) => {
    child.send(word);
    return hear();
  };
  return {
    /** From now on it counts. */
    begin: () => ask("begin"),
    count: () => ask("count"),
    async leave() {
      const left = new Promise((resolve) => child.once("exit", resolve));
      child.send("leave");
      await left;
      process.off("exit", kill);
    },
  };
}

/** Nothing is sent while it is looked at, so that both sides count the same. */
export async function whileQuiet(server, look) {
  for (let tries = 0; tries < TRIES; tries++) {
    await sleep(QUIET_MS);
    const before = await streamFigures(server);
    const seen = await look();
    const after = await streamFigures(server);
    if (after.get(SENT) === before.get(SENT)) return { figures: after, seen };
  }
  throw new Error("the streams do not come to rest");
}

const FIGURE = /^(bourse_stream_\w+?)(?:\{([^}]*)\})? (\S+)$/gm;

/**
 * What the server has counted of its streams; of several processes, the one that `watched` names.
 * @returns {Promise<Map<string, number>>}
 */
async function streamFigures({ operatorPort, operatorToken, watched }) {
  const connection = new Connection({ port: operatorPort });
  const { status, body } = await connection.ask(metricsGet(operatorToken));
  connection.close();
  if (status !== 200) throw new Error(`no metrics: ${status}`);
  const figures = new Map();
  for (const [, name, text = "", value] of body.toString().matchAll(FIGURE)) {
    const labels = text.split(",").filter((label) => label !== `process="${watched}"`);
    if (labels.some((label) => label.startsWith("process="))) continue;
    const own = labels.filter((label) => label !== "");
    figures.set(own.length > 0 ? `${name}{${own}}` : name, Number(value));
  }
  return figures;
}

/** The turns between two looks: how many, how many above a bound, and the bound of the longest. */
export function turnsBetween(before, after, boundSeconds) {
  const grown = (name) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
  const name = "bourse_stream_turn_seconds";
  const count = grown(`${name}_count`);
  const bounds = [...after.keys()].flatMap((key) => {
    const [, le] = /_bucket\{le="([^"]+)"\}/.exec(key) ?? [];
    return le ? [{ le: le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le), key }] : [];
  });
  const within = bounds.find(({ le }) => le === boundSeconds);
  const longest = bounds.find(({ key }) => grown(key) === count);
  return {
    count,
    above: count - grown(within.key),
    longestMs: longest.le * 1_000,
    busySeconds: grown(`${name}_sum`),
    messages: grown(SENT),
  };
}
