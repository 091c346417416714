/** What only a program of its own shows of the exchange inside it; the rest is in create-exchange.test.ts. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runToEnd } from "../test/support/run-to-end.ts";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";

const SELL = {
  symbol: "BTCUSDT",
  side: "SELL",
  type: "LIMIT",
  volume: "1",
  price: "30000",
};

/** A program that ends by itself has nothing left open: no timer, no socket, no process. */
const PROGRAM = `
  const { createExchange } = await import("bourse/sandbox");
  const options = [{}, { port: 0 }, { traders: true }, { demo: false }];
  const exchanges = await Promise.all(options.map((each) => createExchange(each)));
  const client = exchanges[1].client("demo1");
  await client.spot.createOrder(${JSON.stringify(SELL)});
  await exchanges[1].operator.save("a");
  await exchanges[1].operator.load("a");
  await Promise.all(exchanges.map((exchange) => exchange.close()));
  console.log("closed");
`;

test("a program that closes its exchanges ends by itself, and leaves no file", async () => {
  const temporary = temporaryDirectory();

  const ended = await runToEnd([process.execPath, "--input-type=module", "-e", PROGRAM], {
    directory: join(import.meta.dirname, ".."),
    environment: { TMPDIR: temporary },
  });

  expect(ended).toMatchObject({ code: 0, out: "closed\n" });
  expect(readdirSync(temporary)).toEqual([]);
});
