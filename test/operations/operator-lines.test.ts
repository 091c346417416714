/** The lines that the operator's page shows: typed into a shell they send what the page sends. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATOR_ROUTES } from "../../src/edge/operator/routes.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";
import { commandLineOf, type Line, PATHS } from "../../web/operator/session/command-line.ts";
import { LINES } from "../../web/operator/session/lines.ts";
import { cli } from "../support/cli-desk.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { ACTIONS, wordsOf } from "./operator-actions.ts";

const directory = directoryOfFile();
/** What came in, newest last. */
const heard: { path: string; body: Record<string, unknown> }[] = [];
let server: Server;

beforeAll(async () => {
  server = createServer((request, reply) => {
    let text = "";
    request.on("data", (piece) => {
      text += piece;
    });
    request.on("end", () => {
      heard.push({ path: request.url ?? "", body: JSON.parse(text || "{}") });
      reply.setHeader("Content-Type", "application/json").end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(directory, "operator-token"), "0123456789abcdef".repeat(4), { mode: 0o600 });
  writeFileSync(join(directory, "operator-address"), `127.0.0.1:${port}\n`);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** What counts of a body: what is given, as text. Off is what a switch is without a word. */
function substanceOf(body: Readonly<Record<string, unknown>>): Record<string, string> {
  const given = Object.entries(body).filter(([, value]) => value !== undefined && value !== false);
  return Object.fromEntries(given.map(([name, value]) => [name, `${value}`]));
}

test.each(ACTIONS)("OPER-API-7 the line for $path with $body sends the same", async (action) => {
  const [bourse, ...words] = wordsOf(commandLineOf(action));

  const { code, err } = await cli([...words, "--json", "--data", directory]);

  expect({ bourse, code, err }).toEqual({ bourse: "bourse", code: 0, err: "" });
  const { path, body } = heard.at(-1) ?? { path: "", body: {} };
  expect(path).toBe(PREFIX + action.path);
  expect(substanceOf(body)).toEqual(substanceOf(action.body));
});

/** A value for a parameter, as the page would send it. */
function sampleOf(
  path: string,
  name: string,
  means: NonNullable<Line["means"]>[string] | undefined,
) {
  if (means === "duration") return 5_400_000;
  const [value = "7"] = Object.keys(means ?? {});
  const route = OPERATOR_ROUTES.find((one) => one.method === "POST" && one.path === PREFIX + path);
  const typed = route?.parameters[name]?.typed;
  const isSwitch = typed?.kind === "option" && typed.value === undefined;
  return isSwitch || value === "true" ? true : value;
}

const EVERY_LINE = Object.entries(LINES).flatMap(([path, lines]) =>
  lines.map(({ words, takes = [], options = {}, fixed, means }) => {
    const names = [...takes, ...Object.keys(options)];
    const samples = names.map((name) => [name, sampleOf(path, name, means?.[name])]);
    return { words, path, body: { ...fixed, ...Object.fromEntries(samples) } };
  }),
);

test.each(EVERY_LINE)(
  "$words with all that it takes is typed as the page shows it",
  async (one) => {
    const [, ...words] = wordsOf(commandLineOf(one));

    const { code, err } = await cli([...words, "--json", "--data", directory]);

    expect({ code, err }).toEqual({ code: 0, err: "" });
    const sent = heard.findLast(({ path }) => path === PREFIX + one.path);
    expect(substanceOf(sent?.body ?? {})).toEqual(substanceOf(one.body));
  },
);

test("a line that is not filled in yet says in capitals what is missing", () => {
  expect(commandLineOf({ path: "/deposits", body: { user: "", asset: "BTC", amount: "" } })).toBe(
    "bourse deposit USER BTC AMOUNT",
  );
  expect(
    commandLineOf({ path: "/fees", body: { symbol: "", makerFeeRate: "", takerFeeRate: "" } }),
  ).toBe("bourse fee set SYMBOL --maker MAKER_FEE_RATE --taker TAKER_FEE_RATE");
  expect(commandLineOf({ path: "/contracts", body: { name: "", multiplier: undefined } })).toBe(
    "bourse contract add NAME",
  );
});

const PAGE = join(import.meta.dirname, "../../web/operator");

test("every path that the page posts to has a line, and is tried above", () => {
  const files = readdirSync(PAGE, { recursive: true, encoding: "utf8" });
  const sources = files
    .filter((name) => name.startsWith("panels") && name.endsWith(".tsx"))
    .map((name) => readFileSync(join(PAGE, name), "utf8"));
  const posted = sources.flatMap((text) =>
    [...text.matchAll(/path[:=] ?[{]?"(\/[a-z/-]+)"/g)].map(([, path = ""]) => path),
  );

  expect(posted.length).toBeGreaterThan(10);
  expect(posted.filter((path) => !PATHS.includes(path))).toEqual([]);
  const tried = new Set(ACTIONS.map(({ path }) => path));
  expect(posted.filter((path) => !tried.has(path))).toEqual([]);
  // What posts without an action has no line: only the movements do, which show theirs themselves.
  expect(sources.filter((text) => text.includes("api.post"))).toEqual([]);
});
