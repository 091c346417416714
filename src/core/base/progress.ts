/** How far a long work has come, for a display of it. */

/** Called often, so it must be quick; `done` grows from 0 to `total`. */
export type OnProgress = (done: number, total: number) => void;
