/** The packed file in an empty project: its command starts an exchange, its client trades there, and it stops. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeLinkedProject } from "../package/linked-project.ts";
import { runToEnd } from "../support/run-to-end.ts";
import { FREE_PORTS, ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const PROGRAM = `import { BourseClient } from "bourse/client";
const [baseUrl, apiKey, secret] = process.argv.slice(2);
const client = new BourseClient({ baseUrl, apiKey, secret });
const order = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT", price: "90000", volume: "0.01" };
const { orderId } = await client.spot.createOrder(order);
console.log((await client.spot.getOrder({ symbol: "BTCUSDT", orderId })).status);
`;

test("npx bourse start listens, the client of the package places an order, and all of it stops", async () => {
  const directory = temporaryDirectory();
  await makeLinkedProject(directory);
  writeFileSync(join(directory, "trade.js"), PROGRAM);
  const flags = [...FREE_PORTS, "--data", "data", "--no-traders", ...SMALL_LOG];
  const server = await ServerProcess.launch(join(directory, "data"), {
    command: ["npx", "--no-install", "bourse", "start", ...flags],
    isGroup: true,
    cwd: directory,
  });
  onTestFinished(() => server.killGroup());
  expect(server.isRunning, server.output).toBe(true);

  const { apiKey = "", secret = "" } = server.keys()["demo1"] ?? {};
  const url = `http://127.0.0.1:${server.port}`;
  const { code, output } = await runToEnd([process.execPath, "trade.js", url, apiKey, secret], {
    directory,
  });
  await server.signal("SIGTERM", "group");

  expect(code, output).toBe(0);
  expect(output).toBe("NEW\n");
  await expect.poll(() => server.isGroupLeft, { timeout: 60_000 }).toBe(false);
});
