/**
 * Looks up a refusal by the id of its request, in the two files that hold the newest of them: also
 * those of the process before this one. A line that was torn by a crash is passed over. USER-LOG-3.
 */
import { fileNamesIn, linesIn } from "./read-lines.ts";

/** The newest lines are in the first; the second is what the first was before it grew too large. */
export const REFUSAL_FILES = refusalFilesOf(0);

/** Each process with a public listener has its own: the server, which is 0, and the gateways. */
export function refusalFilesOf(process: number): readonly [string, string] {
  const name = process === 0 ? "refusals" : `refusals-gateway-${process}`;
  return [`${name}.log`, `${name}.1.log`];
}

const FILE_NAME = /^refusals(?:-gateway-[0-9]+)?(?:\.1)?\.log$/;

/** What is kept of a request that was refused. */
export interface RefusedRequest {
  /** When it was answered, in ISO 8601. */
  readonly time: string;
  /** The id in the header X-Request-Id. */
  readonly request: string;
  /** Empty, like the path, where no head could be read. */
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly code: number;
  /** What was wrong, in the words of a sandbox. */
  readonly message: string;
  /** 0 where the request was not signed in yet. */
  readonly user: number;
  readonly durationMs: number;
}

/** `directory` is the data directory. Undefined: it was not refused, or too long ago. */
export async function findRefusal(
  directory: string,
  request: string,
): Promise<RefusedRequest | undefined> {
  for (const name of await fileNamesIn(directory, FILE_NAME)) {
    for await (const line of linesIn<RefusedRequest>(directory, name, request)) {
      if (line.request === request) return line;
    }
  }
  return undefined;
}
