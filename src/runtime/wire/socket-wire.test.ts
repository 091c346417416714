import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { listenForWires, removeSocket, SOCKET_NAME, socketPathFor } from "./socket-wire.ts";

const place = mkdtempSync(join(tmpdir(), "bourse-test-"));
afterAll(() => rmSync(place, { recursive: true }));

function directoryOf(name: string): string {
  const directory = join(place, name);
  mkdirSync(directory);
  return directory;
}

async function openAndRemove(directory: string): Promise<string> {
  const path = socketPathFor(directory);
  const server = await listenForWires(path, () => undefined);
  expect(existsSync(path)).toBe(true);
  server.close();
  removeSocket(path, directory);
  return path;
}

test("a socket in the data directory goes, and the directory stays", async () => {
  const directory = directoryOf("short");

  for (const written of [directory, `./${relative(process.cwd(), directory)}`]) {
    expect(await openAndRemove(written)).toBe(join(written, SOCKET_NAME));
    expect([existsSync(directory), existsSync(join(directory, SOCKET_NAME))]).toEqual([
      true,
      false,
    ]);
  }
});

test("of a directory whose name is too long for a socket, the folder made for it goes, too", async () => {
  const directory = directoryOf("long".repeat(30));

  const path = await openAndRemove(directory);

  expect(path.startsWith(directory)).toBe(false);
  expect([existsSync(directory), existsSync(dirname(path))]).toEqual([true, false]);
});
