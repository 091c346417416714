/**
 * What it costs to write the reply to an order, `node replies-child.mjs JSON`: by the built code, from the engine's answer on,
 * and by JSON.stringify of the same fields, by turns.
 */

import { loaderOf } from "./built.mjs";
import { byTurns } from "./by-turns.mjs";

const PAIR = { name: "BTCUSDT", pricePrecision: 2, quantityPrecision: 5 };
/** Orders differ, or their texts would be made once. */
const ORDERS = 1_000;

async function main() {
  const { dist, reply, stretches, orders } = JSON.parse(process.argv[2] ?? "{}");
  const write = (await writersIn(loaderOf(dist)))[reply];
  const samples = Array.from({ length: ORDERS }, (_, at) => sampleOf(at));
  const values = samples.map((sample) => JSON.parse(write(sample)));
  let letters = 0;
  const times = byTurns({
    stretches,
    commands: orders,
    prepare: () => undefined,
    run(_, isOurs) {
      for (let at = 0; at < orders; at++) {
        const one = at % ORDERS;
        letters += (isOurs ? write(samples[one]) : JSON.stringify(values[one])).length;
      }
    },
  });
  if (letters === 0) throw new Error("nothing was written");
  console.log(JSON.stringify({ ours: times.with, stringify: times.without }));
}

/** A commit of before the contract wrote each by a function of its own. */
async function writersIn(load) {
  const { writePlaced, placedOf, writeOrder, orderOf } = await load(
    "edge/http/sapi-v1/order-reply.js",
  );
  if (writePlaced) {
    const order = (sample) => writeOrder(PAIR, sample.order, sample.outcome);
    return { order, placed: ({ asked, placed }) => writePlaced(PAIR, asked, placed) };
  }
  const { writerOf } = await load("contract/writer.js");
  const { ORDER, PLACED_ORDER } = await load("contract/pairs/order-shapes.js");
  const orderText = writerOf(ORDER);
  const placedText = writerOf(PLACED_ORDER);
  return {
    order: (sample) => orderText(orderOf(PAIR, sample.order, sample.outcome)),
    placed: ({ asked, placed }) => placedText(placedOf(PAIR, asked, placed)),
  };
}

function sampleOf(at) {
  const [id, executed, timeMs] = [1_000_000 + at * 7, at * 31, 1_700_000_000_000 + at];
  const [side, kind] = [at % 2 ? "buy" : "sell", at % 5 ? "limit" : "market"];
  const status = at % 3 ? "new" : "filled";
  const asked = {
    side,
    kind,
    price: `${30_000 + at}.5`,
    quantity: `0.${1_000 + at}`,
    clientId: "",
  };
  const terms = { id, side, kind, ticks: 3_000_050 + at, lots: 1_000 + at, budget: 5_000n };
  return {
    asked,
    placed: { orderId: id, status, executed, timeMs },
    order: { ...terms, executed, placedAtMs: timeMs },
    outcome: { clientId: `bourse:${id}`, status, avgPrice: "30000.25" },
  };
}

await main();
