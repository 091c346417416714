/**
 * No reply goes past the judge: a test that has an API in its process imports what watches it, and one that asks a
 * server in another process asks by a client that judges. What does neither stands here, with a reason that holds.
 */
import { expect, test } from "vitest";
import { FILES, isOfTests, reachedFrom, TESTS, textOf } from "../support/module-graph.ts";

const JUDGE = "test/support/judged-apis.ts";
const APIS = [
  "src/edge/http/public-api.ts",
  "src/edge/operator/operator-api.ts",
  "src/edge/operator/starting-api.ts",
];

/** Tests that reach an API and ask it nothing. */
const SILENT: Readonly<Record<string, string>> = {
  "src/app/in-process/memory-host.test.ts": "submits commands, and asks no API",
  "test/contract/generated.test.ts": "makes pages and lists from tables",
  "test/crash/damage/damage.campaign.test.ts": "types commands of the stopped server in-process",
  "test/crash/power-cut/power-cut.campaign.test.ts":
    "types commands of the stopped server in-process",
  "test/operations/handbook.test.ts": "reads the table of commands",
  "test/operator-api/commands.test.ts": "reads the tables of commands and of requests",
  "test/readme/bot-testing.process.test.ts": "reads the names of methods",
  "test/readme/words.test.ts": "reads the table of commands",
};

test("a test that has an API in its process has it judged, or asks it nothing", () => {
  const unjudged = TESTS.filter((path) => {
    const reached = reachedFrom(path, () => true);
    return APIS.some((api) => reached.has(api)) && !reached.has(JUDGE);
  });

  expect(unjudged.sort()).toEqual(Object.keys(SILENT).sort());
});

/** Ways to ask that nobody judges: not by `judgedFetch`, `SignedClient`, `askProcess` or a `JudgedSocket`. */
const UNJUDGED = [
  /(?<![.\w])fetch\(/,
  /import \{[^}]*\b(?:request|get)\b[^}]*\} from "node:https?"/,
  /\bexchangeBytes\(/,
  /new (?:Bourse|Operator)Client\((?![^;]*\bfetch\b)/,
  /\.over\(/,
  /\.isJudged = false/,
];

/** Where such a way leads to no server of another process, or is judged all the same. */
const BESIDES: Readonly<Record<string, string>> = {
  "test/client/examples.process.test.ts":
    "is the relay behind which programs ask, in other processes",
  "test/crash/archivist.process.test.ts": "does not wait for the answer",
  "test/crash/asking.test.ts": "plays a server, in as few words as its reader needs",
  "test/package/packed.package.test.ts": "is the text of a program, which is run elsewhere",
  "test/stories/packed-file.package.test.ts": "is the text of a program, which is run elsewhere",
  "test/startup/tls.process.test.ts": "knows a certificate, and hands on to the judge itself",
  "test/streams/order-entry.process.test.ts": "calls over a JudgedSocket",
};

test("a test asks a server in another process by a client that judges", () => {
  const ofTests = FILES.filter(
    (path) => isOfTests(path) && path !== "test/judge/every-way.test.ts",
  );
  const found = ofTests.filter((path) => {
    const ways = UNJUDGED.filter((way) => way.test(textOf(path)));
    const isPlayed = ways.some((way) => way.source.includes("isJudged"));
    const canStart = reachedFrom(path, isOfTests).has("node:child_process");
    return isPlayed || (ways.length > 0 && canStart);
  });

  expect(found.sort()).toEqual(Object.keys(BESIDES).sort());
});
