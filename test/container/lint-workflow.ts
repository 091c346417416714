/**
 * What is wrong with a workflow: all that GitHub's own parser finds, which knows every key and every
 * context, and what the house demands of an example that others copy.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { parse } from "yaml";
import { ROOT, settingProblems } from "./settings.ts";

export interface WorkflowStep {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
}

export interface WorkflowJob {
  readonly "timeout-minutes"?: number;
  readonly "runs-on"?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly services?: Readonly<
    Record<string, { readonly env?: Readonly<Record<string, string>>; readonly image: string }>
  >;
  readonly steps: readonly WorkflowStep[];
}

export interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

/** Of each of the texts; they are parsed by one program. */
export async function workflowProblems(texts: readonly string[]): Promise<string[][]> {
  const parsed = await parsedByGithub(texts);
  return texts.map((text, at) => {
    const errors = parsed[at] ?? [];
    return errors.length > 0 ? errors : houseProblems(parse(text));
  });
}

function parsedByGithub(texts: readonly string[]): Promise<string[][]> {
  const program = join(import.meta.dirname, "parse-workflows.ts");
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ["--import", "tsx", program],
      { cwd: ROOT },
      (error, out) => (error ? reject(error) : resolve(JSON.parse(out))),
    );
    child.stdin?.end(JSON.stringify(texts));
  });
}

function houseProblems({ permissions, jobs }: Workflow): string[] {
  return [
    ...(permissions === undefined ? ["permissions are not said"] : []),
    ...Object.entries(jobs).flatMap(([name, job]) =>
      jobProblems(job).map((problem) => `${name}: ${problem}`),
    ),
  ];
}

/** What the bot's tests read beside the settings of the program. */
const OF_TESTS = ["BOURSE_URL", "BOURSE_OPERATOR_URL"];

function jobProblems({ env = {}, services = {}, steps, ...job }: WorkflowJob): string[] {
  const settings = Object.entries(env).filter(([name]) => !OF_TESTS.includes(name));
  return [
    ...settingProblems(Object.fromEntries(settings)),
    ...Object.values(services).flatMap((service) => settingProblems(service.env ?? {})),
    ...(job["timeout-minutes"] === undefined ? ["it may run for six hours"] : []),
    ...(/latest/.test(job["runs-on"] ?? "") ? ["its runner is not pinned"] : []),
    ...steps.flatMap(({ uses }) => (uses ? usesProblems(uses) : [])),
  ];
}

function usesProblems(uses: string): string[] {
  return /^actions\/[a-z-]+@(?:v\d+|[0-9a-f]{40})$/.test(uses) ? [] : [`${uses} is not pinned`];
}
