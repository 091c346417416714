/** The operator's client of the Python package, held to the operator's table: what it sends is taken, and what is taken it can send. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OPERATOR_ROUTES } from "../../src/edge/operator/routes.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";

const FOLDER = join(import.meta.dirname, "../../integrations/python/src/bourse/operator");

/** A call of one path, and what stands between its brackets besides. */
const CALL = /\.(get|post)\("(\/[a-z/-]+)"([^()]*(?:\([^()]*\)[^()]*)*)\)/g;
const KEYWORD = /\b([a-zA-Z]+)=/g;
/** Options that are handed on together. */
const TOGETHER = /options = \{([^}]*)\}/;
const QUOTED = /"([a-zA-Z]+)":/g;

/** What the client leaves to `get` and `post`, which take any parameter. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // It reads all pages itself.
  "GET /users": ["name", "limit"],
};

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

/** By request, the parameters that some call of it names. */
function sentBy(...files: readonly string[]): Map<string, Set<string>> {
  const sent = new Map<string, Set<string>>();
  const methods = files.flatMap((file) =>
    readFileSync(join(FOLDER, file), "utf8").split(/^ {4}def /m),
  );
  for (const method of methods) {
    for (const [, verb = "", path = "", between = ""] of method.matchAll(CALL)) {
      const together = between.includes("**options") ? (TOGETHER.exec(method)?.[1] ?? "") : "";
      const request = `${verb.toUpperCase()} ${path}`;
      const names = sent.get(request) ?? new Set();
      for (const name of namesIn(between, KEYWORD)) names.add(name);
      for (const name of namesIn(together, QUOTED)) names.add(name);
      sent.set(request, names);
    }
  }
  return sent;
}

const SENT = [...sentBy("operator.py", "controls.py")];

test("the client names a good part of the table", () => {
  expect(SENT.length).toBeGreaterThan(20);
});

test.each(SENT)("Python: %s has the parameters of the table", (request, names) => {
  const route = OPERATOR_ROUTES.find(({ method, path }) => {
    return `${method} ${path.slice(PREFIX.length)}` === request;
  });

  const due = Object.keys(route?.parameters ?? expect.fail(`${request} is no request`));

  expect([...names, ...(LEFT_OUT[request] ?? [])].sort()).toEqual(due.sort());
});
