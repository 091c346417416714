/**
 * One table of fields gives a record its TypeScript type, its bytes and its reader. Commands (command.ts) and
 * snapshots are declared with it, so a field cannot be in the type and missing from the disk. The notes for
 * the bundler say that a table by itself does nothing: a page is built without those beside its rules.
 */
import { Fault } from "../assert.ts";
import { type ByteReader, ByteWriter } from "./bytes.ts";
import { compileReader, compileWriter } from "./compile-record.ts";
import { type Digest, foldBytes } from "./digest.ts";

export interface Field<T> {
  write(out: ByteWriter, value: T): void;
  read(from: ByteReader): T;
}

export type RecordFields = Readonly<Record<string, Field<unknown>>>;

export type FieldValue<F> = F extends Field<infer T> ? T : never;

export type RecordOf<F extends RecordFields> = { readonly [K in keyof F]: FieldValue<F[K]> };

/** A whole number from 0 to 2^53 - 1. */
export const uint: Field<number> = {
  write: (out, value) => out.uint(value),
  read: (from) => from.uint(),
};

/** A whole number that may be negative. */
export const int: Field<number> = {
  write: (out, value) => out.int(value),
  read: (from) => from.int(),
};

export const big: Field<bigint> = {
  write: (out, value) => out.big(value),
  read: (from) => from.big(),
};

export const text: Field<string> = {
  write: (out, value) => out.text(value),
  read: (from) => from.text(),
};

/** Bytes; copied when read, so that they do not keep the whole file in memory. */
export const raw: Field<Uint8Array> = {
  write: (out, value) => out.raw(value),
  read: (from) => from.raw().slice(),
};

export const flag: Field<boolean> = {
  write: (out, value) => out.byte(value ? 1 : 0),
  read: (from) => from.byte() === 1,
};

/** One of a few words, as its number in the list: new words go at the end. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const W extends readonly string[]>(...words: W): Field<W[number]> {
  return {
    write(out, value) {
      const index = words.indexOf(value);
      if (index < 0) throw new Fault(`${value} is one of ${words.join(", ")}`);
      out.byte(index);
    },
    read(from) {
      const word = words[from.byte()];
      if (word === undefined) throw new Fault(`a read word is one of ${words.join(", ")}`);
      return word;
    },
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function list<T>(item: Field<T>): Field<readonly T[]> {
  return {
    write(out, values) {
      out.uint(values.length);
      for (const value of values) item.write(out, value);
    },
    read(from) {
      const count = from.uint();
      const values: T[] = [];
      for (let i = 0; i < count; i++) values.push(item.read(from));
      return values;
    },
  };
}

/** A value that may be missing; a byte before it says whether it is there. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(item: Field<T>): Field<T | undefined> {
  return {
    write(out, value) {
      out.byte(value === undefined ? 0 : 1);
      if (value !== undefined) item.write(out, value);
    },
    read: (from) => (from.byte() === 1 ? item.read(from) : undefined),
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function record<F extends RecordFields>(fields: F): Field<RecordOf<F>> {
  return { write: compileWriter(fields), read: compileReader<RecordOf<F>>(fields) };
}

/**
 * A record that stands alone, which has got a field later: the field is written at the end, and only
 * where it has a value, so that bytes of earlier versions are still what is written today.
 */
/* @__NO_SIDE_EFFECTS__ */
export function grown<F extends RecordFields, K extends string, T>(
  fields: F,
  { name, item }: { readonly name: K; readonly item: Field<T> },
): Field<RecordOf<F> & { readonly [key in K]?: T | undefined }> {
  type Grown = RecordOf<F> & { readonly [key in K]?: T | undefined };
  const first = record(fields);
  return {
    write(out, value) {
      first.write(out, value);
      const last = value[name];
      if (last !== undefined) item.write(out, last);
    },
    read(from) {
      const value = first.read(from);
      return (from.isAtEnd() ? value : { ...value, [name]: item.read(from) }) as Grown;
    },
  };
}

const scratch = /* @__PURE__ */ new ByteWriter();

/** Folds everything a record holds; for what changes seldom. */
export function foldRecord<T>(digest: Digest, record: Field<T>, value: T): void {
  scratch.reset();
  record.write(scratch, value);
  foldBytes(digest, scratch.view());
}
