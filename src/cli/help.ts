/** What `bourse help` and `--help` print, written from the table of commands. */

import { EXIT_CODES } from "../app/failure.ts";
import { CHAPTERS, COMMANDS } from "./commands.ts";
import { type CliCommand, flagOf, usageOf } from "./terminal/command.ts";
import { YES } from "./terminal/consent.ts";
import { align } from "./terminal/layout.ts";

/** OPER-ASK-1 */
const FINAL_ROWS = [
  [`cannot be undone, and want ${YES} or, on a terminal, a name typed again:`],
  ...COMMANDS.flatMap(({ name, retyped }) =>
    retyped === undefined ? [] : [[`  ${name}`, retyped]],
  ),
];

export function wholeHelp(): string[] {
  const rows = CHAPTERS.flatMap(({ title, commands }) => [
    [""],
    [`${title}:`],
    ...commands.map((command) => [`  ${nameOf(command)}`, command.says]),
  ]);
  return [
    "usage: bourse COMMAND",
    ...align(rows),
    "",
    ...align(FINAL_ROWS),
    "",
    "exit codes:",
    ...align(EXIT_CODES.map(({ code, says }) => [`  ${code}`, says])),
    "",
    "bourse COMMAND --help says more about one.",
  ];
}

/** The commands of one noun. */
export function helpForNoun(noun: string, commands: readonly CliCommand[]): string[] {
  const rows = commands.map((command) => [`  bourse ${usageOf(command)}`, command.says]);
  return ["usage:", ...align(rows), "", `bourse ${noun} VERB --help says more about one.`];
}

export function helpFor(command: CliCommand): string[] {
  const options = Object.entries(command.options);
  const rows = options.map(([flag, option]) => [`  ${flagOf(flag, option)}`, option.says]);
  const behind = rows.length === 0 ? [] : ["", ...align(rows)];
  return [`usage: bourse ${usageOf(command)}`, "", `  ${command.says}`, ...behind];
}

function nameOf({ name, takes }: CliCommand): string {
  return [name, ...takes].join(" ");
}
