/** `bourse explain` on a stopped directory, and on one whose server must be asked. */
import { expect, test } from "vitest";
import { CliDesk, cli } from "../../test/support/cli-desk.ts";
import { mustDo, openMarketOn, order } from "../../test/support/service-desk.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import type { Command } from "../core/engine/codec.ts";
import { lockDirectory } from "../log/directory-lock.ts";
import { realDisk } from "../log/real-disk.ts";
import { LOG_DIRECTORY, makeSegment } from "../log/segment/segments.ts";

/** A directory in which alice bought from bob, and whose server has stopped. */
async function stoppedDirectory(): Promise<string> {
  const directory = temporaryDirectory();
  const { sequencer } = await openMarketOn(realDisk(directory));
  await mustDo(sequencer, order(2, "sell 1 @ 100"));
  await mustDo(sequencer, { ...order(1, "buy 1 @ 100"), request: 123_456 } as Command);
  await sequencer.stop();
  return directory;
}

test("EXPLAIN-VERDICT-1 a stopped directory is read, by request and by order, for people and programs", async () => {
  const directory = await stoppedDirectory();

  const byRequest = await cli(["explain", (123_456).toString(36), "--data", directory]);
  const byOrder = await cli(["explain", "1"], { BOURSE_DATA: directory });
  const json = await cli(["explain", "1", "--json", "--data", directory]);

  expect(byRequest).toMatchObject({ code: 0, err: "" });
  expect(byRequest.out).toMatch(/^verdict +accepted as order 2: filled, 1 executed$/m);
  expect(byOrder.out).toMatch(/^order +1 of bob: sell 1 BTCUSDT at 100$/m);
  expect(JSON.parse(json.out)).toMatchObject({
    found: "order",
    now: "ended: filled, 1 of 1 executed",
  });
});

test("EXPLAIN-EARLY-1 what is not there is said in a sentence", async () => {
  const directory = await stoppedDirectory();

  const { code, out, err } = await cli(["explain", "zzz", "--data", directory]);
  const json = await cli(["explain", "zzz", "--json", "--data", directory]);

  expect({ code, err }).toEqual({ code: 1, err: "nothing is known of zzz" });
  expect(json).toMatchObject({ code: 1, err });
  expect(JSON.parse(json.out)).toMatchObject({ found: "nothing", id: "zzz" });
  expect(out).toMatch(
    /^nothing +zzz was not found\nnote +no command of this request is in the log/,
  );
});

test("EXPLAIN-ID-1 what is no id, and no directory, is said at once", async () => {
  const directory = temporaryDirectory();

  const noId = await cli(["explain", "NO ID", "--data", directory]);
  const noDirectory = await cli(["explain", "1", "--data", directory]);

  expect(noId).toMatchObject({ code: 2, err: expect.stringMatching(/^ID is that of an order/) });
  expect(noDirectory).toMatchObject({
    code: 2,
    err: `${directory} is not a data directory: it has no log`,
  });
});

test("EXPLAIN-VERDICT-1 while a process holds the directory, its server is asked", async () => {
  const desk = await CliDesk.open();
  const disk = realDisk(desk.directory);
  disk.makeDirectory(LOG_DIRECTORY);
  makeSegment(disk, 1, 4_096);
  const lock = await lockDirectory(desk.directory);

  const { code, err } = await desk.type("explain 1");
  await lock.release();

  expect({ code, err }).toEqual({ code: 1, err: "This exchange keeps no log to explain from." });
});
