/**
 * The console's keys: one listener on the page, and a list that panels add to. A key works when no
 * text is being typed and no modifier is held. `b` and `s` are the order entry's:
 *
 *   useEffect(() => registerKey({ key: "b", label: "Buy: go to the order entry", run: focusBuy }), []);
 *
 * The page's help (`?`) shows whatever is registered, so a key cannot be there without being told.
 */
import { LiveValue } from "./live.ts";

export interface ConsoleKey {
  readonly key: string;
  readonly label: string;
  run(): void;
}

/** More would not fit into the help; reaching it is a mistake in the program. */
export const KEYS_MAX = 32;

const registered = new LiveValue<readonly ConsoleKey[]>([]);

/** In the order of their registration; to be shown. */
export const consoleKeys = registered;

/** Answers to the key until the returned function is called; the newest of one key has it. */
export function registerKey(entry: ConsoleKey): () => void {
  if (registered.value.length >= KEYS_MAX) throw new RangeError("too many console keys");
  registered.set([...registered.value, entry]);
  return () => registered.set(registered.value.filter((other) => other !== entry));
}

interface Stroke {
  readonly key: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** What the stroke sets off, if anything; `isTyping`: the focus is in a field that takes text. */
export function findKey(stroke: Stroke, isTyping: boolean): ConsoleKey | undefined {
  if (stroke.altKey || stroke.ctrlKey || stroke.metaKey) return undefined;
  if (isTyping && stroke.key !== "Escape") return undefined;
  return registered.value.findLast(({ key }) => key === stroke.key);
}

/** Listens on the page until the returned function is called. */
export function listenForKeys(page: Document): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const entry = findKey(event, isTyping(event.target));
    if (!entry) return;
    event.preventDefault();
    entry.run();
  };
  page.addEventListener("keydown", onKeyDown);
  return () => page.removeEventListener("keydown", onKeyDown);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}
