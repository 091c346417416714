/** The name by which a person knows a directory, however the way to it is written. */
import { basename, resolve } from "node:path";

export function directoryName(path: string): string {
  return basename(resolve(path)) || path;
}
