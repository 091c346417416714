/**
 * The past of a sandbox's market: how its figures are written and where its past ends, and more of it, some candles at a time.
 * `bourse candles import` reads a file and sends both. Rules SANDBOX-PAST-1, SANDBOX-PAST-2.
 */
import { count, record, text, time, told, truth } from "../../field.ts";
import { type Form, required } from "../../parameter.ts";
import { name } from "../forms.ts";
import { request } from "../request.ts";
import { option, untyped } from "../typed.ts";

const MARKET = {
  market: option(
    "--market NAME",
    "the symbol or contract they are of",
    required(told(name, { description: "The name of the symbol or contract." })),
  ),
};

const END = count("where its past ends, in ms; 0 where it has none");

export const SHOW_PAST = request({
  method: "GET",
  path: "/candles",
  parameters: MARKET,
  about: {
    operation: "showPast",
    tag: "sandbox",
    summary: "How the figures of a market are written, and where its past ends",
    reply: record({
      market: text("symbol or contract"),
      pricePrecision: count("decimals of its prices"),
      quantityPrecision: count("decimals of its quantities"),
      hasTrades: truth("whether it has traded, and takes no past any more"),
      end: END,
      engineTime: time("time of the exchange"),
    }),
    codes: ["SANDBOX_ONLY", "BAD_SYMBOL"],
  },
  commands: [],
});

/** A body holds some thousand lines. */
const lines: Form<string> = {
  name: "lines of candles",
  shape: { type: "string" },
  read: (given) => (given.kind === "text" ? given.text : undefined),
};

export const IMPORT_PAST = request({
  method: "POST",
  path: "/candles",
  parameters: {
    ...MARKET,
    candles: untyped(
      "they are read from a file",
      required(
        told(lines, {
          description:
            "Lines of start in ms, open, high, low, close, volume. Without a start a candle comes right behind the one before it, without an open it opens at its close.",
        }),
      ),
    ),
  },
  about: {
    operation: "importPast",
    tag: "sandbox",
    summary: "Give a market that has not traded more of a past, in minute candles",
    reply: record({
      market: text("symbol or contract"),
      imported: count("how many candles were imported"),
      end: END,
    }),
    codes: ["SANDBOX_ONLY", "BAD_SYMBOL", "PAST_REFUSED"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "candles import",
      says: "give a market of a sandbox that has not traded a past: candles of one minute from a CSV file",
    },
  ],
});
