/**
 * The areas: in each of them a user has money of its own, and the orders that trade with it. The numbers of the words are in
 * the rows of wallets and orders, in snapshots and in the history.
 */
export const AREAS = ["spot", "margin", "futures"] as const;
export type Area = (typeof AREAS)[number];
export const AREA_NUMBERS: Readonly<Record<Area, number>> = { spot: 0, margin: 1, futures: 2 };
