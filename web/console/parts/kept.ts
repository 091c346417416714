/**
 * What the browser keeps for the next visit: theme, interval, market, key. A browser may refuse to
 * keep anything; the console then works on and forgets.
 */
const PREFIX = "bourse.";

interface Store {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

/** Looked up each time and by name: there is none outside of a browser, and asking for it may throw. */
function store(): Store | undefined {
  return Reflect.get(globalThis, "localStorage") as Store | undefined;
}

export function readKept(name: string): string | undefined {
  try {
    return store()?.getItem(PREFIX + name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined forgets it. */
export function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) store()?.removeItem(PREFIX + name);
    else store()?.setItem(PREFIX + name, value);
  } catch {
    // Private windows and full disks: see above.
  }
}
