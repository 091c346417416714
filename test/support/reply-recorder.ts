/**
 * With BOURSE_RECORD=DIRECTORY every reply that a contract desk gets is written down there, in a file for
 * each test file: `test/recording/compare.ts` holds two such directories together.
 */
import { appendFileSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "vitest";
import type { PublicApi } from "../../src/edge/http/public-api.ts";
import type { Reply } from "../../src/edge/http/reply.ts";
import type { RequestHead } from "../../src/edge/http/request.ts";

const DIRECTORY = process.env["BOURSE_RECORD"];

/** The API itself; one that records if that was asked for. */
export function recorded(api: PublicApi): PublicApi {
  if (DIRECTORY === undefined) return api;
  const admit = api.admit.bind(api);
  const answer = api.answer.bind(api);
  return Object.assign(api, {
    admit(head: RequestHead) {
      const admitted = admit(head);
      if ("status" in admitted) note(head, NO_BYTES, admitted);
      return admitted;
    },
    async answer(...[admitted, body]: Parameters<PublicApi["answer"]>) {
      const reply = await answer(admitted, body);
      note(admitted.head, body, reply);
      return reply;
    },
  });
}

const NO_BYTES = new Uint8Array(0);

function note({ method, target }: RequestHead, body: Uint8Array, reply: Reply): void {
  const asked = `${method} ${target} ${Buffer.from(body).toString("latin1")}`;
  const answered = `${reply.status} ${JSON.stringify(reply.headers)} ${reply.body}`;
  if (DIRECTORY !== undefined) noteLine(DIRECTORY, `${asked} -> ${answered}`);
}

/** In the order of the requests; control characters are escaped, so that a line is one reply. */
function noteLine(directory: string, line: string): void {
  const { testPath = "no-test" } = expect.getState();
  mkdirSync(directory, { recursive: true });
  const text = line.replaceAll(CONTROL, (letter) => JSON.stringify(letter).slice(1, -1));
  appendFileSync(join(directory, `${basename(testPath, ".test.ts")}.txt`), `${text}\n`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be written otherwise.
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
