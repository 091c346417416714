/** How far a long work has come, told to whoever shows it. */

/** Called often, so whoever is called must be quick; `done` grows from 0 to `total`. */
export type OnProgress = (done: number, total: number) => void;
