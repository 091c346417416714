/** Times as people write them: `2026-11-15T16:00Z`, with seconds if they matter, or as milliseconds. */

const ISO = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,3})?)?Z$/;
/** From 2001 on; fewer digits mean another unit. */
const MS = /^[0-9]{13}$/;
/** The letters of an ISO time up to the minute. */
const MINUTE_LETTERS = 16;

/** In ms; undefined when it is not written like one, or no calendar has it. */
export function parseMoment(written: string): number | undefined {
  if (MS.test(written)) return Number(written);
  const timeMs = ISO.test(written) ? Date.parse(written) : Number.NaN;
  if (Number.isNaN(timeMs)) return undefined;
  // 30 February would be read as 2 March.
  const minute = new Date(timeMs).toISOString().slice(0, MINUTE_LETTERS);
  return written.startsWith(minute) ? timeMs : undefined;
}
