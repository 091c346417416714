/** Lengths of time as people write them: `500ms`, `30s`, `15m`, `8h`, `1d12h`. */

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const WHOLE = /^(?:[0-9]{1,9}(?:ms|[smhd]))+$/;
const PART = /([0-9]+)(ms|[smhd])/g;

/** In ms; undefined when it is not written like one, or is none at all. */
export function parseDuration(written: string): number | undefined {
  if (!WHOLE.test(written)) return undefined;
  let totalMs = 0;
  for (const [, count = "", unit = ""] of written.matchAll(PART)) {
    totalMs += Number(count) * (UNITS[unit] ?? 0);
  }
  return totalMs > 0 ? totalMs : undefined;
}
