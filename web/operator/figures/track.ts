/**
 * The last two minutes of every figure, for drawing: so many looks are kept and no more, however long the
 * page stays open. Only what is needed to count from is kept whole.
 */
import type { ScrapedFigures } from "./exposition.ts";
import { type Glance, glanceOf, type Look } from "./glance.ts";

/** Two minutes of a look every two seconds. */
export const POINTS_MAX = 60;
/** Times are counted over about ten seconds, so that there are a few batches in them. */
const LOOKS_MAX = 6;

export interface Track {
  readonly glances: readonly Glance[];
  readonly looks: readonly Look[];
  /** What was known when the page was opened, or the server started after that. */
  readonly first: ScrapedFigures | undefined;
}

export const NO_TRACK: Track = { glances: [], looks: [], first: undefined };

export function noted({ glances, looks, first }: Track, look: Look): Track {
  const kept = looks.filter(({ figures }) => startOf(figures) === startOf(look.figures));
  const isSame = first !== undefined && startOf(first) === startOf(look.figures);
  return {
    glances: [...glances.slice(1 - POINTS_MAX), glanceOf(look, kept.at(-1), kept[0])],
    looks: [...kept.slice(1 - LOOKS_MAX), look],
    first: isSame ? first : look.figures,
  };
}

function startOf(figures: ScrapedFigures): number | undefined {
  return figures.value("process_start_time_seconds");
}

export function seriesOf({ glances }: Track, name: keyof Glance): readonly (number | undefined)[] {
  return glances.map((glance) => glance[name]);
}
