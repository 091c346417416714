/**
 * `npx tsx test/preview/choose-seeds.ts [COUNT]`: plays the crowds from 1 to COUNT and prints a few that together meet all that is
 * wanted as often as it is wanted: first those of the suite, then the others of CI. A change of the crowd needs them chosen again.
 */
import { Met } from "./compared.ts";
import { beyondIn, owedBy } from "./enough.ts";
import { runCrowd } from "./run-crowd.ts";

const SUITE = 9;
const [count = "800"] = process.argv.slice(2);

const played = new Map<number, Met>();
for (let seed = 1; seed <= Number(count); seed++) {
  const met = new Met();
  runCrowd(seed, met);
  played.set(seed, met);
}

const chosen: number[] = [];
const sum = new Met();
const ordersIn = (met: Met) => met.of("spot") + met.of("margin") + met.of("futures");
/** How much of what is owed a crowd brings, each thing by its share; one whose orders set much else off is worth less. */
const worth = (met: Met) => {
  const known = Math.max(0.1, 1 - (20 * beyondIn(met)) / Math.max(1, ordersIn(met)));
  return known * broughtBy(met);
};
const broughtBy = (met: Met) => {
  return owedBy(sum).reduce((all, { what, owed, least }) => {
    return all + Math.min(met.of(what), owed) / least;
  }, 0);
};
while (owedBy(sum).length > 0) {
  const left = [...played].filter(([seed]) => !chosen.includes(seed));
  const best = left.reduce((one, other) => (worth(other[1]) > worth(one[1]) ? other : one));
  const [seed, met] = best;
  if (worth(met) === 0) break;
  chosen.push(seed);
  for (const [what, times] of met.counts) sum.count(what, times);
}
const all = new Met();
for (const met of played.values()) for (const [what, times] of met.counts) all.count(what, times);
console.log(
  `beyond a preview: ${beyondIn(sum)} of ${ordersIn(sum)}, of all ${beyondIn(all)} of ${ordersIn(all)}`,
);
const inOrder = (seeds: readonly number[]) => seeds.toSorted((a, b) => a - b).join(", ");
console.log(`suite: ${inOrder(chosen.slice(0, SUITE))}`);
console.log(`more: ${inOrder(chosen.slice(SUITE))}`);
console.log(
  `not met: ${owedBy(sum)
    .map(({ what }) => what)
    .join(", ")}`,
);
