/**
 * An event is a value by its type: ids, numbers, texts, lists of them, and the few flat records listed
 * here. An event type that holds a type of the state fails by name. What the types cannot say (is a copy
 * made?) the simulation sees: test/simulation/frozen-events.ts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ENGINE = join(import.meta.dirname, "../src/engine");

/** Flat records, made anew for each event. */
const RECORDS = ["FuturesDetails", "FeeRates", "PastCandle"];
const SCALARS = ["string", "number", "bigint", "boolean", "true", "false", "undefined", "readonly"];

const DECLARED =
  /(?:interface (?<name>\w+)(?: extends (?<above>[^{]*))?|(?:type (?<alias>\w+) = )?[(|&=] ?)\s*\{(?<body>[^{}]*)\}/g;
const FIELD = /^\s*readonly (?<field>\w+)\??: (?<type>[^;]+);?$/gm;
const EVENT = /readonly type: "(?<event>[A-Z]\w+)"/;
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*/g;
/** A name for numbers or words, as `type OrderId = number`: neither a record nor an interface. */
const WORD = /type (?<name>\w+) =(?<meaning>[^;{]*);/g;

interface Block {
  readonly above: readonly string[];
  readonly body: string;
}

/** `Traded: maker is Order`, for each field of an event that is no value. */
function liveFieldsIn(source: string): string[] {
  const text = source.replace(COMMENT, "");
  const words = [...text.matchAll(WORD)].filter(
    ({ groups }) => !groups?.["meaning"]?.includes("<"),
  );
  const known = new Set([...SCALARS, ...RECORDS, ...words.map(({ groups }) => groups?.["name"])]);
  const blocks = [...text.matchAll(DECLARED)];
  const byName = new Map(blocks.map(({ groups }) => [groups?.["name"] ?? "", blockOf(groups)]));
  return blocks.flatMap(({ groups }) => {
    const event = EVENT.exec(groups?.["body"] ?? "")?.groups?.["event"];
    if (event === undefined) return [];
    return fieldsOf(blockOf(groups), byName).flatMap(({ field, type }) => {
      const names = type.replace(/"[^"]*"|\[number\]/g, "").match(/[A-Za-z]\w*/g) ?? [];
      return names.every((name) => known.has(name)) ? [] : [`${event}: ${field} is ${type}`];
    });
  });
}

function blockOf(groups: Record<string, string> | undefined): Block {
  const above = (groups?.["above"] ?? "").split(",").map((name) => name.trim());
  return { above, body: groups?.["body"] ?? "" };
}

/** Its own fields, and those of the interfaces that it extends by their plain names. */
function fieldsOf({ above, body }: Block, byName: ReadonlyMap<string, Block>) {
  const fields: { field: string; type: string }[] = [...body.matchAll(FIELD)].map(({ groups }) => ({
    field: groups?.["field"] ?? "",
    type: groups?.["type"] ?? "",
  }));
  for (const name of above) {
    const base = name === "" ? undefined : byName.get(name);
    if (base) fields.push(...fieldsOf(base, byName));
  }
  return fields;
}

function engineSource(): string {
  const files = readdirSync(ENGINE, { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts") && !file.includes(".test."));
  return sources.map((file) => readFileSync(join(ENGINE, file), "utf8")).join("\n");
}

test("no event of the engine holds a type of the state", () => {
  expect(liveFieldsIn(engineSource())).toEqual([]);
});

test.each([
  ["an order", 'interface Bad {\n  readonly type: "Bad";\n  readonly order: Order;\n}'],
  [
    "a list of pairs",
    'interface Bad {\n  readonly type: "Bad";\n  readonly all: readonly Pair[];\n}',
  ],
  [
    "one of a union",
    'type All =\n  | { readonly type: "Good"; }\n  | {\n  readonly type: "Bad";\n  readonly user: User;\n}',
  ],
  [
    "what an interface above it holds",
    'interface Above {\n  readonly book: Book | undefined;\n}\ninterface Bad extends Above {\n  readonly type: "Bad";\n}',
  ],
])("an event with %s is seen", (_what, planted) => {
  expect(liveFieldsIn(`${engineSource()}\n${planted}`)).toHaveLength(1);
});

test("every event that the engine pushes is looked at", () => {
  const source = engineSource().replace(COMMENT, "");
  const pushed = [...source.matchAll(/events\.push\(\{\s*type: "(\w+)"/g)].map(([, type]) => type);
  const declared = new Set([...source.matchAll(new RegExp(EVENT, "g"))].map(([, type]) => type));
  expect(pushed.length).toBeGreaterThan(20);
  expect(pushed.filter((type) => !declared.has(type))).toEqual([]);
});
