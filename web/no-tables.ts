/**
 * What stands in a page's bundle for `src/base/compile-record.ts`. The engine's formulas stand beside
 * the tables that write and read commands, whose readers are put together as code (decision 0010), which
 * the page's policy forbids. No page writes or reads a command: here a table can be made, and not used.
 */
import { Fault } from "../src/base/assert.ts";

export function compileWriter(): () => never {
  return refuse;
}

export function compileReader(): () => never {
  return refuse;
}

export function compileHasAny(): () => never {
  return refuse;
}

function refuse(): never {
  throw new Fault("a page neither writes nor reads records");
}
