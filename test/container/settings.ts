/** The variables that the program reads, as config.ts names them, and which of them are secret. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
const config = readFileSync(join(ROOT, "src/app/settings/config.ts"), "utf8");
const SETTINGS = new Set([...config.matchAll(/"(BOURSE_[A-Z_]+)"/g)].map(([, name = ""]) => name));
const SECRET = /TOKEN|SECRET|PASSWORD|KEY(?!_FILE)/;
/** `${NAME}` and `${NAME:?why}`: filled in where the file is used. */
const FILLED_IN = /^\$\{[A-Z_]+(?::\?[^}]*)?\}$|^\$\{\{ (?:secrets|env)\.[A-Z_]+ \}\}$/;

/** What is wrong with variables that a file gives to the program. */
export function settingProblems(environment: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (typeof value !== "string") return [`${name} is no text`];
    if (name.startsWith("BOURSE_") && !SETTINGS.has(name)) return [`${name} is no setting`];
    if (SECRET.test(name) && !FILLED_IN.test(value)) return [`${name} is written down`];
    return [];
  });
}

/** A tag of its own, or a digest; `latest` is whatever was pushed last. */
export function isPinned(image: string): boolean {
  return /:(?!latest$)[\w][\w.-]*$|@sha256:[0-9a-f]{64}$/.test(image);
}
