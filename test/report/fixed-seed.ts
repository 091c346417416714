/**
 * Random properties begin with a seed of their own or, where they name none, with this one: a run that fails can be
 * had again. fast-check prints seed and path of what it found.
 */
import fc from "fast-check";
import { runs } from "../support/runs.ts";

const SEED = 1;
/** What fast-check tries of a property that names no number. */
const USUAL_RUNS = 100;

fc.configureGlobal({ seed: SEED, numRuns: runs(USUAL_RUNS, USUAL_RUNS) });
