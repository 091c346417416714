/**
 * The judge of every reply that a test gets, by whichever way: the document of its listener. A reply that is not as
 * documented fails the test that is running, whatever the client makes of it: a good client may take a reply that it
 * cannot read for a broken connection, and ask again.
 */
import { expect, onTestFinished } from "vitest";
import { type ApiReader, PUBLIC } from "./api-document.ts";
import { type Exchanged, operationIn, problemWith } from "./document-check.ts";
import { OPERATOR_API } from "./operator-document.ts";

/** A request and its reply as they came. */
export interface Judged {
  readonly reader: ApiReader;
  readonly method: string;
  readonly target: string;
  readonly body: string | Uint8Array;
  readonly status: number;
  readonly text: string;
  /** The content type, where one was said: inside an API it is only that of a page. */
  readonly type?: string | undefined;
  /** STREAM-ORDER-1: it was called over a stream. */
  readonly isCall?: true;
}

/** A reply that is not that of the route which its path has. */
export interface Elsewhere {
  readonly reason: string;
  isMet(judged: Judged): boolean;
}

/** Judged as where there is no route. Each is shown to be needed in test/judge. */
export const UNROUTED: Readonly<Record<string, Elsewhere>> = {
  "refused by HTTP": {
    reason: "the listener refuses such a head before a route is looked for",
    isMet: ({ status }) => status === 408 || status === 417 || status === 431,
  },
  "a call that is none": {
    reason: "over a stream only operations with x-over-stream are called, by their bare path",
    isMet: ({ isCall, reader, method, target }) =>
      isCall === true && !reader.operationOf(method, target)?.["x-over-stream"],
  },
  "a probe with a query": {
    reason: "OPER-API-2: a probe is asked for by its bare path; with a query it is any other path",
    isMet: ({ target }) => /^\/(?:livez|readyz)\?/.test(target),
  },
  "metrics that nobody counts": {
    reason: "only an exchange that has figures has the page; the document is that of a server",
    isMet: ({ target, status }) => target === "/metrics" && status === 404,
  },
};

/** Not judged at all. */
export const PASSED_OVER: Readonly<Record<string, Elsewhere>> = {
  page: {
    reason: "pages beside the API, the document among them, are not replies of it",
    isMet: ({ reader, method, target, status, type }) =>
      type !== undefined && status === 200 && !operationIn(reader, { method, target }),
  },
};

/** What the document says against a reply, if anything. */
export function problemOf(judged: Judged): string | undefined {
  if (Object.values(PASSED_OVER).some(({ isMet }) => isMet(judged))) return undefined;
  const isElsewhere = Object.values(UNROUTED).some(({ isMet }) => isMet(judged));
  const { reader } = judged;
  const exchanged = exchangedOf(judged);
  return problemWith(reader, exchanged, isElsewhere ? undefined : operationIn(reader, exchanged));
}

export function exchangedOf({ method, target, body, status, text, type }: Judged): Exchanged {
  const isJson = type === undefined || type.startsWith("application/json");
  return { method, target, body, reply: { status, json: isJson ? JSON.parse(text) : text } };
}

export function judge(judged: Judged): void {
  const problem = problemOf(judged);
  if (problem !== undefined) tellProblem(problem);
}

/** Fails the test that is running. */
export function tellProblem(problem: string): void {
  if (heldBack) heldBack.push(problem);
  else fail(problem);
}

/** The test that was failed last: one problem of each is enough to read. */
let failedTest: string | undefined;

function fail(problem: string): void {
  const raise = () => {
    throw new Error(problem);
  };
  try {
    const { currentTestName } = expect.getState();
    if (currentTestName !== failedTest) onTestFinished(raise);
    failedTest = currentTestName;
  } catch {
    // Before the first test, between two, or where no tests run at all.
    queueMicrotask(raise);
  }
}

let heldBack: string[] | undefined;

/** What is found while something is done; for tests of the judge, which would fail by it. */
export async function problemsDuring(act: () => Promise<unknown>): Promise<readonly string[]> {
  const problems: string[] = [];
  heldBack = problems;
  try {
    await act();
  } finally {
    heldBack = undefined;
  }
  return problems;
}

/** Of a server in a process of its own: by its path. */
export function readerOf(path: string): ApiReader {
  return /^\/(?:operator\/|metrics|livez|readyz)/.test(path) ? OPERATOR_API : PUBLIC;
}
