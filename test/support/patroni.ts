/** The settings of PostgreSQL that ops/cluster/patroni.yml gives to Patroni, as texts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const FILE = join(import.meta.dirname, "../../ops/cluster/patroni.yml");

export function patroniParameters(): Readonly<Record<string, string>> {
  // Patroni reads YAML of before: there a bare `on` is a truth value, and no text.
  const { bootstrap } = parse(readFileSync(FILE, "utf8"), { version: "1.1" });
  const given = Object.entries(bootstrap.dcs.postgresql.parameters);
  return Object.fromEntries(given.map(([name, value]) => [name, `${value}`]));
}
