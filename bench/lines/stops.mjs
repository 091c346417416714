/**
 * What stops cost: a trade beside 100,000 of them that it does not reach, times one beside none, in one process and by
 * turns; the same beside as many legs of order lists, and as many that trail; one command that sets off 10,000 at once, with all that comes of it; the loading of a snapshot with many that
 * were triggered; and, beside them, a FOK order that is killed.
 */
import { atMost, grouped, noted } from "../support/result-line.mjs";
import { interleave, lowest } from "../support/rounds.mjs";
import { middleOf } from "../support/size.mjs";

/** @param {import("../run.mjs").Bench} bench */
export async function stops({ dist, size }) {
  const { rounds, waiting, stretches, stretch } = size;
  const program = "stops-child.mjs";
  const tasks = [
    { program, measure: "beside", dist, waiting, stretches, stretch },
    { program, measure: "legs", dist, waiting, stretches, stretch },
    { program, measure: "trailing", dist, waiting, stretches, stretch },
    { program, measure: "triggered", dist, waiting: size.triggered },
    { program, measure: "loaded", dist, waiting: size.ranked },
    { program, measure: "killed", dist, waiting },
  ];
  const [beside, legs, trailing, triggered, loaded, killed] = await interleave(tasks, rounds);
  const [many, row, ranked] = [waiting, size.triggered, size.ranked].map(grouped);
  const ratioOf = (measured) => middleOf(measured.map((round) => round.with / round.without));
  return [
    noted(`stops: a trade beside none`, lowest(beside, "without"), "us/trade"),
    atMost(
      `stops: a trade beside ${many} that wait, times beside none`,
      ratioOf(beside),
      "x",
      1.02,
    ),
    atMost(
      `stops: a trade beside ${many} legs of lists, times beside none`,
      ratioOf(legs),
      "x",
      1.1,
    ),
    atMost(
      `stops: a trade beside ${many} that trail, times beside none`,
      ratioOf(trailing),
      "x",
      1.1,
    ),
    noted(`stops: one command that sets off ${row}`, lowest(triggered, "ms"), "ms"),
    noted(`stops: of it, for each stop`, lowest(triggered, "usEach"), "us/stop"),
    noted(
      `stops: a snapshot with ${ranked} that were triggered, loaded`,
      lowest(loaded, "ms"),
      "ms",
    ),
    noted(`stops: a FOK order killed before ${many} orders`, lowest(killed, "us"), "us"),
  ];
}
