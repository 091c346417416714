import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DiskFull } from "../log/disk.ts";
import { exitCodeOf, sentenceOf, withFlag } from "./failure.ts";

function systemError(fields: object): Error {
  return Object.assign(new Error("ECODE: as the system says it, open 'x'"), fields);
}

test.each([
  [{ code: "EACCES", path: "/d/log" }, "/d/log cannot be used: permission denied"],
  [{ code: "EROFS", path: "/d" }, "/d cannot be written: its file system is read-only"],
  [{ code: "ENOENT", path: "/d" }, "/d does not exist"],
  [{ code: "ENOTDIR", path: "/d/x" }, "/d/x leads through something that is no directory"],
  [{ code: "ENOSPC" }, "a file cannot be written: no space left on the disk"],
  [
    { code: "EADDRINUSE", syscall: "listen", address: "127.0.0.1", port: 8080 },
    "port 8080 of 127.0.0.1 is in use by another program",
  ],
  [
    { code: "EACCES", syscall: "listen", address: "127.0.0.1", port: 80 },
    "port 80 of 127.0.0.1 may not be listened on: permission denied",
  ],
  [{ name: "Unreachable" }, "PostgreSQL cannot be asked: ECODE: as the system says it, open 'x'"],
  [{ code: "EOTHER" }, "ECODE: as the system says it, open 'x'"],
])("what the system says of %j is a sentence", (fields, sentence) => {
  expect(sentenceOf(systemError(fields))).toBe(sentence);
});

test("whatever was thrown is one line", () => {
  expect(sentenceOf(new Error("First.\n  Second.\n\n"))).toBe("First. Second.");
  expect(sentenceOf(new DiskFull("free are 3"))).toBe("no space left on the disk: free are 3");
  expect(sentenceOf("plain")).toBe("plain");
});

test("a port that is taken is named with the flag that chooses another", async () => {
  const holder = createServer();
  onTestFinished(() => void holder.close());
  const port = await new Promise<number>((resolve) => {
    holder.listen(0, "127.0.0.1", () => resolve(Object(holder.address()).port));
  });
  const error = await new Promise<Error>((resolve) => {
    createServer().once("error", resolve).listen(port, "127.0.0.1");
  });

  const told = withFlag(error, "--operator-port");

  expect(sentenceOf(told)).toBe(
    `port ${port} of 127.0.0.1 is in use by another program; --operator-port N chooses another`,
  );
  const other = new Error("other");
  expect(withFlag(other, "--port")).toBe(other);
});

const SOURCE = join(import.meta.dirname, "..");

test("every error that has an exit code of its own is one that the program throws", () => {
  const source = readFileSync(join(import.meta.dirname, "failure.ts"), "utf8");
  const names = [...source.matchAll(/^ {2}(\w+): \d,$/gm)].map(([, name]) => name);
  const thrown = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => readFileSync(join(SOURCE, path), "utf8"))
    .flatMap((text) => [...text.matchAll(/override readonly name = "(\w+)"/g)])
    .map(([, name]) => name);

  expect(names.length).toBeGreaterThan(5);
  expect(thrown).toEqual(expect.arrayContaining(names));
  expect(exitCodeOf(Object.assign(new Error(), { name: "constructor" }))).toBe(1);
  expect(exitCodeOf("not even an error")).toBe(1);
});
