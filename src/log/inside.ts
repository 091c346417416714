/**
 * Where a path really leads: through links and `..`, as the system would follow it. What must not
 * lie in a directory must not be reached by a detour either. Rule USER-SECRET-2.
 */
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";

/** True when the file's name stands in the directory, or what the name leads to does. */
export function isInside(directory: string, path: string): boolean {
  const root = realPathOf(directory);
  if (root === undefined) return false;
  const folder = realPathOf(dirname(path));
  const named = folder === undefined ? undefined : join(folder, basename(path));
  return [named, realPathOf(path)].some((place) => place !== undefined && isBelow(root, place));
}

function isBelow(root: string, place: string): boolean {
  const way = relative(root, place);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Undefined when nothing is there. */
function realPathOf(path: string): string | undefined {
  try {
    // The native one also knows the names of a disk on which small and capital letters are one.
    return realpathSync.native(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
