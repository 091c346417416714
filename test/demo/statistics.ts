/** What is counted of a market's figures. */

export function meanOf(list: readonly number[]): number {
  return list.reduce((sum, each) => sum + each, 0) / list.length;
}

/** The mean of a power of what each is away from the mean. */
function momentOf(list: readonly number[], power: number): number {
  const mean = meanOf(list);
  return meanOf(list.map((each) => (each - mean) ** power));
}

/** 3 for a bell curve; more where the rare is less rare. */
export function kurtosisOf(list: readonly number[]): number {
  return momentOf(list, 4) / momentOf(list, 2) ** 2;
}

export function correlationOf(some: readonly number[], others: readonly number[]): number {
  const [a, b] = [meanOf(some), meanOf(others)];
  const together = meanOf(some.map((each, at) => (each - a) * ((others[at] ?? b) - b)));
  return together / Math.sqrt(momentOf(some, 2) * momentOf(others, 2));
}

export function quantileOf(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function shareOf(list: readonly boolean[]): number {
  return list.filter((is) => is).length / list.length;
}
