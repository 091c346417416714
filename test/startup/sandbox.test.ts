/** The controls of a sandbox, as a person uses them: the real server, the real command line, kills. */
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  bourse,
  type Launch,
  ServerProcess,
  START_PATIENCE_MS,
} from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ORDER = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT", volume: "1", price: "30000" };

async function launch(directory: string, launched: Launch) {
  const server = await ServerProcess.launch(directory, launched);
  onTestFinished(() => server.kill());
  const typed = (line: string) => bourse(...line.split(" "), "--data", directory);
  const done = async (line: string) => {
    const { code, output } = await typed(line);
    expect(code, output).toBe(0);
    return output;
  };
  return { server, typed, done };
}

/** A sandbox in which only the test trades. */
async function sandbox(directory: string) {
  const args = ["--no-traders", "--no-limits", "--segment-mib", "1"];
  const { server, done } = await launch(directory, { args });
  const client = new SignedClient(
    server.port,
    server.keys()["demo1"] ?? { apiKey: "", secret: "" },
  );
  onTestFinished(() => client.close());
  const sell = () => client.post("/sapi/v1/order", ORDER);
  const openCount = async () =>
    (await client.get("/sapi/v1/openOrders?symbol=BTCUSDT"))?.json.length;
  return { server, done, sell, openCount };
}

test(
  "SANDBOX-STATE-2 SANDBOX-CLOCK-1 states, the clock and a reset, over restarts and a kill -9",
  async () => {
    const directory = temporaryDirectory();
    const first = await sandbox(directory);
    expect(first.server.output).toMatch(/sandbox in /);
    await first.sell();
    expect(await first.done("snapshot save one-order")).toMatch(/^saved one-order: position \d+, /);
    await first.sell();
    expect(await first.openCount()).toBe(2);

    expect(await first.done("snapshot load one-order")).toMatch(
      /^loaded one-order: the exchange goes on from /,
    );
    expect(await first.openCount()).toBe(1);
    expect(await first.done("clock freeze")).toContain("engine time stands at");
    expect(await first.done("clock advance 90s")).toContain(" ahead of the request clock");
    await first.sell();
    await first.server.kill();

    const second = await sandbox(directory);
    expect(await second.done("clock")).toContain("engine time stands at");
    expect(await second.openCount()).toBe(2);
    await second.done("snapshot load one-order");
    expect(await second.openCount()).toBe(1);
    expect(await second.done("reset")).toMatch(/^reset: the exchange begins again at /);
    expect(await second.openCount()).toBe(0);
    expect(await second.done("snapshot list")).toBe("one-order\n");
    await second.done("snapshot load one-order");
    expect(await second.openCount()).toBe(1);
    await second.sell();
    await second.server.stop();

    expect(readdirSync(join(directory, "past"))).toHaveLength(4);
    expect((await bourse("verify", directory)).output).toContain("verified: ");
  },
  2 * START_PATIENCE_MS,
);

test(
  "SANDBOX-STATE-4 a kill -9 in the midst of a load leaves the old log or the new one",
  async () => {
    const directory = temporaryDirectory();
    const first = await sandbox(directory);
    await first.sell();
    await first.done("snapshot save one-order");
    await first.sell();
    const loading = bourse("snapshot", "load", "one-order", "--data", directory);
    // The archivist of the new house is started in the midst of it.
    await first.server.says(/archivist pid \d+/, 2);
    await first.server.kill();
    await loading;

    const second = await sandbox(directory);
    expect([1, 2]).toContain(await second.openCount());
    await second.server.stop();
    expect((await bourse("verify", directory)).output).toContain("verified: ");
  },
  2 * START_PATIENCE_MS,
);

const CONTROLS = [
  ...["clock freeze", "clock advance 1h", "clock resume", "reset"],
  ...["snapshot save a", "snapshot load a", "snapshot list", "snapshot remove a"],
  ...["faults", "faults add * 503", "faults clear", "faults remove 1"],
];

test(
  "SANDBOX-STATE-6 SANDBOX-FAULT-7 a production directory refuses every control of a sandbox",
  async () => {
    const [directory, keys] = [temporaryDirectory(), temporaryDirectory()];
    const keyFile = join(keys, "master-key");
    writeFileSync(keyFile, `${"5a".repeat(32)}\n`, { mode: 0o600 });
    const environment = { BOURSE_MASTER_KEY_FILE: keyFile };
    const { server, typed } = await launch(directory, { args: ["--no-demo"], environment });

    for (const control of CONTROLS) {
      const { code, output } = await typed(control);
      expect(code, control).toBe(1);
      expect(output).toMatch(/^This directory is a production one, for ever: [^\n]+\n$/);
    }
    await server.stop();
    expect(existsSync(join(directory, "saved"))).toBe(false);
  },
  START_PATIENCE_MS,
);
