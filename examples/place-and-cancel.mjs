/** An order that waits, looked at and canceled again. Run: node examples/place-and-cancel.mjs */
import { BourseError } from "bourse/client";
import { begin, near } from "./surroundings.mjs";

const { client, values } = begin({
  symbol: { type: "string", default: "BTCUSDT" },
  volume: { type: "string", default: "0.01" },
});
const { symbol, volume } = values;

const { symbols } = await client.spot.symbols();
const { pricePrecision } = symbols.find((one) => one.symbol === symbol);
const { last } = await client.spot.ticker({ symbol });
console.log(`${symbol} was last traded at ${last}`);

// Five percent below, nobody sells: it waits in the book.
const price = near(last, -0.05, pricePrecision);
const order = await client.spot.createOrder({ symbol, side: "BUY", type: "LIMIT", volume, price });
console.log(`order ${order.orderId}: BUY ${order.origQty} at ${order.price}, ${order.status}`);

const open = await client.spot.openOrders({ symbol });
console.log(`open now: ${open.map(({ orderId }) => orderId).join(", ")}`);

const { orderId } = order;
const canceled = await client.spot.cancelOrder({ symbol, orderId });
console.log(`order ${orderId}: ${canceled.status}`);

// A second cancel is refused, and the error says why.
try {
  await client.spot.cancelOrder({ symbol, orderId });
} catch (error) {
  if (!(error instanceof BourseError)) throw error;
  console.log(`once more: ${error.name} (${error.code}), ${error.message}`);
}
