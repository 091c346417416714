/** The tables of docs/cli.md: exit codes, what cannot be undone, the request of each command, the options. */
import { EXIT_CODES } from "../../src/app/failure.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { ONLINE_OPTIONS } from "../../src/cli/online/online.ts";
import { flagOf } from "../../src/cli/terminal/command.ts";
import { YES } from "../../src/cli/terminal/consent.ts";
import { OPERATOR_ROUTES } from "../../src/edge/operator/routes.ts";
import { type PageTables, pageWith, tableOf } from "./markdown.ts";

export const CLI_PAGE = "docs/cli.md";

const TABLES: PageTables = {
  "exit codes": exitCodes,
  "what cannot be undone": finalCommands,
  "requests of commands": requests,
  "options of commands": options,
};

/** The text of the page. */
export function cliPage(): string {
  return pageWith(CLI_PAGE, TABLES);
}

function exitCodes(): string {
  return tableOf(
    ["code", "means"],
    EXIT_CODES.map(({ code, says }) => [`${code}`, says]),
  );
}

/** OPER-ASK-1 */
function finalCommands(): string {
  const rows = COMMANDS.flatMap(({ name, retyped, gone = "" }) =>
    retyped === undefined ? [] : [[`\`${name}\``, retyped, gone]],
  );
  return tableOf(["Command", "Typed again", "What is gone"], rows);
}

function requests(): string {
  const rows = COMMANDS.flatMap(({ name, takes, says }) => {
    const route = OPERATOR_ROUTES.find(({ commands }) =>
      commands.some((one) => one.words === name),
    );
    if (!route) return [];
    const typed = cellOf([name, ...takes].join(" "));
    return [[typed, cellOf(`${route.method} ${route.path}`), says]];
  });
  return tableOf(["Command", "Request", "What it does"], rows);
}

/** Options that every command has, or that follow from another table, are told there. */
const TOLD: readonly string[] = [...Object.keys(ONLINE_OPTIONS), YES];

function options(): string {
  const rows = COMMANDS.flatMap(({ name, options: all }) =>
    Object.entries(all)
      .filter(([flag]) => !TOLD.includes(flag))
      .map(([flag, option]) => [
        `\`${name}\``,
        `\`${flagOf(flag, option)}\`${option.isRequired ? "" : "?"}`,
        option.says,
      ]),
  );
  return tableOf(["Command", "Option", "What it is"], rows);
}

/** A bar would end the cell. */
function cellOf(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}
