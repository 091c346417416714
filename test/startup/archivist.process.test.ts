/** The real archivist, with this test in the server's place: what it does when the server is gone. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFailed, test } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const ENTRY = join(import.meta.dirname, "../../dist/archivist.js");
const DURABLE = { type: "durable", position: 0 };

test("an archivist whose server goes while it answers ends without a word", async () => {
  const child = fork(ENTRY, [`${process.pid}`, temporaryDirectory()], {
    serialization: "advanced",
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  onTestFailed(() => void child.kill("SIGKILL"));
  const said = Promise.all([child.stdout, child.stderr].map((stream) => stream && text(stream)));
  const exit = once(child, "exit");
  child.send(DURABLE);
  await once(child, "message");

  // It finds the query when it wakes, and no server to answer.
  child.kill("SIGSTOP");
  child.send(DURABLE);
  child.disconnect();
  await once(child, "disconnect");
  child.kill("SIGCONT");

  expect(await said).toEqual(["", ""]);
  expect(await exit).toEqual([0, null]);
});
