/**
 * The built program with something else in it: a rule taken out, to see that its test would notice, or another version. A copy
 * beside a link to what it depends on; the program itself has no such switch.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

export interface Change {
  readonly from: RegExp;
  readonly to: string;
}

/** Answers the command that starts it. Throws when there is nothing to change. */
export function otherBuild(
  directory: string,
  change: Change | { readonly version: string },
): readonly string[] {
  mkdirSync(directory, { recursive: true });
  cpSync(join(ROOT, "dist"), join(directory, "dist"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(directory, "node_modules"));
  const about = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const version = "version" in change ? change.version : about.version;
  writeFileSync(join(directory, "package.json"), JSON.stringify({ ...about, version }));
  if ("from" in change) changeFiles(join(directory, "dist"), change);
  return [process.execPath, "--enable-source-maps", join(directory, "dist/main.js")];
}

/** The program is in bundles, and the command line in single files: wherever it stands. */
function changeFiles(folder: string, { from, to }: Change): void {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const found = names
    .filter((name) => name.endsWith(".js"))
    .filter((name) => {
      const file = join(folder, name);
      const text = readFileSync(file, "utf8");
      if (!from.test(text)) return false;
      writeFileSync(file, text.replace(from, to));
      return true;
    });
  if (!found.some((name) => name.startsWith("chunks"))) throw new Error(`no bundle has ${from}`);
}
