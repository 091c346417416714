import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { cli } from "../../test/support/cli-desk.ts";
import { EXIT_CODES } from "../app/failure.ts";
import { readConfig } from "../app/settings/config.ts";
import { COMMANDS } from "./commands.ts";
import { start } from "./start.ts";
import { usageOf } from "./terminal/command.ts";

test("help names every command with its arguments, and so does each command's own", async () => {
  const whole = await cli(["help"]);

  expect(whole.code).toBe(0);
  expect(await cli(["--help"])).toEqual(whole);
  for (const command of COMMANDS) {
    expect(whole.out).toContain(`  ${[command.name, ...command.takes].join(" ")} `);
    const own = await cli([...command.name.split(" "), "--help"]);
    expect(own.code).toBe(0);
    expect(own.out).toContain(`usage: bourse ${usageOf(command)}\n`);
    expect(own.out).toContain(command.says);
    for (const flag of Object.keys(command.options)) expect(own.out).toContain(`  ${flag}`);
    expect(await cli(["help", ...command.name.split(" ")])).toEqual(own);
  }
});

test("help of a noun names its verbs", async () => {
  const { code, out } = await cli(["user", "--help"]);

  expect(code).toBe(0);
  expect(out.split("\n")).toEqual([
    "usage:",
    "  bourse user add NAME [OPTIONS]                     add a user",
    "  bourse user list [OPTIONS]                         show users, a hundred at a time",
    expect.stringMatching(/^ {2}bourse user show NAME \[OPTIONS\] {20}show what a user has/),
    expect.stringMatching(/^ {2}bourse user ledger NAME \[OPTIONS\] {18}show every change of a/),
    expect.stringMatching(/^ {2}bourse user freeze NAME \[OPTIONS\] {18}let a user place no more/),
    "  bourse user unfreeze NAME [OPTIONS]                let a frozen user trade again",
    expect.stringMatching(
      /^ {2}bourse user client-id-reuse NAME on\|off \[OPTIONS\] {2}let a user/,
    ),
    "",
    "bourse user VERB --help says more about one.",
  ]);
  expect((await cli(["help", "user"])).out).toBe(out);
});

test("a noun that is a command itself may have verbs, and its help names both", async () => {
  const { code, out } = await cli(["faults", "--help"]);

  expect(code).toBe(0);
  expect(out).toContain("usage: bourse faults [OPTIONS]\n");
  expect(out).toContain("  bourse faults add ROUTE KIND [OPTIONS]  ");
  expect((await cli(["help", "faults"])).out).toBe(out);
});

test("what start takes is what config.ts reads, no more and no less", () => {
  const [, known = ""] = /Known are (.+)\.$/.exec(refusalOf(["--none"])) ?? [];

  expect(Object.keys(start.options).sort()).toEqual(known.split(", ").sort());
  for (const [flag, { value }] of Object.entries(start.options)) {
    const refusal = refusalOf([`${flag}=`]);
    expect(refusal).toBe(
      value === undefined ? `${flag} takes no value.` : `${flag} needs a value.`,
    );
  }
});

function refusalOf(args: readonly string[]): string {
  try {
    readConfig(args, {});
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

const FAULTS = "usage: bourse faults [OPTIONS]; --help says more";
const DEPOSIT = "usage: bourse deposit USER ASSET AMOUNT [OPTIONS]; --help says more";

const ID = "name of this movement: the same one twice moves money once";

test.each([
  ["none", "there is no command none; bourse help shows what there is"],
  ["none --help", "there is no command none; bourse help shows what there is"],
  ["constructor", "there is no command constructor; bourse help shows what there is"],
  [
    "user",
    "user takes add or list or show or ledger or freeze or unfreeze or client-id-reuse; bourse user --help says more",
  ],
  [
    "fee sett BTCUSDT",
    "fee takes set or user or user-contract or remove or list; bourse fee --help says more",
  ],
  ["faults ad", "faults takes add or strikes or remove or clear; bourse faults --help says more"],
  ["faults --none", `there is no option --none (${FAULTS})`],
  ["deposit", `USER, ASSET and AMOUNT are missing (${DEPOSIT})`],
  ["deposit alice USDT", `AMOUNT is missing (${DEPOSIT})`],
  ["deposit alice USDT 1 2", DEPOSIT],
  ["deposit alice USDT 1 --none", `there is no option --none (${DEPOSIT})`],
  ["deposit alice USDT 1 --constructor x", `there is no option --constructor (${DEPOSIT})`],
  ["deposit alice USDT 1 --id", `--id needs ID: ${ID} (${DEPOSIT})`],
  ["deposit alice USDT 1 --id --json", `--id needs ID: ${ID} (${DEPOSIT})`],
  ["deposit alice USDT 1 --id= --json", `--id needs ID: ${ID} (${DEPOSIT})`],
  ["deposit alice USDT 1 --id a --id b", `--id is given twice (${DEPOSIT})`],
  ["deposit alice USDT 1 --json=yes", `--json takes no value (${DEPOSIT})`],
  [
    "fee set BTCUSDT --maker 0",
    expect.stringMatching(/^--taker is missing \(usage: bourse fee set [^\n]+\)$/),
  ],
  [
    "fee set BTCUSDT",
    expect.stringMatching(/^--maker and --taker are missing \(usage: bourse fee set [^\n]+\)$/),
  ],
  ["symbol margin BTCUSDT maybe", "margin is on or off, not maybe"],
  ["insurance fund USDT 1 --fund spot", "--fund is margin or futures, not spot"],
  [
    "contract halt",
    expect.stringMatching(/^NAME is missing \(usage: bourse contract halt NAME \[OPTIONS\]/),
  ],
  [
    "symbol add BTCUSDT BTC USDT",
    expect.stringMatching(/^--price-precision and --quantity-precision are missing \(usage: /),
  ],
  ["contract add", expect.stringMatching(/^NAME is missing \(usage: bourse contract add NAME/)],
  ["contract set E --tiers 100:5", "a tier is VALUE:LEVERAGE:KEEPRATE, not 100:5"],
  ["contract set E --tiers 1:2:3,", "a tier is VALUE:LEVERAGE:KEEPRATE, not"],
  ["contract set E --tiers 1:2:3:4", "a tier is VALUE:LEVERAGE:KEEPRATE, not 1:2:3:4"],
  ["contract set E --condition-days 1.5", "--condition-days is a whole number of days, not 1.5"],
  ["contract set E --kind inverse", expect.stringMatching(/^there is no option --kind \(usage: /)],
  [
    "loan set BTC --daily-rate 0.1",
    expect.stringMatching(/^--cap is missing \(usage: bourse loan set ASSET --cap AMOUNT/),
  ],
  ["pool", "pool takes fund or withdraw or show; bourse pool --help says more"],
  ["status --operator-port 0", "--operator-port is a whole number from 1 to 65535, not 0"],
  ["status --operator-port 8o81", "--operator-port is a whole number from 1 to 65535, not 8o81"],
  ["void DIR here --yes", "here is not a position"],
  ["verify nowhere", "nowhere does not exist"],
  ["verify package.json", "package.json is not a directory"],
  ["verify src", "src is not a data directory: it has no log"],
  ["verify docs", "docs is not a data directory: it has no log"],
  ["backup nowhere backups", "nowhere does not exist"],
  ["backup docs backups", "docs is not a data directory: it has no log"],
  ["rebuild-history docs", "docs is not a data directory: it has no log"],
  ["void docs 1 --yes", "docs is not a data directory: it has no log"],
  ["drill", "TO is missing (usage: bourse drill TO [OPTIONS]; --help says more)"],
  [
    "key add alice --permissions",
    expect.stringMatching(/^--permissions needs LIST: read or read,trade; .+ \(usage: /),
  ],
  [
    "fee set",
    expect.stringMatching(/^SYMBOL, --maker and --taker are missing \(usage: bourse fee set /),
  ],
])("bourse %s was called wrongly: exit code 2 and how to do it", async (line, sentence) => {
  expect(await cli(line.split(" "))).toEqual({ code: 2, out: "", err: sentence });
});

test("nothing at all shows the help, as a mistake", async () => {
  const { code, out, err } = await cli([]);

  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toBe((await cli(["help"])).out);
});

test("an environment that cannot be read is called wrongly, too", async () => {
  const { code, err } = await cli(["status"], { BOURSE_OPERATOR_PORT: "http" });

  expect(code).toBe(2);
  expect(err).toBe("The port is a whole number from 0 to 65535, not http.");
});

const CLI_DOCUMENT = new URL("../../docs/cli.md", import.meta.url);

test("the exit codes are one table: in the help, in docs/cli.md and in what is returned", async () => {
  const document = readFileSync(CLI_DOCUMENT, "utf8");
  const rows = [...document.matchAll(/^\| +(\d+) +\| +(.+?) +\|$/gm)];
  const documented = rows.map(([, code, says]) => ({ code: Number(code), says }));
  const { out } = await cli(["help"]);

  expect(documented).toEqual(EXIT_CODES);
  for (const { code, says } of EXIT_CODES) expect(out).toContain(`  ${code}  ${says}\n`);
});
