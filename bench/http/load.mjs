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
import { addressOf, closed, Tally } from "./tally.mjs";

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

function connected({ socket }) {
  return new Promise((resolve) => socket.once("connect", resolve));
}

function answered(connection) {
  return connection.ask(publicGet("/sapi/v1/ping"));
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
