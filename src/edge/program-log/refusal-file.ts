/** The newest refusals on disk, so that one can be explained also after a restart. Rule USER-LOG-3. */
import { type RefusedRequest, refusalFilesOf } from "./find-refusal.ts";
import { LineFile, type LineFileOptions } from "./line-file.ts";

export interface RefusalFileOptions extends Omit<LineFileOptions, "names" | "words"> {
  /** Which process writes: 0 is the server. */
  readonly process?: number;
}

export class RefusalFile extends LineFile<RefusedRequest> {
  constructor({ process = 0, ...options }: RefusalFileOptions) {
    const words = { lost: "refusals are not kept", kept: "refusals are kept again" };
    super({ ...options, names: refusalFilesOf(process), words });
  }
}
