import { expect, test } from "vitest";
import { count, decimalText, figure, list, record, text, wholeFigure } from "../field.ts";
import { exactFieldsIn } from "./exact-fields.ts";

test("figures are told from whole numbers, at any depth and in lists", () => {
  const row = record({ id: count("id"), note: text("note"), fee: figure("fee") });
  const shape = record({
    rows: list(row, "rows"),
    ids: list(count("id"), "ids"),
    price: decimalText("price"),
    volume: wholeFigure("contracts"),
  });

  expect(exactFieldsIn([shape])).toEqual({
    decimals: ["fee", "price", "volume"],
    wholes: ["id", "ids"],
  });
});

test("a name that is both in two replies is refused by its name", () => {
  const shapes = [record({ size: count("size") }), record({ size: figure("size") })];

  expect(() => exactFieldsIn(shapes)).toThrow(/size/);
});
