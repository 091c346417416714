/** What the example of a workflow starts; whether it is sound is in workflow-file.process.test.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../src/app/settings/config.ts";
import { imageProgram } from "../support/dockerfile.ts";
import { ROOT } from "./settings.ts";

const workflow = readFileSync(join(ROOT, "examples/workflow.yml"), "utf8");

test("OPER-API-8 CORE-DIR-2 both jobs have a demo without traders whose operator can be called", () => {
  const { jobs } = parse(workflow);
  const token = { BOURSE_OPERATOR_TOKEN: "0123456789abcdef".repeat(4) };
  const image = { ...imageProgram().environment, ...jobs.container.services.bourse.env, ...token };
  const demo = { isSandbox: true, hasDemo: true, hasTraders: false, hasLimits: false };

  expect(readConfig([], jobs.package.env)).toMatchObject({ ...demo, operatorHost: "127.0.0.1" });
  expect(readConfig([], image)).toMatchObject({ ...demo, operatorHost: "0.0.0.0" });
  for (const { env } of [jobs.package, jobs.container]) {
    expect([env.BOURSE_URL, env.BOURSE_OPERATOR_URL]).toEqual(
      [image.BOURSE_PORT, image.BOURSE_OPERATOR_PORT].map((port) => `http://127.0.0.1:${port}`),
    );
  }
});
