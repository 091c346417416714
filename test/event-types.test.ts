/**
 * An event is a value by its type: ids, numbers, texts, bytes, lists of them, and flat records, all of them
 * readonly. An event type that holds a type of the state, or anything that can be written to, does not
 * compile here, and is named. What the types cannot say (is a copy made?) the simulation sees:
 * test/simulation/frozen-events.ts.
 */
import { expect, expectTypeOf, test } from "vitest";
import type { Book } from "../src/core/engine/book/book.ts";
import type { Asset, Pair } from "../src/core/engine/catalogue/catalogue.ts";
import type { Contract } from "../src/core/engine/catalogue/contract.ts";
import type { ExchangeEvent } from "../src/core/engine/events.ts";
import type { Movement } from "../src/core/engine/ledger/movements.ts";
import type { Order } from "../src/core/engine/orders/order.ts";
import type { Ban } from "../src/core/engine/users/bans.ts";
import type { ApiKey, User } from "../src/core/engine/users/users.ts";

type Scalar = string | number | bigint | boolean | undefined | Uint8Array;
/** Flat records that the state keeps: an event may have their fields, and never one of them inside it. */
type StateRecord = Asset | Pair | Contract | Movement | Ban | ApiKey | User;

type IsSame<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type IsReadonly<T, K extends keyof T> = IsSame<Pick<T, K>, Readonly<Pick<T, K>>>;

/** A record of scalars that cannot be written to, and not one of the state's. */
type IsFlat<T> = T extends Scalar
  ? true
  : T extends StateRecord | readonly unknown[] | ((...given: never[]) => unknown)
    ? false
    : false extends { [K in keyof T]-?: T[K] extends Scalar ? IsReadonly<T, K> : false }[keyof T]
      ? false
      : true;

type IsValue<T> = T extends readonly (infer Item)[]
  ? T extends unknown[]
    ? false
    : IsFlat<Item>
  : IsFlat<T>;

/** The names of the fields that are no values, or can be written to. */
type LiveFields<T> = {
  [K in keyof T]-?: [IsValue<T[K]>, IsReadonly<T, K>] extends [true, true] ? never : K;
}[keyof T];

/** `"Traded.maker"`, for each field of an event that is no value. */
type LiveEvents<E> = E extends { readonly type: infer Type extends string }
  ? LiveFields<E> extends infer Field
    ? Field extends string
      ? `${Type}.${Field}`
      : never
    : never
  : "an event without a type";

type Typed = { readonly type: "Bad" };
type Alias = Order | undefined;
interface Extends extends Readonly<Order> {
  readonly type: "Bad";
}
interface Above {
  readonly book: Book | undefined;
}
interface Below extends Above {
  readonly type: "Bad";
}

test("no event of the engine holds a type of the state, or anything that can be written to", () => {
  const live: readonly LiveEvents<ExchangeEvent>[] = [];
  // A name that stands here after all is told by the compiler.
  const none: readonly never[] = live;

  expect(none).toEqual([]);
});

test("an event that holds one is named, in whatever form it is declared", () => {
  expectTypeOf<LiveEvents<Typed & { readonly order: Order }>>().toEqualTypeOf<"Bad.order">();
  expectTypeOf<LiveEvents<Typed & { readonly all: readonly Pair[] }>>().toEqualTypeOf<"Bad.all">();
  expectTypeOf<LiveEvents<Typed & { readonly one: Alias }>>().toEqualTypeOf<"Bad.one">();
  expectTypeOf<LiveEvents<Typed & { readonly user: User }>>().toEqualTypeOf<"Bad.user">();
  expectTypeOf<
    LiveEvents<Typed & { readonly of: { readonly maker: Order } }>
  >().toEqualTypeOf<"Bad.of">();
  expectTypeOf<LiveEvents<Typed & { lots: number }>>().toEqualTypeOf<"Bad.lots">();
  expectTypeOf<LiveEvents<Typed & { readonly ids: number[] }>>().toEqualTypeOf<"Bad.ids">();
  expectTypeOf<LiveEvents<Typed & { readonly call: () => void }>>().toEqualTypeOf<"Bad.call">();
  expectTypeOf<LiveEvents<Below>>().toEqualTypeOf<"Bad.book">();
  expectTypeOf<LiveEvents<Extends>>().toEqualTypeOf<"Bad.futures" | "Bad.instructions">();
  expectTypeOf<"Bad.remaining">().toExtend<LiveEvents<Typed & Order>>();
  expectTypeOf<LiveEvents<Typed & { readonly ids: readonly number[] }>>().toEqualTypeOf<never>();
});
