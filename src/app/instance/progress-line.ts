/**
 * How far a long work has come, on one line that is written over: percentage, rate, time left. Only a
 * terminal shows it, at most five times a second, and not at all for what is done at once; it is gone
 * before anything else is printed.
 */
import type { OnProgress } from "../../core/base/progress.ts";

/** The part of `process.stderr` that is needed. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export type ProgressUnit = "commands" | "bytes";

const EVERY_MS = 200;
const PATIENCE_MS = 300;
const COLUMNS = 80;
const SECOND_MS = 1_000;
const MINUTE_S = 60;
const MIB = 1024 ** 2;
/** To the beginning of the line, and nothing is left of it. */
const WIPE = "\r\u001b[2K";

export class ProgressLine {
  readonly #screen: Screen;
  readonly #nowMs: () => number;
  #shownAtMs = 0;
  #isShown = false;

  constructor(screen: Screen, nowMs: () => number) {
    this.#screen = screen;
    this.#nowMs = nowMs;
  }

  /** A work begins; the returned function is called as it goes on. */
  begin(title: string, unit: ProgressUnit): OnProgress {
    if (this.#screen.isTTY !== true) return () => undefined;
    const startMs = this.#nowMs();
    this.#shownAtMs = startMs + PATIENCE_MS - EVERY_MS;
    return (done, total) => {
      const nowMs = this.#nowMs();
      if (nowMs - this.#shownAtMs < EVERY_MS) return;
      this.#shownAtMs = nowMs;
      this.#show(`${title} ${textOf({ done, total, tookMs: nowMs - startMs, unit })}`);
    };
  }

  #show(text: string): void {
    const { columns = COLUMNS } = this.#screen;
    this.#screen.write(WIPE + text.slice(0, columns - 1));
    this.#isShown = true;
  }

  clear(): void {
    if (this.#isShown) this.#screen.write(WIPE);
    this.#isShown = false;
  }
}

interface Standing {
  readonly done: number;
  readonly total: number;
  readonly tookMs: number;
  readonly unit: ProgressUnit;
}

function textOf({ done, total, tookMs, unit }: Standing): string {
  const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
  const perSecond = (done * SECOND_MS) / Math.max(1, tookMs);
  const rate = unit === "bytes" ? `${(perSecond / MIB).toFixed(1)} MiB/s` : `${whole(perSecond)}/s`;
  const left = done === 0 ? "" : `, ${timeLeftOf((total - done) / perSecond)} left`;
  return `${percent} %, ${rate}${left}`;
}

function timeLeftOf(seconds: number): string {
  if (seconds < MINUTE_S) return `${Math.ceil(seconds)} s`;
  return `${Math.ceil(seconds / MINUTE_S)} min`;
}

/** With a comma between thousands. */
function whole(number: number): string {
  return String(Math.round(number)).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}
