/**
 * The example of a workflow is sound, as far as that can be known without a runner; and each rule finds the
 * fault that it is there for. Its steps are run by test/package/workflow-tests.ts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { workflowProblems } from "./lint-workflow.ts";
import { ROOT } from "./settings.ts";

const workflow = readFileSync(join(ROOT, "examples/workflow.yml"), "utf8");

const FAULTS: readonly [string, string | RegExp, string, string][] = [
  ["broken YAML", "jobs:", "jobs: [", "Flow sequence"],
  ["an unknown key", "timeout-minutes", "timeout", "Unexpected value 'timeout'"],
  ["an unknown key of a service", "ports:", "port:", "Unexpected value 'port'"],
  ["no runner", "runs-on: ubuntu-24.04\n    timeout", "timeout", "runs-on"],
  ["an unknown context", "${{ vars.", "${{ var.", "Unrecognized named-value: 'var'"],
  ["an unknown function", "failure()", "failed()", "Unrecognized function: 'failed'"],
  ["no permissions", /permissions:\n.+\n/, "", "permissions are not said"],
  ["no end", "timeout-minutes: 10\n    env", "env", "package: it may run for six hours"],
  ["a runner of no version", "ubuntu-24.04", "ubuntu-latest", "its runner is not pinned"],
  [
    "an action of no version",
    "checkout@v4",
    "checkout@main",
    "actions/checkout@main is not pinned",
  ],
  ["an action of strangers", "actions/setup", "others/setup", "others/setup-node@v4 is not pinned"],
  ["an unknown setting", "BOURSE_KIND", "BOURSE_MODE", "BOURSE_MODE is no setting"],
  ["a number for a setting", 'TRADERS: "1"', "TRADERS: 1", "BOURSE_NO_TRADERS is no text"],
  ["a token", /TOKEN: \$.+/, `TOKEN: ${"0a".repeat(16)}`, "BOURSE_OPERATOR_TOKEN is written down"],
];

let found: string[][];

beforeAll(async () => {
  found = await workflowProblems([
    workflow,
    ...FAULTS.map(([, from, to]) => workflow.replace(from, () => to)),
  ]);
});

test("the workflow has no problem", () => {
  expect(found[0]).toEqual([]);
});

test.each(FAULTS.map(([name, , , problem], at) => ({ name, problem, at })))(
  "a workflow with $name is found out",
  ({ problem, at }) => {
    expect(found[at + 1]).toContainEqual(expect.stringContaining(problem));
  },
);
