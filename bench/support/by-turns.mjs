/**
 * Two ways of doing the same thing, by turns in one process: stretches of a few milliseconds, so that
 * a machine that is busy with something else is so for both. The stretches are clocked in CPU time,
 * and of each way the lower quarter counts: noise only ever makes slower.
 */

const WARM_UP_SHARE = 0.2;
const QUARTER = 0.25;

/** `prepare` makes the next stretch, `run(stretch, isWith)` does it; us per command of each way. */
export function byTurns({ stretches, commands, prepare, run }) {
  const times = { with: [], without: [] };
  for (let at = 0; at < 2 * stretches; at++) {
    // W V, V W: neither always comes behind the other.
    const isWith = at % 4 === 0 || at % 4 === 3;
    const stretch = prepare();
    const before = process.cpuUsage();
    run(stretch, isWith);
    const { user, system } = process.cpuUsage(before);
    if (at >= 2 * stretches * WARM_UP_SHARE) {
      times[isWith ? "with" : "without"].push((user + system) / commands);
    }
  }
  return { with: quarterOf(times.with), without: quarterOf(times.without) };
}

function quarterOf(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * QUARTER)];
}
