/**
 * Tests of a bot, each with users of its own: against a sandbox that runs beside them where BOURSE_URL,
 * BOURSE_OPERATOR_URL and BOURSE_OPERATOR_TOKEN name one, and else against one inside this process.
 * Run: node --test examples/test-a-bot.mjs
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { BourseClient } from "bourse/client";
import { createExchange } from "bourse/sandbox";

const { BOURSE_URL, BOURSE_OPERATOR_URL, BOURSE_OPERATOR_TOKEN } = process.env;
const sandbox = BOURSE_URL === undefined ? await inside() : beside();
after(() => sandbox.close());

async function inside() {
  const exchange = await createExchange();
  return {
    operate: (path, body) => exchange.operator.post(path, body),
    clientOf: (key) => exchange.client(key),
    close: () => exchange.close(),
  };
}

function beside() {
  return {
    async operate(path, body) {
      const reply = await fetch(`${BOURSE_OPERATOR_URL}/operator/v1${path}`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${BOURSE_OPERATOR_TOKEN}`,
          "Content-Type": "application/json",
        },
        body: JSON.stringify(body),
      });
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
      return reply.json();
    },
    clientOf: ({ apiKey, secret }) => new BourseClient({ baseUrl: BOURSE_URL, apiKey, secret }),
    close: () => undefined,
  };
}

/** A user with money, and its client. */
async function trader() {
  const user = `bot-${randomUUID()}`;
  await sandbox.operate("/users", { name: user });
  for (const asset of ["BTC", "USDT"]) {
    await sandbox.operate("/deposits", { user, asset, amount: "100000" });
  }
  return { user, client: sandbox.clientOf(await sandbox.operate("/keys", { user })) };
}

const limit = { symbol: "BTCUSDT", type: "LIMIT", volume: "1", price: "50000" };

/** The bot: it buys, whatever becomes of the reply. Put yours here. */
function bot(client) {
  return client.spot.createOrder({ ...limit, side: "BUY" });
}

test("the bot's order is filled by another user's", async () => {
  const [maker, taker] = [await trader(), await trader()];
  await maker.client.spot.createOrder({ ...limit, side: "SELL" });

  const { status } = await bot(taker.client);

  assert.equal(status, "FILLED");
});

test("an order whose reply is lost is placed once", async () => {
  const { user, client } = await trader();
  const fault = { route: "POST /sapi/v1/order", kind: "504-executed", user, count: 1 };
  await sandbox.operate("/faults", fault);

  await bot(client);

  const open = await client.spot.openOrders({ symbol: limit.symbol });
  assert.equal(open.length, 1);
  await client.spot.cancelOrder({ symbol: limit.symbol, orderId: open[0].orderId });
});
