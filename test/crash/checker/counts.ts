/** What a campaign met, in numbers. */

/** What may befall a server: which process is killed or stopped, or while it does what. */
export const BLOWS = [
  "server",
  "archivist",
  "both",
  "stop",
  "start",
  "snapshot",
  "load",
  "backup",
  "ruin",
] as const;

/** And what may befall one with gateways, besides. */
export const GATEWAY_BLOWS = ["gateway", "gatewayStop", "gatewayAndCore"] as const;

export type Blow = (typeof BLOWS)[number] | (typeof GATEWAY_BLOWS)[number];

/** How often each thing was met. A plain list of names would not say what they mean. */
const NOTHING = {
  /** All blows; each kind has a number of its own. */
  blows: 0,
  server: 0,
  archivist: 0,
  both: 0,
  stop: 0,
  start: 0,
  snapshot: 0,
  load: 0,
  backup: 0,
  ruin: 0,
  gateway: 0,
  gatewayStop: 0,
  gatewayAndCore: 0,
  /** Loads that the kill came too late for, or that the next start completed. */
  loaded: 0,
  /** Snapshots that were cut short: a draft was left. */
  drafts: 0,
  /** Backups that stood still half-way when the kill came, of them or of the server. */
  backupsCut: 0,
  /** Starts that were killed before they listened. */
  startsCut: 0,
  /** Orders: 200; 4xx or 503; anything else or no answer, and of these the ones that were done. */
  acknowledged: 0,
  refused: 0,
  lost: 0,
  lostButDone: 0,
  /** And of these the ones that were answered with 200, which a relay held back until the kill. */
  unheard: 0,
  /** Orders that a load undid. */
  undone: 0,
  /** Cancels, movements of money and index prices that were acknowledged. */
  canceled: 0,
  moved: 0,
  indexMoves: 0,
  /** Orders that were replaced and amended, all of a user canceled: acknowledged; countdowns that were over. */
  replaced: 0,
  amended: 0,
  canceledAll: 0,
  countdownsOver: 0,
  /** Movements of money without an answer, and of these the ones that were made. */
  movesLost: 0,
  movesLostButDone: 0,
  /** Rows of lists that clients saw under load. */
  shown: 0,
  /** Liquidations, and of these the ones that a blow brought about as the last thing before its kill. */
  marginLiquidations: 0,
  futuresLiquidations: 0,
  marginAtKill: 0,
  futuresAtKill: 0,
};

export type Counts = typeof NOTHING;

export function noCounts(): Counts {
  return { ...NOTHING };
}

/** Adds what one part of a campaign met to what all did. */
export function addCounts(sums: Counts, counts: Counts): void {
  for (const kind of Object.keys(NOTHING) as (keyof Counts)[]) sums[kind] += counts[kind];
}
