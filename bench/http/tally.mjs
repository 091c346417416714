/** What every load has: connections that ask again as soon as they are answered, and what came back. */
import { performance } from "node:perf_hooks";

/** Every 127.x.y.z is this machine, and the limits of public endpoints are for each address. */
const ADDRESSES = 200;

export function addressOf(index) {
  const number = 2 + (index % ADDRESSES);
  return process.platform === "linux" ? `127.0.0.${number}` : undefined;
}

/** What came back, and after how long. */
export class Tally {
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
export function closed(asking, tally, { seconds }) {
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
