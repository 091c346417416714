/** The command line and the operator's table: every request has its command, and every parameter its place there or a reason why not. */
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { OPERATOR_ROUTES } from "../../src/edge/operator/routes.ts";

const DECLARED = OPERATOR_ROUTES.flatMap((route) =>
  route.commands.map((command) => ({ words: command.words, command, route })),
);

/** Requests that a command sends besides its own. */
const BESIDES = ["GET /operator/v1/candles"];

test("every request is typed by a command, which is there", () => {
  const untyped = OPERATOR_ROUTES.filter(({ commands }) => commands.length === 0);
  const names = new Set(COMMANDS.map(({ name }) => name));

  expect(untyped.map(({ method, path }) => `${method} ${path}`)).toEqual(BESIDES);
  expect(DECLARED.filter(({ words }) => !names.has(words))).toEqual([]);
});

test("a command that asks a server for a reply is one of the table", () => {
  const asking = COMMANDS.filter(
    ({ options }) => "--operator-port" in options && "--json" in options,
  );
  const declared = DECLARED.map(({ words }) => words);

  const others = asking.map(({ name }) => name).filter((name) => !declared.includes(name));
  expect(others).toEqual([]);
});

test.each(DECLARED)(
  "bourse $words takes every parameter, or says why not",
  ({ command, route }) => {
    const typed = COMMANDS.find(({ name }) => name === command.words) ?? expect.fail();
    const { fixed = {}, without = [] } = command;

    const missing = Object.entries(route.parameters).filter(([name, { typed: how }]) => {
      if (name in fixed || without.includes(name)) return false;
      if (how.kind === "word") return !typed.takes.includes(how.word);
      return how.kind === "option" ? !typed.options[how.flag]?.says : how.why === "";
    });
    expect(missing.map(([name]) => name)).toEqual([]);
  },
);
