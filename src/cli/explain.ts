/**
 * `bourse explain ID`: what was decided about a request or an order, and with which numbers. A running
 * server is asked; where none runs, the directory itself is read, and then there is no time limit.
 */
import { readPlace } from "../config.ts";
import { isId } from "../explain/ids.ts";
import { tell } from "../explain/tell.ts";
import type { Explanation } from "../explain/words/explanation.ts";
import { DirectoryLocked } from "../log/directory-lock.ts";
import type { Disk } from "../log/disk.ts";
import { get, ONLINE_OPTIONS, online } from "./online/online.ts";
import { type CliCommand, command } from "./terminal/command.ts";
import { UsageError } from "./terminal/usage.ts";

const shape = {
  name: "explain",
  says: "tell what was decided about a request or an order, and with which numbers",
  takes: ["ID"],
} as const;

const asking = online({
  ...shape,
  options: {},
  ask: ({ ID: id }) => get(`/explain?id=${demandId(id)}`),
  show: (reply: Explanation) => tell(reply),
});

const reading = command({
  ...shape,
  options: ONLINE_OPTIONS,
  async run(values, { out, environment }) {
    const { dataDirectory } = readPlace(environment);
    const { ID: id, "--data": directory = dataDirectory, "--json": json } = values;
    demandId(id);
    const { offline } = await import("./offline.ts");
    const explanation = await offline(directory, (disk) => read(disk, directory, id));
    const lines = json === undefined ? tell(explanation) : [JSON.stringify(explanation)];
    for (const line of lines) out(line);
  },
});

/** Whoever holds the lock of the directory is asked. */
export const explain: CliCommand = {
  ...asking,
  async run(args, terminal) {
    try {
      await reading.run(args, terminal);
    } catch (error) {
      if (!(error instanceof DirectoryLocked)) throw error;
      await asking.run(args, terminal);
    }
  },
};

function demandId(id: string): string {
  if (isId(id)) return id;
  throw new UsageError("ID is that of an order, or of a request as it stands in X-Request-Id");
}

/** All in one go: nobody waits for a turn. */
const PACE = {
  sliceMs: Number.POSITIVE_INFINITY,
  limitMs: Number.POSITIVE_INFINITY,
  now: () => 0,
  pause: () => Promise.resolve(),
};

async function read(disk: Disk, directory: string, id: string): Promise<Explanation> {
  const { hasHistory, withHistory } = await import("./offline.ts");
  const { answer } = await import("../explain/answer.ts");
  const { chooseSnapshot } = await import("../service/restore.ts");
  const { openFileLog } = await import("../log/file/file-log.ts");
  const from = chooseSnapshot(disk).snapshot?.cursor;
  const log = await openFileLog({ disk, readOnly: true, from });
  const durablePosition = log.end.position;
  log.close();
  const sources = { disk, directory, id, durablePosition, pace: PACE };
  if (!hasHistory(directory)) return answer({ ...sources, history: undefined });
  return withHistory(directory, "read", (history) => answer({ ...sources, history }));
}
