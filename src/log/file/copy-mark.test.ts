/** LOG-COPY-2: what is a copy is read, and never appended to. */
import { expect, test } from "vitest";
import { diskWith, numberedTexts, textsOf } from "../../../test/support/log-desk.ts";
import { COPY_MARK, LogIsCopy } from "./copy-mark.ts";
import { openFileLog } from "./file-log.ts";

test("LOG-COPY-2 a copy is not opened to append, and is read like any log", async () => {
  const { disk } = await diskWith(numberedTexts(3));
  disk.open(COPY_MARK, "create").close();

  await expect(openFileLog({ disk })).rejects.toThrow(LogIsCopy);

  const log = await openFileLog({ disk, readOnly: true });
  expect(textsOf(log)).toEqual(numberedTexts(3));
});
