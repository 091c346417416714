/**
 * An example of every message of the streams, from a recorded day: `npm run generate` writes
 * src/contract/streams/examples.ts, and a test holds it equal. Of many the one that shows most fields in the fewest letters.
 */
import { join } from "node:path";
import { STREAM_MESSAGES } from "../../src/contract/streams/messages.ts";
import { type DayPlan, recordDay } from "../../test/recording/day.ts";
import { EXAMPLES_DAY } from "../../test/recording/plans.ts";
import { type Spoken, StreamTour } from "../../test/recording/stream-tour.ts";
import { fieldsIn } from "../../test/support/api-document.ts";
import { messageNamed } from "../../test/support/stream-contract.ts";

export const EXAMPLES_FILE = join(import.meta.dirname, "../../src/contract/streams/examples.ts");

/** Longer ones are for no reader. */
const LENGTH_MAX = 2_500;
/** Drawn anew at every start. */
const REQUEST_ID = /("(?:requestId|X-Request-Id)":)"[^"]*"/g;

interface Example {
  readonly text: string;
  readonly fields: number;
}

/** The text of the file. */
export async function streamExamples(day: DayPlan = EXAMPLES_DAY): Promise<string> {
  const tour = new StreamTour();
  const { recording } = await recordDay(day, tour.visit);
  const heard = (["public", "private"] as const).flatMap((kind) => recording.linesOf(kind));
  const all = [...tour.spoken, ...heard.map(spokenIn)];
  const best = new Map<string, Example>();
  for (const spoken of all) take(best, spoken);
  const rows = Object.keys(STREAM_MESSAGES).map((name) => {
    const text = best.get(name)?.text ?? missing(name);
    return `  "${name}": ${quoted(text)},\n`;
  });
  return `${HEAD}export const STREAM_EXAMPLES: Readonly<Record<string, string>> = {\n${rows.join("")}};\n`;
}

const HEAD = `/**
 * An example of every message of the streams, by its name, as it was said on a recorded day. Made by
 * \`npm run generate\`; test/contract/stream-examples.test.ts holds it equal.
 */

// biome-ignore format: made by a script, a line for each.
`;

/** A line of a recording is the time and the text. */
function spokenIn(line: string): Spoken {
  const text = line.slice(line.indexOf(" ") + 1);
  const isOwn = text.startsWith('{"type"');
  return { path: isOwn ? "/ws" : "/kline-api/ws", from: "server", text };
}

function take(best: Map<string, Example>, { path, from, text: said }: Spoken): void {
  const text = said.replaceAll(REQUEST_ID, '$1"h4x0r3k2pq"');
  const value = JSON.parse(text);
  const name = messageNamed(path, from, value);
  if (name === undefined) return;
  const known = best.get(name);
  const example = { text, fields: text.length > LENGTH_MAX ? 0 : fieldsIn(saying(value)).size };
  if (!known || isBetter(example, known)) best.set(name, example);
}

/** What is nothing says nothing. */
function saying(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(saying);
  if (typeof value !== "object" || value === null) return value;
  const told = Object.entries(value).filter(([, one]) => !NOTHING.has(one));
  return Object.fromEntries(told.map(([field, one]) => [field, saying(one)]));
}

const NOTHING: ReadonlySet<unknown> = new Set([0, "0", "", "999"]);

function isBetter(a: Example, b: Example): boolean {
  return a.fields > b.fields || (a.fields === b.fields && a.text.length < b.text.length);
}

function missing(name: string): never {
  throw new Error(`the day has no ${name}`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
