/**
 * How many characters the language's own operations on texts look at while something is read: a measure of work that is
 * the same on every machine, however busy it is. What takes a text whole at every step is seen by it.
 */
type Method = (this: never, ...args: never[]) => unknown;

/** What each of them looks at: a character, all that it gives, or all that it is given. */
const LOOKS: readonly (readonly [
  object,
  string,
  (self: unknown, given: unknown, made: unknown) => number,
])[] = [
  [String.prototype, "charAt", () => 1],
  [String.prototype, "charCodeAt", () => 1],
  [String.prototype, "slice", (_, __, made) => lengthOf(made)],
  [String.prototype, "substring", (_, __, made) => lengthOf(made)],
  [String.prototype, "startsWith", (_, given) => lengthOf(given)],
  [String.prototype, "includes", (self) => lengthOf(self)],
  [String.prototype, "indexOf", (self) => lengthOf(self)],
  [RegExp.prototype, "exec", lookOfPattern],
  [JSON, "parse", (_, given) => lengthOf(given)],
  [TextDecoder.prototype, "decode", (_, __, made) => lengthOf(made)],
];

function lengthOf(text: unknown): number {
  return typeof text === "string" ? text.length : 0;
}

/** One that begins at a place looks at what it finds there, any other at the whole text. */
function lookOfPattern(self: unknown, given: unknown, made: unknown): number {
  const isAtPlace = self instanceof RegExp && self.sticky;
  return isAtPlace ? 1 + lengthOf(Array.isArray(made) ? made[0] : "") : lengthOf(given);
}

export function textWork(act: () => void): number {
  let work = 0;
  const restored = LOOKS.map(([owner, name, look]) => {
    const usual = Object.getOwnPropertyDescriptor(owner, name) ?? {};
    const method = usual.value as Method;
    const counted = function (this: never, ...args: never[]): unknown {
      const made = method.apply(this, args);
      work += look(this, args[0], made);
      return made;
    };
    Object.defineProperty(owner, name, { ...usual, value: counted });
    return () => Object.defineProperty(owner, name, usual);
  });
  try {
    act();
  } finally {
    for (const restore of restored) restore();
  }
  return work;
}
