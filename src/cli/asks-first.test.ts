/** Every command that cannot be undone, in front of a server and a directory that note whatever reaches them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { cli } from "../../test/support/cli-desk.ts";
import { directoryOfFile } from "../../test/support/temporary-directory.ts";
import { directoryName } from "../app/directory-name.ts";
import { COMMANDS } from "./commands.ts";

const directory = directoryOfFile();
const heard: string[] = [];
let server: Server;
let port = 0;

beforeAll(async () => {
  server = createServer((_request, reply) => reply.end("{}"));
  // What speaks another language than HTTP is heard, too.
  server.on("connection", () => heard.push("a connection"));
  server.on("clientError", (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
  writeFileSync(join(directory, "operator-token"), "0123456789abcdef".repeat(4), { mode: 0o600 });
  writeFileSync(join(directory, "operator-address"), `127.0.0.1:${port}\n`);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => void heard.splice(0));

const FINAL = COMMANDS.filter(({ retyped }) => retyped !== undefined);
const DIRECTORY = directoryName(directory);

/** What is typed behind each, and what is typed again. */
const LINES: Readonly<Record<string, readonly [line: () => string, name: string]>> = {
  "rules adopt": [() => "", DIRECTORY],
  "key revoke": [() => "0123abcd", "0123abcd"],
  "symbol delist": [() => "BTCUSDT", "BTCUSDT"],
  "order cancel-all": [() => "--user alice --symbol BTCUSDT", "alice"],
  "contract delist": [() => "E-BTC-USDT", "E-BTC-USDT"],
  "snapshot load": [() => "quiet", "quiet"],
  "snapshot remove": [() => "quiet", "quiet"],
  reset: [() => "", DIRECTORY],
  "cluster trim": [
    () => `postgres://bourse@127.0.0.1:${port}/ledger?x=1 --single-postgres`,
    "ledger",
  ],
  void: [() => `${directory} 1`, DIRECTORY],
  "accept-loss": [() => directory, DIRECTORY],
};

function wordsOf(name: string): string[] {
  const online = COMMANDS.find((command) => command.name === name)?.options["--data"];
  const where = online ? `--data ${directory}` : "";
  return `${name} ${LINES[name]?.[0]() ?? ""} ${where}`.split(" ").filter(Boolean);
}

/** Types the line of a command, and this in answer to each question. */
async function run(name: string, answer?: string | undefined) {
  const questions: string[] = [];
  const printed = await cli(wordsOf(name), {}, (question) => {
    questions.push(question);
    return Promise.resolve(answer);
  });
  return { ...printed, questions };
}

/** Everything in the directory, byte by byte. */
function kept() {
  const names = readdirSync(directory).sort();
  return names.map((file) => [file, readFileSync(join(directory, file), "utf8")]);
}

test("OPER-ASK-1 the lines below are those of all commands that cannot be undone", () => {
  expect(Object.keys(LINES)).toEqual(FINAL.map(({ name }) => name));
});

test.each(FINAL)(
  "OPER-ASK-1 $name without a terminal is refused, and nothing is sent",
  async ({ name }) => {
    const before = kept();

    expect(await cli(wordsOf(name))).toEqual({
      code: 2,
      out: "",
      err: `${name} cannot be undone: give --yes, there is no terminal to ask on; nothing was done`,
    });
    expect(heard).toEqual([]);
    expect(kept()).toEqual(before);
  },
);

test.each(FINAL)(
  "OPER-ASK-1 $name with another name, or none, is refused, and nothing is sent",
  async ({ name, says }) => {
    const wanted = LINES[name]?.[1] ?? "";
    const question = `${name}: ${says}.\nIt cannot be undone. Type ${wanted} to do it: `;
    const refusal = { code: 2, out: "", questions: [question] };
    const before = kept();

    for (const other of ["", "yes", `${wanted}x`, wanted.slice(1)]) {
      expect(await run(name, other)).toEqual({
        ...refusal,
        err: `what was typed is not ${wanted}; nothing was done`,
      });
    }
    expect(await run(name)).toEqual({
      ...refusal,
      err: `${wanted} was not typed; nothing was done`,
    });
    expect(heard).toEqual([]);
    expect(kept()).toEqual(before);
  },
);

/** Those of a stopped directory get as far as finding that this one has no log. */
const OFFLINE = /is not a data directory: it has no log$/;

test.each(FINAL)(
  "OPER-ASK-1 $name with its name typed again, or with --yes, is begun",
  async ({ name }) => {
    const isOffline = name === "void" || name === "accept-loss";

    const retyped = await run(name, ` ${LINES[name]?.[1]} `);
    const reached = heard.splice(0).length;
    const asked = vi.fn(() => Promise.resolve(undefined));
    const yes = await cli([...wordsOf(name), "--yes"], {}, asked);

    expect(retyped.questions).toHaveLength(1);
    expect(asked).not.toHaveBeenCalled();
    for (const isBegun of [reached > 0, heard.length > 0]) expect(isBegun).toBe(!isOffline);
    for (const { err } of [retyped, yes]) expect(OFFLINE.test(err)).toBe(isOffline);
  },
);

test("OPER-ASK-1 a line that is not in order is refused before anything is asked", async () => {
  const asked = vi.fn(() => Promise.resolve("BTCUSDT"));

  const nameless = await cli(["symbol", "delist"], {}, asked);
  const whose = await cli(["order", "cancel-all"], {}, asked);

  expect(nameless).toMatchObject({ code: 2, err: expect.stringMatching(/^NAME is missing/) });
  expect(whose).toMatchObject({ code: 2, err: expect.stringMatching(/^whose orders\?/) });
  expect(asked).not.toHaveBeenCalled();
});

test("OPER-ASK-1 no other command takes --yes", () => {
  const others = COMMANDS.filter(({ retyped, options }) => !retyped && "--yes" in options);

  expect(others).toEqual([]);
});

const PAGE = readFileSync(new URL("../../docs/cli.md", import.meta.url), "utf8");

test("OPER-ASK-1 docs/cli.md and the help name each, and what is typed again", async () => {
  const [, chapter = ""] = PAGE.split("\n## What cannot be undone\n");
  const rows = [...(chapter.split("\n## ")[0] ?? "").matchAll(/^\| `(.+?)` \| (.+?) \| .+ \|$/gm)];
  const { out } = await cli(["help"]);

  expect(rows.map(([, name, retyped]) => [name, retyped])).toEqual(
    FINAL.map(({ name, retyped }) => [name, retyped]),
  );
  for (const { name, retyped } of FINAL) {
    expect(out).toMatch(new RegExp(`\n  ${name} +${retyped}\n`));
    const own = await cli(["help", ...name.split(" ")]);
    expect(own.out).toContain(`--yes `);
    expect(own.out).toContain(`${retyped} is typed again`);
  }
});
