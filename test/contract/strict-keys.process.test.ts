/** A strict key at the real server with gateways: made by the command line, it stays one across a kill -9 and a state that is loaded. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { typistOf } from "../support/cli-desk.ts";
import { ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const ACCOUNT = "/sapi/v1/account";
const directory = directoryOfFile();
const typed = typistOf(directory);
let server: ServerProcess;

const start = async () => {
  server = await ServerProcess.start(directory, ["--gateways", "2"]);
};

beforeAll(start, START_PATIENCE_MS);
afterAll(() => server.stop());

/** The codes of a request with an unknown field, with one that public clients send, and with none; 0 is a 200. */
async function codesFor(key: { readonly apiKey: string; readonly secret: string }) {
  const client = new SignedClient(server.port, key);
  const codes = [];
  for (const query of ["?note=1", "?amount=1", ""]) {
    codes.push((await client.get(ACCOUNT + query))?.json.code ?? 0);
  }
  client.close();
  return codes;
}

test("USER-FIELD-3 LOG-SNAP-1 a key that was made strict is strict behind a kill, and in a state that was saved", async () => {
  const strict = JSON.parse(await typed("key add demo1 --strict --json"));
  const demo = server.keys()["demo1"] ?? expect.fail("the demo has a key");

  expect(await codesFor(strict)).toEqual([-1102, 0, 0]);
  expect(await codesFor(demo)).toEqual([0, 0, 0]);

  await typed("snapshot save strict");
  await server.kill();
  await start();
  expect(await codesFor(strict)).toEqual([-1102, 0, 0]);

  await typed("snapshot load strict --yes");
  expect(await codesFor(strict)).toEqual([-1102, 0, 0]);
  expect(await codesFor(demo)).toEqual([0, 0, 0]);
  expect(await typed("key list demo1")).toMatch(/read and trade, strict +anywhere/);
});
