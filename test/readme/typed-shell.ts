/**
 * A shell in which a page's blocks are typed as they stand, but for two words. `npx bourse` spends a second on finding
 * and loading the program: here it goes through curl to the command line in the test's own process. `sleep` waits until
 * what the page waits for has come, however long a busy machine takes for it.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Printed } from "../support/cli-desk.ts";

export interface TypedWords {
  /** What `bourse WORDS` does. */
  bourse(words: readonly string[]): Promise<Printed>;
  /** Returns when there is nothing left to wait for. */
  sleep(): Promise<void>;
}

export interface TypedShell {
  /** What is typed before the first block. */
  readonly prelude: string;
  close(): Promise<unknown>;
}

export async function openShell({ bourse, sleep }: TypedWords): Promise<TypedShell> {
  const server = createServer(async (incoming, reply) => {
    const words = (await text(incoming)).split("\n").slice(0, -1);
    const answer = incoming.url === "/sleep" ? sleep().then(() => NOTHING) : bourse(words);
    const { code, out, err } = await answer.catch(failed);
    reply.writeHead(code === 0 ? 200 : 500).end(code === 0 ? linesOf(out) : linesOf(err));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    prelude: preludeAt(`http://127.0.0.1:${port}`),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const NOTHING: Printed = { code: 0, out: "", err: "" };

function failed(error: unknown): Printed {
  return { code: 1, out: "", err: `${error}` };
}

function linesOf(text: string): string {
  return text === "" ? "" : `${text}\n`;
}

/** One command, which is told nothing but its name, goes the whole way to the program. */
function preludeAt(url: string): string {
  const curl = "curl -s --fail-with-body";
  return `npx() {
  test "$1" = bourse && shift || return
  if test "$*" = status; then node dist/cli/bourse.js status; return; fi
  printf '%s\\n' "$@" | ${curl} --data-binary @- ${url}/bourse
}
sleep() { ${curl} ${url}/sleep; }
`;
}
