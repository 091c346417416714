/**
 * A judge from outside: the same random orders at our engine and at `nodejs-order-book`, and after each of them the same
 * answer, the same trades and the same book, save for what `differences.ts` lists. Prices and sizes are small whole
 * numbers, which its floats hold exactly.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../support/runs.ts";
import { HANDLED } from "./differences.ts";
import { someSteps } from "./order-step.ts";
import { OurBook } from "./our-book.ts";
import { PeerBook } from "./peer-book.ts";
import { Trading } from "./trading.ts";

/** Plays the same steps on both books; what they have come to, counted. */
function compare(meetsOwn: boolean, options: { seed: number; numRuns: number }) {
  const met = new Map<string, number>();
  const count = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);
  const property = fc.property(someSteps(meetsOwn), (drawn) => {
    const ours = new OurBook();
    const peer = new PeerBook((name) => count(`differs: ${name}`), meetsOwn);
    const trading = new Trading();
    for (const one of drawn) {
      const step = trading.stepOf(one);
      if (!step) continue;
      const told = ours.take(step);
      const standing = ours.standing();
      demandSame(
        { step, told, standing },
        { step, told: peer.take(step), standing: peer.standing() },
      );
      count(trading.learn(step, told, standing));
      if (ours.refusal) count(`refused: ${ours.refusal}`);
    }
  });
  fc.assert(property, options);
  return met;
}

/** Written out only where something differs: this is asked after every step. */
function demandSame(ours: object, theirs: object): void {
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) expect(ours).toEqual(theirs);
}

/** What any limit order may come to where nobody meets an order of his own. */
const ENDS = [
  ...["gtc: taken, rests", "gtc: taken, traded, rests", "gtc: taken, traded"],
  ...["ioc: taken", "ioc: taken, traded", "ioc: taken, traded, rest gone"],
  ...["fok: killed", "fok: taken, traded", "post_only: taken, rests", "post_only: not posted"],
];
const PLAIN = [
  ...ENDS.flatMap((end) => [`place ${end}`, `replace ${end}`]),
  ...["market buy: taken", "market buy: taken, traded"].map((end) => `place ${end}`),
  ...["taken, traded", "taken, traded, rest gone"].map((end) => `place market sell: ${end}`),
  ...["cancel: taken", "cancel: refused"],
  ...["price_not_positive", "quantity_not_positive", "client_id_used"].map(
    (why) => `refused: ${why}`,
  ),
  ...["no_opposite_orders", "order_not_open"].map((why) => `refused: ${why}`),
];

/** What an order may come to that meets an order of its own user. */
const MET_OWN = [
  ...["gtc", "ioc", "market buy", "market sell"].flatMap((what) => [
    `${what} expire_taker: met own`,
    `${what} expire_both: met own, expired own`,
  ]),
  "gtc expire_taker: met own, traded, rest gone",
  "gtc expire_both: met own, traded, expired own, rest gone",
  "gtc expire_maker: taken, expired own, rests",
  "gtc expire_maker: taken, traded, expired own",
  "ioc expire_maker: taken, expired own",
  "market sell expire_maker: taken, traded, expired own",
  "fok expire_maker: taken, traded, expired own",
  ...["expire_taker", "expire_maker", "expire_both"].flatMap((mode) => [
    `fok ${mode}: killed`,
    `post_only ${mode}: not posted`,
  ]),
].map((end) => `place ${end}`);

test("SPOT-MATCH-1 SPOT-TIF-1 SPOT-REPLACE-4 orders come to the same as in the book of others", () => {
  const met = compare(false, { seed: 76, numRuns: runs(120, 3_000) });

  expect(PLAIN.filter((what) => !met.has(what))).toEqual([]);
});

test("SPOT-STP-3 SPOT-STP-4 so they do where users meet orders of their own", () => {
  const met = compare(true, { seed: 76, numRuns: runs(180, 3_000) });

  expect(MET_OWN.filter((what) => !met.has(what))).toEqual([]);
  // Each difference of the list is still one.
  expect(HANDLED.filter((name) => !met.has(`differs: ${name}`))).toEqual([]);
});
