/**
 * The params of an order that ccxt itself names, read out of the installed package, so that one that a new version
 * brings is found: what its base class reads and documents, what exchanges tell in `features`, and what each of
 * them documents for the calls that place or replace orders.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ccxt, { type Exchange } from "ccxt";

const SOURCE = fileURLToPath(new URL("./src/", import.meta.resolve("ccxt")));

/** So many exchanges that document a param of one name make it ccxt's own. */
const MANY = 3;

/** A call that places or replaces orders, with the comment before it. */
const DOCUMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*async (?:create|edit)\w*Orders?\w*\s*\(/g;
/** Such a call of the base class with its body; the second is where it puts what is attached. */
const BODIES =
  /^ {4}(?:async (?:create|edit)\w*Orders?\w*|setTakeProfitAndStopLossParams|isPostOnly|handleTrigger\w+)\([\s\S]*?^ {4}\}$/gm;
const READ = /params(?:\[|, )'(\w+)'(?:, '(\w+)')?|params, \{ '(\w+)'|\[?params\.(\w+)/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(READ)].flatMap((found) => found.slice(1).filter(Boolean));
}

function read(path: string): string {
  return readFileSync(join(SOURCE, path), "utf8");
}

/** By name, the exchanges that document it. */
function documented(): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const file of readdirSync(SOURCE).filter((name) => name.endsWith(".js"))) {
    for (const [, comment = ""] of read(file).matchAll(DOCUMENTED)) {
      for (const name of namesIn(comment)) {
        names.set(name, (names.get(name) ?? new Set()).add(file));
      }
    }
  }
  return names;
}

function namedInFeatures(): string[] {
  const classes = ccxt as unknown as Record<string, new () => Exchange>;
  return ccxt.exchanges.flatMap((id) => {
    const { spot, swap } = new (classes[id] as new () => Exchange)().features ?? {};
    const blocks = [spot, swap?.linear, swap?.inverse];
    return blocks.flatMap((block) => Object.keys(block?.createOrder ?? {}));
  });
}

/** What is common to exchanges, and what only one or two of them have. */
export function paramsOfCcxt(): { readonly unified: string[]; readonly others: string[] } {
  const named = documented();
  const common = [...named].filter(([, exchanges]) => exchanges.size >= MANY);
  const base = read("base/Exchange.js").match(BODIES) ?? [];
  const names = [...common.map(([name]) => name), ...namedInFeatures(), ...base.flatMap(namesIn)];
  const unified = new Set(names);
  const others = [...named.keys()].filter((name) => !unified.has(name));
  return { unified: [...unified].sort(), others: others.sort() };
}
