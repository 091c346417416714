/**
 * Every leaf of a living state, with a way to change it and to put it back: numbers, texts, flags,
 * and whether an entry of a list or a Map is there at all. It walks whatever it finds, so a new
 * field is found without being told; only tables are opened by their own words, cell by cell where they are rows.
 */
import { SideColumn } from "../../src/core/base/rows/side-column.ts";
import { WalletTable } from "../../src/core/engine/ledger/wallet-table.ts";
import { EndedNames } from "../../src/core/engine/orders/ended-names.ts";
import type { OrderRow, OrderRows } from "../../src/core/engine/orders/order-rows.ts";
import { OrderTable } from "../../src/core/engine/orders/order-table.ts";

export interface Leaf {
  readonly path: string;
  /** Changes the leaf; what it returns puts it back. */
  readonly change: () => () => void;
}

type Bag = Record<string, unknown>;

export function leavesOf(root: object): Leaf[] {
  const leaves: Leaf[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown, path: string) => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (value instanceof WalletTable) leaves.push(...cellsOf(value, path));
    else if (value instanceof OrderTable) visitTable(value, path);
    else if (value instanceof EndedNames) leaves.push(...cellsOfNames(value, path));
    else if (value instanceof SideColumn) visitColumn(value, path);
    else if (value instanceof Map) visitMap(value, path);
    else if (value instanceof Set) visitSet(value, path);
    else visitEntries(value as Bag, path);
  };
  const visitTable = (table: OrderTable, path: string) => {
    for (const order of table.inOrder()) {
      const id = table.rows.id(order);
      const inner = path.replace(/byId$/, `open.${id}`);
      leaves.push({ path: `${path}.membership.${id}`, change: absence(table, order) });
      leaves.push(...cellsOfOrder(table, order, inner));
      visit(table.rows.futures(order), `${inner}.futures`);
      visit(table.rows.instructions(order), `${inner}.instructions`);
    }
  };
  const visitColumn = (column: SideColumn<unknown>, path: string) => {
    for (const [row, value] of column["pages"].flat().entries()) {
      if (value === undefined) continue;
      leaves.push({ path: `${path}.membership.${row}`, change: emptying(column, row) });
      visit(value, `${path}.${row}`);
    }
  };
  const visitMap = (map: Map<unknown, unknown>, path: string) => {
    for (const [key, value] of map) {
      leaves.push({ path: `${path}.membership.${String(key)}`, change: omission(map, key) });
      visit(value, `${path}.${String(key)}`);
    }
  };
  const visitSet = (set: Set<unknown>, path: string) => {
    for (const value of set) {
      leaves.push({ path: `${path}.membership.${String(value)}`, change: exclusion(set, value) });
    }
  };
  const visitEntries = (bag: Bag, path: string) => {
    if (Array.isArray(bag) && bag.length > 0) {
      leaves.push({ path: `${path}.length`, change: shortening(bag) });
    }
    for (const key of Object.keys(bag)) {
      const inner = path === "" ? key : `${path}.${key}`;
      const changed = otherThan(bag[key]);
      if (changed === undefined) visit(bag[key], inner);
      else leaves.push({ path: inner, change: replacement(bag, key, changed) });
    }
  };
  visit(root, "");
  return leaves;
}

/** The cells of every wallet: six numbers, and behind them four words. */
function cellsOf(table: WalletTable, path: string): Leaf[] {
  const { numbers, words } = { numbers: table["cells"], words: table["words"] };
  const leaves: Leaf[] = [];
  for (let row = 1; row < table["space"].end; row++) {
    const at = row * 8;
    for (let cell = 0; cell < 6; cell++) {
      const change = raised(numbers, at + cell);
      leaves.push({ path: `${path}.${row}.number.${cell}`, change });
    }
    for (let cell = 12; cell < 16; cell++) {
      const change = raised(words, 2 * at + cell);
      leaves.push({ path: `${path}.${row}.word.${cell}`, change });
    }
  }
  return leaves;
}

function raised(cells: Float64Array | Int32Array, at: number, by = 1): Leaf["change"] {
  return () => {
    cells[at] = (cells[at] as number) + by;
    return () => {
      cells[at] = (cells[at] as number) - by;
    };
  };
}

/** Another value of the same type; undefined for what is no leaf. */
function otherThan(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "bigint") return value + 1n;
  if (typeof value === "string") return `${value}x`;
  if (typeof value === "boolean") return !value;
  return undefined;
}

function replacement(bag: Bag, key: string, changed: unknown): Leaf["change"] {
  return () => {
    const before = bag[key];
    bag[key] = changed;
    return () => {
      bag[key] = before;
    };
  };
}

function shortening(list: unknown[]): Leaf["change"] {
  return () => {
    const last = list.pop();
    return () => {
      list.push(last);
    };
  };
}

function emptying(column: SideColumn<unknown>, row: number): Leaf["change"] {
  return () => {
    const value = column.get(row);
    column.clear(row);
    return () => column.set(row, value);
  };
}

function omission(map: Map<unknown, unknown>, key: unknown): Leaf["change"] {
  return () => {
    const entries = [...map];
    map.delete(key);
    return () => {
      map.clear();
      for (const [name, value] of entries) map.set(name, value);
    };
  };
}

function exclusion(set: Set<unknown>, value: unknown): Leaf["change"] {
  return () => {
    const values = [...set];
    set.delete(value);
    return () => {
      set.clear();
      for (const one of values) set.add(one);
    };
  };
}

function absence(table: OrderTable, order: OrderRow): Leaf["change"] {
  return () => {
    table.remove(order);
    return () => table.add(order);
  };
}

/** The cells of every ended name, oldest first. */
function cellsOfNames(names: EndedNames, path: string): Leaf[] {
  const leaves: Leaf[] = [];
  const { numbers, words } = { numbers: names["numbers"], words: names["words"] };
  for (let row = names["oldest"]; row !== 0; row = words[row * 8 + 7] as number) {
    for (const at of [0, 1]) {
      leaves.push({ path: `${path}.${row}.number.${at}`, change: raised(numbers, row * 4 + at) });
    }
    for (const at of [4, 5, 6]) {
      leaves.push({ path: `${path}.${row}.word.${at}`, change: raised(words, row * 8 + at) });
    }
  }
  return leaves;
}

/** The cells of an order by the names of their fields, and what stands beside. */
function cellsOfOrder({ rows }: OrderTable, order: OrderRow, path: string): Leaf[] {
  const { numbers, words, rest, restWords } = rowCells(rows);
  const leaf = (name: string, change: Leaf["change"]) => ({ path: `${path}.${name}`, change });
  const borrowed = rows.borrowed(order);
  const clientId = rows.clientId(order);
  return [
    ...NUMBERS.map((name, at) => leaf(name, raised(numbers, order * 8 + at))),
    ...WORDS.map((name, at) => leaf(name, raised(words, order * 16 + 6 + at))),
    leaf("kind", raised(words, order * 16 + 11, 2)),
    leaf("area", raised(words, order * 16 + 11, rows.area(order) === "spot" ? 4 : -4)),
    ...REST.map((name, at) => leaf(name, raised(rest, order * 6 + at))),
    leaf("makerRate", raised(restWords, order * 12 + 10)),
    leaf("takerRate", raised(restWords, order * 12 + 11)),
    leaf("borrowed", () => {
      rows.setBorrowed(order, borrowed + 1n);
      return () => rows.setBorrowed(order, borrowed);
    }),
    ...(clientId === "" ? [] : [leaf("clientId", renaming(rows, order, clientId))]),
  ];
}

const NUMBERS = ["id", "remaining", "ticks"];
const WORDS = [
  "user",
  "market",
  "level",
  "before",
  "behind",
  "side",
  "nameHash",
  "wallet",
  "newer",
  "older",
];
const REST = ["lots", "executed", "traded", "traded", "placedAtMs"];

function rowCells(rows: OrderRows) {
  return {
    numbers: rows["numbers"],
    words: rows["words"],
    rest: rows["rest"],
    restWords: rows["restWords"],
  };
}

function renaming(rows: OrderRows, order: OrderRow, clientId: string): Leaf["change"] {
  return () => {
    rows["clientIds"].set(order, `${clientId}x`);
    return () => rows["clientIds"].set(order, clientId);
  };
}
