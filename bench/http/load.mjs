/**
 * The load, `node load.mjs JSON`: connections that ask by a script for some seconds. Closed: each
 * asks again as soon as it is answered, as much as the machine gives. Paced: requests fall due at an
 * even rate, whether or not those before them are answered, and each is timed from the moment it
 * was due, so a stall counts for all that had to wait. Where several processes share the port, `apart` names those
 * that are not to have these connections.
 */
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { apartFrom } from "./apart.mjs";
import { Connection } from "./connection.mjs";
import { publicGet } from "./requests.mjs";
import { Crowd, SCRIPTS } from "./scripts.mjs";

/** Every 127.x.y.z is this machine, and the limits of public endpoints are for each address. */
const ADDRESSES = 200;
const PACE_MS = 1;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  const accounts = JSON.parse(readFileSync(task.accountsFile, "utf8"));
  const { name, seed, symbols } = task;
  const crowd = new Crowd(accounts, { name, seed, symbols });
  const asking = Array.from({ length: task.connections }, (_, index) => ({
    connection: new Connection({ port: task.port, localAddress: addressOf(index) }),
    next: SCRIPTS[task.script](crowd),
  }));
  const isReady = task.apart ? answered : connected;
  await apartFrom(task.apart ?? [], () => {
    return Promise.all(asking.map(({ connection }) => isReady(connection)));
  });

  const tally = new Tally();
  const begin = performance.now();
  if (task.perSecond) await paced(asking, tally, task);
  else await closed(asking, tally, task);
  const seconds = (performance.now() - begin) / 1000;
  for (const { connection } of asking) connection.close();
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ seconds, cpu: (user + system) / 1e6, ...tally.result() }));
}

function addressOf(index) {
  const number = 2 + (index % ADDRESSES);
  return process.platform === "linux" ? `127.0.0.${number}` : undefined;
}

function connected({ socket }) {
  return new Promise((resolve) => socket.once("connect", resolve));
}

function answered(connection) {
  return connection.ask(publicGet("/sapi/v1/ping"));
}

/** What came back, and after how long. */
class Tally {
  constructor() {
    this.statuses = {};
    this.times = [];
    this.sample = undefined;
  }

  add(reply, error, ms) {
    if (!reply) throw error;
    const { status } = reply;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (status !== 200) this.sample ??= reply.body.toString();
    this.times.push(ms);
  }

  result() {
    const times = Float64Array.from(this.times).sort();
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
    const { statuses, sample } = this;
    return { requests: times.length, statuses, sample, p50Ms: at(0.5), p99Ms: at(0.99) };
  }
}

/** Each asks once at least: on a machine that stands still for the whole time there would be no figure. */
function closed(asking, tally, { seconds }) {
  const endMs = performance.now() + seconds * 1000;
  const loop = ({ connection, next }) =>
    new Promise((resolve) => {
      let hasAsked = false;
      const ask = () => {
        const sentMs = performance.now();
        if (hasAsked && sentMs >= endMs) return resolve(undefined);
        hasAsked = true;
        connection.send(next(), (reply, error) => {
          tally.add(reply, error, performance.now() - sentMs);
          ask();
        });
      };
      ask();
    });
  return Promise.all(asking.map(loop));
}

function paced(asking, tally, { seconds, perSecond }) {
  const idle = [...asking];
  // At least one: the last answer ends it.
  const count = Math.max(1, Math.floor(seconds * perSecond));
  const beginMs = performance.now();
  const dueMs = (index) => beginMs + (index * 1000) / perSecond;
  let sent = 0;
  let answered = 0;
  return new Promise((resolve) => {
    const sendDue = () => {
      const nowMs = performance.now();
      while (idle.length > 0 && sent < count && dueMs(sent) <= nowMs) send(idle.shift(), sent++);
    };
    const send = (one, index) => {
      one.connection.send(one.next(), (reply, error) => {
        tally.add(reply, error, performance.now() - dueMs(index));
        idle.push(one);
        answered++;
        if (answered === count) finish();
        else sendDue();
      });
    };
    const pace = setInterval(sendDue, PACE_MS);
    const finish = () => {
      clearInterval(pace);
      resolve(undefined);
    };
    sendDue();
  });
}

await main();
