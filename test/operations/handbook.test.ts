/** The handbook for operators against what it describes: flags, reasons, exit codes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXIT_CODES } from "../../src/app/failure.ts";
import { start } from "../../src/cli/start.ts";
import { NOT_READY } from "../../src/contract/not-ready.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const handbook = read("docs/operating.md");

function chapter(heading: string): string {
  return handbook.split(new RegExp(`^#+ ${heading}$`, "m"))[1]?.split(/^#+ /m)[0] ?? "";
}

/** The cells of every row of a chapter's tables. */
function rowsOf(heading: string): string[][] {
  const lines = chapter(heading).split("\n");
  const rows = lines.filter((line) => line.startsWith("| ") && !line.startsWith("| --"));
  return rows.map((row) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

test("every flag of a start is explained, with its variable, and no other", () => {
  const rows = rowsOf("Settings").slice(1);
  const flags = rows.map(([flag = ""]) => /`(--[a-z-]+)/.exec(flag)?.[1] ?? "").filter(Boolean);
  const variables = rows.map(([, name = ""]) => name.replaceAll("`", "")).filter(Boolean);
  const config = read("src/app/settings/config.ts");

  expect(flags.sort()).toEqual(Object.keys(start.options).sort());
  expect(variables.sort()).toEqual(
    [...new Set([...config.matchAll(/"(BOURSE_[A-Z_]+)"/g)].map(([, name]) => name))].sort(),
  );
});

test("every reason not to be ready is explained", () => {
  const reasons = rowsOf("Probes").flatMap(([cell = ""]) => /^`([a-z_]+)`$/.exec(cell)?.[1] ?? []);

  expect(reasons.sort()).toEqual(Object.keys(NOT_READY).sort());
});

test("the exit codes are those of the program", () => {
  const codes = rowsOf("Exit codes").slice(1);

  expect(codes.map(([code]) => Number(code))).toEqual(EXIT_CODES.map(({ code }) => code));
  for (const [at, { says }] of EXIT_CODES.entries()) expect(codes[at]?.[1]).toContain(says);
});

test("the unit of systemd does not repeat what cannot succeed", () => {
  const prevented = /^RestartPreventExitStatus=(.+)$/m.exec(
    read("ops/systemd/bourse.service"),
  )?.[1];
  const kept = rowsOf("Exit codes").filter(([, , systemd]) => systemd === "not started again");

  expect(prevented?.split(" ")).toEqual(kept.map(([code]) => code).filter((code) => code !== "0"));
});
