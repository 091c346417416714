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

/** Tells the name of what another tab of this browser has changed, until the returned function is called. */
export function followKept(tell: (name: string) => void): () => void {
  const onStorage = ({ key }: { readonly key: string | null }) => {
    if (key?.startsWith(PREFIX)) tell(key.slice(PREFIX.length));
  };
  const page = Reflect.get(globalThis, "window") as StoragePage | undefined;
  page?.addEventListener("storage", onStorage);
  return () => page?.removeEventListener("storage", onStorage);
}

/** The page, as far as it tells of other tabs; there is none outside of a browser. */
interface StoragePage {
  addEventListener(name: "storage", tell: (event: { key: string | null }) => void): void;
  removeEventListener(name: "storage", tell: (event: { key: string | null }) => void): void;
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
