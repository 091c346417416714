/** The answers of the API as Python's `TypedDict`s, in the modules that users import them from. */
import type { Shape } from "../../src/contract/field.ts";
import { isDecimal } from "../../src/contract/public/exact-fields.ts";
import { RECORDS } from "../../src/contract/public/records.ts";
import { comment, docstring, inBrackets } from "./python-text.ts";
import { WORD_NAMES, wordsOf } from "./python-words.ts";

export interface PythonModule {
  readonly about: string;
  /** Its classes, by name. */
  readonly records: Readonly<Record<string, Shape>>;
  /** Classes of what is sent: a figure may be given as text, too. */
  readonly sent?: Readonly<Record<string, Shape>>;
  /** Words that users know from here though no class has them. */
  readonly words?: readonly string[];
  /** Names of other modules that are known from here, too, by module. */
  readonly from?: Readonly<Record<string, readonly string[]>>;
  /** More names for what there is. */
  readonly aliases?: string;
}

/** A price and what rests at it: the one pair that the API has. */
export const LEVEL = "Level";

const NAMES = new Map(
  Object.values(RECORDS).flatMap((records) =>
    Object.entries<Shape>(records).map(([name, { properties }]) => [properties, name] as const),
  ),
);

/** A record is known by its very fields: where it stands in another one it may have a description of its own. */
function nameOf({ properties }: Shape): string {
  const name = NAMES.get(properties);
  if (name) return name;
  throw new Error(`a record of ${Object.keys(properties ?? {}).join(", ")} has no name in RECORDS`);
}

const PLAIN: Readonly<Record<string, string>> = { string: "str", integer: "int", boolean: "bool" };

function typeOf(shape: Shape, figure: string): string {
  const { type, properties, items, prefixItems, oneOf } = shape;
  if (shape.enum) return wordsOf(shape);
  if (isDecimal(shape)) return figure;
  if (properties) return nameOf(shape);
  if (prefixItems) return LEVEL;
  if (items) return `List[${typeOf(items, figure)}]`;
  if (oneOf?.[0]) return `Optional[${typeOf(oneOf[0], figure)}]`;
  // A whole number may come in quotes, too; who writes Python writes none.
  const [first] = [type].flat();
  const plain = first === undefined ? undefined : PLAIN[first];
  if (plain) return plain;
  throw new Error(`no type of Python for ${JSON.stringify(shape)}`);
}

/** Python 3.9 cannot say of one field that it may be left out: a class has those that are always there, its child the others. */
function classOf(name: string, shape: Shape, figure: string): string {
  const fields = Object.entries(shape.properties ?? {});
  const isAlways = ([field]: readonly [string, Shape]) => shape.required?.includes(field) === true;
  const always = fields.filter(isAlways);
  const others = fields.filter((field) => !isAlways(field));
  const body = (rows: typeof fields) => rows.map((row) => fieldOf(row, figure)).join("");
  if (others.length === 0) return `class ${name}(TypedDict):\n${body(always)}`;
  const parent = `class _${name}(TypedDict):\n${body(always)}`;
  return `${parent}\n\nclass ${name}(_${name}, total=False):\n${body(others)}`;
}

function fieldOf([name, shape]: readonly [string, Shape], figure: string): string {
  return `${comment(shape.description, "    ")}    ${name}: ${typeOf(shape, figure)}\n`;
}

export function pythonTypes(module: PythonModule): string {
  const { about, records, sent = {}, words = [], from = {}, aliases = "" } = module;
  const classes = [
    ...Object.entries(sent).map(([name, shape]) => classOf(name, shape, "Figure")),
    ...Object.entries(records).map(([name, shape]) => classOf(name, shape, "Decimal")),
  ].join("\n\n");
  const used = new Set(`${classes}${aliases}`.replace(/#:.*/g, "").match(/\b[A-Z]\w+/g));
  const imports = [
    used.has("Decimal") ? "from decimal import Decimal\n" : "",
    importOf(
      "typing",
      TYPING.filter((name) => used.has(name)),
    ),
    "\n",
    used.has("Figure") ? "from ..wire.exact import Figure\n" : "",
    ...Object.entries(from).map(([other, names]) => again(`.${other}`, names)),
    again(
      ".words",
      WORD_NAMES.filter((name) => used.has(name) || words.includes(name)),
    ),
  ].join("");
  const last = aliases === "" ? "" : `\n\n${aliases}`;
  return `${docstring(about)}\nfrom __future__ import annotations\n\n${imports}\n\n${classes}${last}`;
}

const TYPING = ["List", "Literal", "Optional", "TypedDict", "Union"];

function importOf(module: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `${inBrackets(`from ${module} import `, names, "")}\n`;
}

/** Names that users may import from here, too: a strict reader of types wants it said. */
function again(module: string, names: readonly string[]): string {
  const lines = names.map((name) => `    ${name} as ${name},\n`);
  return names.length === 0 ? "" : `from ${module} import (\n${lines.join("")})\n`;
}
