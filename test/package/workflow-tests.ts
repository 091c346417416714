/**
 * The steps of the example of a workflow, as a runner runs them: the package is installed into an empty
 * project, a sandbox is started, and a bot is tested against it. What needs a container is run against the
 * program that the image starts. The actions (checkout, setup-node) were not run: no runner is here.
 */
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import type { Workflow, WorkflowStep } from "../container/lint-workflow.ts";
import { imageProgram } from "../support/dockerfile.ts";
import { freePort } from "../support/free-port.ts";
import { ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { type EmptyProject, manifest, ROOT, tarball } from "./empty-project.ts";
import { StepRunner } from "./workflow-steps.ts";

const written = readFileSync(join(ROOT, "examples/workflow.yml"), "utf8");
const { jobs }: Workflow = parse(written);
const INSTALL = "Install";

/** The runner's machine has 8080 and 8081 for itself; here others may have them. */
function placeOf(port: number, operatorPort: number) {
  return {
    BOURSE_PORT: `${port}`,
    BOURSE_OPERATOR_PORT: `${operatorPort}`,
    BOURSE_URL: `http://127.0.0.1:${port}`,
    BOURSE_OPERATOR_URL: `http://127.0.0.1:${operatorPort}`,
  };
}

const steps = (job: string): readonly WorkflowStep[] => jobs[job]?.steps ?? [];

/** Runs a step's script, and demands that it succeeds. */
async function runStep(runner: StepRunner, { name, run = "" }: WorkflowStep): Promise<string> {
  const { code, output } = await runner.run(run);
  expect(code, `${name}: ${output}`).toBe(0);
  return output;
}

/** The package in the project, by the line that both jobs install it with. */
export async function installAsWorkflow({ directory, environment }: EmptyProject): Promise<void> {
  copyFileSync(join(ROOT, "examples/test-a-bot.mjs"), join(directory, "test-a-bot.mjs"));
  const [step, ...others] = steps("package").filter(({ name }) => name === INSTALL);
  expect([step?.run, others]).toEqual([`npm install --no-save ${tarball}`, []]);
  const runner = new StepRunner(directory, environment);
  if (step) await runStep(runner, step);
}

/** Runs the steps behind the install that have a script and no condition. */
async function runSteps(
  { directory, environment }: EmptyProject,
  job: string,
  variables: Readonly<Record<string, string>>,
) {
  const runner = new StepRunner(directory, { ...environment, ...jobs[job]?.env, ...variables });
  onTestFinished(() => runner.end());
  const outputs: string[] = [];
  for (const step of steps(job)) {
    if (step.run === undefined || step.if !== undefined || step.name === INSTALL) continue;
    outputs.push(await runStep(runner, step));
  }
  return { runner, outputs };
}

/** The tests of it, in a project where it is installed. */
export function testWorkflow(project: () => EmptyProject): void {
  test("the workflow and the pages install the package of this version", () => {
    const installs = written.match(/npm install .+/g) ?? [];
    for (const page of ["README.md", "docs/bot-testing.md", "examples/workflow.yml"]) {
      const named = readFileSync(join(ROOT, page), "utf8").match(/bourse-\d[\d.]+\.tgz/g) ?? [];
      expect(new Set(named.map((name) => `./${name}`)), page).toEqual(new Set([tarball]));
    }

    expect(installs).toEqual(Array(2).fill(`npm install --no-save ${tarball}`));
    expect(manifest.files).toContain("examples");
  });

  test("a step that fails stops at its first failure, and is told", async () => {
    const runner = new StepRunner(project().directory, {});

    expect(await runner.run("echo before; false | cat; echo after")).toEqual({
      code: 1,
      output: "before\n",
    });
  });

  test("the job of the package installs, starts a sandbox, waits for it and tests the bot", async () => {
    const place = placeOf(await freePort(), await freePort());

    const { runner, outputs } = await runSteps(project(), "package", place);

    const { BOURSE_OPERATOR_TOKEN: token = "" } = runner.exported;
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(outputs.at(-2)).toContain("ready\n");
    expect(outputs.at(-1)).toMatch(/^\S pass 2$/m);
    const said = readFileSync(join(project().directory, "sandbox.log"), "utf8");
    expect(said).toContain(`listening on ${place.BOURSE_URL}`);
    expect(said).not.toContain(token);
  });

  test("the job of the container tests the bot against the program that the image starts", async () => {
    const { entrypoint, environment } = imageProgram();
    const token = { BOURSE_OPERATOR_TOKEN: "0123456789abcdef".repeat(4) };
    const service = { ...jobs["container"]?.services?.["bourse"]?.env, ...token };
    const volume = join(project().directory, "volume");
    // On every address, as in a container, the listeners would be open to other machines.
    const ours = {
      BOURSE_DATA: volume,
      BOURSE_HOST: "127.0.0.1",
      BOURSE_OPERATOR_HOST: "127.0.0.1",
    };
    const ports = { BOURSE_PORT: "0", BOURSE_OPERATOR_PORT: "0" };
    const server = await ServerProcess.launch(volume, {
      command: [...entrypoint, ...SMALL_LOG],
      environment: { ...environment, ...service, ...ours, ...ports },
    });
    onTestFinished(() => server.stop());
    const place = placeOf(server.port, server.operatorPort);

    const { outputs } = await runSteps(project(), "container", { ...place, ...token });

    expect(outputs.at(-2)).toMatch(/^ready\n[\s\S]*sandbox/m);
    expect(outputs.at(-1)).toMatch(/^\S pass 2$/m);
  });
}
