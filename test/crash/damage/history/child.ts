/**
 * The process in which damaged history stores are opened: LMDB maps the file, and one that is shorter than
 * it says, or points anywhere, may end the process that reads it. What is begun is said before it begins, so that the
 * parent knows what it was. Started with the data directory and a place to work at.
 */
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { type Damage, damaged } from "../damages.ts";
import { judge } from "./judge.ts";
import { HistoryLook } from "./look.ts";

const SENTENCE_MAX = 1_000;
const [directory = "", place = ""] = process.argv.slice(2);
const history = new HistoryLook(directory, place, (phase) => say({ phase }));
const sound = await history.sound();
const problem = sound.verified ?? sound.failed ?? sound.scrubbed;
if (problem) throw new Error(`without damage: ${problem.message}`);

for await (const line of createInterface(process.stdin)) {
  const looked = await history.look(damaged(history.store, JSON.parse(line) as Damage));
  const { outcome, sentence } = judge(looked, sound);
  say({ verdict: { outcome, sentence: sentence.slice(0, SENTENCE_MAX) } });
}

/** At once: a process that is ended says nothing more. So short that the pipe takes it. */
function say(message: unknown): void {
  writeSync(1, `${JSON.stringify(message)}\n`);
}
