/**
 * The Python form of the class: ccxt's own transpiler core turns each file, and this module does what is
 * ccxt's convention around it: names of methods in snake case, imports, one file for each of the three forms
 * (sync, async, with streams).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Transpiler from "ast-transpiler";
import { quoteKeys } from "./quoted-keys.ts";

const SOURCE = join(import.meta.dirname, "../src");
const TARGET = join(import.meta.dirname, "../python/bourse_ccxt");

/** The chain of classes over HTTP, from ccxt's own down. */
const REST = [
  "features",
  "described",
  "signed",
  "parsed-markets",
  "parsed-orders",
  "markets",
  "order-params",
  "order-refusals",
  "trailing-stops",
  "list-refusals",
  "order-exits",
  "order-requests",
  "lost-orders",
  "cancels",
  "placed-orders",
  "contract-orders",
  "order-batches",
  "order-lists",
  "orders",
  "order-queries",
  "ledgers",
  "account",
  "bourse",
];
const STREAMS = ["pro/connection", "pro/bourse"];

const HEAD = `# Made from the TypeScript source by \`npm run python\`; change that, not this file.
`;

/** Names of ccxt's caches, which Python's package exports. */
const CACHES = [
  "ArrayCache",
  "ArrayCacheBySymbolById",
  "ArrayCacheBySymbolBySide",
  "ArrayCacheByTimestamp",
];

/** Every generated file with its text. */
export function pythonFiles(): Map<string, string> {
  const rest = transpiled(REST);
  return new Map([
    [
      join(TARGET, "bourse.py"),
      module(synchronous(rest), "from ccxt.base.exchange import Exchange"),
    ],
    [
      join(TARGET, "async_support/bourse.py"),
      module(rest, "from ccxt.async_support.base.exchange import Exchange"),
    ],
    [
      join(TARGET, "pro/bourse.py"),
      module(transpiled(STREAMS), "from bourse_ccxt.async_support.bourse import BourseAccount"),
    ],
  ]);
}

function module(classes: string, base: string): string {
  return `${HEAD}\n${importsOf(base, classes)}\n\n\n${classes}\n`;
}

/** The same without coroutines. */
function synchronous(python: string): string {
  return python.replace(/\basync def /g, "def ").replace(/\bawait /g, "");
}

/** Files of the source as Python, in one go: the transpiler takes seconds to begin. */
function transpiled(names: readonly string[]): string {
  const source = names.map((name) => withoutTypes(readSource(name))).join("\n");
  const transpiler = new Transpiler({ verbose: false, python: { uncamelcaseIdentifiers: false } });
  const { content } = transpiler.transpilePython(quoteKeys(source));
  return snakeCase(tidied(content)).replace("(MendedExchange)", "(Exchange)");
}

function readSource(name: string): string {
  return readFileSync(join(SOURCE, `${name}.ts`), "utf8");
}

/** What is about modules and types has no Python form, and neither have words to the linter. */
function withoutTypes(source: string): string {
  return source
    .replace(/^\/\*\*[\s\S]*?\*\/\n(?=import )/, "")
    .replace(/^import [\s\S]*?;$/gm, "")
    .replace(/^(?:\/\*\*.*\*\/\n)?export interface [\s\S]*?^}$/gm, "")
    .replace(/^ *\/\/ biome-ignore .*\n/gm, "")
    .replace(
      /^export class (\w+) extends (\w+) \{\}$/m,
      "export class $1 extends $2 { EMPTY = 0 }",
    );
}

/** Comments as Python has them, two lines before each class, nothing behind lines. */
function tidied(python: string): string {
  return python
    .replace(/^( *)"""([\s\S]*?)"""$/gm, (_, indent: string, text: string) =>
      text
        .trim()
        .split("\n")
        .map((line) => `${indent}# ${line.trim().replace(/^\* ?/, "")}`)
        .join("\n"),
    )
    .replace(/^ +EMPTY = 0$/m, "    pass")
    .replace(/(?<=[^\n])\n+class /g, "\n\n\nclass ")
    .replace(/[ \t]+$/gm, "")
    .trim();
}

/** fetchOHLCV is fetch_ohlcv, safeString2 safe_string_2; iso8601 stays what it is. */
export function snake(name: string): string {
  return name
    .replace("OHLCV", "Ohlcv")
    .replace(/^(safe\w*?|sortBy)(\d|N)$/, "$1_$2")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}

/** Methods, wherever they are defined, called or handed on; attributes keep their names. */
function snakeCase(python: string): string {
  const called = python.matchAll(/(?:self|super\(\))\.([a-z]\w*)\(/g);
  const defined = python.matchAll(/def ([a-z]\w*)\(/g);
  const methods = new Set([...called, ...defined].map(([, name = ""]) => name));
  return python
    .replace(/((?:self|super\(\))\.)([a-z]\w*)\b/g, (all, owner: string, name: string) =>
      methods.has(name) ? owner + snake(name) : all,
    )
    .replace(/def ([a-z]\w*)\(/g, (_, name: string) => `def ${snake(name)}(`)
    .replace(/\bPrecise\.(\w+)\(/g, (_, name: string) => `Precise.${snake(name)}(`)
    .replace(/\bsha256\b/g, "hashlib.sha256");
}

function importsOf(base: string, body: string): string {
  const lines = [base];
  const used = (names: readonly string[]) =>
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  const caches = used(CACHES);
  if (caches.length > 0)
    lines.push(`from ccxt.async_support.base.ws.cache import ${caches.join(", ")}`);
  const errors = used(errorNames());
  for (const name of errors) lines.push(`from ccxt.base.errors import ${name}`);
  if (body.includes("Precise.")) lines.push("from ccxt.base.precise import Precise");
  if (body.includes("hashlib.")) lines.unshift("import hashlib", "");
  return lines.join("\n");
}

/** Every class of errors that the source imports. */
function errorNames(): string[] {
  const imports = [...REST, ...STREAMS]
    .map(readSource)
    .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from "ccxt"/g)])
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim())
    .filter((name) => /^[A-Z]/.test(name) && name !== "Precise");
  return [...new Set(imports)].sort();
}
