/** Who imports whom among our files, read from their text: what is there when the program runs, so types are not. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** All of src, test, web and scripts, from the root of the repository. */
export const FILES = ["src", "test", "web", "scripts"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((path) =>
      join(folder, path),
    ),
  )
  .filter((path) => path.endsWith(".ts"));
export const TESTS = FILES.filter((path) => path.endsWith(".test.ts"));

export function isOfTests(path: string): boolean {
  return path.startsWith("test/") || path.endsWith(".test.ts");
}

export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Names and file, a file alone for what it does, or a file that is imported when it is needed. */
const IMPORTS =
  /^(?:import|export)\s+(?!type\b)([^;]*?)\s*from\s+"([^"]+)";|^import()\s+"([^"]+)";|\bimport\(()"([^"]+)"\)/gms;
const ONLY_TYPES = /^\{(?:\s*type [\w$]+(?: as \w+)?,?)*\s*\}$/;

const imports = new Map(FILES.map((path) => [path, readImports(path)]));

function readImports(path: string): string[] {
  return [...textOf(path).matchAll(IMPORTS)]
    .filter(([, names = ""]) => !ONLY_TYPES.test(names))
    .map(([, , named, , alone, , needed]) => named ?? alone ?? needed ?? "")
    .map((from) => (from.startsWith(".") ? join(dirname(path), from) : from));
}

/** The files and packages that a file imports, itself. */
export function importsOf(path: string): readonly string[] {
  return imports.get(path) ?? [];
}

/** Whatever a file reaches, with the way to it; on through those files that `isPassed` says. */
export function reachedFrom(
  path: string,
  isPassed: (path: string) => boolean,
): ReadonlyMap<string, string> {
  const ways = new Map([[path, path]]);
  for (const [from, way] of ways) {
    if (from !== path && !isPassed(from)) continue;
    for (const to of importsOf(from)) if (!ways.has(to)) ways.set(to, `${way} > ${to}`);
  }
  return ways;
}
