/**
 * Where a path really leads: through links and `..`, as the system would follow it. What must not
 * lie in a directory must not be reached by a detour either. Rule USER-SECRET-2.
 */
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * True when the file's name stands in the directory, or what the name leads to does; also of a
 * directory that is not made yet.
 */
export function isInside(directory: string, path: string): boolean {
  const root = placeOf(directory);
  const named = join(placeOf(dirname(path)), basename(path));
  return [named, placeOf(path)].some((place) => isBelow(root, place));
}

function isBelow(root: string, place: string): boolean {
  const way = relative(root, place);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The real path of a file, or the place at which a missing one would be made. */
function placeOf(path: string): string {
  return realPathOf(path) ?? join(placeOf(dirname(resolve(path))), basename(resolve(path)));
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
