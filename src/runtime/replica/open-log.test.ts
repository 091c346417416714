/** The log of a directory, as a start opens it. */
import { expect, test } from "vitest";
import { diskWith, draft, EPOCH, numberedTexts } from "../../../test/support/log-desk.ts";
import { inlineSegmentMaker } from "../../log/segment/segments.ts";
import { systemTimer } from "../../log/system-timer.ts";
import { openLogOnDisk } from "./open-log.ts";

test("LOG-COPY-2 a log that comes from a cluster goes on in its last epoch, not in the first", async () => {
  const { disk } = await diskWith(numberedTexts(2));
  const segmentMaker = inlineSegmentMaker(disk);
  const opened = await openLogOnDisk(
    { disk, segmentMaker, timer: systemTimer, report: expect.fail },
    undefined,
  );

  const { epoch } = opened;

  expect(epoch).toBe(EPOCH);
  expect(await opened.log.append(3, epoch, draft("next"))).toBe("durable");
  opened.log.close();
});
