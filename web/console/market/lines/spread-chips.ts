/**
 * Where the chips of the lines stand: at the height of their line, but never over one another. Of those that are
 * above or below what is in sight the nearest few stand at the edge, so that an order does not go unseen.
 */

export interface PlacedLine {
  readonly id: string;
  /** Of the line, in pixels from the top. */
  readonly y: number;
}

export interface ChipPlace extends PlacedLine {
  /** Of the chip's middle. */
  readonly top: number;
  readonly beyond?: "above" | "below";
}

export interface ChipRoom {
  readonly height: number;
  /** So much at the top is taken by something else. */
  readonly taken: number;
  readonly chipHeight: number;
  /** At each edge, of those beyond it. */
  readonly edgeMax: number;
}

export function spreadChips(lines: readonly PlacedLine[], room: ChipRoom): readonly ChipPlace[] {
  const { height, taken, chipHeight, edgeMax } = room;
  const sorted = [...lines].sort((a, b) => a.y - b.y);
  const above = sorted.filter(({ y }) => y < 0).slice(-edgeMax);
  const below = sorted.filter(({ y }) => y > height).slice(0, edgeMax);
  const seen = sorted.filter(({ y }) => y >= 0 && y <= height);
  const chips = [
    ...above.map((line) => ({ ...line, beyond: "above" as const })),
    ...seen,
    ...below.map((line) => ({ ...line, beyond: "below" as const })),
  ];
  const [first, last] = [taken + chipHeight / 2, height - chipHeight / 2];
  const tops = chips.map(({ y }) => Math.min(Math.max(y, first), last));
  // Downward, then upward from the lower edge: each step keeps the order, and what has room stays.
  for (let at = 1; at < tops.length; at++) {
    tops[at] = Math.max(tops[at] ?? 0, (tops[at - 1] ?? 0) + chipHeight);
  }
  let floor = last;
  for (let at = tops.length - 1; at >= 0; at--) {
    tops[at] = Math.min(tops[at] ?? 0, floor);
    floor = (tops[at] ?? 0) - chipHeight;
  }
  return chips.map((chip, at) => ({ ...chip, top: Math.round(tops[at] ?? 0) }));
}
