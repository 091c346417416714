/**
 * Readers and writers of records, made to measure: code that names every field is ten times as fast
 * as a loop over the names, because V8 then knows the shape of what it builds. The code is put
 * together when the program starts, from the field names of our own tables and nothing else.
 */
import { assert } from "../assert.ts";
import type { ByteReader, ByteWriter } from "./bytes.ts";
import type { Field, RecordFields } from "./record.ts";

const NAME = /^[A-Za-z][A-Za-z0-9]*$/;

/** Writes the fields of a value in the order of the table. */
export function compileWriter(fields: RecordFields): (out: ByteWriter, value: unknown) => void {
  const lines = namesOf(fields).map((name, index) => `part${index}.write(out, value.${name});`);
  return compile(fields, `(out, value) => { ${lines.join(" ")} }`);
}

/** Reads them back; `type` is the first field of a command, which the bytes do not hold. */
export function compileReader<T>(fields: RecordFields, type?: string): (from: ByteReader) => T {
  const lines = namesOf(fields).map((name, index) => `${name}: part${index}.read(from)`);
  if (type !== undefined) lines.unshift(`type: ${JSON.stringify(type)}`);
  return compile(fields, `(from) => ({ ${lines.join(", ")} })`);
}

/** Whether a value has any of the fields. */
export function compileHasAny(fields: RecordFields): (value: unknown) => boolean {
  const tests = namesOf(fields).map((name) => `value.${name} !== undefined`);
  return compile(fields, `(value) => ${tests.join(" || ")}`);
}

function namesOf(fields: RecordFields): string[] {
  const names = Object.keys(fields);
  for (const name of names) assert(NAME.test(name), `${name} can name a field`);
  return names;
}

function compile<T>(fields: RecordFields, code: string): T {
  const parts: Field<unknown>[] = Object.values(fields);
  const make = new Function(...parts.map((_, index) => `part${index}`), `return ${code};`);
  return make(...parts);
}
