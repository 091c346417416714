/**
 * The lanes of the tests. A file's name says in which it runs: `book.test.ts` in `unit`,
 * `kill.process.test.ts` in `process`. What runs by which command is in CONTRIBUTING.md.
 */

/** What a file's name may have before `.test.ts`; `unit` files have nothing there. */
export const LANES = {
  unit: "one process, and nothing is started",
  isolated: "the same, with modules of its own, since it puts something in the place of one",
  process: "starts the real program, or another",
  browser: "visits the pages in a real Chromium",
  postgres: "has a real PostgreSQL",
  package: "packs the product and installs it",
  campaign: "strikes real machines, disks and clusters; one file at a time",
} as const;

export type Lane = keyof typeof LANES;

const NAMED = Object.keys(LANES).filter((lane) => lane !== "unit");
/** One story of each lane that starts something; they run with every `npm test`. */
export const STORIES = "test/stories";
const FOLDERS = "{src,test,web,scripts}";

export function laneOf(path: string): Lane {
  const lane = NAMED.find((name) => path.endsWith(`.${name}.test.ts`));
  return (lane ?? "unit") as Lane;
}

/** What vitest takes into a lane. */
export function filesOf(lane: Lane): { include: string[]; exclude: string[] } {
  const named = (name: string) => `${FOLDERS}/**/*.${name}.test.ts`;
  const isUnit = lane === "unit";
  return {
    include: [isUnit ? `${FOLDERS}/**/*.test.ts` : named(lane)],
    exclude: [`${STORIES}/**`, ...(isUnit ? NAMED.map(named) : [])],
  };
}
