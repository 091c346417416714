/**
 * The start-up contract through `npm start`, which stands between the sender of a signal and the
 * server: wherever the signal goes, everything ends, once and in order. One directory, two starts.
 */
import { expect, onTestFinished, test } from "vitest";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const directory = directoryOfFile();

async function npmStart(...args: string[]): Promise<ServerProcess> {
  const free = ["--port", "0", "--operator-port", "0", "--no-traders", ...SMALL_LOG];
  const flags = [...free, "--data", directory];
  const command = ["npm", "start", "--", ...flags, ...args];
  const server = ServerProcess.begin(directory, { command, isGroup: true });
  onTestFinished(() => server.killGroup());
  await server.says(/listening on \S+\n/);
  return server;
}

/** It ends well, it says so once, and no process is left of it. */
async function expectEnd(
  server: ServerProcess,
  ended: Promise<unknown>,
  codes: readonly (number | null)[] = [0],
): Promise<void> {
  await ended;

  expect(codes).toContain(server.exitCode);
  expect(server.isGroupLeft).toBe(false);
  expect(server.output.match(/ (?:stopping|stopped)$/gm)).toEqual([" stopping", " stopped"]);
  expect(server.output).not.toContain("Error");
}

test("npm start with --exposed-demo serves the demo on every address; SIGTERM to npm ends all", async () => {
  const server = await npmStart("--host", "0.0.0.0", "--exposed-demo");

  expect(server.output).toMatch(/^listening on http:\/\/0\.0\.0\.0:[1-9]\d*$/m);
  expect((await judgedFetch(`http://127.0.0.1:${server.port}/sapi/v1/ping`)).status).toBe(200);
  await expectEnd(server, server.signal("SIGTERM"));
});

/** npm passes it on; by then the server has it already. A second one makes sure of that. */
async function signalTwice(server: ServerProcess): Promise<void> {
  const first = server.signal("SIGTERM", "group");
  await server.says(/ stopping/);
  await Promise.all([first, server.signal("SIGTERM", "group")]);
}

test("SIGTERM to the whole group comes twice to the server and ends it once", async () => {
  const server = await npmStart();

  expect(server.output).toMatch(/^listening on http:\/\/127\.0\.0\.1:[1-9]\d*$/m);
  // The second signal may meet npm when its server has ended and it does not listen any more.
  await expectEnd(server, signalTwice(server), [0, null]);
});
