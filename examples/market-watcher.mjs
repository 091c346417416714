/**
 * A market as it moves, over a stream: the best prices, the trades, and your own orders in it.
 * Run: node examples/market-watcher.mjs --lines 10
 */
import { followDepth } from "bourse/client";
import { WebSocket } from "ws";
import { begin } from "./surroundings.mjs";

const { client, values } = begin({
  symbol: { type: "string", default: "BTCUSDT" },
  lines: { type: "string", default: "10" },
});
const { symbol } = values;
// A stream would wait for a server that is not there; whoever runs this wants to know.
await client.spot.ping();

const stream = client.stream({ webSocket: WebSocket });
let left = Number(values.lines);
function say(line) {
  if (left === 0) return;
  console.log(line);
  if (--left === 0) stream.close();
}
function error(refusal) {
  throw refusal;
}

const side = ([price, quantity] = ["-", "-"]) => `${quantity} at ${price}`;
const book = ({ bids, asks }) => say(`book   bid ${side(bids[0])}, ask ${side(asks[0])}`);
followDepth(stream, symbol, book, { error });

stream.subscribe(`trades:${symbol}`, {
  snapshot: ({ trades }) => say(`trades ${trades.length} so far`),
  update({ trades }) {
    for (const trade of trades) say(`trade  ${trade.side} ${trade.qty} at ${trade.price}`);
  },
  error,
});

stream.subscribe("my.orders", {
  snapshot: ({ orders }) => say(`orders ${orders.length} open`),
  update({ orders }) {
    for (const { orderId, status } of orders) say(`order  ${orderId} ${status}`);
  },
  error,
});
