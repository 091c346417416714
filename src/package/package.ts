/**
 * The package that this program belongs to: its version, and where its built files lie. Its root is the
 * nearest folder above that holds a package.json, so it is the same from a source file in a test, from
 * a compiled module and from a bundle of them.
 */
import { existsSync, readFileSync } from "node:fs";

const ROOT = rootAbove(new URL("./", import.meta.url));
const DIST = new URL("dist/", ROOT);

export const VERSION: string = JSON.parse(
  readFileSync(new URL("package.json", ROOT), "utf8"),
).version;

/** A file, or with a slash at the end a folder, of what was built last. */
export function builtFile(path: string): URL {
  return new URL(path, DIST);
}

function rootAbove(folder: URL): URL {
  if (existsSync(new URL("package.json", folder))) return folder;
  const above = new URL("../", folder);
  if (above.href === folder.href) throw new Error("no package.json stands above the program");
  return rootAbove(above);
}
