/**
 * `bourse audit` as a person uses it: on the real server, whose archivist answers for what was done a
 * moment ago, and on the directory once it has stopped.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const directory = directoryOfFile();
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start(directory);
}, START_PATIENCE_MS);
afterAll(() => server.kill());

async function audited() {
  const { code, output } = await bourse("audit", "--json", "--data", directory);
  expect(code, output).toBe(0);
  return JSON.parse(output);
}

async function depositedOf(asset: string): Promise<number> {
  const { assets } = await audited();
  const found = assets.find((each: { asset: string }) => each.asset === asset);
  return Number(found.depositsLessWithdrawals);
}

test("CORE-AUDIT-1 what was deposited a moment ago is in it, running and stopped", async () => {
  const before = await depositedOf("USDT");
  const { code } = await bourse("deposit", "demo1", "USDT", "7", "--data", directory);
  expect(code).toBe(0);
  expect(await depositedOf("USDT")).toBe(before + 7);
  const { position } = await audited();

  await server.stop();

  expect(await depositedOf("USDT")).toBe(before + 7);
  expect((await audited()).position).toBeGreaterThanOrEqual(position);
});
