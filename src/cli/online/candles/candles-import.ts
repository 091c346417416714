/** `bourse candles import FILE`: the past of a sandbox's market, from a file. Rule SANDBOX-PAST-6. */
import { readFileSync, statSync } from "node:fs";
import { Agent } from "node:http";
import type { ValueOf } from "../../../contract/field.ts";
import { IMPORT_PAST, SHOW_PAST } from "../../../contract/operator/sandbox/candles.ts";
import { command, type Values } from "../../terminal/command.ts";
import { commandOf, optionsOf, parametersOf } from "../../typed/typed-line.ts";
import { askOf, ONLINE_OPTIONS, placeOf } from "../online.ts";
import { ask, type Place } from "../operator-client.ts";
import { fetchOver } from "../plain-fetch.ts";
import { CandleFileError, candlesIn, MINUTE_MS } from "./candle-file.ts";
import { type Texts, textsOf } from "./texts.ts";

type Past = ValueOf<(typeof SHOW_PAST)["about"]["reply"]>;
type Imported = ValueOf<(typeof IMPORT_PAST)["about"]["reply"]>;

const declared = commandOf(IMPORT_PAST, "candles import");

const options = {
  ...optionsOf(IMPORT_PAST, declared),
  "--round": { says: "round figures that are more precise than the market, half up" },
  ...ONLINE_OPTIONS,
} as const;

/** More than two years of minutes in any form. */
const FILE_BYTES_MAX = 256 * 1024 * 1024;

export const candlesImport = command({
  name: declared.words,
  says: declared.says,
  takes: ["FILE"],
  options,
  async run(values, terminal) {
    const place = placeOf(values, terminal);
    const market = `${parametersOf(IMPORT_PAST, declared, values)["market"]}`;
    const past: Past = JSON.parse(await ask(place, askOf(SHOW_PAST, { market })));
    const candles = readAll(values, past);
    const end = await sendAll(place, market, candles);
    terminal.out(sayingOf(values, { market, imported: candles.count, end }));
  },
});

type Given = Values<["FILE"], typeof options>;

/** All of it is checked, also against the market, before anything is sent. */
function readAll(values: Given, past: Past): Texts {
  const { FILE: path, "--round": round } = values;
  const { pricePrecision, quantityPrecision } = past;
  if (past.hasTrades) {
    throw new Error(
      `${past.market} has traded: a past is imported before the first trade, or never.`,
    );
  }
  try {
    const terms = { pricePrecision, quantityPrecision, rounds: round !== undefined };
    const candles = textsOf(candlesIn(textOf(path), terms));
    checkPlace(candles, past);
    return candles;
  } catch (error) {
    if (!(error instanceof CandleFileError)) throw error;
    throw new Error(`${path}: ${error.message}; nothing was imported.`, { cause: error });
  }
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > FILE_BYTES_MAX) throw new CandleFileError("it is too large");
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if (error instanceof CandleFileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CandleFileError(`it cannot be read (${code})`);
  }
}

function checkPlace({ first, last }: Texts, { end, engineTime }: Past): void {
  if (first.startMs < end) {
    const ends = `the market has a past up to ${isoOf(end)}, and later candles are added only`;
    throw new CandleFileError(`line ${first.line}: ${ends}`);
  }
  if (last.startMs + MINUTE_MS > engineTime) {
    throw new CandleFileError(`line ${last.line}: the candle is not over at ${isoOf(engineTime)}`);
  }
}

async function sendAll(place: Place, market: string, candles: Texts): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    return await sendOver(fetchOver(agent), place, market, candles);
  } finally {
    agent.destroy();
  }
}

async function sendOver(
  fetch: ReturnType<typeof fetchOver>,
  place: Place,
  market: string,
  { texts, count }: Texts,
): Promise<number> {
  let sent = 0;
  let end = 0;
  for (const { text: candles, count: more } of texts) {
    const remedy = `${sent} of ${count} candles were imported before it.`;
    try {
      const asked = askOf(IMPORT_PAST, { market, candles }, remedy);
      end = JSON.parse(await ask(place, asked, fetch)).end;
    } catch (error) {
      if (sent === 0 || !(error instanceof Error)) throw error;
      throw new Error(`${error.message} ${remedy}`, { cause: error });
    }
    sent += more;
  }
  return end;
}

function sayingOf(values: Given, done: Imported): string {
  if (values["--json"] !== undefined) return JSON.stringify(done);
  return `imported ${done.imported} candles of ${done.market}, up to ${isoOf(done.end)}`;
}

function isoOf(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
