/**
 * `bourse explain ID`: what was decided about a request or an order, and with which numbers. A running
 * server is asked; where none runs, the directory itself is read, and then there is no time limit. It
 * fails when nothing is known of the id.
 */
import { readPlace } from "../app/settings/config.ts";
import { EXPLAIN } from "../contract/operator/watching/explain.ts";
import type { OnProgress } from "../core/base/progress.ts";
import type { Disk } from "../log/disk.ts";
import { isId } from "../tools/explain/ids.ts";
import { tell } from "../tools/explain/tell.ts";
import type { Explanation } from "../tools/explain/words/explanation.ts";
import { ONLINE_OPTIONS, online } from "./online/online.ts";
import { type Answered, readOrAsk } from "./read-or-ask.ts";
import { type CliCommand, command, type Terminal } from "./terminal/command.ts";
import { UsageError } from "./terminal/usage.ts";

/** Server and directory both answer in JSON. */
const asking = online(EXPLAIN, "explain", {
  check: ({ id }) => demandId(`${id}`),
  show: () => [],
});

const reading = command({
  ...asking,
  retyped: undefined,
  takes: ["ID"],
  options: ONLINE_OPTIONS,
  async run({ ID: id, "--data": data }, { out, environment, progress }) {
    const directory = data ?? readPlace(environment).dataDirectory;
    demandId(id);
    const { offline } = await import("./offline.ts");
    const asked = { directory, id, onProgress: progress?.("replaying", "commands") };
    out(JSON.stringify(await offline(directory, (disk) => read(disk, asked))));
  },
});

export const explain: CliCommand = {
  ...asking,
  async run(args, terminal) {
    const { text, isRaw } = await askUntilMade(args, terminal);
    const explanation: Explanation = JSON.parse(text);
    for (const line of isRaw ? [text] : tell(explanation)) terminal.out(line);
    const { found, id } = explanation;
    if (found === "nothing") throw new Error(`nothing is known of ${id}`);
    if (found === "unknown") throw new Error(`${id} could not be explained`);
  },
};

/** EXPLAIN-SOON-1: a server answers how far it is while it takes longer, and is asked again. */
async function askUntilMade(args: readonly string[], terminal: Terminal): Promise<Answered> {
  const onProgress = terminal.progress?.("replaying", "commands");
  for (;;) {
    const answered = await readOrAsk({ reading, asking }, args, terminal);
    const explanation: Explanation = JSON.parse(answered.text);
    if (explanation.found !== "underway") return answered;
    onProgress?.(explanation.done, explanation.of);
  }
}

function demandId(id: string): void {
  if (isId(id)) return;
  throw new UsageError(
    "ID is that of an order, of a request as it stands in X-Request-Id, or a client id",
  );
}

/** All in one go: no other work waits. */
const PACE = {
  sliceMs: Number.POSITIVE_INFINITY,
  limitMs: Number.POSITIVE_INFINITY,
  now: () => 0,
  pause: () => Promise.resolve(),
};

interface Asked {
  readonly directory: string;
  readonly id: string;
  readonly onProgress: OnProgress | undefined;
}

async function read(disk: Disk, { directory, id, onProgress }: Asked): Promise<Explanation> {
  const { hasHistory, withHistory } = await import("./offline.ts");
  const { answer } = await import("../tools/explain/answer.ts");
  const { chooseSnapshot } = await import("../runtime/replica/restore.ts");
  const { openFileLog } = await import("../log/file/file-log.ts");
  const from = chooseSnapshot(disk).snapshot?.cursor;
  const log = await openFileLog({ disk, readOnly: true, from });
  const durablePosition = log.end.position;
  log.close();
  const sources = { disk, directory, id, durablePosition, onProgress, pace: PACE };
  if (!hasHistory(directory)) return answer({ ...sources, history: undefined });
  return withHistory(directory, "read", (history) => answer({ ...sources, history }));
}
