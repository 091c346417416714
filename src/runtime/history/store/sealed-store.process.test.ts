/** HIST-SEAL on the file of a store: its readers are processes of their own, since a damaged page may end them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillHistory } from "../../../../test/history/filled-history.ts";
import { runToEnd } from "../../../../test/support/run-to-end.ts";
import { IS_LONG } from "../../../../test/support/runs.ts";
import { temporaryDirectory } from "../../../../test/support/temporary-directory.ts";
import { openLmdbStore } from "./lmdb-store.ts";

/** Places of a file, and how far they are from each other. */
interface Places {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

const PAGE_BYTES = 4_096;

/** The whole file here and there; in the campaign every byte of a page that is full of rows. */
function placesIn(bytes: Buffer): Places {
  if (!IS_LONG) return { from: 0, to: bytes.length, step: 127 };
  const at = bytes.indexOf("name-15");
  const from = at - (at % PAGE_BYTES);
  return { from, to: from + PAGE_BYTES, step: 1 };
}

/** What readers got, by kind. A page that ends the process is refused; the next goes on behind it. */
async function flipAll(file: string, { from, to, step }: Places): Promise<Record<string, number>> {
  const script = join(import.meta.dirname, "../../../../test/history/flip-bytes.mjs");
  const seen: Record<string, number> = {};
  for (let at = from; at < to; ) {
    const typed = [process.execPath, script, file, `${at}`, `${to}`, `${step}`];
    const { out } = await runToEnd(typed).catch((error: { stdout?: string }) => {
      return { out: error.stdout ?? "" };
    });
    expect(out).not.toBe("");
    for (const line of out.trim().split("\n")) {
      const [place = "", verdict = "ended"] = line.split(" ");
      seen[verdict] = (seen[verdict] ?? 0) + 1;
      at = Number(place) + step;
    }
  }
  return seen;
}

test("HIST-SEAL-1 HIST-SEAL-4 whichever byte of its file is flipped, no reader gets a wrong record, or is told that one does not exist", async () => {
  const folder = temporaryDirectory();
  await fillHistory(openLmdbStore(folder)).close();
  const file = join(folder, "data.mdb");

  const seen = await flipAll(file, placesIn(readFileSync(file)));

  expect(seen).not.toHaveProperty("WRONG");
  expect(seen).not.toHaveProperty("DENIED");
  expect(seen["same"]).toBeGreaterThan(0);
  expect(seen["refused"]).toBeGreaterThan(0);
});
