/**
 * What `npm run bench -- --smoke` says of a part that fails, that has no figure, that does not end, or that cannot run
 * here. That every part runs is for the command itself to find out: it takes a minute.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Ended, runToEnd } from "../support/run-to-end.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

interface Smoked {
  readonly part: string;
  readonly outcome: "ran" | "passed over" | "failed";
  readonly why?: string;
}

interface Smoke {
  smokeAll(
    parts: readonly string[],
    how: {
      run(part: string): Promise<readonly { readonly value: number }[]>;
      tell(smoked: Smoked): void;
      patienceMs?: number;
    },
  ): Promise<readonly Smoked[]>;
}

const BENCH = join(import.meta.dirname, "../../bench");

/** The benchmark is plain JavaScript: its types are ours. */
async function smokeModule(): Promise<Smoke> {
  return await import(join(BENCH, "smoke.mjs"));
}

/** Where it is told to look for PostgreSQL there is none. */
function bench(args: readonly string[], isRequired = false): Promise<Ended> {
  const environment = {
    BOURSE_POSTGRES: isRequired ? "required" : "",
    BOURSE_PG_BIN: temporaryDirectory(),
  };
  return runToEnd([process.execPath, join(BENCH, "run.mjs"), ...args], { environment });
}

test("--smoke and --against are refused together", async () => {
  const { code, output } = await bench(["--smoke", "--against", "HEAD"]);

  expect(code).toBe(1);
  expect(output).toMatch(/^bench: --smoke judges no figure.*--against/);
});

test("a part that throws fails the run under its name, and the others are run", async () => {
  const dist = temporaryDirectory();

  const { code, out } = await bench(["--smoke", "--only", "seal,cluster", "--dist", dist]);

  expect(code).toBe(1);
  expect(out).toMatch(/^smoke: seal +\d+\.\d s, failed: /m);
  expect(out).toMatch(/^smoke: 1 passed over \(cluster\), 1 failed \(seal\), in /m);
});

test("without PostgreSQL its parts are passed over, each with what to do, or fail where it is required", async () => {
  const args = ["--smoke", "--only", "postgres,cluster"];

  const passedOver = await bench(args);
  const failed = await bench(args, true);

  expect(passedOver.code).toBe(0);
  for (const part of ["postgres", "cluster"]) {
    const line = new RegExp(`^smoke: ${part} .* s, passed over: .*apt install postgresql`, "m");
    expect(passedOver.out).toMatch(line);
  }
  expect(failed.code).toBe(1);
  expect(failed.out).toMatch(/^smoke: 2 failed \((?:postgres, cluster|cluster, postgres)\)/m);
});

test("a part without a figure fails, and so does one that does not end", async () => {
  const { smokeAll } = await smokeModule();
  const parts: Record<string, () => Promise<readonly { readonly value: number }[]>> = {
    good: async () => [{ value: Number.NaN }, { value: 1 }],
    empty: async () => [],
    infinite: async () => [{ value: Number.NaN }, { value: Number.POSITIVE_INFINITY }],
    endless: () => new Promise(() => undefined),
  };
  const told: Smoked[] = [];

  await smokeAll(Object.keys(parts), {
    run: async (part) => (await parts[part]?.()) ?? [],
    tell: (smoked) => told.push(smoked),
    patienceMs: 1,
  });

  const became = Object.fromEntries(told.map(({ part, outcome, why }) => [part, why ?? outcome]));
  expect(became).toMatchObject({
    good: "ran",
    empty: "no line of it has a figure",
    infinite: "no line of it has a figure",
    endless: expect.stringContaining("it is not over after 0.001 s"),
  });
});
