/** What the compiler holds a handler to: these lines must be errors of types, or `npm run types` fails here. */
import { expect, test } from "vitest";
import { name } from "../../../contract/operator/forms.ts";
import { ADD_ASSET } from "../../../contract/operator/market/assets.ts";
import { request } from "../../../contract/operator/request.ts";
import { optional } from "../../../contract/parameter.ts";
import { endpoint } from "./operator.ts";

test("a handler answers every field of its reply, each by its type", () => {
  const whole = endpoint(ADD_ASSET, () => ({ name: "BTC", scale: 8 }));
  // @ts-expect-error a field is left out
  const short = endpoint(ADD_ASSET, () => ({ name: "BTC" }));
  // @ts-expect-error a field is left out, of a reply that is waited for
  const late = endpoint(ADD_ASSET, async () => ({ name: "BTC" }));
  // @ts-expect-error a whole number is no text
  const wrong = endpoint(ADD_ASSET, () => ({ name: "BTC", scale: "8" }));

  for (const route of [short, late, wrong]) expect(route.path).toBe(whole.path);
});

test("a parameter says how it is typed, or why it is not", () => {
  // @ts-expect-error it says neither
  const declared = request({ ...ADD_ASSET, parameters: { note: optional(name) } });

  expect(Object.keys(declared.parameters)).toEqual(["note"]);
});
