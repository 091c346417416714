/** A client that sends on and on while its answers wait: its connection is not read for that time. */
import { expect, onTestFinished, test } from "vitest";
import { CONNECTION_LIMITS, TIME_OUTS } from "../../src/edge/http/listener/connections.ts";
import { UNANSWERED_MAX } from "../../src/edge/http/listener/reply-queue.ts";
import { closeListener, createListener, listen } from "../../src/edge/http/listener/server.ts";
import type { Reply } from "../../src/edge/http/reply.ts";
import { TEST_PATIENCE } from "../support/patience.ts";
import { CLOSE, exchangeBytes, rawHead, repliesIn } from "../support/raw-http.ts";

/**
 * Part of a request is read and the rest waits with the connection: a busy machine that needs more than
 * ten seconds for the others must not be cut off for it here.
 */
const PATIENT = { ...TIME_OUTS, headersTimeout: 90_000, requestTimeout: 95_000, timeout: 100_000 };
/** What a connection is read by. */
const PIECE_BYTES = 64 * 1024;

/** A listener that answers only when it is told to, in the order of asking; `/now` it answers at once. */
async function openSlowly() {
  const waiting: (() => void)[] = [];
  const taken = { count: 0, waitingMax: 0 };
  const replyOf = (body: string): Reply => ({ status: 200, headers: {}, body, isClosing: false });
  const api = {
    admit: ({ target }: { readonly target: string }) => ({ request: 1, target }),
    answer({ target }: { readonly target: string }, body: Uint8Array) {
      if (target === "/now") return replyOf("now");
      taken.count++;
      const reply = replyOf(`${target}:${Buffer.from(body)}`);
      return new Promise<Reply>((resolve) => {
        waiting.push(() => resolve(reply));
        taken.waitingMax = Math.max(taken.waitingMax, waiting.length);
      });
    },
    refuse: () => replyOf("refused"),
    nextRequest: () => 1,
  };
  const limits = { ...CONNECTION_LIMITS, timeOuts: PATIENT };
  const server = createListener<{ request: number; target: string }>(api, { limits });
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => closeListener(server, 0));
  /** Answers those that wait now; how many there were. */
  const release = (): number => {
    const due = waiting.splice(0);
    for (const answer of due) answer();
    return due.length;
  };
  return { port, taken, release };
}

type Writer = (target: string) => string;

const post: Writer = (target) => `${rawHead(`POST ${target}`, {}, "Content-Length: 5")}xxxxx`;
const inChunks: Writer = (target) =>
  `${rawHead(`POST ${target}`, {}, "Transfer-Encoding: chunked")}2\r\nxx\r\n0\r\n\r\n`;
const eager: Writer = (target) =>
  `${rawHead(`POST ${target}`, {}, "Content-Length: 1", "Expect: 100-continue")}x`;

/** More than wait and one piece of a connection together. */
const COUNT = 2_500;

test.each<[string, Writer, string]>([
  ["GET", (target) => rawHead(`GET ${target}`, {}), ""],
  ["POST", post, "xxxxx"],
  ["POST in chunks", inChunks, "xx"],
  ["POST that does not wait for its 100", eager, "x"],
])(
  "SEC-21 CORE-BOUND-1 of %s so many wait on a connection, and all are answered in order",
  async (_, write, body) => {
    const { port, taken, release } = await openSlowly();
    const targets = Array.from({ length: COUNT }, (_, at) => `/${at}`);
    const inPiece = PIECE_BYTES / write("/0").length;

    const bytes = targets.map(write).join("") + rawHead("GET /now", {}, CLOSE);
    const said = exchangeBytes(port, bytes);
    await expect.poll(() => taken.count, TEST_PATIENCE).toBeGreaterThanOrEqual(UNANSWERED_MAX);
    // Other clients are served meanwhile, and the flood gets no further.
    for (let asked = 0; asked < 50; asked++) {
      const now = await exchangeBytes(port, rawHead("GET /now", {}, CLOSE));
      expect(repliesIn(now)).toMatchObject([{ status: 200, body: "now" }]);
    }
    expect(taken.count).toBeLessThanOrEqual(UNANSWERED_MAX + inPiece);

    let answered = 0;
    const answerAll = () => {
      answered += release();
      return answered;
    };
    await expect.poll(answerAll, { ...TEST_PATIENCE, interval: 1 }).toBe(COUNT);
    expect(taken.waitingMax).toBeLessThanOrEqual(UNANSWERED_MAX + inPiece);
    const bodies = repliesIn(await said).filter(({ status }) => status !== 100);
    const expected = [...targets.map((target) => `${target}:${body}`), "now"];
    expect(bodies.map((reply) => reply.body)).toEqual(expected);
  },
);
